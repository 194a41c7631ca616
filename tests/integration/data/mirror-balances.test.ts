import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { mirrorBalances } from '../../../electron/data/migrations/mirror-balances.ts'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { fullBookSql, rollUpHousehold, sumBook } from '../../../electron/data/reads/roll-ups.ts'
import { balanceOf, type HeldEntity, heldEntity, record, valuationRecord } from './support/balances.ts'
import { makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'

let folder: string

beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

const before = mirrorMigrations.slice(0, mirrorMigrations.indexOf(mirrorBalances))

const open = (name: string) =>
  openDatabase({ path: join(folder, name), key: mirrorKey, synchronous: 'NORMAL', readonly: false })

/** Inserts rows as the previous schema stored them. */
function insertBefore(db: WritableDatabase, entities: readonly HeldEntity[]): void {
  const addEntity = db.prepare(
    `INSERT INTO entities (id, checked_at, created_at, updated_at, title, title_sort, household_id, kind, stage,
       in_estate_status, json) VALUES (?, 1, '', '', ?, ?, ?, ?, 'ACTIVE', ?, ?)`,
  )
  const addValuation = db.prepare(
    `INSERT INTO valuations (id, checked_at, created_at, updated_at, entity_id, effective_date,
       directly_held_asset_value, total_value, asset_count, json) VALUES (?, 1, '', '', ?, ?, ?, 0, ?, ?)`,
  )
  for (const entity of entities) {
    const { id, household, kind, status, valuation } = entity
    addEntity.run(id, id, id, household, kind, status, JSON.stringify(record(entity)))
    if (!valuation) continue
    const json = JSON.stringify(valuationRecord(entity))
    addValuation.run(`of_${id}`, id, valuation.date, valuation.value, valuation.assets.length, json)
  }
}

test('a mirror one schema behind has the same balance sheets, to the cent, once it was brought forward', () => {
  let run = 0
  const entities = fc
    .array(heldEntity, { maxLength: 40 })
    .map((random) => random.map((entity, at) => ({ ...entity, id: `entity_${at}` })))
  fc.assert(
    fc.property(entities, (random) => {
      const db = open(`mirror-${run++}.db`)
      migrate(db, before, () => {})
      insertBefore(db, random)
      migrate(db, mirrorMigrations, () => {})
      expect(sumBook(db)).toEqual(balanceOf(random))
      expect(sumBook(db, fullBookSql)).toEqual(balanceOf(random))
      const one = random.filter((entity) => entity.household === 'household_1')
      expect(rollUpHousehold({ mirror: db }, { id: 'household_1' })).toEqual(balanceOf(one))
      db.close()
    }),
    { numRuns: 40 },
  )
})

test('a valuation whose entity is not there waits for it, one that is no JSON is requested again', () => {
  const db = open('mirror.db')
  migrate(db, before, () => {})
  const entity: HeldEntity = {
    id: 'entity_1',
    household: 'household_1',
    status: 'none',
    kind: 'GRAT_TRUST',
    valuation: { date: '2024-01-01', value: 5, assets: [['cash', 5]] },
  }
  insertBefore(db, [entity, { ...entity, id: 'entity_2' }])
  db.exec("DELETE FROM entities WHERE id = 'entity_1'")
  db.exec(`UPDATE valuations SET json = '{"cut' WHERE entity_id = 'entity_2'`)
  db.exec("INSERT INTO valuation_check VALUES ('entity_1', 1, 'valued'), ('entity_2', 1, 'valued')")
  // A later step drops the checks of entities that are gone.
  migrate(db, [...before, mirrorBalances], () => {})
  expect(sumBook(db, fullBookSql)).toEqual(balanceOf([{ ...entity, id: 'entity_2', valuation: null }]))
  expect(db.prepare('SELECT entity_id FROM valuation_check').pluck().all()).toEqual(['entity_1'])
  migrate(db, mirrorMigrations, () => {})
  expect(db.prepare('SELECT entity_id FROM valuation_check').pluck().all()).toEqual([])
  insertBefore(db, [{ ...entity, valuation: null }])
  expect(sumBook(db)).toEqual(balanceOf([entity, { ...entity, id: 'entity_2', valuation: null }]))
  db.close()
})
