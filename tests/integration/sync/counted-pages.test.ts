import { afterEach, expect, test } from 'vitest'
import { firstRows } from '../data/support/open-store.ts'
import { startSynced } from './support/synced.ts'

let synced: Awaited<ReturnType<typeof startSynced>>

afterEach(() => synced.stop())

const user = (id: string, name = id) => ({
  id,
  created_at: '2026-01-01T08:00:00Z',
  updated_at: '2026-01-01T08:00:00Z',
  email: `${name}@firm.example`,
  first_name: 'Ada',
  last_name: name,
})

/** A service whose list of users is this one page. */
const startWithUsers = (records: readonly object[], total_count: number | undefined) =>
  startSynced({
    sandbox: { households: 2 },
    engine: { valuations: false },
    around: (service) => ({
      ...service,
      async listPage(request) {
        if (request.resource !== 'users') return service.listPage(request)
        const page_info = { has_next_page: false, has_previous_page: false }
        const page = { data: records, page_info, ...(total_count === undefined ? {} : { total_count }) }
        return { bytes: new Uint8Array(Buffer.from(JSON.stringify(page))), serverTime: null }
      },
    }),
  })

/** Records of the page, the count, whether the list is complete, and how many records are then held. */
const cases: [string, object[], number | undefined, 'complete' | 'incomplete', number][] = [
  [
    'a record twice, so that the count seems right',
    [user('user_1'), user('user_1'), user('user_2')],
    3,
    'incomplete',
    2,
  ],
  ['a record twice, and the count without it', [user('user_1'), user('user_1'), user('user_2')], 2, 'complete', 2],
  ['a record twice with different texts', [user('user_1'), user('user_1', 'other')], 2, 'incomplete', 1],
  ['ids that are equal but for case', [user('user_a'), user('user_A')], 2, 'complete', 2],
  ['a count that is too low', [user('user_1'), user('user_2'), user('user_3')], 2, 'complete', 3],
  ['no count', [user('user_1'), user('user_2')], undefined, 'complete', 2],
  ['an unreadable record without an id, counted', [user('user_1'), { first_name: 'Ada' }], 2, 'complete', 1],
  ['an unreadable record, twice', [user('user_1'), { first_name: 'Ada' }, { first_name: 'Ada' }], 3, 'incomplete', 1],
]

test.each(cases)('one page with %s', async (_, records, counted, state, held) => {
  synced = await startWithUsers(records, counted)
  const status = await synced.run()
  expect(status.resources.find(({ resource }) => resource === 'users')?.state).toBe(state)
  expect((await synced.store.read('users.list', firstRows)).total).toBe(held)
  expect(status.problem?.code).toBe(state === 'complete' ? undefined : 'service/bad-pagination')
})
