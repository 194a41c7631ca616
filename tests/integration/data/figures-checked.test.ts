import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { Summed } from '../../../shared/ipc/roll-ups.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anEntity, aValuation, bodyOf } from './support/records.ts'
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

const sort = { column: 'title', direction: 'asc' } as const
const checked = (of: Summed) => store.read('rollUps.checked', { of })
const entity = (id: string, household: string) => anEntity(0, { id, display_name: id, household_id: household })
const hoursAgo = (hours: number) => Date.parse('2026-11-22T12:00:00Z') - hours * 3_600_000
const at = (hours: number) => new Date(hoursAgo(hours)).toISOString()

/**
 * Fills the firm of the tests: `old` was requested 9 hours ago, `new` an hour ago, `never` not at all, the other household's
 * entity 30 hours ago.
 */
async function fill() {
  const entities = [
    entity('old', 'household_1'),
    entity('new', 'household_1'),
    entity('never', 'household_1'),
    entity('other', 'household_2'),
  ]
  await sweep(store, 'entities', [entities])
  for (const id of ['old', 'new', 'other']) {
    const valuation = aValuation(0, { id: `valuation_of_${id}`, entity_id: id })
    await store.applyValuation({ entityId: id, bytes: bodyOf(valuation) })
  }
  await store.flush()
  await setAges({ old: 9, new: 1, other: 30 })
}

async function setAges(hours: Readonly<Record<string, number>>) {
  await store.close()
  lookInto(folder, 'mirror', (db) => {
    const set = db.prepare('UPDATE valuation_check SET checked_at = ? WHERE entity_id = ?')
    for (const [id, age] of Object.entries(hours)) set.run(hoursAgo(age), id)
  })
  store = await openStore(folder)
}

test('a sheet, a book and a list say between when their figures were checked, and how many never were', async () => {
  await fill()
  const whole_firm = false
  const ofFirst = { from: at(9), to: at(1), unchecked: 1, whole_firm }
  const scope = { household_id: 'household_1' }
  expect(await checked({ what: 'book' })).toEqual({ from: at(30), to: at(1), unchecked: 1, whole_firm })
  expect(await checked({ what: 'household', id: 'household_1' })).toEqual(ofFirst)
  expect(await checked({ what: 'household', id: 'household_2' })).toEqual({
    ...ofFirst,
    from: at(30),
    to: at(30),
    unchecked: 0,
  })
  expect(await checked({ what: 'entities', sort })).toEqual({ from: at(30), to: at(1), unchecked: 1, whole_firm })
  expect(await checked({ what: 'entities', sort, scope })).toEqual(ofFirst)
  const named: Filter<'title'>[] = [{ column: 'title', operator: 'is', values: ['old'] }]
  expect(await checked({ what: 'entities', sort, filters: named })).toEqual({ ...ofFirst, to: at(9), unchecked: 0 })
  expect(await checked({ what: 'valuations', sort, scope })).toEqual({ ...ofFirst, unchecked: 0 })
})

test('a household without entities, or never asked for, has no range', async () => {
  await sweep(store, 'entities', [[entity('never', 'household_1')]])
  const none = { from: null, to: null, whole_firm: false }
  expect(await checked({ what: 'household', id: 'household_1' })).toEqual({ ...none, unchecked: 1 })
  expect(await checked({ what: 'household', id: 'household_9' })).toEqual({ ...none, unchecked: 0 })
  expect(await checked({ what: 'book' })).toEqual({ ...none, unchecked: 1 })
})

test('an entity that is gone takes its check along', async () => {
  await fill()
  await store.removeRecords('entities', ['other'])
  expect(await checked({ what: 'book' })).toEqual({ from: at(9), to: at(1), unchecked: 1, whole_firm: false })
  await store.removeRecords('entities', ['old', 'new'])
  expect(await checked({ what: 'book' })).toEqual({ from: null, to: null, unchecked: 1, whole_firm: false })
})

test('the book’s range is found at the ends of an index, a household’s from its entities on', async () => {
  await fill()
  await store.close()
  const statementsOf = (of: Summed) => statementsOfRead(folder, 'rollUps.checked', { of })
  const book = statementsOf({ what: 'book' })
  for (const edge of ['ORDER BY c.checked_at LIMIT 1', 'ORDER BY c.checked_at DESC LIMIT 1']) {
    const plan = planWith(book, edge)
    expect(plan).toContain('SCAN c USING COVERING INDEX valuation_check_by_time')
    expect(plan).not.toContain('TEMP B-TREE')
  }
  const scope = { household_id: 'household_1' }
  const household = planWith(statementsOf({ what: 'household', id: 'household_1' }), 'valuation_check')
  expect(household).toMatch(/SEARCH e USING (?:COVERING )?INDEX entities_household/)
  const entities = planWith(statementsOf({ what: 'entities', sort, scope }), 'valuation_check')
  const valuations = planWith(statementsOf({ what: 'valuations', sort, scope }), 'valuation_check')
  for (const plan of [household, entities, valuations]) expect(plan).toMatch(/SEARCH c USING/)
  store = await openStore(folder)
})
