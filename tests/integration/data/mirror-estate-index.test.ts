import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import {
  firstRows,
  ledgerKey,
  lookInto,
  makeFolder,
  mirrorKey,
  openStore,
  removeFolder,
  sweep,
} from './support/open-store.ts'
import { anEntity } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

test('a mirror one schema behind makes the index of its entities again, and shows the same rows before and after', async () => {
  const folder = makeFolder()
  const path = join(folder, 'mirror.db')
  const db = openDatabase({ path, key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  migrate(db, stepsBefore(mirrorMigrations, 'DROP INDEX IF EXISTS entities_household'), () => {})
  const entity = anEntity(1, { household_id: 'h' })
  db.exec('CREATE INDEX entities_household ON entities (household_id, title_sort, id)')
  db.prepare(
    `INSERT INTO entities (id, checked_at, created_at, updated_at, title, title_sort, household_id, kind, stage,
       in_estate_status, json) VALUES (?, 1, ?, ?, 'A', 'a', 'h', ?, ?, ?, ?)`,
  ).run(
    entity.id,
    entity.created_at,
    entity.updated_at,
    entity.kind,
    entity.stage,
    entity.in_estate_status,
    JSON.stringify(entity),
  )
  db.exec("INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES ('entities', 1, 1, 1)")
  db.close()

  const store = await openStore(folder, { ledger: { key: ledgerKey, created: true } })
  const listed = async () => (await store.read('entities.list', firstRows)).rows.map(({ id }) => id)
  expect(await listed()).toEqual([entity.id])
  await sweep(store, 'entities', [[entity]])
  expect(await listed()).toEqual([entity.id])
  const index = lookInto(folder, 'mirror', (mirror) =>
    mirror.prepare<[], string>("SELECT sql FROM sqlite_master WHERE name = 'entities_household'").pluck().get(),
  )
  expect(index).toContain('(household_id, title_sort, id, in_estate_status)')
  await store.close()
  removeFolder(folder)
})
