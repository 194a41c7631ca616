import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { needsAttention, valuesOf } from '../../../shared/domain/operation-rules.ts'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, anEdit, anEvent, anOperation, step } from './support/operations.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aSummary, aValuation, bodyOf, many } from './support/records.ts'

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

const all = { offset: 0, limit: 500 }

test('open writes are listed as they were made, those that are over by when they ended, newest first', async () => {
  const operations = many((n) => anOperation(n, { record_id: `client_profile_${n}` }), 6)
  await store.outbox.commit(step(...operations))
  const over = (n: number, state: Operation['state'], changed_at: string): Operation[] =>
    operations.filter(({ seq }) => seq === n).map((one) => ({ ...one, state, changed_at }))
  await store.outbox.commit(step(...over(5, 'done', '2026-03-02T10:00:00.000Z')))
  await store.outbox.commit(step(...over(2, 'discarded', '2026-03-02T11:00:00.000Z')))
  await store.outbox.commit(step(...over(3, 'failed', '2026-03-02T12:00:00.000Z')))
  const seqs = async (show: 'open' | 'closed', window: typeof all) => {
    const { operations: found, total } = await store.read('outbox.list', { show, ...window })
    return { seqs: found.map(({ seq }) => seq), total }
  }
  expect(await seqs('open', all)).toEqual({ seqs: [1, 3, 4, 6], total: 4 })
  expect(await seqs('open', { offset: 1, limit: 2 })).toEqual({ seqs: [3, 4], total: 4 })
  expect(await seqs('closed', all)).toEqual({ seqs: [2, 5], total: 2 })
  expect(await store.read('outbox.counts', {})).toEqual({ open: 4, attention: 1 })
  const unsent = await store.read('outbox.unsent', {})
  expect(unsent.map(({ seq, state }) => [seq, state])).toEqual([
    [1, 'queued'],
    [3, 'failed'],
    [4, 'queued'],
    [6, 'queued'],
  ])
  expect(unsent.filter(needsAttention)).toHaveLength(1)
})

test('a write waits for the earlier one about its record, or for what it belongs to', async () => {
  const household = aCreate(1, 'households', {
    fields: {
      primary_relationship_owner_id: 'user_1',
      primary_individuals: [{ first_name: 'Ida', last_name: 'Berg', state: 'NY' }],
    },
  })
  const child = aCreate(2, 'individuals', {
    parent_id: household.record_id,
    fields: { first_name: 'Mia', last_name: 'Berg', household_id: household.record_id },
  })
  const primary = anIndividual(0, {
    id: `${household.record_id.replace('household_', 'client_profile_')}_0`,
    household_id: household.record_id,
  })
  const log = (seq: number, entity: string) =>
    aCreate(seq, 'valuations', {
      parent_id: entity,
      fields: { effective_date: '2024-01-31', directly_held_assets: [] },
    })
  const made = [
    household,
    child,
    anEdit(3, 'individuals', primary, { city: 'Lyon' }),
    anEdit(4, 'individuals', anIndividual(7), { city: 'Lyon' }),
    anEdit(5, 'individuals', anIndividual(7), { city: 'Turin' }),
    log(6, 'entity_1'),
    log(7, 'entity_2'),
    log(8, 'entity_1'),
    anEdit(9, 'individuals', { ...primary, id: child.record_id }, { city: 'Rome' }),
    aCreate(10, 'documents', {
      parent_id: 'household_9',
      fields: { household_id: 'household_9', individual_id: child.record_id, name: 'Passport' },
    }),
  ]
  await store.outbox.commit(step(...made))
  const waits = async () => {
    const { operations } = await store.read('outbox.list', { show: 'open', ...all })
    const seqOf = (id: string | null) => operations.find((one) => one.id === id)?.seq ?? null
    return Object.fromEntries(operations.map(({ seq, waits_for }) => [seq, seqOf(waits_for)]))
  }
  expect(await waits()).toEqual({ 1: null, 2: 1, 3: 1, 4: null, 5: 4, 6: null, 7: null, 8: null, 9: 2, 10: 2 })
  expect((await store.read('outbox.get', { id: child.id })).operation.waits_for).toBe(household.id)
  await store.outbox.commit(step({ ...household, state: 'done', server_id: 'household_1' }))
  expect(await waits()).toMatchObject({ 2: null, 3: null, 9: 2 })
})

test('a write has its history, the device its activity, and both tell what became of what', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Lyon', is_trustee: true })
  const create = aCreate(2, 'individuals', { fields: { first_name: 'Zoe', last_name: 'New', household_id: 'h' } })
  await store.outbox.commit({ operations: [edit, create], events: [anEvent(edit), anEvent(create)] })
  await store.outbox.commit({
    operations: [edit],
    events: [anEvent(edit, 'sent'), anEvent(edit, 'done', 'It is there.')],
  })
  const { operation, history } = await store.read('outbox.get', { id: edit.id })
  expect(operation).toEqual({ ...edit, waits_for: null })
  expect(history.map(({ event, note }) => [event, note])).toEqual([
    ['saved', ''],
    ['sent', ''],
    ['done', 'It is there.'],
  ])
  await expect(store.read('outbox.get', { id: 'op_none' })).rejects.toMatchObject({ code: 'outbox/not-found' })

  const first = await store.read('outbox.activity', { before: null, limit: 2 })
  expect(first.entries.map(({ event, operation_id }) => [event, operation_id])).toEqual([
    ['done', edit.id],
    ['sent', edit.id],
  ])
  expect(first.entries[0]?.changes).toEqual([
    { field: 'city', before: null, after: 'Lyon' },
    { field: 'is_trustee', before: false, after: true },
  ])
  const second = await store.read('outbox.activity', { before: first.next, limit: 2 })
  expect(second.entries.map(({ event, action, title }) => [event, action, title])).toEqual([
    ['saved', 'create', 'New'],
    ['saved', 'update', 'Ada Person1'],
  ])
  expect(second.next).toBeNull()
  const saved = Date.parse(edit.saved_at)
  const savedIn = async (from: number, to: number) => {
    const time = { since: new Date(saved + from).toISOString(), until: new Date(saved + to).toISOString() }
    return (await store.read('outbox.activity', { ...time, before: null, limit: 10 })).entries.length
  }
  expect([await savedIn(0, 1), await savedIn(1, 2), await savedIn(-1, 0)]).toEqual([4, 0, 0])
})

test('the activity says what a write said at each moment, and says so where that was not kept', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Lyon' })
  const was = valuesOf({ ...edit, title: 'Ada Before', fields: { city: 'Turin' } })
  await store.outbox.commit(step(edit))
  await store.outbox.commit({
    operations: [edit],
    events: [{ ...anEvent(edit, 'changed'), was }, anEvent(edit, 'sent')],
  })
  const old = anEdit(2, 'individuals', anIndividual(2), { city: 'Oslo' })
  await store.outbox.commit({
    operations: [old],
    events: [anEvent(old), anEvent(old, 'changed'), anEvent(old, 'done')],
  })
  await store.close()
  // As an older Steward wrote it, which did not store this column.
  lookInto(folder, 'ledger', (db) => db.exec('UPDATE operation_event SET was = NULL WHERE operation = 2'))
  store = await openStore(folder)
  const { entries } = await store.read('outbox.activity', { before: null, limit: 10 })
  const after = entries.map(({ event, title, changes }) => [event, title, changes?.[0]?.after ?? null])
  expect(after).toEqual([
    ['done', 'Ada Person1', 'Oslo'],
    ['changed', 'Ada Person1', 'Oslo'],
    ['saved', 'Ada Person1', null],
    ['sent', 'Ada Person1', 'Lyon'],
    ['changed', 'Ada Person1', 'Lyon'],
    ['saved', 'Ada Before', 'Turin'],
  ])
})

test('what would go with an entity is told, and an entity that is being deleted is marked until it is gone', async () => {
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  await sweep(store, 'documents', [
    [
      aDocument(1, { entity_id: 'entity_1', name: 'B' }),
      aDocument(2, { entity_id: 'entity_1', name: 'a' }),
      aDocument(3),
    ],
  ])
  await sweep(store, 'document-summaries', [[aSummary(1), aSummary(2, { document_id: 'document_3' })]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
  expect(await store.read('outbox.entityDependents', { id: 'entity_1' })).toEqual({
    title: 'Trust 1',
    valuation: true,
    documents: [
      { id: 'document_2', title: 'a' },
      { id: 'document_1', title: 'B' },
    ],
    summaries: 1,
  })
  await expect(store.read('outbox.entityDependents', { id: 'entity_9' })).rejects.toMatchObject({
    code: 'record/not-found',
  })
  const deletion = anOperation(1, {
    action: 'delete',
    resource: 'entities',
    record_id: 'entity_1',
    state: 'uncertain',
    fields: {},
  })
  await store.outbox.commit(step(deletion))
  const marks = async () => (await store.read('entities.list', firstRows)).rows.map(({ id, pending }) => [id, pending])
  expect(await marks()).toEqual([
    ['entity_1', 'deleted'],
    ['entity_2', null],
  ])
  expect((await store.read('entities.get', { id: 'entity_1' })).pending?.operations).toEqual([deletion.id])
  await store.outbox.commit({
    ...step({ ...deletion, state: 'done' }),
    gone: [{ resource: 'entities', id: 'entity_1' }],
  })
  expect(await marks()).toEqual([['entity_2', null]])
  expect((await store.read('valuations.list', firstRows)).total).toBe(0)
})

test('records are read by id in the order asked, valuations by their own, with what is pending of each', async () => {
  await sweep(store, 'households', [many(aHousehold, 3)])
  await sweep(store, 'entities', [[anEntity(1)]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
  const edit = anEdit(1, 'households', aHousehold(2), { notes: 'Called.' })
  await store.outbox.commit(step({ ...edit, state: 'failed' }))
  const ids = ['household_3', 'household_9', 'household_2']
  expect(await store.read('records.byIds', { resource: 'households', ids })).toEqual({
    records: [
      { id: 'household_3', title: 'Household 3', record: aHousehold(3), pending: null },
      {
        id: 'household_2',
        title: 'Household 2',
        record: aHousehold(2, { notes: 'Called.' }),
        pending: { mark: 'changed', attention: true, operations: [edit.id] },
      },
    ],
  })
  expect((await store.read('records.byIds', { resource: 'valuations', ids: ['valuationv2_1'] })).records).toEqual([
    { id: 'valuationv2_1', title: 'Trust 1', record: aValuation(1), pending: null },
  ])
})

test('counts, lists and histories come from an index, however much was ever written', () => {
  const planOf = (sql: string, ...parameters: unknown[]) =>
    lookInto(folder, 'ledger', (db) =>
      db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...parameters)
        .map(({ detail }) => detail)
        .join('\n'),
    )
  const plans = [
    planOf('SELECT count(*), sum(attention) FROM operation WHERE is_open = 1'),
    planOf('SELECT json FROM operation WHERE is_open = 1 ORDER BY seq LIMIT 9 OFFSET 0'),
    planOf('SELECT json FROM operation WHERE is_open = 0 ORDER BY changed_at DESC, seq DESC LIMIT 9 OFFSET 0'),
    planOf('SELECT at FROM operation_event WHERE operation = ? ORDER BY seq', 1),
    planOf(
      "SELECT was FROM operation_event WHERE operation = ? AND seq > ? AND (was <> '' OR was IS NULL) ORDER BY seq LIMIT 1",
      1,
      1,
    ),
    planOf('SELECT server_id FROM adopted WHERE local_id = ?', 'x'),
  ]
  for (const plan of plans) {
    expect(plan).toMatch(/USING (COVERING )?INDEX|USING PRIMARY KEY/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})
