import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { fieldColumns, recordTables } from '../../../electron/data/mirror/record-tables.ts'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { valuationFields } from '../../../shared/records/valuation.ts'
import { makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'

let folder: string
let mirror: WritableDatabase

beforeEach(() => {
  folder = makeFolder()
  mirror = openDatabase({ path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'FULL', readonly: false })
  migrate(mirror, mirrorMigrations, () => {})
})
afterEach(() => {
  mirror.close()
  removeFolder(folder)
})

/** A table's columns and declarations, as the migrations made them. */
function migrated(table: string): string[] {
  const columns = mirror.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number }[]
  return columns.map(({ name, type, notnull }) => `${name} ${type}${notnull === 1 ? ' NOT NULL' : ''}`).toSorted()
}

test.each(Object.values(recordTables))('the migrations made the columns of the fields of $resource', (table) => {
  const own = table.columns.map((name, at) => `${name} ${table.declarations[at]}`)
  const stored = ['row INTEGER', 'id TEXT NOT NULL', 'checked_at INTEGER NOT NULL', 'json TEXT NOT NULL']
  expect(migrated(table.table)).toEqual([...own, ...stored].toSorted())
})

test('the migrations made the columns of the fields of valuations', () => {
  const fields = fieldColumns(valuationFields).map(({ name, declaration }) => `${name} ${declaration}`)
  expect(migrated('valuations')).toEqual(expect.arrayContaining(fields))
})
