import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anIndividual } from './support/records.ts'
import { planWith, statementsOfRead } from './support/statements.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

test('pages hold every record that was set aside once, by resource and id, those without an id first', async () => {
  const withoutId = ['not even an object', 7, null]
  const badPeople = Array.from({ length: 24 }, (_, at) => ({ ...anIndividual(at + 1), first_name: undefined }))
  await sweep(store, 'individuals', [[...badPeople.toReversed(), ...withoutId]])
  await sweep(store, 'households', [[aHousehold(2, { name: 7 }), aHousehold(1, { name: 7 })]])

  const pages = []
  for (let offset = 0; offset <= 30; offset += 10) pages.push(await store.read('setAside.list', { offset, limit: 10 }))
  expect(pages.map(({ total }) => total)).toEqual([29, 29, 29, 29])
  expect(pages.map(({ records }) => records.length)).toEqual([10, 10, 9, 0])
  const all = pages.flatMap(({ records }) => records)
  expect(new Set(all.map(({ key }) => key)).size).toBe(29)
  expect(all.map(({ resource, id }) => [resource, id])).toEqual([
    ['households', 'household_1'],
    ['households', 'household_2'],
    ...withoutId.map(() => ['individuals', null]),
    ...badPeople.map(({ id }) => ['individuals', id]).toSorted(),
  ])
})

test('what stands before a page is counted off in an index, and no record but the page’s is read', async () => {
  await store.close()
  const statements = statementsOfRead(folder, 'setAside.list', { offset: 100_000, limit: 50 })
  const plan = planWith(statements, 'LIMIT ? OFFSET ?').split('\n')
  expect(plan).toContain('SCAN set_aside USING COVERING INDEX set_aside_by_id')
  expect(plan).toContain('SEARCH set_aside USING INTEGER PRIMARY KEY (rowid=?)')
  expect(plan.filter((step) => /^SCAN/.test(step))).toHaveLength(1)
  store = await openStore(folder)
})
