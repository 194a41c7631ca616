import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { firstRows, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, aDeletion, anEdit, step } from './support/operations.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  aValuation,
  bodyOf,
} from './support/records.ts'

let folder: string
let store: OpenedStore

const ada = anIndividual(1, { first_name: 'Ada', last_name: 'Person1', city: 'Oslo' })
const household = aHousehold(1, { name: null, primary_individuals: [ada], external_id: 'old-id' })

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[household]])
  await sweep(store, 'individuals', [[ada, anIndividual(2, { is_primary: false })]])
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  await sweep(store, 'documents', [[aDocument(1)]])
  await sweep(store, 'document-summaries', [[aSummary(1)]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const people = async () =>
  (await store.read('individuals.list', firstRows)).rows.map(({ title, pending }) => [title, pending])
const hits = async (text: string) =>
  (await store.read('search.query', { text, limit: 5 })).hits.map(({ id, pending }) => [id, pending])

test('an edit shows in list, page, search and export, and is gone without a trace when it is taken back', async () => {
  const before = await store.read('individuals.get', { id: ada.id })
  const edit = anEdit(1, 'individuals', ada, { city: 'Lyon', email: 'ada@lyon.example' })
  const changes: Resource[][] = []
  store.onChanged((resources) => changes.push(resources))
  await store.outbox.commit(step(edit))
  // The report makes the page read again, which would delay the answer to the save.
  expect(changes).toEqual([])
  await store.flush()
  expect(changes).toEqual([['individuals']])

  const { rows } = await store.read('individuals.list', {
    ...firstRows,
    filters: [{ column: 'city', operator: 'is', values: ['lyon'] }],
  })
  expect(rows).toMatchObject([{ id: ada.id, city: 'Lyon', pending: 'changed', attention: false }])
  const shown = await store.read('individuals.get', { id: ada.id })
  expect(shown.record).toEqual({ ...ada, city: 'Lyon', email: 'ada@lyon.example' })
  expect(shown).toMatchObject({
    checked_at: before.checked_at,
    pending: { mark: 'changed', attention: false, operations: [edit.id] },
  })
  expect(await hits('ada@lyon.example')).toEqual([[ada.id, 'changed']])
  const list = { sort: { column: 'city', direction: 'asc' as const }, filters: [], scope: {} }
  const order = await store.read('export.order', { resource: 'individuals', list })
  const exported = await store.read('export.rows', { resource: 'individuals', rows: order })
  expect(exported.map(({ city }) => city)).toEqual(['Lyon', null])

  await store.outbox.commit(step({ ...edit, state: 'discarded' }))
  expect(await store.read('individuals.get', { id: ada.id })).toEqual(before)
  expect(await hits('ada@lyon.example')).toEqual([])
})

test('edits of one record lie over each other in the order they were made, and one that waits for a person says so', async () => {
  const first = anEdit(1, 'individuals', ada, { city: 'Lyon', state: 'NY' })
  const second = anEdit(2, 'individuals', ada, { city: 'Turin' })
  await store.outbox.commit(step(first, { ...second, state: 'failed' }))
  const shown = await store.read('individuals.get', { id: ada.id })
  expect(shown.record).toMatchObject({ city: 'Turin', state: 'NY' })
  expect(shown.pending).toEqual({ mark: 'changed', attention: true, operations: [first.id, second.id] })
  expect((await store.read('outbox.counts', {})).attention).toBe(1)
  await store.outbox.commit(step({ ...first, state: 'discarded' }))
  expect((await store.read('individuals.get', { id: ada.id })).record).toEqual({ ...ada, city: 'Turin' })
})

test('a deletion leaves the row where it is, marked, until the service has done it', async () => {
  const document = aDocument(1)
  const deletion = aDeletion(1, 'documents', document)
  await store.outbox.commit(step(deletion))
  expect((await store.read('documents.list', firstRows)).rows).toMatchObject([{ id: document.id, pending: 'deleted' }])
  await store.outbox.commit({
    ...step({ ...deletion, state: 'done' }),
    gone: [{ resource: 'documents', id: document.id }],
  })
  expect((await store.read('documents.list', firstRows)).total).toBe(0)
  await expect(store.read('documents.get', { id: document.id })).rejects.toMatchObject({ code: 'record/not-found' })
})

test('a new household is there with its people at once, and becomes the service’s in one step', async () => {
  const fields = {
    primary_relationship_owner_id: 'user_1',
    notes: 'met at the harbour',
    primary_individuals: [
      { first_name: 'Ida', last_name: 'Berg', state: 'NY', is_trustee: true },
      { first_name: 'Per', last_name: 'Berg', state: 'NY' },
    ],
  }
  const create = aCreate(1, 'households', { fields })
  const local = create.record_id
  const child = aCreate(2, 'individuals', {
    parent_id: local,
    fields: { first_name: 'Mia', last_name: 'Berg', household_id: local },
  })
  await store.outbox.commit(step(create, child))

  const shown = await store.read('households.get', { id: local })
  expect(shown).toMatchObject({
    title: 'Ida Berg & Per Berg',
    owner: { id: 'user_1', name: 'Uma Advisor1' },
    record: { id: local, notes: 'met at the harbour', created_at: create.saved_at },
    pending: { mark: 'created', operations: [create.id] },
    counts: { individuals: 3 },
  })
  expect(shown.individuals).toMatchObject([
    {
      title: 'Ida Berg',
      is_primary: true,
      is_trustee: true,
      is_grantor: false,
      household_id: local,
      pending: 'created',
    },
    { title: 'Mia Berg', is_primary: false, household_name: 'Ida Berg & Per Berg' },
    { title: 'Per Berg', is_primary: true },
  ])
  expect(await hits('harbour')).toEqual([[local, 'created']])
  expect((await store.read('outbox.list', { show: 'open', offset: 0, limit: 10 })).operations).toMatchObject([
    { id: create.id, waits_for: null },
    { id: child.id, waits_for: create.id },
  ])
  await store.writeLedger('places.visit', { resource: 'households', id: local })

  const { primary_individuals: _, ...own } = fields
  const made = aHousehold(9, {
    ...own,
    name: 'Berg Household',
    primary_individuals: [
      anIndividual(92, { first_name: 'Per', last_name: 'Berg', household_id: 'household_9' }),
      anIndividual(91, { first_name: 'Ida', last_name: 'Berg', household_id: 'household_9' }),
    ],
  })
  await store.outbox.commit({
    ...step({ ...create, state: 'done', server_id: made.id }),
    records: [{ resource: 'households', bytes: bodyOf(made) }],
  })
  const adopted = await store.read('households.get', { id: made.id })
  expect(adopted).toMatchObject({ title: 'Berg Household', record: made, pending: null })
  expect(adopted.individuals.map(({ id, pending }) => [id, pending])).toEqual([
    ['client_profile_91', null],
    [child.record_id, 'created'],
    ['client_profile_92', null],
  ])
  await expect(store.read('households.get', { id: local })).rejects.toMatchObject({ code: 'record/not-found' })
  const serverIdOf = async (record_id: string) => (await store.read('outbox.serverIdOf', { record_id })).server_id
  expect(await serverIdOf(local)).toBe(made.id)
  const [ida, , per] = shown.individuals
  expect(await serverIdOf(ida?.id ?? '')).toBe('client_profile_91')
  expect(await serverIdOf(per?.id ?? '')).toBe('client_profile_92')
  expect(await serverIdOf(child.record_id)).toBeNull()
  expect(await store.read('places.recents', {})).toMatchObject([{ id: made.id }])
  // One row each: the child is the only local record left.
  expect((await store.read('individuals.list', firstRows)).total).toBe(5)
})

test('who is a primary client, and how they are called, shows in the name of their household', async () => {
  const title = async () => (await store.read('households.list', firstRows)).rows.map((row) => [row.title, row.pending])
  const rename = anEdit(1, 'individuals', ada, { first_name: 'Adele' })
  await store.outbox.commit(step(rename))
  expect(await title()).toEqual([['Adele Person1', null]])
  const join = anEdit(2, 'individuals', anIndividual(2, { is_primary: false }), { is_primary: true, last_name: 'Zorn' })
  await store.outbox.commit(step(join))
  expect(await title()).toEqual([['Adele Person1 & Ada Zorn', null]])
  const leave = anEdit(3, 'individuals', ada, { is_primary: false })
  await store.outbox.commit(step(leave))
  expect(await title()).toEqual([['Ada Zorn', null]])
  await store.outbox.commit(step({ ...leave, state: 'discarded' }, { ...join, state: 'discarded' }))
  // Done: the household's copy of the person is updated without a request to the service.
  await store.outbox.commit({
    ...step({ ...rename, state: 'done' }),
    records: [{ resource: 'individuals', bytes: bodyOf({ ...ada, first_name: 'Adele' }) }],
  })
  expect(await title()).toEqual([['Adele Person1', null]])
  expect(await people()).toEqual([
    ['Ada Person2', null],
    ['Adele Person1', null],
  ])
})

const logged = (seq: number, effective_date: string, more = {}) =>
  aCreate(seq, 'valuations', {
    parent_id: 'entity_1',
    fields: {
      effective_date,
      directly_held_assets: [
        { asset_class_id: 'asset_class_1', display_name: 'Zephyr Fund', value: 0.1 },
        { asset_class_id: 'asset_class_9', display_name: 'Painting', value: 0.2 },
      ],
      ...more,
    },
  })

test('a logged valuation takes the place of one that is not newer, in every figure, and gives it back', async () => {
  const before = await store.read('entities.get', { id: 'entity_1' })
  const bookBefore = await store.read('rollUps.book', {})
  const create = logged(1, '2024-03-31')
  await store.outbox.commit(step(create))
  const { valuation, observations, pending } = await store.read('entities.get', { id: 'entity_1' })
  expect(valuation?.record).toMatchObject({
    id: create.record_id,
    directly_held_asset_value: 0.3,
    total_value: 0.3,
    directly_held_assets: [
      { asset_class: { id: 'asset_class_1', display_name: 'Equity' } },
      { asset_class: { id: 'asset_class_9', display_name: 'asset_class_9' }, display_name: 'Painting', value: 0.2 },
    ],
  })
  expect(valuation?.pending).toEqual({ mark: 'created', attention: false, operations: [create.id] })
  expect(pending?.mark).toBe('changed')
  expect(observations).toEqual(before.observations)
  const { rows } = await store.read('entities.list', firstRows)
  expect(rows).toMatchObject([
    { id: 'entity_1', directly_held_asset_value: 0.3, valuation_id: create.record_id, pending: 'changed' },
    { id: 'entity_2', pending: null },
  ])
  expect((await store.read('valuations.list', firstRows)).rows).toMatchObject([
    { pending: 'created', total_value: 0.3 },
  ])
  expect((await store.read('valuations.get', { id: create.record_id })).pending?.mark).toBe('created')
  expect((await store.read('rollUps.household', { id: 'household_1' })).total).toBe('30')
  expect((await store.read('rollUps.book', {})).total).toBe('30')
  expect((await hits('painting')).length).toBe(1)

  await store.outbox.commit(step({ ...create, state: 'discarded' }))
  expect(await store.read('entities.get', { id: 'entity_1' })).toEqual(before)
  expect(await store.read('rollUps.book', {})).toEqual(bookBefore)
  expect(await hits('painting')).toEqual([])
})

test('a valuation logged for an earlier day changes no figure, and the service’s answer is observed', async () => {
  const create = logged(1, '2024-03-30')
  await store.outbox.commit(step(create))
  const shown = await store.read('entities.get', { id: 'entity_1' })
  expect(shown).toMatchObject({ pending: null, valuation: { record: { id: 'valuationv2_1' }, pending: null } })
  const later = aValuation(1, { id: 'valuationv2_later', effective_date: '2024-06-30', total_value: 7 })
  await store.outbox.commit({
    ...step({ ...create, state: 'done', server_id: later.id }),
    records: [{ resource: 'valuations', entityId: 'entity_1', bytes: bodyOf(later) }],
  })
  const done = await store.read('entities.get', { id: 'entity_1' })
  expect(done.valuation?.record).toEqual(later)
  expect(done.observations.map(({ total_value }) => total_value)).toEqual([7, 900.25])
})

test('documents and summaries are edited like anything else, and whole records are read by id', async () => {
  await store.outbox.commit(
    step(
      anEdit(1, 'documents', aDocument(1), { name: 'Last will', individual_id: ada.id }),
      anEdit(2, 'document-summaries', aSummary(1), { summary: 'All to the lighthouse.', entry_mode: 'USER' }),
      anEdit(3, 'households', household, { external_id: null }),
    ),
  )
  expect((await store.read('documents.get', { id: 'document_1' })).individual).toEqual({
    id: ada.id,
    name: 'Ada Person1',
  })
  expect(await hits('lighthouse')).toEqual([['document_summary_1', 'changed']])
  expect((await store.read('households.list', firstRows)).rows).toMatchObject([{ external_id: null }])
  const found = await store.read('records.byIds', { resource: 'documents', ids: ['document_7', 'document_1'] })
  expect(found.records).toEqual([
    {
      id: 'document_1',
      title: 'Last will',
      record: aDocument(1, { name: 'Last will', individual_id: ada.id }),
      pending: { mark: 'changed', attention: false, operations: [expect.stringMatching(/^op_00000001/)] },
    },
  ])
})
