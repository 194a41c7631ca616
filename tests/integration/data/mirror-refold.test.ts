import { afterEach, beforeEach, expect, test } from 'vitest'
import { refold } from '../../../electron/data/maintenance.ts'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openMemoryDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStoresInMemory, type Stores } from '../../../electron/data/open-stores.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { anIndividual, aValuation, many } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

let mirror: WritableDatabase
let stores: Stores
let writer: Writer
let changed: string[]

/** What the rules before kept: apostrophes, and letters without an accent to drop. */
const oldSort = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const people: (ReturnType<typeof anIndividual> & { email?: string; city?: string })[] = [
  anIndividual(1, { first_name: 'Søren', last_name: "O'Brien", city: 'Łódź', email: "o'b@home.example" }),
  anIndividual(2, { first_name: 'Sørine', last_name: 'Quill' }),
  ...many((n) => anIndividual(n, { first_name: 'Adam', last_name: `Plain${n}`, city: 'York' }), 1200, 10),
  anIndividual(2000, { first_name: 'Đorđe', last_name: 'Last', city: 'Niš' }),
]

beforeEach(() => {
  changed = []
  stores = openStoresInMemory()
  // The stores in memory have the newest schema already.
  mirror = openMemoryDatabase()
  migrate(mirror, stepsBefore(mirrorMigrations, 'CREATE TABLE to_refold'), () => {})
  const put = mirror.prepare(
    `INSERT INTO individuals (row, id, checked_at, created_at, updated_at, title, title_sort, household_id, email, email_sort,
       city, city_sort, is_primary, is_beneficiary, is_grantor, is_trustee, is_deceased, json)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, ?)`,
  )
  const search = mirror.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)')
  mirror.transaction(() => {
    for (const [at, person] of people.entries()) {
      const { id, created_at, updated_at, first_name, last_name, household_id, email, city } = person
      const title = `${first_name} ${last_name}`
      put.run(
        at + 1,
        id,
        created_at,
        updated_at,
        title,
        oldSort(title),
        household_id,
        email ?? null,
        email ? oldSort(email) : null,
        city ?? null,
        city ? oldSort(city) : null,
        JSON.stringify(person),
      )
      search.run((at + 1) * 8 + 2, oldSort(title).replace('ø', 'o'))
    }
    const valuation = { ...aValuation(1), description: 'Łódź warehouse' }
    mirror
      .prepare(
        `INSERT INTO valuations (row, id, checked_at, created_at, updated_at, entity_id, effective_date,
         directly_held_asset_value, total_value, asset_count, json) VALUES (1, 'v', 1, '', '', 'entity_1', '2024-01-01', 1, 1, 1, ?)`,
      )
      .run(JSON.stringify(valuation))
    search.run(14, 'łódź warehouse')
    mirror.exec(`INSERT INTO resource_state (resource, version, loaded, searched_to)
      VALUES ('individuals', 7, 1, 1203), ('valuations', 3, 0, 0)`)
  })()
  migrate(mirror, mirrorMigrations, () => {})
  open()
})
afterEach(() => {
  writer.batch.end()
  for (const db of [mirror, stores.mirror, stores.ledger]) db.close()
})

function open() {
  writer = createWriter({ mirror, ledger: stores.ledger, now: () => 0, onChanged: (of) => changed.push(...of) })
}

const found = (word: string) =>
  mirror.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid').pluck().all(word)

const sorts = () =>
  mirror
    .prepare<[], string[]>(
      `SELECT title_sort || '|' || coalesce(city_sort, '') FROM individuals WHERE row IN (1, 2, 1203)`,
    )
    .pluck()
    .all()

test('a mirror of earlier rules is searched and sorted by the new ones, without a sweep', () => {
  expect(found('obrien')).toEqual([])
  for (const _step of refold(writer)) writer.batch.commit()
  expect(sorts()).toEqual(['soren obrien|lodz', 'sorine quill|', 'dorde last|nis'])
  expect(found('obrien')).toEqual([10])
  expect(found('lodz')).toEqual([10, 14])
  expect(found('dorde')).toEqual([1203 * 8 + 2])
  expect(found('plain10')).toEqual([3 * 8 + 2])
  expect(new Set(changed)).toEqual(new Set(['individuals']))
  expect([...refold(writer)]).toEqual([])
})

test('it goes on where it was stopped', () => {
  const work = refold(writer)
  work.next()
  writer.batch.end()
  open()
  expect(mirror.prepare('SELECT done_to FROM to_refold WHERE resource = ?').pluck().get('individuals')).toBe(500)
  for (const _step of refold(writer)) writer.batch.commit()
  expect(found('dorde')).toEqual([1203 * 8 + 2])
  expect(mirror.prepare('SELECT count(*) FROM to_refold').pluck().get()).toBe(0)
})

test('a new mirror has nothing to refold', () => {
  writer.batch.end()
  writer = createWriter({ ...stores, now: () => 0, onChanged: () => {} })
  expect([...refold(writer)]).toEqual([])
})
