import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { individualShape } from '../../../electron/data/lists/list-shapes.ts'
import { createOrderMaker } from '../../../electron/data/lists/lists.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { createReader, type SlowRead } from '../../../electron/data/reads/reader.ts'
import { createPeople, type People, today } from './support/people.ts'

let people: People
beforeAll(async () => {
  people = createPeople()
  await people.fill()
})
afterAll(() => people.close())

/** A reader over a mirror on which every read takes this many ms. */
function watch(ms: number) {
  const reported: SlowRead[] = []
  let at = 0
  const now = () => {
    at += ms
    return at
  }
  const { mirror, ledger } = people.reading
  const reader = createReader(mirror, ledger, { onSlow: (slow) => reported.push(slow), now, today: () => today })
  return { reported, reader }
}

const byEmail = listOrderOf(
  individualShape,
  { sort: { column: 'email', direction: 'asc' } },
  { today: () => today, noted: () => '[]' },
)

test('a slow order says that it walks a list and sorts it, once', () => {
  const { reader, reported } = watch(300)
  const maker = createOrderMaker(reader)
  for (let times = 0; times < 2; times++) reader.time('lists.order', () => maker.whole(byEmail), byEmail)
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
  const sort = { column: 'city', direction: 'desc' } as const
  const filters = [{ column: 'email' as const, operator: 'contains' as const, values: ['ashford'] }]
  void answerRead(slow.reader, 'individuals.list', { sort, filters, offset: 0, limit: 5 })
  expect(slow.reported).toMatchObject([
    { read: 'individuals.list', order: { resource: 'individuals', column: 'city', direction: 'desc' } },
  ])
  expect(JSON.stringify(slow.reported)).not.toContain('ashford')
})

test('a slow read that finds everything by an index, and any read that is fast, says nothing', () => {
  const slow = watch(300)
  slow.reader.time('any.read', () =>
    slow.reader.mirror.prepare('SELECT row FROM individuals WHERE id = ?').get('client_profile_1'),
  )
  const fast = watch(100)
  void answerRead(fast.reader, 'individuals.list', { sort: { column: 'email', direction: 'asc' }, offset: 0, limit: 5 })
  expect([...slow.reported, ...fast.reported]).toEqual([])
})

test('a statement with named parameters, a subquery and no index at all is explained, too', () => {
  const { reader, reported } = watch(300)
  reader.time('any.read', () =>
    reader.mirror
      .prepare<[object]>(
        'SELECT t.row FROM (SELECT value FROM json_each(@ids)) found JOIN individuals t ON t.json = found.value WHERE @other IS NULL',
      )
      .all({ ids: '[]', other: null }),
  )
  expect(reported[0]?.missing).toContainEqual({ step: expect.stringMatching(/scan|build/), table: 'individuals' })
})
