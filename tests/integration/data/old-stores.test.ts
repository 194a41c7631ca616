import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Migration, migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import {
  openMemoryDatabase,
  type ReadableDatabase,
  type WritableDatabase,
} from '../../../electron/data/open-database.ts'
import { type ListedResource, listedResources, resources, tableOf } from '../../../shared/service/resource.ts'
import { expectFilled, fillStores } from './support/filled-stores.ts'
import { lookInto, makeFolder, removeFolder } from './support/open-store.ts'
import released from './support/released-migrations.json' with { type: 'json' }

const stores = { mirror: mirrorMigrations, ledger: ledgerMigrations } as const
const names = ['mirror', 'ledger'] as const

describe('migrations', () => {
  const digestOf = (step: Migration) => createHash('sha256').update(step).digest('hex').slice(0, 16)

  test.each(names)('of the %s that a release has are never edited, moved or removed', (name) => {
    // A step at the end is new: its digest joins the list. A different digest before that breaks the stores of every user.
    expect(stores[name].map(digestOf)).toEqual(released[name])
  })
})

describe('stores of the schema before', () => {
  let folder: string
  beforeEach(async () => {
    folder = makeFolder()
    await fillStores(folder)
  })
  afterEach(() => removeFolder(folder))

  test('are filled as the test below expects', () => expectFilled(folder))

  test.each(listedResources)('are swept without a loss after a step that empties %s', async (resource) => {
    lookInto(folder, 'mirror', (db) => {
      migrate(db, [...mirrorMigrations, emptying(resource)], () => {})
      // This Steward knows no such step.
      db.pragma(`user_version=${mirrorMigrations.length}`)
    })
    await expectFilled(folder)
  })

  test.each([
    ['the mirror', ['mirror']],
    ['the ledger', ['ledger']],
    ['both', names],
  ] as const)('are migrated and swept without a loss: %s', async (_which, older) => {
    for (const name of older) lookInto(folder, name, (db) => toSchemaBefore(db, stores[name]))
    await expectFilled(folder)
    for (const name of names) expect(lookInto(folder, name, schemaVersion)).toBe(stores[name].length)
  })
})

/** As steps were written before versions of rows were stored. */
const emptying = (resource: ListedResource): Migration => `
  DELETE FROM ${tableOf(resource)};
  DELETE FROM search WHERE rowid % 8 = ${resources.indexOf(resource)};
  DELETE FROM search_name WHERE rowid % 8 = ${resources.indexOf(resource)};
  DELETE FROM resource_state WHERE resource = '${resource}';
  DELETE FROM page WHERE resource = '${resource}';
  DELETE FROM page_records WHERE resource = '${resource}';
`

type SchemaObject = { type: string; name: string; sql: string }

const objectsOf = (db: ReadableDatabase) =>
  new Map(
    db
      .prepare<[], SchemaObject>("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
      .all()
      .map((object) => [object.name, object]),
  )

const columnsOf = (db: WritableDatabase, table: string): string[] =>
  (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)

function schemaOf(migrations: readonly Migration[]): WritableDatabase {
  const db = openMemoryDatabase()
  migrate(db, migrations, () => {})
  return db
}

/** Takes back what the last step added: tables, indexes, triggers and columns. A table that it made again is empty afterwards. */
function toSchemaBefore(db: WritableDatabase, migrations: readonly Migration[]): void {
  const [older, newer] = [schemaOf(migrations.slice(0, -1)), schemaOf(migrations)]
  const [before, after] = [objectsOf(older), objectsOf(newer)]
  const changed = [...before.values()].filter(({ name, sql }) => after.get(name)?.sql !== sql)
  const isTable = ({ type }: SchemaObject) => type === 'table'
  const drop = ({ type, name }: Pick<SchemaObject, 'type' | 'name'>) => db.exec(`DROP ${type} IF EXISTS ${name}`)
  for (const object of after.values()) if (!before.has(object.name)) drop(object)
  for (const object of changed) if (!isTable(object)) drop(object)
  for (const { name, sql } of changed.filter(isTable)) {
    const kept = columnsOf(older, name)
    const added = columnsOf(newer, name).filter((column) => !kept.includes(column))
    if (kept.length + added.length === columnsOf(db, name).length) {
      for (const { type, name: index, sql: made } of objectsOf(db).values())
        if (type === 'index' && added.some((column) => new RegExp(`\\b${column}\\b`).test(made ?? '')))
          drop({ type, name: index })
      for (const column of added) db.exec(`ALTER TABLE ${name} DROP COLUMN ${column}`)
    } else {
      drop({ type: 'table', name })
      db.exec(sql)
    }
  }
  const there = objectsOf(db)
  for (const object of before.values()) if (!there.has(object.name)) db.exec(object.sql)
  db.pragma(`user_version=${migrations.length - 1}`)
  older.close()
  newer.close()
}
