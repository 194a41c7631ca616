import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, aSummary } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { primary_relationship_owner_id: 'user_9' })]])
  await sweep(store, 'documents', [[aDocument(1)]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const day = (nth: number) => `2026-01-0${nth}T00:00:00Z`
const machineMade = (nth: number, more: Parameters<typeof aSummary>[1] = {}) =>
  aSummary(nth, { entry_mode: 'AI_AUTO', created_at: day(nth), updated_at: day(nth), ...more })

const firm = { owner_id: null }
const idOf = (nth: number) => machineMade(nth).id
const around = (nth: number, of: { owner_id: string | null } = firm) =>
  store.read('documentSummaries.toReview', { ...of, id: idOf(nth) })
const today = async () => {
  const { summaries } = await store.read('today.get', { ...firm, rules: [] })
  return { total: summaries.total, ids: summaries.lines.map(({ id }) => id) }
}

test('summaries that wait are stepped through from the newest to the oldest, and round', async () => {
  const summaries = [1, 2, 3].map((nth) => machineMade(nth))
  await sweep(store, 'document-summaries', [[...summaries, aSummary(4, { entry_mode: 'USER' })]])
  expect(await today()).toEqual({ total: 3, ids: [idOf(3), idOf(2), idOf(1)] })
  expect(await around(3)).toEqual({ previous: idOf(1), next: idOf(2), total: 3 })
  expect(await around(2)).toEqual({ previous: idOf(3), next: idOf(1), total: 3 })
  expect(await around(1)).toEqual({ previous: idOf(2), next: idOf(3), total: 3 })
  // One that a person wrote has no place among them.
  expect(await around(4)).toMatchObject({ total: 3 })
})

test('a list of summaries is sorted by when they were reviewed, then by those that wait, whatever the direction', async () => {
  const byHand = aSummary(4, { entry_mode: 'USER' })
  await sweep(store, 'document-summaries', [[...[1, 2, 3, 5].map((nth) => machineMade(nth)), byHand]])
  for (const nth of [1, 3, 5])
    await store.writeLedger('summaries.setReviewed', { id: idOf(nth), updated_at: nth === 5 ? day(9) : day(nth) })
  const listed = async (
    direction: 'asc' | 'desc',
    filters: { column: string; operator: 'is'; values: boolean[] }[] = [],
  ) => {
    const sort = { column: 'reviewed_at', direction } as const
    const { rows } = await store.read('documentSummaries.list', { sort, filters, offset: 0, limit: 9 } as never)
    return rows.map(({ id }) => id)
  }
  const [waiting, other] = [[idOf(2), idOf(5)], [byHand.id]]
  expect(await listed('asc')).toEqual([idOf(1), idOf(3), ...waiting, ...other])
  expect(await listed('desc')).toEqual([idOf(3), idOf(1), ...waiting.toReversed(), ...other])
  const reviewed = (is: boolean) => [{ column: 'reviewed', operator: 'is' as const, values: [is] }]
  expect(await listed('asc', reviewed(true))).toEqual([idOf(1), idOf(3)])
  expect(await listed('asc', reviewed(false))).toEqual(waiting)
  // A summary that changes waits again.
  await sweep(store, 'document-summaries', [
    [machineMade(1), machineMade(2), machineMade(3, { updated_at: day(9) }), machineMade(5), byHand],
  ])
  expect(await listed('asc')).toEqual([idOf(1), idOf(2), idOf(3), idOf(5), ...other])
})

test('a reviewed summary waits no more until it changes, and a review can be taken back', async () => {
  const summaries = [1, 2, 3].map((nth) => machineMade(nth))
  await sweep(store, 'document-summaries', [summaries])
  const review = (nth: number, updated_at: string | null) =>
    store.writeLedger('summaries.setReviewed', { id: idOf(nth), updated_at })
  await review(2, day(2))
  expect(await today()).toEqual({ total: 2, ids: [idOf(3), idOf(1)] })
  expect(await around(3)).toEqual({ previous: idOf(1), next: idOf(1), total: 2 })
  // From the reviewed one on to the next in order.
  expect(await around(2)).toEqual({ previous: idOf(3), next: idOf(1), total: 2 })
  const { reviewed } = await store.read('documentSummaries.get', { id: idOf(2) })
  expect(reviewed).toMatchObject({ is_current: true })
  const sort = { column: 'created_at', direction: 'asc' } as const
  const listed = async () => {
    const { rows } = await store.read('documentSummaries.list', { sort, offset: 0, limit: 9 })
    return rows.map(({ reviewed_at }) => reviewed_at)
  }
  expect(await listed()).toEqual([null, reviewed?.at, null])

  await sweep(store, 'document-summaries', [[machineMade(1), machineMade(2, { updated_at: day(9) }), machineMade(3)]])
  expect((await today()).total).toBe(3)
  expect((await store.read('documentSummaries.get', { id: idOf(2) })).reviewed).toEqual({
    ...reviewed,
    is_current: false,
  })
  // It has to be reviewed again.
  expect(await listed()).toEqual([null, null, null])

  await review(2, day(9))
  await review(1, day(1))
  await review(3, day(3))
  expect(await today()).toEqual({ total: 0, ids: [] })
  expect(await around(1)).toEqual({ previous: null, next: null, total: 0 })
  await review(3, null)
  expect(await today()).toEqual({ total: 1, ids: [idOf(3)] })
  // The review of the version before counts again, with its moment.
  await review(2, null)
  expect((await store.read('documentSummaries.get', { id: idOf(2) })).reviewed).toEqual({
    ...reviewed,
    is_current: false,
  })
  await review(2, null)
  expect((await store.read('documentSummaries.get', { id: idOf(2) })).reviewed).toBeNull()
})

test('only the households of the owner are stepped through', async () => {
  await sweep(store, 'document-summaries', [
    [machineMade(1), machineMade(2, { household_id: 'household_2' }), machineMade(3, { household_id: 'household_2' })],
  ])
  const nine = { owner_id: 'user_9' }
  expect(await around(3, nine)).toEqual({ previous: idOf(2), next: idOf(2), total: 2 })
  expect(await around(1, nine)).toEqual({ previous: idOf(2), next: idOf(3), total: 2 })
})

test('the list is filtered by what I reviewed as it is now, also with other filters, and follows each review', async () => {
  await sweep(store, 'document-summaries', [
    [machineMade(1), machineMade(2), machineMade(3), aSummary(4, { entry_mode: 'USER' })],
  ])
  const sort = { column: 'created_at', direction: 'asc' } as const
  const listed = async (reviewed: boolean, since = '2026-01-01') => {
    const filters = [
      { column: 'reviewed' as const, operator: 'is' as const, values: [reviewed] },
      { column: 'created_at' as const, operator: 'on_or_after' as const, values: [since] },
    ]
    const { rows, total } = await store.read('documentSummaries.list', { sort, filters, offset: 0, limit: 9 })
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  const review = (nth: number, updated_at: string | null) =>
    store.writeLedger('summaries.setReviewed', { id: idOf(nth), updated_at })
  expect([await listed(true), await listed(false)]).toEqual([[], [idOf(1), idOf(2), idOf(3)]])
  await review(2, day(2))
  expect([await listed(true), await listed(false)]).toEqual([[idOf(2)], [idOf(1), idOf(3)]])
  expect(await listed(false, '2026-01-03')).toEqual([idOf(3)])
  await sweep(store, 'document-summaries', [[machineMade(1), machineMade(2, { updated_at: day(9) }), machineMade(3)]])
  expect([await listed(true), await listed(false)]).toEqual([[], [idOf(1), idOf(2), idOf(3)]])
  await review(2, day(9))
  await review(2, null)
  expect(await listed(true)).toEqual([])
})
