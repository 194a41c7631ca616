import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anEntity, aValuation, bodyOf } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

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

type Held = readonly [classId: string, className: string, value: number]

const assetsOf = (held: readonly Held[]) =>
  held.map(([id, display_name, value], at) => ({
    id: `assetv2_${at}`,
    asset_class: { id, display_name },
    display_name: `Asset ${at}`,
    value,
  }))

/** Applies this valuation as the service's answer for an entity. */
async function answer(entity: number, valuation: { id: string; date: string; held: readonly Held[] }) {
  const { id, date, held } = valuation
  const value = held.reduce((sum, [, , amount]) => sum + amount, 0)
  const body = aValuation(entity, {
    id,
    effective_date: date,
    directly_held_asset_value: value,
    total_value: value,
    directly_held_assets: assetsOf(held),
  })
  await store.applyValuation({ entityId: `entity_${entity}`, bytes: bodyOf(body) })
  await store.flush()
}

const classes = async (entity?: string) =>
  (await store.read('assetClasses.list', entity === undefined ? {} : { entity_id: entity })).map(
    ({ id, name, uses, own, added }) => ({ id, name, uses, own, added }),
  )

test('classes are learned from every valuation seen, under their newest names, and counted once a valuation', async () => {
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  await answer(1, {
    id: 'v1',
    date: '2025-01-01',
    held: [
      ['c-cash', 'Cash', 1],
      ['c-cash', 'Cash', 2],
      ['c-art', 'Art', 3],
    ],
  })
  await answer(2, { id: 'v2', date: '2025-01-01', held: [['c-cash', 'Cash', 4]] })
  await answer(2, { id: 'v2', date: '2025-01-01', held: [['c-cash', 'Cash', 4]] })
  await answer(2, { id: 'v3', date: '2025-06-01', held: [['c-cash', 'Cash and equivalents', 5]] })
  expect(await classes()).toEqual([
    { id: 'c-cash', name: 'Cash and equivalents', uses: 3, own: false, added: false },
    { id: 'c-art', name: 'Art', uses: 1, own: false, added: false },
  ])
  const [cash] = await store.read('assetClasses.list', {})
  expect(Date.parse(cash?.last_seen ?? '')).not.toBeNaN()
})

test('an entity’s own classes come first, those it no longer holds among them', async () => {
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  for (const id of ['v1', 'v2', 'v3']) await answer(1, { id, date: '2025-01-01', held: [['c-cash', 'Cash', 1]] })
  await answer(2, { id: 'v4', date: '2025-01-01', held: [['c-art', 'Art', 1]] })
  await answer(2, { id: 'v5', date: '2025-02-01', held: [['c-bond', 'Bonds', 1]] })
  expect((await classes('entity_2')).map(({ id, own }) => [id, own])).toEqual([
    ['c-art', true],
    ['c-bond', true],
    ['c-cash', false],
  ])
})

test('a class made known by hand takes the service’s name once it is seen, and is forgotten only until then', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  await store.writeLedger('assetClasses.add', { id: 'c-new', name: 'Wine' })
  await store.writeLedger('assetClasses.add', { id: 'c-new', name: 'Fine wine' })
  await store.writeLedger('assetClasses.addAll', {
    classes: [
      { id: 'c-new', name: 'Another name' },
      { id: 'c-gold', name: 'Gold' },
    ],
  })
  expect(await classes()).toEqual([
    { id: 'c-new', name: 'Fine wine', uses: 0, own: false, added: true },
    { id: 'c-gold', name: 'Gold', uses: 0, own: false, added: true },
  ])
  await store.writeLedger('assetClasses.forget', { id: 'c-gold' })
  await answer(1, { id: 'v1', date: '2025-01-01', held: [['c-new', 'Wine & spirits', 1]] })
  expect(await classes()).toEqual([{ id: 'c-new', name: 'Wine & spirits', uses: 1, own: false, added: true }])
  await store.writeLedger('assetClasses.forget', { id: 'c-new' })
  expect(await classes()).toEqual([{ id: 'c-new', name: 'Wine & spirits', uses: 1, own: false, added: false }])
})

test('a class of the mirror is listed although the ledger was begun again', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  await answer(1, { id: 'v1', date: '2025-01-01', held: [['c-cash', 'Cash', 1]] })
  lookInto(folder, 'ledger', (db) => db.exec('DELETE FROM known_asset_class; DELETE FROM observed_valuation'))
  expect(await classes('entity_1')).toEqual([{ id: 'c-cash', name: 'Cash', uses: 0, own: true, added: false }])
})

test('the step that brings the directory learns it from what was observed before', () => {
  const db = openMemoryDatabase()
  const before = stepsBefore(ledgerMigrations, 'CREATE TABLE known_asset_class')
  migrate(db, before, () => {})
  const observe = (seq: number, json: string) =>
    db
      .prepare(
        `INSERT INTO observed_valuation (entity_id, observed_at, valuation_id, effective_date,
           directly_held_asset_value, total_value, digest, json) VALUES ('e', ?, 'v', '2024-01-01', 1, 1, x'00', ?)`,
      )
      .run(seq * 1000, json)
  observe(
    1,
    JSON.stringify({
      directly_held_assets: assetsOf([
        ['c-cash', 'Kash', 1],
        ['c-cash', 'Kash', 2],
      ]),
    }),
  )
  observe(
    2,
    JSON.stringify({
      directly_held_assets: assetsOf([
        ['c-cash', 'Cash', 1],
        ['c-art', 'Art', 2],
      ]),
    }),
  )
  observe(3, '{}')
  observe(4, 'not json')
  migrate(db, ledgerMigrations, () => {})
  expect(schemaVersion(db)).toBe(ledgerMigrations.length)
  expect(db.prepare('SELECT id, name, uses, last_seen FROM known_asset_class ORDER BY id').all()).toEqual([
    { id: 'c-art', name: 'Art', uses: 1, last_seen: 2000 },
    { id: 'c-cash', name: 'Cash', uses: 2, last_seen: 2000 },
  ])
  expect(db.prepare('SELECT count(*) FROM observed_valuation WHERE checked_before IS NULL').pluck().get()).toBe(4)
  db.close()
})
