import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, step } from './support/operations.ts'
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
} from './support/records.ts'
import { planWith, statementsOfRead } from './support/statements.ts'
import { heldRow } from './support/texts.ts'

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

const of = (household: string) => ({ household_id: household })

async function loadFirm() {
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [many(aHousehold, 3)])
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(2, of('household_2'))]])
  const entities = many((n) => anEntity(n, of(n <= 3 ? 'household_1' : 'household_2')), 6)
  await sweep(store, 'entities', [entities])
  await sweep(store, 'documents', [[aDocument(1), aDocument(2), aDocument(3, of('household_2'))]])
  await sweep(store, 'document-summaries', [[aSummary(1)]])
}

const pinAt = (household_id: string, pinned_at: string) =>
  store.writeLedger('travel.pin', { household_id, pinned_at, checked_at: null, json: '{}' })

test('pins outlive a restart, in the order they were made, with what was found and the budget', async () => {
  await loadFirm()
  await pinAt('household_2', '2026-03-01T09:00:00.000Z')
  await pinAt('household_1', '2026-03-01T10:00:00.000Z')
  await pinAt('household_2', '2026-03-01T11:00:00.000Z')
  await store.writeLedger('travel.note', {
    household_id: 'household_1',
    checked_at: '2026-03-01T10:01:00.000Z',
    json: '{"a":1}',
  })
  await store.writeLedger('travel.note', {
    household_id: 'household_3',
    checked_at: '2026-03-01T10:01:00.000Z',
    json: '{}',
  })
  await store.writeLedger('travel.setBudget', { bytes: 123_000_000 })
  await store.close()
  store = await openStore(folder)
  const second = { household_id: 'household_2', pinned_at: '2026-03-01T09:00:00.000Z', checked_at: null, json: '{}' }
  const first = { household_id: 'household_1', pinned_at: '2026-03-01T10:00:00.000Z' }
  expect(await store.read('travel.pins', {})).toEqual({
    pins: [second, { ...first, checked_at: '2026-03-01T10:01:00.000Z', json: '{"a":1}' }],
    budget: 123_000_000,
  })
  await store.writeLedger('travel.unpin', { household_id: 'household_1' })
  expect(await store.read('travel.pin', { household_id: 'household_1' })).toEqual({ pin: null })
  expect(await store.read('travel.pin', { household_id: 'household_2' })).toEqual({ pin: second })
})

test('a household needs its documents with what is held of them, its valuations, people and summaries', async () => {
  await loadFirm()
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.applyValuation({ entityId: 'entity_2', bytes: null })
  const judged = { media_type: 'application/pdf', caution: null, judge_version: 1 }
  const row = { key: new Uint8Array(32), sha256: 'c'.repeat(64), ...judged, name: 'Will.pdf' }
  const times = { held_at: '2026-03-01T09:00:00.000Z', used_at: '2026-03-01T09:30:00.000Z', etag: null }
  const held = { ...row, ...times, record_updated_at: '2024-05-06T07:08:09.000Z' }
  await store.writeFileCache('files.putHeld', {
    ...held,
    kind: 'document',
    id: 'document_2',
    stored_name: 'a',
    size: 70,
  })
  await store.writeFileCache('files.putHeld', {
    ...held,
    kind: 'summary',
    id: 'document_summary_1',
    stored_name: 'b',
    size: 5,
  })
  await store.writeFileCache('files.putHeld', {
    ...held,
    kind: 'document',
    id: 'document_9',
    stored_name: 'c',
    size: 3,
  })
  const { title, documents, valuations, ...rest } = await store.read('travel.needs', of('household_1'))
  expect(title).toBe('Household 1')
  const { sha256, held_at, record_updated_at } = held
  const document = { updated_at: '2024-05-06T07:08:09.000Z', is_local: false }
  expect(documents).toEqual([
    { ...document, id: 'document_1', title: 'Document 1', held: null },
    { ...document, id: 'document_2', title: 'Document 2', held: { size: 70, sha256, held_at, record_updated_at } },
  ])
  expect(valuations.map(({ entity_id, outcome, checked_at }) => [entity_id, outcome, checked_at === null])).toEqual([
    ['entity_1', 'valued', false],
    ['entity_2', 'none', false],
    ['entity_3', null, true],
  ])
  expect(rest).toEqual({ individual_ids: ['client_profile_1'], summary_ids: ['document_summary_1'], bytes: 75 })
  const { files } = await store.read('travel.held', {})
  expect(files.map(({ id, size, household_id, is_listed }) => [id, size, household_id, is_listed])).toEqual([
    ['document_2', 70, 'household_1', true],
    ['document_9', 3, null, true],
    ['document_summary_1', 5, 'household_1', true],
  ])
})

test('a downloaded file whose records were not listed yet is told from one whose record is gone', async () => {
  await store.writeFileCache('files.putHeld', heldRow('document_9'))
  const listed = async () => (await store.read('travel.held', {})).files.map(({ is_listed }) => is_listed)
  expect(await listed()).toEqual([false])
  await sweep(store, 'documents', [[aDocument(1)]])
  expect(await listed()).toEqual([true])
})

test('what a household needs is looked up by indexes, and files by their keys', async () => {
  await loadFirm()
  await store.flush()
  const statements = statementsOfRead(folder, 'travel.needs', { household_id: 'household_1' })
  expect(statements).toHaveLength(5)
  for (const { plan } of statements) {
    expect(plan).toMatch(/SEARCH/)
    expect(plan).not.toMatch(/SCAN/)
  }
  const held = planWith(statementsOfRead(folder, 'travel.held', {}), 'FROM held_file')
  expect(held).toMatch(/SCAN h USING INDEX held_file_by_use/)
  expect(held.match(/SCAN/g)).toHaveLength(1)
})

test('valuations are due in this order: never asked, of pinned households, then the longest ago', async () => {
  await loadFirm()
  const later = '2100-01-01T00:00:00.000Z'
  const due = { limit: 100, notCheckedSince: later, notRefusedSince: later }
  const all = ['entity_1', 'entity_2', 'entity_3', 'entity_4', 'entity_5', 'entity_6']
  expect(await store.entitiesToValue(due)).toEqual({ ids: all, total: 6 })
  await pinAt('household_2', '2026-03-01T09:00:00.000Z')
  await store.applyValuation({ entityId: 'entity_1', bytes: null })
  await store.applyValuation({ entityId: 'entity_4', bytes: null })
  const inOrder = ['entity_5', 'entity_6', 'entity_2', 'entity_3', 'entity_4', 'entity_1']
  expect(await store.entitiesToValue(due)).toEqual({ ids: inOrder, total: 6 })
  expect(await store.entitiesToValue({ ...due, limit: 4 })).toEqual({ ids: inOrder.slice(0, 4), total: 6 })
})

test('a page of one household’s list is kept, and lists on screen hear of it only when something differs', async () => {
  await loadFirm()
  // Changes are reported after the call that caused them.
  await store.flush()
  const changed: Resource[][] = []
  store.onChanged((resources) => changed.push(resources))
  const page = (...documents: unknown[]) => store.applyListed('documents', pageOf(documents))
  const broken = { ...aDocument(7), name: 12 }
  expect(await page(aDocument(1), aDocument(2))).toMatchObject({ ids: ['document_1', 'document_2'], unreadable: [] })
  await store.flush()
  await store.flush()
  expect(changed).toEqual([])
  expect(await page(aDocument(1, { name: 'Codicil' }), aDocument(4), broken)).toMatchObject({
    ids: ['document_1', 'document_4', 'document_7'],
    unreadable: ['document_7'],
    outcome: { received: 3, hasNextPage: false },
  })
  await store.flush()
  await store.flush()
  expect(changed).toEqual([['documents']])
  const { documents } = await store.read('travel.needs', of('household_1'))
  expect(documents.map(({ title }) => title)).toEqual(['Codicil', 'Document 2', 'Document 4'])
  await expect(store.applyListed('documents', bodyOf({ no: 'list' }))).rejects.toMatchObject({
    code: 'service/bad-page',
  })
})

test('a household that was pinned before the service knew it is pinned under its own id afterwards', async () => {
  const made = aCreate(1, 'households', { fields: { primary_relationship_owner_id: 'user_1' } })
  await store.outbox.commit(step(made))
  await pinAt(made.record_id, '2026-03-01T09:00:00.000Z')
  const done = { ...made, state: 'done' as const, server_id: 'household_9' }
  await store.outbox.commit({ ...step(done), records: [{ resource: 'households', bytes: bodyOf(aHousehold(9)) }] })
  const { pins } = await store.read('travel.pins', {})
  expect(pins.map(({ household_id }) => household_id)).toEqual(['household_9'])
})
