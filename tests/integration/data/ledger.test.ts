import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, aUser, aValuation, bodyOf, many } from './support/records.ts'

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

const view = (id: string, name: string): SavedView => ({
  id,
  resource: 'households',
  name,
  filters: [],
  sort: null,
  columns: [],
})

test('the step that brings views and places leaves what was observed as it was', () => {
  const db = openMemoryDatabase()
  migrate(db, ledgerMigrations.slice(0, 1), () => {})
  db.prepare(
    `INSERT INTO observed_valuation (entity_id, observed_at, valuation_id, effective_date,
       directly_held_asset_value, total_value, digest, json) VALUES ('e', 1, 'v', '2024-01-01', 1, 1, x'00', '{}')`,
  ).run()
  migrate(db, ledgerMigrations, () => {})
  expect(schemaVersion(db)).toBe(ledgerMigrations.length)
  expect(db.prepare('SELECT entity_id FROM observed_valuation').pluck().all()).toEqual(['e'])
  for (const table of ['saved_view', 'favourite', 'recent', 'setting']) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  }
  db.close()
})

test('what a person wants kept survives the end of the worker in the next instant, amid an open batch', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  // Leaves an observation in an uncommitted transaction.
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.writeLedger('views.save', view('v-1', 'Kept'))
  await store.writeLedger('places.setMe', { user_id: 'user_1' })
  await store.terminate()
  const kept = lookInto(folder, 'ledger', (db) => ({
    views: db.prepare('SELECT name FROM saved_view').pluck().all(),
    settings: db.prepare('SELECT name, value FROM setting').all(),
    observed: db.prepare('SELECT entity_id FROM observed_valuation').pluck().all(),
  }))
  expect(kept).toEqual({
    views: ['Kept'],
    settings: [{ name: 'me', value: 'user_1' }],
    observed: ['entity_1'],
  })
  store = await openStore(folder)
  await sweep(store, 'entities', [[anEntity(1)]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
  const { observations } = await store.read('entities.get', { id: 'entity_1' })
  expect(observations).toHaveLength(1)
})

test('views keep the order they were first saved in, by resource, and one that cannot be read is left alone', async () => {
  for (const id of ['b', 'a', 'c']) await store.writeLedger('views.save', view(id, `View ${id}`))
  await store.writeLedger('views.save', view('b', 'Renamed'))
  await store.writeLedger('views.save', { ...view('d', 'Elsewhere'), resource: 'entities' })
  lookInto(folder, 'ledger', (db) =>
    db.prepare(`UPDATE saved_view SET json = '{"id":"a","shape":"of tomorrow"}' WHERE id = 'a'`).run(),
  )
  const views = await store.read('views.list', { resource: 'households' })
  expect(views.map(({ id, name }) => [id, name])).toEqual([
    ['b', 'Renamed'],
    ['c', 'View c'],
  ])
  expect(lookInto(folder, 'ledger', (db) => db.prepare('SELECT count(*) FROM saved_view').pluck().get())).toBe(4)
})

test('fifty recents are shown, newest first, each once, and no more than two hundred are kept', async () => {
  await sweep(store, 'households', [many(aHousehold, 260)])
  for (let n = 1; n <= 260; n += 1)
    await store.writeLedger('places.visit', { resource: 'households', id: `household_${n}` })
  await store.writeLedger('places.visit', { resource: 'households', id: 'household_230' })
  const recents = await store.read('places.recents', {})
  expect(recents).toHaveLength(50)
  expect(recents.slice(0, 3).map(({ title }) => title)).toEqual(['Household 230', 'Household 260', 'Household 259'])
  expect(lookInto(folder, 'ledger', (db) => db.prepare('SELECT count(*) FROM recent').pluck().get())).toBe(200)
})

test('places of every kind of record have its title', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
  for (const [resource, id] of [
    ['entities', 'entity_1'],
    ['valuations', 'valuationv2_1'],
    ['documents', 'document_none'],
  ] as const) {
    await store.writeLedger('places.setFavourite', { resource, id, favourite: true })
  }
  expect(await store.read('places.favourites', {})).toEqual([
    { resource: 'entities', id: 'entity_1', title: 'Trust 1' },
    { resource: 'valuations', id: 'valuationv2_1', title: 'Trust 1' },
  ])
})

test('the one user whom the connection seems to name, by address or name, is proposed until the user says who they are', async () => {
  await sweep(store, 'users', [
    [
      aUser(1, { email: 'Zoë.Müller@Firm.example' }),
      aUser(2, { email: 'shared@firm.example' }),
      aUser(3, { email: 'SHARED@firm.example' }),
      aUser(4, { email: 'fh@firm.example', first_name: 'Faith', last_name: 'Hilpert' }),
    ],
  ])
  const me = (user: string | null) => store.read('places.me', { user })
  expect(await me(' ZOË.MÜLLER@firm.example ')).toMatchObject({ user_id: null, proposed: { id: 'user_1' } })
  expect(await me('shared@firm.example')).toEqual({ user_id: null, proposed: null })
  expect(await me('nobody@firm.example')).toEqual({ user_id: null, proposed: null })
  expect(await me(null)).toEqual({ user_id: null, proposed: null })
  for (const name of ['Faith Hilpert', 'faith.hilpert', 'FAITH_HILPERT']) {
    expect(await me(name)).toEqual({ user_id: null, proposed: { id: 'user_4', name: 'Faith Hilpert' } })
  }
  await store.writeLedger('places.setMe', { user_id: 'user_2' })
  expect(await me('zoë.müller@firm.example')).toEqual({ user_id: 'user_2', proposed: null })
  await store.writeLedger('places.setMe', { user_id: null })
  expect(await me('zoë.müller@firm.example')).toMatchObject({ user_id: null, proposed: { id: 'user_1' } })
})

test('an export reads the order once and rows by place, whatever is swept in between', async () => {
  await sweep(store, 'households', [many(aHousehold, 5)])
  const list = { sort: { column: 'title', direction: 'desc' as const }, filters: [], scope: {} }
  const order = await store.read('export.order', { resource: 'households', list })
  await sweep(store, 'households', [[aHousehold(9, { name: 'A new one' }), ...many(aHousehold, 5)]])
  await store.removeRecords('households', ['household_3'])
  const rows = await store.read('export.rows', { resource: 'households', rows: order })
  expect(rows.map(({ title }) => title)).toEqual(['Household 5', 'Household 4', 'Household 2', 'Household 1'])
})
