import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import { gaugeOf } from '../../../shared/domain/estate-gauge.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { OwnEstateAmount } from '../../../shared/ipc/estate.ts'
import { makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, aValuation, bodyOf } from './support/records.ts'

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

/** Household 1: two living primaries; 2: one; 3: none alive; 4: no value in the estate; 5: no entity. */
async function fill(): Promise<void> {
  await sweep(store, 'households', [[1, 2, 3, 4, 5].map((n) => aHousehold(n))])
  const person = (n: number, household: number, more = {}) =>
    anIndividual(n, { household_id: `household_${household}`, is_primary: true, ...more })
  await sweep(store, 'individuals', [
    [
      ...[person(1, 1), person(2, 1), person(3, 1, { is_primary: false }), person(4, 2)],
      ...[person(5, 2, { is_deceased: true }), person(6, 3, { is_deceased: true }), person(7, 4)],
    ],
  ])
  const held = [
    ['household_1', 'in_estate', 20_000_000.05],
    ['household_1', 'out_of_estate', 90_000_000],
    ['household_2', 'in_estate', 15_000_000.01],
    ['household_3', 'in_estate', 99_000_000],
    ['household_4', 'out_of_estate', 1],
  ] as const
  await sweep(store, 'entities', [
    held.map(([household_id, in_estate_status], at) => anEntity(at + 1, { household_id, in_estate_status })),
  ])
  for (const [at, [, , value]] of held.entries())
    await store.applyValuation({
      entityId: `entity_${at + 1}`,
      bytes: bodyOf(aValuation(at + 1, { directly_held_asset_value: value })),
    })
  await store.flush()
}

const amount = { usd: 15_000_000, year: 2026 }
const setFirm = (usd: number | null) =>
  store.writeLedger('estate.setAmount', {
    household_id: null,
    own: usd === null ? null : { amount: { ...amount, usd }, primaries: null, is_off: false },
  })
const setOwn = (household_id: string, own: OwnEstateAmount | null) =>
  store.writeLedger('estate.setAmount', { household_id, own })

async function listed(filter?: Filter<'above_amount' | 'against_amount'>) {
  const sort = { column: 'against_amount', direction: 'desc' } as const
  const { rows } = await store.read('households.list', { offset: 0, limit: 10, sort, filters: filter ? [filter] : [] })
  return rows.map(({ id, against_amount: cents }) => [id, cents])
}

/** The figure that the page of each household shows. */
async function onPages(): Promise<[string, string | null][]> {
  const shown: [string, string | null][] = []
  for (const n of [1, 2, 3, 4, 5]) {
    const id = `household_${n}`
    const { people } = await store.read('estate.map', { id })
    const amounts = await store.read('estate.amounts', { household_id: id })
    const above = gaugeOf(amounts, people, sheetOf(await store.read('rollUps.household', { id })))?.above ?? null
    shown.push([id, above === null ? null : String(above)])
  }
  return shown
}

test('a list compares each household with the amount as its page does, to the cent', async () => {
  await fill()
  expect((await listed()).every(([, cents]) => cents === null)).toBe(true)
  await setFirm(15_000_000)
  const expected = [
    ['household_2', '1'],
    ['household_1', '-999999995'],
    ['household_5', null],
    ['household_4', null],
    ['household_3', null],
  ]
  expect(await listed()).toEqual(expected)
  expect((await onPages()).toSorted()).toEqual(expected.toSorted())
  expect(await listed({ column: 'above_amount', operator: 'is', values: [true] })).toEqual([['household_2', '1']])
  expect(await listed({ column: 'above_amount', operator: 'is', values: [false] })).toEqual([
    ['household_1', '-999999995'],
  ])
  await setFirm(15_000_000.01)
  expect(await listed({ column: 'above_amount', operator: 'is', values: [true] })).toEqual([])
  await setFirm(null)
  expect((await listed()).every(([, cents]) => cents === null)).toBe(true)
})

test('a household has its own amount or count, or is not compared, and loses that again', async () => {
  await fill()
  await setFirm(15_000_000)
  await setOwn('household_1', { amount: { usd: 7, year: 2030 }, primaries: null, is_off: false })
  await setOwn('household_2', { amount: null, primaries: null, is_off: true })
  await setOwn('household_3', { amount: null, primaries: 2, is_off: false })
  const changed = [
    ['household_3', '6900000000'],
    ['household_1', '1999998605'],
    ['household_5', null],
    ['household_4', null],
    ['household_2', null],
  ]
  expect(await listed()).toEqual(changed)
  expect((await onPages()).toSorted()).toEqual(changed.toSorted())
  for (const n of [1, 2, 3]) await setOwn(`household_${n}`, null)
  expect(await store.read('estate.amounts', { household_id: 'household_1' })).toEqual({
    ...{ firm: amount, own: null, is_any: true },
  })
  expect((await listed())[0]).toEqual(['household_2', '1'])
})

test('a death, and a person who becomes primary, change the comparison', async () => {
  await fill()
  await setFirm(15_000_000)
  await store.applyRecord('individuals', bodyOf(anIndividual(2, { is_primary: true, is_deceased: true })))
  expect(await listed()).toContainEqual(['household_1', '500000005'])
  await store.applyRecord('individuals', bodyOf(anIndividual(8, { household_id: 'household_3', is_primary: true })))
  expect(await listed()).toContainEqual(['household_3', '8400000000'])
  await store.removeRecords('individuals', ['client_profile_8'])
  expect(await listed()).toContainEqual(['household_3', null])
})

test('amounts survive a copy of the service that is made from nothing', async () => {
  await fill()
  await setFirm(15_000_000)
  await setOwn('household_1', { amount: null, primaries: 1, is_off: false })
  const before = await listed()
  await store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `mirror.db${end}`), { force: true })
  store = await openStore(folder, { mirror: { key: mirrorKey, created: true } })
  await fill()
  expect(await listed()).toEqual(before)
  expect(before[0]).toEqual(['household_1', '500000005'])
  expect(await store.read('outbox.counts', {})).toEqual({ open: 0, attention: 0 })
})
