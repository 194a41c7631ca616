import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { firstRows, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, aDeletion, anEdit, step } from './support/operations.ts'
import { aHousehold, anEntity, anIndividual, aValuation, bodyOf, many, pageOf } from './support/records.ts'

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

const cities = async () =>
  (await store.read('individuals.list', firstRows)).rows.map(({ title, city, pending }) => [title, city, pending])
const inOslo = (n: number, more = {}) => anIndividual(n, { city: 'Oslo', ...more })
const newPerson = (seq: number) =>
  aCreate(seq, 'individuals', { fields: { first_name: 'Zoe', last_name: 'New', household_id: 'household_1' } })

test('a sweep brings a colleague’s changes under what is pending, and an unchanged page is skipped', async () => {
  const page = many(inOslo, 3)
  await sweep(store, 'individuals', [page])
  const edit = anEdit(1, 'individuals', inOslo(2), { city: 'Lyon' })
  await store.outbox.commit(step(edit))
  expect(await sweep(store, 'individuals', [page])).toEqual({ missing: [], written: 0, unchanged: 3, setAside: 0 })
  expect((await cities())[1]).toEqual(['Ada Person2', 'Lyon', 'changed'])

  const changed = page.with(1, inOslo(2, { first_name: 'Adele', city: 'Bergen' }))
  expect(await sweep(store, 'individuals', [changed])).toMatchObject({ missing: [], written: 1, unchanged: 2 })
  expect((await cities())[2]).toEqual(['Adele Person2', 'Lyon', 'changed'])
  await store.outbox.commit(step({ ...edit, state: 'discarded' }))
  expect((await cities())[2]).toEqual(['Adele Person2', 'Bergen', null])
  expect(await sweep(store, 'individuals', [changed])).toMatchObject({ written: 0, unchanged: 3 })
})

test('no sweep concludes anything about a record that is only here', async () => {
  await sweep(store, 'individuals', [many(inOslo, 3)])
  const create = newPerson(1)
  await store.outbox.commit(step(create))
  expect(await sweep(store, 'individuals', [many(inOslo, 3)])).toMatchObject({ missing: [] })
  expect(await sweep(store, 'individuals', [many(inOslo, 2)])).toMatchObject({ missing: ['client_profile_3'] })
  expect((await cities()).map(([title]) => title)).toContain('Zoe New')

  // A sweep's page has the new record before the answer to its creation is committed.
  const made = inOslo(9, { first_name: 'Zoe', last_name: 'New' })
  expect(await sweep(store, 'individuals', [[...many(inOslo, 3), made]])).toMatchObject({ missing: [] })
  await store.outbox.commit({
    ...step({ ...create, state: 'done', server_id: made.id }),
    records: [{ resource: 'individuals', bytes: bodyOf(made) }],
  })
  expect(await sweep(store, 'individuals', [[...many(inOslo, 3), made]])).toMatchObject({ missing: [], written: 0 })
  expect((await cities()).filter(([title]) => title === 'Zoe New')).toEqual([['Zoe New', 'Oslo', null]])
})

test.each([
  [
    'says that it was deleted, on a page',
    (page: unknown[]) =>
      sweep(store, 'individuals', [page.with(1, { ...inOslo(2), deleted_at: '2024-06-01T00:00:00Z' })]),
  ],
  [
    'says that it was deleted, when asked',
    () => store.applyRecord('individuals', bodyOf({ ...inOslo(2), deleted_at: '2024-06-01T00:00:00Z' })),
  ],
  ['does not know it any more', () => store.removeRecords('individuals', ['client_profile_2'])],
])('a record with an edit stays to be seen when the service %s', async (_, lose) => {
  const page = many(inOslo, 3)
  await sweep(store, 'individuals', [page])
  const edit = anEdit(1, 'individuals', inOslo(2), { city: 'Lyon' })
  await store.outbox.commit(step({ ...edit, state: 'conflict' }))
  await lose(page)
  expect((await cities())[1]).toEqual(['Ada Person2', 'Lyon', 'changed'])
  const without = page.toSpliced(1, 1)
  expect(await sweep(store, 'individuals', [without])).toMatchObject({ missing: [] })
  await store.outbox.commit(step({ ...edit, state: 'discarded' }))
  expect(await cities()).toEqual([
    ['Ada Person1', 'Oslo', null],
    ['Ada Person3', 'Oslo', null],
  ])
  // The record may come back, even on a page whose bytes are unchanged.
  expect(await sweep(store, 'individuals', [page])).toMatchObject({ missing: [] })
  expect((await cities()).map(([, city]) => city)).toEqual(['Oslo', 'Oslo', 'Oslo'])
})

test('a record that a complete sweep missed is asked for although it has an edit, and goes when nothing is left of it', async () => {
  await sweep(store, 'individuals', [many(inOslo, 3)])
  const deletion = aDeletion(1, 'individuals', inOslo(3))
  await store.outbox.commit(step(deletion))
  expect(await sweep(store, 'individuals', [many(inOslo, 2)])).toMatchObject({ missing: ['client_profile_3'] })
  await store.removeRecords('individuals', ['client_profile_3'])
  expect((await cities()).at(-1)).toEqual(['Ada Person3', 'Oslo', 'deleted'])
  await store.outbox.commit({
    ...step({ ...deletion, state: 'done' }),
    gone: [{ resource: 'individuals', id: 'client_profile_3' }],
  })
  expect(await cities()).toHaveLength(2)
  expect(await sweep(store, 'individuals', [many(inOslo, 2)])).toMatchObject({ missing: [] })
})

test('people made here are found, counted and named through a first load as after it', async () => {
  await store.outbox.commit(step(newPerson(1)))
  const { sweepId } = await store.beginSweep('individuals')
  const first = pageOf(many(inOslo, 3), { endCursor: 'c1', hasNext: true })
  await store.applyPage({ sweepId, after: null, bytes: first }, () => {})
  await store.outbox.commit(step(newPerson(2)))
  await store.applyPage({ sweepId, after: 'c1', bytes: pageOf(many(inOslo, 3, 4)) }, () => {})
  expect(await store.completeSweep(sweepId)).toEqual({ missing: [] })
  expect((await store.read('individuals.list', firstRows)).total).toBe(8)
  expect((await store.read('search.query', { text: 'zoe', limit: 9 })).hits.map(({ pending }) => pending)).toEqual([
    'created',
    'created',
  ])
})

test('answers about valuations go under one that was logged here', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  const answer = (bytes: Uint8Array<ArrayBuffer> | null) => store.applyValuation({ entityId: 'entity_1', bytes })
  await answer(bodyOf(aValuation(1)))
  const create = aCreate(1, 'valuations', {
    parent_id: 'entity_1',
    fields: { effective_date: '2025-01-31', directly_held_assets: [] },
  })
  await store.outbox.commit(step(create))
  const shown = async () => {
    await store.flush()
    return (await store.read('entities.get', { id: 'entity_1' })).valuation
  }
  const newer = bodyOf(aValuation(1, { total_value: 3 }))
  expect(await answer(newer.slice())).toMatchObject({ written: 1 })
  expect(await answer(newer.slice())).toMatchObject({ unchanged: 1 })
  expect((await shown())?.record.id).toBe(create.record_id)
  const newest = bodyOf(aValuation(1, { effective_date: '2025-02-28', total_value: 4 }))
  await answer(newest.slice())
  expect(await shown()).toMatchObject({ record: { total_value: 4 }, pending: null })
  await answer(null)
  expect(await shown()).toMatchObject({ record: { total_value: 4 }, pending: null })
  await answer(newer)
  expect((await shown())?.record.id).toBe(create.record_id)
  await store.outbox.commit(step({ ...create, state: 'discarded' }))
  expect((await shown())?.record.total_value).toBe(3)
})

test('a person whose household is called by them changes its name when a sweep brings them again', async () => {
  const ada = inOslo(1)
  await sweep(store, 'households', [[aHousehold(1, { name: null, primary_individuals: [ada] })]])
  await sweep(store, 'individuals', [[ada]])
  await store.outbox.commit(step(anEdit(1, 'individuals', ada, { first_name: 'Adele' })))
  await sweep(store, 'individuals', [[{ ...ada, last_name: 'Newname' }]])
  expect((await store.read('households.list', firstRows)).rows[0]?.title).toBe('Adele Newname')
})

test('what was asked for before a write and comes in after it undoes nothing of it', async () => {
  await sweep(store, 'individuals', [many(inOslo, 3)])
  await sweep(store, 'entities', [[anEntity(1)]])
  const edit = anEdit(1, 'individuals', inOslo(1), { city: 'Lyon' })
  const deletion = aDeletion(2, 'individuals', inOslo(2))
  const log = aCreate(3, 'valuations', {
    parent_id: 'entity_1',
    fields: { effective_date: '2024-03-31', directly_held_assets: [] },
  })
  await store.outbox.commit(step(edit, deletion, log))
  // The service sent these before it received the writes.
  const early = [inOslo(1, { notes: 'earlier' }), inOslo(2), inOslo(3), inOslo(4)]
  const page = pageOf(early)
  const valuation = bodyOf(aValuation(1))
  const later = { updated_at: '2024-07-01T00:00:00Z' }
  const { sweepId } = await store.beginSweep('individuals')
  const made = aValuation(1, { id: 'valuationv2_made', total_value: 5, ...later })
  await store.outbox.commit({
    ...step({ ...edit, state: 'done' }, { ...deletion, state: 'done' }, { ...log, state: 'done', server_id: made.id }),
    records: [
      { resource: 'individuals', bytes: bodyOf(inOslo(1, { city: 'Lyon', ...later })) },
      { resource: 'valuations', entityId: 'entity_1', bytes: bodyOf(made) },
    ],
    gone: [{ resource: 'individuals', id: 'client_profile_2' }],
  })
  await store.applyPage({ sweepId, after: null, bytes: page }, () => {})
  expect(await store.completeSweep(sweepId)).toEqual({ missing: [] })
  await store.applyRecord('individuals', bodyOf(inOslo(1)))
  await store.applyValuation({ entityId: 'entity_1', bytes: valuation })
  await store.applyValuation({ entityId: 'entity_1', bytes: null })
  await store.flush()
  const after = [
    ['Ada Person1', 'Lyon', null],
    ['Ada Person3', 'Oslo', null],
    ['Ada Person4', 'Oslo', null],
  ]
  expect(await cities()).toEqual(after)
  expect((await store.read('entities.get', { id: 'entity_1' })).valuation?.record.total_value).toBe(5)

  // If the service still sends the old data after a restart, it is accepted, although the page's bytes are unchanged.
  await store.close()
  store = await openStore(folder)
  expect(await sweep(store, 'individuals', [early])).toMatchObject({
    written: 2,
    unchanged: 2,
  })
  expect((await cities()).map(([, city]) => city)).toEqual(['Oslo', 'Oslo', 'Oslo', 'Oslo'])

  const next = [inOslo(1, { city: 'Lyon', ...later }), inOslo(3), inOslo(4)]
  expect(await sweep(store, 'individuals', [next])).toMatchObject({ written: 1, missing: ['client_profile_2'] })
  const changed = inOslo(1, { city: 'Rome', updated_at: '2024-07-01T00:00:01Z' })
  await sweep(store, 'individuals', [next.with(0, changed)])
  expect((await cities())[0]).toEqual(['Ada Person1', 'Rome', null])
})

test('a page that brings a newer copy counts as a check of a person with an edit as of any other', async () => {
  await sweep(store, 'individuals', [many(inOslo, 2)])
  await store.outbox.commit(step(anEdit(1, 'individuals', inOslo(1), { city: 'Lyon' })))
  const checked = async (n: number) =>
    Date.parse((await store.read('individuals.get', { id: `client_profile_${n}` })).checked_at)
  const before = await checked(1)
  const { sweepId } = await store.beginSweep('individuals')
  const newer = [1, 2].map((n) => inOslo(n, { notes: 'newer' }))
  await store.applyPage({ sweepId, after: null, bytes: pageOf(newer, { endCursor: 'c1', hasNext: true }) }, () => {})
  await store.flush()
  expect(await checked(1)).toBe(await checked(2))
  expect(await checked(1)).toBeGreaterThan(before)
})

test('a logged valuation that cannot be read hides no valuation of the service and stops no other write', async () => {
  await sweep(store, 'individuals', [many(inOslo, 1)])
  await sweep(store, 'entities', [[anEntity(1)]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  const unreadable = aCreate(1, 'valuations', { parent_id: 'entity_1', fields: { effective_date: 'soon' } })
  await store.outbox.commit(step(unreadable))
  await store.outbox.commit(step(anEdit(2, 'individuals', inOslo(1), { city: 'Lyon' })))
  expect(await cities()).toEqual([['Ada Person1', 'Lyon', 'changed']])
  expect((await store.read('entities.get', { id: 'entity_1' })).valuation?.record.id).toBe(aValuation(1).id)
})

test('a record that is gone and was never here makes no list read again', async () => {
  await sweep(store, 'individuals', [many(inOslo, 2)])
  const changes: unknown[] = []
  store.onChanged((resources) => changes.push(resources))
  await store.removeRecords('individuals', ['client_profile_99'])
  await store.flush()
  expect(changes).toEqual([])
  await store.removeRecords('individuals', ['client_profile_2'])
  await store.flush()
  expect(changes).toEqual([['individuals']])
})

test('a sweep reports as only checked what it found unchanged, and its first end and every changed record as changed', async () => {
  const seen: unknown[] = []
  store.onChanged((resources, onlyChecked) => seen.push([resources, onlyChecked]))
  const ended = async (page: readonly unknown[]) => {
    seen.length = 0
    await sweep(store, 'individuals', [page])
    await store.flush()
    return seen.at(-1)
  }
  const page = many(inOslo, 3)
  expect(await ended(page)).toEqual([['individuals'], []])
  expect(await ended(page)).toEqual([['individuals'], ['individuals']])
  expect(await ended(page.with(1, inOslo(2, { city: 'Bergen' })))).toEqual([['individuals'], []])
})
