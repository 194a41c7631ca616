import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import { firstRows, ledgerKey, makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, aValuation } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

let folder: string

beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

test('in a mirror one schema behind, asset names are found at once and records after their next sweep', async () => {
  const household = aHousehold(1, { name: 'Émile' })
  const entity = anEntity(1)
  const db = openDatabase({ path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  migrate(db, stepsBefore(mirrorMigrations, 'CREATE VIRTUAL TABLE search_name'), () => {})
  db.prepare(
    `INSERT INTO households (id, checked_at, created_at, updated_at, title, title_sort, primaries, owner_id, json)
     VALUES (?, 1, ?, ?, 'Émile', 'emile', '', 'user_1', ?)`,
  ).run(household.id, household.created_at, household.updated_at, JSON.stringify(household))
  db.prepare(
    `INSERT INTO entities (id, checked_at, created_at, updated_at, title, title_sort, household_id, kind, stage,
       in_estate_status, json) VALUES (?, 1, ?, ?, 'Trust 1', 'trust 1', 'household_1', 'K', 'S', 'none', ?)`,
  ).run(entity.id, entity.created_at, entity.updated_at, JSON.stringify(entity))
  db.prepare(
    `INSERT INTO valuations (id, checked_at, created_at, updated_at, entity_id, effective_date,
       directly_held_asset_value, total_value, asset_count, json) VALUES ('v', 1, '', '', ?, '2024-01-01', 1, 1, 1, ?)`,
  ).run(entity.id, JSON.stringify(aValuation(1)))
  db.exec("INSERT INTO search (rowid, title, body) VALUES (9, 'emile', '')")
  db.exec("INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES ('households', 1, 1, 1)")
  db.close()

  const store = await openStore(folder, { ledger: { key: ledgerKey, created: true } })
  const found = async (text: string) =>
    (await store.read('search.query', { text, limit: 5 })).hits.map((hit) => [hit.title, hit.snippet])
  expect(await found('zephyr')).toEqual([['Trust 1', 'Zephyr Fund']])
  expect(await found('emile')).toEqual([])
  const { unchanged } = await sweep(store, 'households', [[household]])
  expect(unchanged).toBe(1)
  expect(await found('emlie')).toEqual([['Émile', null]])
  await store.close()
})

test('a household without a name and without clients is called by words, in an older copy, too', async () => {
  const row = aHousehold(1, { name: null })
  const db = openDatabase({ path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  migrate(db, stepsBefore(mirrorMigrations, "SET title = 'Unnamed household'"), () => {})
  db.prepare(
    `INSERT INTO households (id, checked_at, created_at, updated_at, title, title_sort, primaries, owner_id, json)
     VALUES (?, 1, ?, ?, ?, ?, '', 'user_1', ?)`,
  ).run(row.id, row.created_at, row.updated_at, row.id, row.id, JSON.stringify(row))
  db.close()
  const store = await openStore(folder, { ledger: { key: ledgerKey, created: true } })
  const titles = async () => (await store.read('households.list', firstRows)).rows.map(({ title }) => title)
  expect(await titles()).toEqual(['Unnamed household'])
  await sweep(store, 'households', [[row, aHousehold(2, { name: null })]])
  expect(await titles()).toEqual(['Unnamed household', 'Unnamed household'])
  const lines = (await store.read('search.query', { text: 'unnamed', limit: 5 })).hits.map(({ subtitle }) => subtitle)
  expect(lines.every((line) => line.includes('added '))).toBe(true)
  await store.close()
})
