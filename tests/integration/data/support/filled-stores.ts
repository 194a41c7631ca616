import { expect } from 'vitest'
import type { OpenedStore } from '../../../../electron/data/connection-store.ts'
import type { WritableDatabase } from '../../../../electron/data/open-database.ts'
import type { ListedResource } from '../../../../shared/service/resource.ts'
import { firstRows, ledgerKey, lookInto, mirrorKey, openStore, sweep } from './open-store.ts'
import { aCreate, anEdit, step } from './operations.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  aValuation,
  bodyOf,
  many,
  pageOf,
} from './records.ts'

/** The last records that the service sent, by list. `edition` is in a text of each. */
const served = (edition: number): Readonly<Record<ListedResource, readonly { id: string }[]>> => {
  const updated_at = `2024-06-0${edition}T00:00:00.000Z`
  return {
    users: many((n) => aUser(n, { last_name: `Advisor ${edition}`, updated_at }), 3),
    households: many((n) => aHousehold(n, { external_id: `x-${n}-${edition}`, updated_at }), 6),
    individuals: many((n) => anIndividual(n, { city: `City ${edition}`, updated_at }), 9),
    entities: many((n) => anEntity(n, { display_name: `Trust ${n} of ${edition}`, updated_at }), 5),
    documents: many((n) => aDocument(n, { name: `Will ${n} of ${edition}`, updated_at }), 4),
    'document-summaries': many((n) => aSummary(n, { display_name: `Summary ${n} of ${edition}`, updated_at }), 2),
  }
}

/** Each resource is written so often that a version that begins again meets the numbers of before. */
const editions = [1, 2, 3]
const last = 3

const edit = anEdit(
  1,
  'individuals',
  anIndividual(1, { city: `City ${last}`, updated_at: '2024-06-03T00:00:00.000Z' }),
  {
    city: 'Lyon',
  },
)
const creation = aCreate(2, 'individuals', {
  title: 'Nina New',
  parent_id: 'household_2',
  fields: { first_name: 'Nina', last_name: 'New', household_id: 'household_2' },
})

const judged = { media_type: 'application/pdf', caution: null, judge_version: 1 }
const file = { key: Buffer.alloc(32, 7), size: 3, ...judged, name: 'a.pdf' }
const at = '2026-03-01T12:00:00.000Z'

async function sweepEdition(store: OpenedStore, edition: number): Promise<void> {
  for (const [resource, records] of Object.entries(served(edition)) as [ListedResource, { id: string }[]][])
    expect(await sweep(store, resource, [records.slice(0, 2), records.slice(2)])).toMatchObject({ missing: [] })
}

/**
 * Fills both stores of a folder through the store's own calls: lists that were swept several times, a valuation, an edit and a
 * creation that wait to be sent, a downloaded file, a file that waits to be uploaded, and what a user keeps.
 */
export async function fillStores(folder: string): Promise<void> {
  const store = await openStore(folder, {
    mirror: { key: mirrorKey, created: true },
    ledger: { key: ledgerKey, created: true },
  })
  for (const edition of editions) await sweepEdition(store, edition)
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.outbox.commit(step(edit, creation))
  const held = { stored_name: 'held-1', sha256: 'a'.repeat(64), held_at: at, used_at: at, etag: null }
  await store.writeFileCache('files.putHeld', {
    ...file,
    ...held,
    kind: 'document',
    id: 'document_1',
    record_updated_at: at,
  })
  await store.writeLedger('files.putStaged', {
    ...file,
    id: 'file_1',
    stored_name: 's-1',
    sha256: 'b'.repeat(64),
    staged_at: at,
  })
  await store.writeLedger('travel.pin', { household_id: 'household_1', pinned_at: at, checked_at: null, json: '{}' })
  await store.writeLedger('places.setFavourite', { resource: 'households', id: 'household_3', favourite: true })
  await store.close()
}

/**
 * Opens the stores that {@link fillStores} filled, sweeps every list, and checks that everything is there and that every later sync is
 * stored.
 */
export async function expectFilled(folder: string): Promise<void> {
  const before = lookInto(folder, 'mirror', versionsIn)
  const changes = lookInto(folder, 'ledger', countChanges)
  const store = await openStore(folder)
  await expectKept(store, folder)
  await sweepEdition(store, last)
  expect((await store.read('individuals.list', firstRows)).total).toBe(10)
  await expectShown(store, last)
  await expectKept(store, folder)
  // Nothing changed at the service, so nothing was observed.
  expect(lookInto(folder, 'ledger', countChanges)).toBe(changes)
  for (const edition of [4, 5, 6, 7]) {
    await sweepEdition(store, edition)
    await expectShown(store, edition)
  }
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1, { total_value: 7 })) })
  await store.flush()
  expect((await store.read('valuations.list', firstRows)).rows).toMatchObject([{ total_value: 7 }])
  const renamed = anIndividual(3, { city: 'Bern' })
  await store.applyListed('individuals', pageOf([renamed]))
  await expectKept(store, folder)
  await store.close()
  const after = lookInto(folder, 'mirror', versionsIn)
  for (const [resource, version] of Object.entries(before)) expect(after[resource], resource).toBeGreaterThan(version)
  expect(lookInto(folder, 'mirror', (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok')
}

async function expectShown(store: OpenedStore, edition: number): Promise<void> {
  const titles = async (list: 'users.list' | 'entities.list' | 'documents.list' | 'documentSummaries.list') =>
    (await store.read(list, firstRows)).rows.map(({ title }) => title)
  expect((await titles('users.list'))[0]).toBe(`Uma Advisor ${edition}`)
  expect(await titles('entities.list')).toEqual(served(edition).entities.map((_, n) => `Trust ${n + 1} of ${edition}`))
  expect((await titles('documents.list'))[3]).toBe(`Will 4 of ${edition}`)
  expect((await titles('documentSummaries.list'))[1]).toBe(`Summary 2 of ${edition}`)
  const households = await store.read('households.list', firstRows)
  expect(households.rows.map(({ external_id }) => external_id)).toEqual(
    served(edition).households.map((_, n) => `x-${n + 1}-${edition}`),
  )
  const people = await store.read('individuals.list', firstRows)
  expect(people.rows.map(({ title, city }) => `${title}: ${city}`)).toEqual([
    'Ada Person1: Lyon',
    ...many((n) => `Ada Person${n}: City ${edition}`, 8, 2),
    'Nina New: null',
  ])
  // A favourite's title is in the mirror, so that it is shown once its list was read.
  expect(await store.read('places.favourites', {})).toMatchObject([{ id: 'household_3' }])
  const { hits } = await store.read('search.query', { text: `city ${edition}`, limit: 20 })
  expect(hits.map(({ id }) => id).sort()).toEqual(many((n) => `client_profile_${n}`, 8, 2))
}

/** Rows that no sweep brings back. */
async function expectKept(store: OpenedStore, folder: string): Promise<void> {
  const { operations } = await store.outbox.load()
  expect(operations.map(({ id, state }) => [id, state])).toEqual([edit, creation].map(({ id }) => [id, 'queued']))
  const { rows } = await store.read('individuals.list', firstRows)
  expect(rows.map(({ title }) => title)).toContain('Nina New')
  expect(await store.read('files.held', { kind: 'document', ids: ['document_1'] })).toMatchObject([
    { stored_name: 'held-1', key: Uint8Array.from(file.key) },
  ])
  expect(await store.read('files.staged', { ids: ['file_1'] })).toMatchObject([{ stored_name: 's-1' }])
  expect((await store.read('travel.pins', {})).pins).toMatchObject([{ household_id: 'household_1' }])
  expect(lookInto(folder, 'ledger', (db) => db.prepare('SELECT id FROM favourite').pluck().all())).toEqual([
    'household_3',
  ])
}

const versionsIn = (mirror: WritableDatabase): Record<string, number> =>
  Object.fromEntries(
    mirror
      .prepare<[], { resource: string; version: number }>('SELECT resource, version FROM resource_state')
      .all()
      .map(({ resource, version }) => [resource, version]),
  )

const countChanges = (ledger: WritableDatabase) => ledger.prepare('SELECT count(*) FROM observed_change').pluck().get()
