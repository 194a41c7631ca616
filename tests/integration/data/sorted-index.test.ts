import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordTables } from '../../../electron/data/mirror/record-tables.ts'
import { createSortedIndex } from '../../../electron/data/mirror/sorted-index.ts'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores, openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { applyListed, removeRecords } from '../../../electron/data/records.ts'
import { applyPage } from '../../../electron/data/sweep/apply-page.ts'
import { completeSweep } from '../../../electron/data/sweep/complete-sweep.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
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
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  bodyOf,
  many,
  pageOf,
} from './support/records.ts'

type Make = (n: number) => Record<string, unknown>

/** Records with values of every kind that an index has: absent ones, flags, texts that sort in different ways. */
const makers: Readonly<Record<ListedResource, Make>> = {
  users: (n) => aUser(n, { last_name: ['Zoë', 'adams', 'Ádám', '美咲'][n % 4] }),
  households: (n) => aHousehold(n, { name: `House ${(n * 37) % 101}`, external_id: n % 3 ? null : `X${n}` }),
  individuals: (n) =>
    anIndividual(n, {
      last_name: ['Zoë', 'adams', 'Ádám', '美咲'][n % 4],
      email: n % 2 ? `p${(n * 7) % 50}@x.example` : null,
      is_primary: n % 2 === 0,
      household_id: `household_${n % 5}`,
      updated_at: `2024-05-0${1 + (n % 9)}T00:00:00.000Z`,
    }),
  entities: (n) => anEntity(n, { kind: n % 2 ? 'LLC_ENTITY' : 'REVOCABLE_TRUST', display_name: `E${(n * 13) % 59}` }),
  documents: (n) => aDocument(n, { entity_id: n % 3 ? null : `entity_${n % 7}`, name: `D${(n * 13) % 59}` }),
  'document-summaries': (n) => aSummary(n, { document_id: `document_${(n * 13) % 59}` }),
}

/** Names and definitions of a table's indexes, in the order of their names. */
const indexesOf = (db: WritableDatabase, table: string) =>
  db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? AND sql LIKE 'CREATE INDEX%' ORDER BY name")
    .all(table)

/** The table and triggers that exist only while an index is built. */
const leftOver = (db: WritableDatabase) =>
  db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%building%'").pluck().all()

/** SQLite looks for the entry of every row in every index, and for entries without a row. */
const check = (db: WritableDatabase) => db.pragma('integrity_check', { simple: true })

async function load(writer: Writer, resource: ListedResource, records: readonly unknown[]): Promise<void> {
  const { sweepId } = writer.batch.write(() => writer.sweeps.begin(resource, writer.now()))
  applyPage(writer, { sweepId, after: null, bytes: pageOf(records) }, () => {})
  await completeSweep(writer, sweepId)
}

test.each(listedResources)('indexes of %s that are built in parts are those that SQLite builds', async (resource) => {
  const loaded = await Promise.all(
    [7, 1000].map(async (rowsSortedAtOnce) => {
      const stores = openStoresInMemory()
      const writer = createWriter({ ...stores, now: () => 0, onChanged: () => {}, rowsSortedAtOnce })
      await load(writer, resource, many(makers[resource], 60))
      return { ...stores, writer }
    }),
  )
  const { table, indexes } = recordTables[resource]
  const definitions = loaded.map(({ mirror }) => indexesOf(mirror, table))
  expect(definitions[0]).toEqual(definitions[1])
  expect(definitions[0]).toHaveLength(Object.keys(indexes).length)
  for (const { mirror, ledger, writer } of loaded) {
    expect([check(mirror), leftOver(mirror)]).toEqual(['ok', []])
    applyListed(writer, resource, bodyOf({ data: many(makers[resource], 30, 50), page_info: { has_next_page: false } }))
    removeRecords(writer, resource, [String(makers[resource](3).id)])
    writer.batch.commit()
    expect(check(mirror)).toBe('ok')
    writer.batch.end()
    mirror.close()
    ledger.close()
  }
})

const change = fc.record({ at: fc.integer({ min: 1, max: 40 }), last: fc.constantFrom('Aaa', 'Mmm', '龍', null) })
const round = fc.record({ parts: fc.constantFrom(0, 1, 2, 4, 12), changes: fc.array(change, { maxLength: 4 }) })

test('rows that are written between two parts are in the index as they are at its end', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 8 }), (rounds) => {
      const { mirror, ledger } = openStoresInMemory()
      const writer = createWriter({ mirror, ledger, now: () => 0, onChanged: () => {} })
      const write = (people: readonly unknown[]) =>
        applyListed(writer, 'individuals', bodyOf({ data: people, page_info: { has_next_page: false } }))
      write(many(makers.individuals, 25))
      const { indexes, table } = recordTables.individuals
      const built = Object.entries(indexes).map(([name, columns]) =>
        createSortedIndex(mirror, { table, name, columns }, 4),
      )
      for (const index of built) writer.batch.write(() => index.begin())
      for (const { parts, changes } of rounds) {
        for (const index of built) for (let part = 0; part < parts; part++) writer.batch.write(() => index.doSome())
        for (const { at, last } of changes) {
          if (last === null) removeRecords(writer, 'individuals', [`client_profile_${at}`])
          else write([anIndividual(at, { last_name: last, household_id: `household_${last}` })])
        }
      }
      for (const index of built) while (writer.batch.write(() => index.doSome()));
      writer.batch.commit()
      for (const index of built) {
        writer.batch.write(() => index.finish())
        writer.batch.commit()
      }
      expect([check(mirror), leftOver(mirror)]).toEqual(['ok', []])
      expect(indexesOf(mirror, table)).toHaveLength(built.length)
      writer.batch.end()
      mirror.close()
      ledger.close()
    }),
    propertyRuns(150),
  )
})

test('a table with more runs than one SELECT can merge gets longer ones', () => {
  const { mirror, ledger } = openStoresInMemory()
  const writer = createWriter({ mirror, ledger, now: () => 0, onChanged: () => {} })
  applyListed(writer, 'users', bodyOf({ data: many(makers.users, 1010), page_info: { has_next_page: false } }))
  const { table, indexes } = recordTables.users
  const definition = { table, name: 'list', columns: indexes.list ?? '' }
  writer.batch.write(() => createSortedIndex(mirror, definition, 2).begin())
  // The number of rows in a run is fixed by then; merging many at once makes the test faster.
  const index = createSortedIndex(mirror, definition, 1000)
  while (writer.batch.write(() => index.doSome()));
  writer.batch.commit()
  writer.batch.write(() => index.finish())
  writer.batch.commit()
  expect([check(mirror), leftOver(mirror), indexesOf(mirror, table).length]).toEqual(['ok', [], 1])
  writer.batch.end()
  mirror.close()
  ledger.close()
})

test('an index that another release began to build in another way is begun anew', async () => {
  const { mirror, ledger } = openStoresInMemory()
  const writer = createWriter({ mirror, ledger, now: () => 0, onChanged: () => {}, rowsSortedAtOnce: 7 })
  const { indexes, table } = recordTables.individuals
  const index = createSortedIndex(mirror, { table, name: 'list', columns: indexes.list ?? '' }, 7)
  writer.batch.write(() => index.begin())
  writer.batch.commit()
  const building = 'individuals_list_building'
  for (const when of ['added', 'changed', 'gone']) mirror.exec(`DROP TRIGGER ${building}_${when}`)
  mirror.exec(`DROP TABLE ${building}_runs; DROP TABLE ${building}_progress`)
  await load(writer, 'individuals', many(makers.individuals, 60))
  expect([check(mirror), leftOver(mirror)]).toEqual(['ok', []])
  expect(indexesOf(mirror, table)).toHaveLength(Object.keys(indexes).length)
  writer.batch.end()
  mirror.close()
  ledger.close()
})

test('an index that was being built when the program ended is continued by the next sweep, and lists are right meanwhile', async () => {
  const folder = makeFolder()
  const people = many(makers.individuals, 60)
  const keys = { mirror: { key: mirrorKey, created: false }, ledger: { key: ledgerKey, created: false } }
  const { mirror, ledger } = openStores({ folder, ...keys })
  const writer = createWriter({ mirror, ledger, now: () => 0, onChanged: () => {}, rowsSortedAtOnce: 7 })
  applyListed(writer, 'individuals', bodyOf({ data: people, page_info: { has_next_page: false } }))
  const { indexes, table } = recordTables.individuals
  const index = createSortedIndex(mirror, { table, name: 'list', columns: indexes.list ?? '' }, 7)
  writer.batch.write(() => index.begin())
  for (let part = 0; part < 3; part++) writer.batch.write(() => index.doSome())
  writer.batch.end()
  mirror.close()
  ledger.close()
  expect(lookInto(folder, 'mirror', leftOver)).toContain('individuals_list_building')

  const store = await openStore(folder)
  const listed = async () => (await store.read('individuals.list', firstRows)).rows.map(({ id }) => id)
  const before = await listed()
  expect(before).toHaveLength(60)
  await sweep(store, 'individuals', [people])
  expect(await listed()).toEqual(before)
  await store.close()
  expect(lookInto(folder, 'mirror', (db) => [check(db), leftOver(db), indexesOf(db, table).length])).toEqual([
    'ok',
    [],
    Object.keys(indexes).length,
  ])
  removeFolder(folder)
})
