import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { addMonths } from '../../../shared/dates/calendar.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { datesContract, type EnteredDate } from '../../../shared/ipc/dates.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aUser } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
  await sweep(store, 'individuals', [[anIndividual(1)]])
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  await sweep(store, 'documents', [[aDocument(1)]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const today = localToday()
const once = { kind: 'review', title: 'Review', date: addMonths(today, 2), every: 'once', until: null } as const
const trust = { resource: 'entities', id: 'entity_1' } as const
const owner = { record: trust, household_id: 'household_1', source: null }

const add = (id: string, fields: EnteredDate, of: Partial<Parameters<typeof store.writeLedger<'dates.add'>>[1]> = {}) =>
  store.writeLedger('dates.add', { ...owner, id, fields, ...of })
const ofTrust = async () => (await store.read('dates.ofRecord', trust)).dates
const ofHousehold = async () => (await store.read('dates.ofHousehold', { household_id: 'household_1' })).dates

test('the dates of a record are listed by their next day, and past ones last', async () => {
  await add('date-1', once)
  await add('date-2', { ...once, date: addMonths('2020-01-31', 0), every: 'month' })
  await add('date-3', { ...once, date: '2020-01-01' })
  await add('date-4', { ...once, date: '2021-01-01', every: 'year', until: '2022-12-31' })
  const dates = await ofTrust()
  expect(outputOf(datesContract.ofRecord).safeParse({ dates }).error).toBeUndefined()
  expect(dates.map(({ id }) => id)).toEqual(['date-2', 'date-1', 'date-4', 'date-3'])
  expect(dates.map(({ next }) => next === null)).toEqual([false, false, true, true])
})

test('a household lists those of its records; one that moved is listed by the household that it is in now', async () => {
  await add('date-1', once)
  await add('date-2', once, { record: { resource: 'households', id: 'household_1' } })
  await add('date-3', once, { record: { resource: 'individuals', id: 'client_profile_1' } })
  await add('date-4', once, { record: { resource: 'documents', id: 'document_1' } })
  expect((await ofHousehold()).map(({ id }) => id)).toEqual(['date-1', 'date-2', 'date-3', 'date-4'])
  await sweep(store, 'entities', [[anEntity(1, { household_id: 'household_2' })]])
  expect((await ofHousehold()).map(({ id }) => id)).toEqual(['date-2', 'date-3', 'date-4'])
  const other = await store.read('dates.ofHousehold', { household_id: 'household_2' })
  expect(other.dates.map(({ id }) => id)).toEqual(['date-1'])
})

test('a date stays when its record goes, and says so by having no name', async () => {
  await add('date-1', once)
  await store.removeRecords('entities', ['entity_1'])
  expect(await ofHousehold()).toMatchObject([{ id: 'date-1', record: { ...trust, name: null } }])
})

test('a removed date can be restored, and a change from values that are no longer there changes nothing', async () => {
  await add('date-1', once)
  const later: EnteredDate = { ...once, title: 'Review with the attorney', every: 'year', until: '2190-01-01' }
  expect(await store.writeLedger('dates.change', { id: 'date-1', was: once, fields: later })).toBe(true)
  expect(await store.writeLedger('dates.change', { id: 'date-1', was: once, fields: once })).toBe(false)
  expect(await store.writeLedger('dates.setRemoved', { id: 'date-1', removed: true })).toBe(true)
  expect(await ofTrust()).toEqual([])
  expect(await store.writeLedger('dates.change', { id: 'date-1', was: later, fields: once })).toBe(false)
  expect(await store.writeLedger('dates.setRemoved', { id: 'date-1', removed: false })).toBe(true)
  expect(await ofTrust()).toMatchObject([later])
  expect(await store.writeLedger('dates.setRemoved', { id: 'date-9', removed: false })).toBe(false)
})

test('a date of a fact leads to its page, and says that the document is gone', async () => {
  const source = { document_id: 'document_1', sha256: 'a', page: 3, sentence: 'Five years.', scan: null }
  await add('date-1', once, { source })
  const place = { document_id: 'document_1', page: 3, scan: null }
  expect((await ofTrust())[0]?.found_in).toMatchObject({ ...place, state: 'same' })
  await store.removeRecords('documents', ['document_1'])
  expect((await ofTrust())[0]?.found_in).toEqual({ ...place, document_name: null, state: 'gone' })
})

test('a date is kept when the offline copy is read anew', async () => {
  await add('date-1', once)
  await store.close()
  store = await openStore(folder)
  expect(await ofTrust()).toMatchObject([{ id: 'date-1', ...once }])
})
