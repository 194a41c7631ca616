import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStoresInMemory, type Stores } from '../../../electron/data/open-stores.ts'
import { applyListed, removeRecords } from '../../../electron/data/records.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import { anIndividual, bodyOf } from './support/records.ts'

let stores: Stores
let writer: Writer

beforeEach(() => {
  stores = openStoresInMemory()
  writer = createWriter({ ...stores, now: () => 0, onChanged: () => {} })
  writer.batch.write(() =>
    stores.mirror.exec(
      "INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES ('individuals', 1, 1, 0)",
    ),
  )
  writer.batch.commit()
})
afterEach(() => {
  writer.batch.end()
  stores.mirror.close()
  stores.ledger.close()
})

const apply = (...people: readonly unknown[]) =>
  applyListed(writer, 'individuals', bodyOf({ data: people, page_info: { has_next_page: false } }))

/** Rows of the individuals with a word. */
const found = (word: string) =>
  stores.mirror
    .prepare<[string], number>('SELECT rowid / 8 FROM search WHERE search MATCH ? ORDER BY rowid')
    .pluck()
    .all(word)

/** FTS5 writes each of its segments under a number of its own, from the 37th bit on. */
const segments = () =>
  stores.mirror
    .prepare<[], number>('SELECT count(DISTINCT id >> 37) FROM search_data WHERE id >> 37 BETWEEN 1 AND 65535')
    .pluck()
    .get()

test('the search rows of a batch become one segment of the index, however many pages it has', () => {
  for (let n = 1; n <= 5; n++) apply(anIndividual(n, { city: 'Lyon' }))
  expect(segments()).toBe(0)
  writer.batch.commit()
  expect(segments()).toBe(1)
  for (let n = 5; n >= 1; n--) apply(anIndividual(n, { city: 'Turin' }))
  writer.batch.commit()
  expect(segments()).toBe(2)
  expect([found('lyon'), found('turin')]).toEqual([[], [1, 2, 3, 4, 5]])
})

test('a record that changes and goes in one batch is found as it is at its end', () => {
  apply(anIndividual(1, { city: 'Lyon' }), anIndividual(2, { city: 'Lyon' }))
  apply(anIndividual(1, { city: 'Turin' }))
  removeRecords(writer, 'individuals', ['client_profile_2'])
  expect(found('lyon')).toEqual([])
  expect(found('turin')).toEqual([1])
})

test('a row that is used again in the batch that deleted it is found by its new record', () => {
  apply(anIndividual(1, { city: 'Lyon' }))
  writer.batch.commit()
  writer.batch.write(() => writer.records.individuals.remove(1))
  apply(anIndividual(2, { city: 'Turin' }))
  writer.batch.commit()
  expect(stores.mirror.prepare('SELECT row, id FROM individuals').all()).toEqual([{ row: 1, id: 'client_profile_2' }])
  expect([found('lyon'), found('turin')]).toEqual([[], [1]])
})

test('work that is undone leaves no search row', () => {
  apply(anIndividual(1, { city: 'Lyon' }))
  const fail = () =>
    writer.batch.write(() => {
      apply(anIndividual(2, { city: 'Turin' }))
      throw new Error('not today')
    })
  expect(fail).toThrow()
  apply(anIndividual(3, { city: 'Lyon' }))
  writer.batch.commit()
  expect([found('lyon'), found('turin')]).toEqual([[1, 2], []])
})

test('more search rows than may wait are written before the commit, and go with it if it fails', () => {
  const many = Array.from({ length: 2000 }, (_, n) => anIndividual(n + 1, { city: 'Lyon' }))
  apply(...many)
  apply(anIndividual(3000, { city: 'Turin' }))
  expect(found('lyon')).toHaveLength(2000)
  expect(found('turin')).toHaveLength(0)
  stores.mirror.exec('PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY)')
  stores.mirror.exec('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
  stores.mirror.exec('INSERT INTO child VALUES (7)')
  expect(() => writer.batch.commit()).toThrow()
  apply(anIndividual(1, { city: 'Turin' }))
  writer.batch.commit()
  expect([found('lyon'), found('turin')]).toEqual([[], [1]])
})
