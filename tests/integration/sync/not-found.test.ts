import { afterEach, expect, test } from 'vitest'
import { type AccessTokenSource, createAccessTokenSource } from '../../../electron/auth/session.ts'
import { firstRows } from '../data/support/open-store.ts'
import { startSynced } from './support/synced.ts'

type Synced = Awaited<ReturnType<typeof startSynced>>
let synced: Synced

afterEach(() => synced.stop())

const allChanges = { household_id: null, owner_id: null, others_only: true, before: null, limit: 100 }

/** A gateway in front of the service answers "not found" to these paths with a web page. */
const gateway = (path: string) =>
  synced.sandbox.control.fail({ fault: { kind: 'html', status: 404 }, path, times: 1_000_000 })

const totals = async () => {
  const [households, individuals, entities, valuations, documents] = await Promise.all([
    synced.store.read('households.list', firstRows),
    synced.store.read('individuals.list', firstRows),
    synced.store.read('entities.list', firstRows),
    synced.store.read('valuations.list', firstRows),
    synced.store.read('documents.list', firstRows),
  ])
  return [households, individuals, entities, valuations, documents].map(({ total }) => total)
}

const readAll = async () => {
  synced.engine.start({ everything: true })
  await synced.engine.idle()
  return synced.engine.status()
}

test.each([
  ['everything', '.*', 'service/not-found'],
  ['every record and valuation, and not to lists', '/api/public/v1/[a-z-]+/[^?]+$', 'service/failed'],
  ['valuations alone', '/valuation$', undefined],
])('a gateway that answers "not found" to %s removes nothing', async (_, path, code) => {
  synced = await startSynced({ sandbox: { households: 12 } })
  await synced.run()
  const before = await totals()
  const changes = await synced.store.read('changes.list', allChanges)
  gateway(path)
  const status = await readAll()
  expect(status.problem?.code).toBe(code)
  expect(await totals()).toEqual(before)
  synced.sandbox.control.reset()
  expect((await synced.run()).problem).toBeNull()
  expect(await totals()).toEqual(before)
  expect(await synced.store.read('changes.list', allChanges)).toEqual(changes)
  expect(synced.engine.status().resources.flatMap(({ refused }) => refused)).toEqual([])
})

test('a valuation that the service has no answer for stays, is called not answered, and is asked for in the next run', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  await synced.run()
  const { rows } = await synced.store.read('valuations.list', firstRows)
  const entity = String(rows[0]?.entity_id)
  gateway(`/entities/${entity}/valuation$`)
  await readAll()
  const unanswered = await synced.store.read('entities.get', { id: entity })
  expect(unanswered.valuation?.record.entity_id).toBe(entity)
  expect(unanswered.valuation_unanswered).toEqual({ at: expect.stringMatching(/^20/), status: 404 })
  synced.sandbox.control.reset()
  await synced.run()
  const answered = await synced.store.read('entities.get', { id: entity })
  expect(answered.valuation_unanswered).toBeNull()
  expect(Date.parse(answered.valuation_checked_at ?? '')).toBeGreaterThan(
    Date.parse(unanswered.valuation_checked_at ?? ''),
  )
})

test.each([
  ['not found', { kind: 'status', status: 404 } as const, 404],
  ['nothing, as a success', { kind: 'html', status: 204 } as const, 204],
])('a stored valuation for which the service answers %s is kept, with that answer', async (_, fault, status) => {
  synced = await startSynced({ sandbox: { households: 6 } })
  await synced.run()
  const { rows } = await synced.store.read('valuations.list', firstRows)
  const entity = String(rows[0]?.entity_id)
  synced.sandbox.control.fail({ fault, path: `/entities/${entity}/valuation$`, times: 1_000 })
  const { resources } = await readAll()
  const detail = await synced.store.read('entities.get', { id: entity })
  expect(detail.valuation_unanswered).toEqual({ at: expect.any(String), status })
  expect(resources.find(({ resource }) => resource === 'valuations')?.refused).toEqual([{ status, count: 1 }])
})

/** How often entities were concluded to have a valuation, or none, and those about which nothing is known. */
async function known() {
  const { rows } = await synced.store.read('entities.list', { ...firstRows, limit: 200 })
  const details = await Promise.all(rows.map(({ id }) => synced.store.read('entities.get', { id: String(id) })))
  const none = details.filter((one) => one.valuation === null)
  return {
    valued: details.length - none.length,
    none: none.filter(({ valuation_checked_at: at }) => at !== null).length,
    unknown: none.filter(({ valuation_checked_at: at }) => at === null).length,
  }
}

test('while no valuation is given, not even one that is stored, no entity is concluded to have none', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  // The first sync is given one valuation; to the next a gateway answers "not found".
  const { signal } = new AbortController()
  const { records } = await synced.service.listAll({ resource: 'entities', query: {}, signal })
  const ids = records.map((record) => String((record as { id: string }).id))
  const answers = await Promise.all(ids.map((entityId) => synced.service.getValuation({ entityId, signal })))
  const first = ids[answers.findIndex(({ bytes }) => bytes !== null)]
  synced.sandbox.control.fail({
    fault: { kind: 'status', status: 403 },
    path: `/entities/(?!${first}/)[^/]+/valuation$`,
    times: 1_000_000,
  })
  await synced.run()
  expect(await known()).toEqual({ valued: 1, none: 0, unknown: ids.length - 1 })
  synced.sandbox.control.reset()
  gateway('/valuation$')
  const { problem, resources } = await readAll()
  expect(problem).toBeNull()
  expect(await known()).toEqual({ valued: 1, none: 0, unknown: ids.length - 1 })
  expect(resources.find(({ resource }) => resource === 'valuations')?.refused).toEqual([
    { status: 404, count: ids.length },
  ])
  synced.sandbox.control.reset()
  await readAll()
  const after = await known()
  expect(after.unknown).toBe(0)
  expect(after.valued).toBeGreaterThan(1)
})

test('more records than a few that vanish at once stay until the next run finds them gone as well, also after a restart', async () => {
  synced = await startSynced({ sandbox: { households: 60 }, engine: { valuations: false } })
  await synced.run()
  const before = (await synced.store.read('documents.list', firstRows)).total
  const { rows } = await synced.store.read('documents.list', { ...firstRows, limit: 40 })
  for (const { id } of rows) await synced.sandbox.control.colleague.remove('documents', String(id))
  const held = await synced.run()
  expect(held.resources.find(({ resource }) => resource === 'documents')).toMatchObject({ state: 'complete', held: 40 })
  expect((await synced.store.read('documents.list', firstRows)).total).toBe(before)
  // The next run is the first of another start of Steward.
  await synced.engine.close()
  const later = synced.makeEngine()
  later.start()
  await later.idle()
  const removed = later.status()
  await later.close()
  expect(removed.resources.find(({ resource }) => resource === 'documents')).toMatchObject({ held: 0 })
  expect((await synced.store.read('documents.list', firstRows)).total).toBe(before - 40)
})

test('while a gateway answers for it, no record is asked for more often than to notice', async () => {
  synced = await startSynced({ sandbox: { households: 100 } })
  await synced.run()
  gateway('/api/public/v1/[a-z-]+/[^?]+$')
  synced.sandbox.control.resetStats()
  await readAll()
  expect(synced.sandbox.control.stats().requests['GET /entities/{entity_id}/valuation'] ?? 0).toBeLessThan(110)
})

test('while all lists are empty and records answer by id, nothing is removed and nothing is called up to date', async () => {
  let isEmptied = false
  synced = await startSynced({
    sandbox: { households: 6 },
    engine: { valuations: false },
    around: (service) => ({
      ...service,
      async listPage(request) {
        const body = await service.listPage({ ...request, isKnown: () => false })
        if (!isEmptied) return body
        const page = { data: [], page_info: { has_next_page: false, end_cursor: null }, total_count: 0 }
        return { bytes: new TextEncoder().encode(JSON.stringify(page)), serverTime: body.serverTime }
      },
    }),
  })
  await synced.run()
  const before = await totals()
  isEmptied = true
  const status = await synced.run()
  expect(status.problem).toMatchObject({ code: 'service/bad-pagination' })
  expect(status.resources.find(({ resource }) => resource === 'households')?.state).toBe('incomplete')
  expect(await totals()).toEqual(before)
})

test('an answer that a cache gave counts as checked when the service gave it', async () => {
  const hour = 3_600_000
  const age = '7200'
  synced = await startSynced({
    sandbox: { households: 6 },
    intercept: (dispatch) => (request, handler) =>
      dispatch(request, {
        onRequestStart: (...args) => handler.onRequestStart?.(...args),
        onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
        onResponseStart: (controller, status, headers, ...rest) =>
          handler.onResponseStart?.(controller, status, { ...headers, age }, ...rest),
        onResponseData: (...args) => handler.onResponseData?.(...args),
        onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
        onResponseError: (...args) => handler.onResponseError?.(...args),
      }),
  })
  const asked = Date.now()
  const status = await synced.run()
  expect(status.problem).toBeNull()
  const lists = status.resources.filter(({ resource }) => resource !== 'valuations')
  for (const at of [status.valuationsCheckedFrom, ...lists.map(({ lastCompleteAt }) => lastCompleteAt)])
    expect(Date.parse(at ?? '')).toBeLessThan(asked - hour)
  const { rows } = await synced.store.read('entities.list', firstRows)
  const { checked_at } = await synced.store.read('entities.get', { id: String(rows[0]?.id) })
  expect(Date.parse(checked_at)).toBeLessThan(asked - hour)
  const { signal } = new AbortController()
  // A copy proves nothing about now.
  await expect(synced.service.prove('users', signal)).rejects.toMatchObject({ code: 'service/not-modified' })
  await expect(synced.service.listAll({ resource: 'users', query: {}, signal })).rejects.toMatchObject({
    code: 'service/not-modified',
  })
})

test('a list that may answer again soon decides when the next run is, whatever another one refuses for good', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  synced.sandbox.control.fail({
    fault: { kind: 'status', status: 403 },
    path: '/(users|households|entities)',
    times: 1_000,
  })
  synced.sandbox.control.fail({ fault: { kind: 'status', status: 404 }, path: '/documents', times: 1_000 })
  expect((await synced.run()).problem?.code).toBe('service/not-found')
})

test.each(['/documents', '/users'])('%s that answers 401 whatever the token keeps no valuation away', async (path) => {
  const replaced: string[] = []
  synced = await startSynced({
    sandbox: { households: 6 },
    tokensOf: (accepted) => ({
      current: async () => accepted,
      async replace(rejected) {
        replaced.push(rejected)
        return accepted
      },
    }),
  })
  synced.sandbox.control.fail({ fault: { kind: 'status', status: 401 }, path: `${path}($|[/?])`, times: 1_000_000 })
  const { problem, resources } = await synced.run()
  // The token was renewed before the list was given up.
  expect(replaced).not.toEqual([])
  expect(problem).toMatchObject({ code: 'service/refused' })
  const open = resources.filter(({ state }) => state !== 'complete').map(({ resource }) => `/${resource}`)
  expect(open).toEqual([path])
  const valued = resources.find(({ resource }) => resource === 'valuations')
  expect(valued?.received).toBe((await synced.store.read('entities.list', firstRows)).total)
  expect((await synced.store.read('valuations.list', firstRows)).total).toBeGreaterThan(0)
})

test.each([
  ['one list', '/documents($|[/?])', { code: 'service/refused', hasToken: true, ended: 0 }],
  ['two lists', '/(documents|users)($|[/?])', { code: 'service/refused', hasToken: true, ended: 0 }],
  ['everything', '.*', { code: 'auth/sign-in-needed', hasToken: false, ended: 1 }],
])('a sign-in that cannot be renewed ends only if everything is answered with 401: %s', async (_, path, expected) => {
  let ended = 0
  const sources: AccessTokenSource[] = []
  synced = await startSynced({
    sandbox: { households: 6 },
    tokensOf(accepted) {
      const source = createAccessTokenSource({
        renew: () => Promise.reject(new Error('There is no refresh token.')),
        onSignInNeeded() {
          ended += 1
        },
      })
      const tokens = { accessToken: accepted, refreshToken: null, expiresAt: null, lifetimeMs: null }
      source.adopt(tokens, { renewable: false })
      sources.push(source)
      return source
    },
  })
  synced.sandbox.control.fail({ fault: { kind: 'status', status: 401 }, path, times: 1_000_000 })
  const { problem } = await synced.run()
  expect({ code: problem?.code, hasToken: sources[0]?.hasToken(), ended }).toEqual(expected)
})
