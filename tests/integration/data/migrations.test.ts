import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { ledgerKey, makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'

let folder: string

beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

const open = (name: string, key: string) =>
  openDatabase({ path: join(folder, name), key, synchronous: 'FULL', readonly: false })

/** Inserts an observation into the newest released schema, before the next migration is appended. */
const observe = (db: WritableDatabase, entity: string) =>
  db
    .prepare(
      `INSERT INTO observed_valuation (entity_id, observed_at, valuation_id, effective_date,
         directly_held_asset_value, total_value, digest, json) VALUES (?, 1, 'v', '2024-01-01', 1, 1, x'00', '{}')`,
    )
    .run(entity)

test('every step of both stores runs once, in order, whatever it starts from', () => {
  for (const [name, key, migrations] of [
    ['mirror', mirrorKey, mirrorMigrations],
    ['ledger', ledgerKey, ledgerMigrations],
  ] as const) {
    for (let from = 0; from <= migrations.length; from++) {
      const db = open(`${name}-${from}.db`, key)
      migrate(db, migrations.slice(0, from), () => {})
      migrate(db, migrations, () => {})
      expect(schemaVersion(db)).toBe(migrations.length)
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      db.close()
    }
  }
})

test('before a ledger is changed it is copied, still encrypted under its key', () => {
  const stores = openStores({
    folder,
    mirror: { key: mirrorKey, created: true },
    ledger: { key: ledgerKey, created: true },
  })
  observe(stores.ledger, 'entity_kept')
  const copies: number[] = []
  const later = [...ledgerMigrations, 'ALTER TABLE observed_valuation ADD COLUMN remark TEXT']
  migrate(stores.ledger, later, (from) => copies.push(from))
  expect(copies).toEqual([ledgerMigrations.length])
  expect(stores.ledger.prepare('SELECT entity_id, remark FROM observed_valuation').all()).toEqual([
    { entity_id: 'entity_kept', remark: null },
  ])
  stores.mirror.close()
  stores.ledger.close()
})

test('a ledger one schema behind is copied and brought forward at opening', () => {
  const old = open('ledger.db', ledgerKey)
  // As a release before the first table: a copy is made only if user_version is above zero.
  migrate(old, ['CREATE TABLE before (word TEXT) STRICT'], () => {})
  old.prepare("INSERT INTO before VALUES ('kept')").run()
  old.close()
  const copied: string[] = []
  const again = open('ledger.db', ledgerKey)
  migrate(again, ['CREATE TABLE before (word TEXT) STRICT', 'CREATE TABLE after (word TEXT) STRICT'], (from) => {
    const path = join(folder, `ledger.db.schema-${from}`)
    again.prepare('VACUUM INTO ?').run(path)
    copied.push(path)
  })
  again.close()
  expect(copied.map((path) => existsSync(path))).toEqual([true])
  const copy = open('ledger.db.schema-1', ledgerKey)
  expect(copy.prepare('SELECT word FROM before').pluck().all()).toEqual(['kept'])
  expect(schemaVersion(copy)).toBe(1)
  copy.close()
  expect(readdirSync(folder)).toContain('ledger.db')
})

test('the copy of a ledger before its migration is encrypted, opens with the key alone, and is for its owner', () => {
  const keys = { mirror: { key: mirrorKey, created: true }, ledger: { key: ledgerKey, created: true } }
  const before = ledgerMigrations.length - 1
  const old = open('ledger.db', ledgerKey)
  migrate(old, ledgerMigrations.slice(0, before), () => {})
  observe(old, 'entity_kept')
  old.close()
  const stores = openStores({ folder, ...keys })
  stores.mirror.close()
  stores.ledger.close()
  const path = join(folder, `ledger.db.schema-${before}`)
  expect(readFileSync(path).subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(() => open(`ledger.db.schema-${before}`, mirrorKey)).toThrow(
    expect.objectContaining({ code: 'SQLITE_NOTADB' }),
  )
  const copy = open(`ledger.db.schema-${before}`, ledgerKey)
  expect(copy.prepare('SELECT entity_id FROM observed_valuation').pluck().all()).toEqual(['entity_kept'])
  expect(copy.pragma('cipher', { simple: true })).toBe('aegis')
  copy.close()
})

test('a step that fails leaves the schema where it was', () => {
  const db = open('a.db', ledgerKey)
  migrate(db, ledgerMigrations, () => {})
  observe(db, 'entity_1')
  const broken = [...ledgerMigrations, 'DELETE FROM observed_valuation; SELECT no_such_function()']
  expect(() => migrate(db, broken, () => {})).toThrow(
    expect.objectContaining({
      code: 'cache/migration-failed',
      detail: `step ${broken.length}: SQLITE_ERROR`,
      cause: expect.objectContaining({ message: expect.stringContaining('no_such_function') }),
    }),
  )
  expect(schemaVersion(db)).toBe(ledgerMigrations.length)
  expect(db.prepare('SELECT count(*) FROM observed_valuation').pluck().get()).toBe(1)
  db.close()
})

test('a mirror of an earlier build loses what it stored for its lists, and an index that was being built in parts', () => {
  const mirror = open('mirror.db', mirrorKey)
  const last = mirrorMigrations.findIndex((step) => step.includes('DROP TABLE stored_column;'))
  migrate(mirror, mirrorMigrations.slice(0, last), () => {})
  mirror.exec(`
    INSERT INTO row_change (resource, version, rows) VALUES ('individuals', 57, x'');
    INSERT INTO stored_column (resource, name, version, statement, present) VALUES ('individuals', 'title', '57', '', 1);
    CREATE TABLE individuals_list_building (title_sort TEXT, id TEXT, row INTEGER, PRIMARY KEY (title_sort, id)) WITHOUT ROWID;
    CREATE TABLE individuals_list_building_runs (run INTEGER, id TEXT, PRIMARY KEY (run, id)) WITHOUT ROWID;
    CREATE TABLE individuals_list_building_progress (run_size INTEGER NOT NULL, runs INTEGER NOT NULL, merged INTEGER NOT NULL);
    CREATE TRIGGER individuals_list_building_added AFTER INSERT ON individuals BEGIN
      INSERT INTO individuals_list_building_runs SELECT NEW.row / (SELECT run_size FROM individuals_list_building_progress), NEW.id;
    END`)
  migrate(mirror, mirrorMigrations, () => {})
  const left = mirror
    .prepare(
      "SELECT name FROM sqlite_schema WHERE name LIKE '%building%' OR name LIKE 'stored%' OR name = 'row_change'",
    )
    .all()
  expect(left).toEqual([])
  mirror.exec(`INSERT INTO individuals (id, checked_at, created_at, updated_at, title, title_sort, household_id, is_primary, is_trustee,
    is_beneficiary, is_grantor, is_deceased, json) VALUES ('a', 1, '', '', '', '', '', 0, 0, 0, 0, 0, '')`)
  mirror.close()
})
