import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { individualShape } from '../../../electron/data/lists/list-shapes.ts'
import { createOrderMaker } from '../../../electron/data/lists/lists.ts'
import { createVersions } from '../../../electron/data/lists/versions.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import type { SlowRead } from '../../../electron/data/workers/protocol.ts'
import { watchReads } from '../../../electron/data/workers/slow-reads.ts'
import { createPeople, type People, today } from './support/people.ts'

let people: People
beforeAll(async () => {
  people = createPeople()
  await people.fill()
})
afterAll(() => people.close())

/** Reads over a mirror on which every read takes this many ms. */
function watch(ms: number) {
  const reported: SlowRead[] = []
  let at = 0
  const now = () => {
    at += ms
    return at
  }
  return { reported, ...watchReads(people.reading.mirror, { onSlow: (slow) => reported.push(slow), limit: 250, now }) }
}

const byEmail = listOrderOf(
  individualShape,
  { sort: { column: 'email', direction: 'asc' } },
  { today: () => today, noted: () => '[]' },
)

test('a slow order says that it walks a list and sorts it, once', () => {
  const { mirror, time, reported } = watch(300)
  const maker = createOrderMaker({ mirror, versions: createVersions(mirror) })
  for (let times = 0; times < 2; times++) time('lists.order', () => maker.whole(byEmail), byEmail)
  expect(reported).toEqual([
    {
      read: 'lists.order',
      ms: 300,
      order: { resource: 'individuals', column: 'email', direction: 'asc' },
      missing: [
        { step: 'walk', table: 'individuals' },
        { step: 'sort', table: null },
      ],
    },
  ])
})

test('a slow window of a list says what it is ordered by, and nothing that it is filtered by', () => {
  const slow = watch(300)
  const reader = createReader(slow.mirror, people.reading.ledger, { time: slow.time, today: () => today })
  const sort = { column: 'city', direction: 'desc' } as const
  const filters = [{ column: 'email' as const, operator: 'contains' as const, values: ['ashford'] }]
  void answerRead(reader, 'individuals.list', { sort, filters, offset: 0, limit: 5 })
  expect(slow.reported).toMatchObject([
    { read: 'individuals.list', order: { resource: 'individuals', column: 'city', direction: 'desc' } },
  ])
  expect(JSON.stringify(slow.reported)).not.toContain('ashford')
})

test('a slow read that finds everything by an index, and any read that is fast, says nothing', () => {
  const slow = watch(300)
  slow.time('any.read', () => slow.mirror.prepare('SELECT row FROM individuals WHERE id = ?').get('client_profile_1'))
  const fast = watch(100)
  const reader = createReader(fast.mirror, people.reading.ledger, { time: fast.time, today: () => today })
  void answerRead(reader, 'individuals.list', { sort: { column: 'email', direction: 'asc' }, offset: 0, limit: 5 })
  expect([...slow.reported, ...fast.reported]).toEqual([])
})

test('a statement with named parameters, a subquery and no index at all is explained, too', () => {
  const { mirror, time, reported } = watch(300)
  time('any.read', () =>
    mirror
      .prepare<[object]>(
        'SELECT t.row FROM (SELECT value FROM json_each(@ids)) found JOIN individuals t ON t.json = found.value WHERE @other IS NULL',
      )
      .all({ ids: '[]', other: null }),
  )
  expect(reported[0]?.missing).toContainEqual({ step: expect.stringMatching(/scan|build/), table: 'individuals' })
})
