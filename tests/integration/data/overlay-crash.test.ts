import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { adoptionsOf, type Result } from '../../../electron/data/ledger/operations.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { commitToLedger } from './support/commit-to-ledger.ts'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, aDeletion, anEdit, step } from './support/operations.ts'
import { aHousehold, anIndividual, many } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'individuals', [many(anIndividual, 3)])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const people = async () =>
  (await store.read('individuals.list', firstRows)).rows.map(({ title, pending }) => [title, pending])

/** Commits only the ledger's half and crashes; the mirror never gets its half. */
async function commitAndCrash(operations: Operation[], results: Result[] = []): Promise<void> {
  await store.terminate()
  lookInto(folder, 'ledger', (db) =>
    commitToLedger(db, { operations, results, adoptions: adoptionsOf(operations, results) }, Date.now()),
  )
  store = await openStore(folder)
}

const overlaid = () => lookInto(folder, 'mirror', (db) => db.prepare('SELECT count(*) FROM overlay').pluck().get())

test('what the ledger had kept before a crash is shown after it', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(2), { first_name: 'Bea' })
  const create = aCreate(2, 'individuals', {
    fields: { first_name: 'Cleo', last_name: 'New', household_id: 'household_1' },
  })
  await commitAndCrash([edit, create, aDeletion(3, 'individuals', anIndividual(3))])
  const shown = [
    ['Ada Person1', null],
    ['Ada Person3', 'deleted'],
    ['Bea Person2', 'changed'],
    ['Cleo New', 'created'],
  ]
  expect(await people()).toEqual(shown)
  await store.terminate()
  store = await openStore(folder)
  expect(await people()).toEqual(shown)
})

test('what was taken back before a crash is as the service has it after it', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(2), { first_name: 'Bea' })
  const create = aCreate(2, 'individuals', {
    fields: { first_name: 'Cleo', last_name: 'New', household_id: 'household_1' },
  })
  await store.outbox.commit(step(edit, create))
  await commitAndCrash([
    { ...edit, state: 'discarded' },
    { ...create, state: 'discarded' },
  ])
  expect(await people()).toEqual([
    ['Ada Person1', null],
    ['Ada Person2', null],
    ['Ada Person3', null],
  ])
  expect(overlaid()).toBe(0)
  expect(await sweep(store, 'individuals', [many(anIndividual, 3)])).toMatchObject({ unchanged: 3, missing: [] })
})

test('what the service had answered before a crash is in the mirror after it, once', async () => {
  const create = aCreate(1, 'households', {
    fields: {
      primary_relationship_owner_id: 'user_1',
      primary_individuals: [{ first_name: 'Ida', last_name: 'Berg', state: 'NY' }],
    },
  })
  const child = aCreate(2, 'individuals', {
    parent_id: create.record_id,
    fields: { first_name: 'Mia', last_name: 'Berg', household_id: create.record_id },
  })
  const deletion = aDeletion(3, 'individuals', anIndividual(3))
  await store.outbox.commit(step(create, child, deletion))
  const ida = anIndividual(91, { first_name: 'Ida', last_name: 'Berg', household_id: 'household_9' })
  const made = aHousehold(9, { name: 'Berg', primary_individuals: [ida] })
  await commitAndCrash(
    [
      { ...create, state: 'done', server_id: made.id },
      { ...deletion, state: 'done' },
    ],
    [
      { resource: 'households', id: made.id, json: JSON.stringify(made) },
      { resource: 'individuals', id: 'client_profile_3', json: null },
    ],
  )
  expect(await store.read('households.get', { id: made.id })).toMatchObject({ record: made, pending: null })
  expect(await people()).toEqual([
    ['Ada Person1', null],
    ['Ada Person2', null],
    ['Ida Berg', null],
    ['Mia Berg', 'created'],
  ])
  expect((await store.read('individuals.get', { id: child.record_id })).household).toEqual({
    id: made.id,
    name: 'Berg',
  })

  // Only once: the next opening does not undo what a later sweep delivered.
  const later = { ...made, name: 'Berg and Sons', updated_at: '2025-01-01T00:00:00Z' }
  await sweep(store, 'households', [[later]])
  await store.terminate()
  store = await openStore(folder)
  expect((await store.read('households.list', firstRows)).rows.map(({ title }) => title)).toEqual(['Berg and Sons'])
})

test('a mirror begun again after damage shows what is pending at once, and takes the service’s copies under it', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(2), { first_name: 'Bea' })
  const create = aCreate(2, 'individuals', {
    fields: { first_name: 'Cleo', last_name: 'New', household_id: 'household_1' },
  })
  await store.outbox.commit(step(edit, create))
  await store.close()
  truncateSync(`${folder}/mirror.db`, statSync(`${folder}/mirror.db`).size / 2)
  writeFileSync(`${folder}/mirror.db.suspect`, '')
  store = await openStore(folder)
  expect(store.mirrorRebuilt).toBe(true)
  const pending = [
    ['Bea Person2', 'changed'],
    ['Cleo New', 'created'],
  ]
  expect(await people()).toEqual(pending)
  expect(await sweep(store, 'individuals', [many(anIndividual, 3)])).toMatchObject({ missing: [] })
  expect(await people()).toEqual([['Ada Person1', null], ['Ada Person3', null], ...pending])
  await store.outbox.commit(step({ ...edit, state: 'discarded' }))
  expect((await people())[1]).toEqual(['Ada Person2', null])
})

test('a mirror one schema behind keeps its rows, of which none is pending', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(mirrorMigrations, 'CREATE TABLE overlay'), () => {})
  db.exec(
    `INSERT INTO users (id, checked_at, created_at, updated_at, title, title_sort, email, json)
     VALUES ('user_1', 1, '', '', 'Uma', 'uma', '', '{}')`,
  )
  migrate(db, mirrorMigrations, () => {})
  expect(schemaVersion(db)).toBe(mirrorMigrations.length)
  expect(db.prepare('SELECT title FROM users').pluck().all()).toEqual(['Uma'])
  expect(db.prepare('SELECT count(*) FROM overlay').pluck().get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM outbox_state').pluck().get()).toBe(0)
  db.close()
})
