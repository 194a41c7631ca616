import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
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

const individuals = async () => (await store.read('individuals.list', firstRows)).rows.map((row) => row.id)

test('a sweep ended by a crash goes on from its last committed page, and sees what it had seen', async () => {
  const pages = [many(anIndividual, 50, 1), many(anIndividual, 50, 51), many(anIndividual, 50, 101)]
  const first = await store.beginSweep('individuals')
  expect(first).toMatchObject({ after: null, received: 0 })
  const { sweepId } = first
  await store.applyPage(
    { sweepId, after: null, bytes: pageOf(pages[0] ?? [], { endCursor: 'c1', hasNext: true }) },
    () => {},
  )
  await store.flush()
  await store.applyPage(
    { sweepId, after: 'c1', bytes: pageOf(pages[1] ?? [], { endCursor: 'c2', hasNext: true }) },
    () => {},
  )
  await store.terminate()

  store = await openStore(folder)
  const again = await store.beginSweep('individuals')
  expect(again).toMatchObject({ sweepId, after: 'c1', received: 50 })
  await store.applyPage(
    { sweepId, after: 'c1', bytes: pageOf(pages[1] ?? [], { endCursor: 'c2', hasNext: true }) },
    () => {},
  )
  await store.applyPage({ sweepId, after: 'c2', bytes: pageOf(pages[2] ?? []) }, () => {})
  expect(await store.completeSweep(sweepId)).toEqual({ missing: [] })
  expect((await store.read('individuals.list', firstRows)).total).toBe(150)
  expect((await store.read('search.query', { text: 'person149', limit: 5 })).hits).toHaveLength(1)
})

test('once there is a complete copy, a sweep that was left begins at the first page again, and a late page of it is refused', async () => {
  await sweep(store, 'individuals', [many(anIndividual, 5)])
  const left = await store.beginSweep('individuals')
  const page = (sweepId: number, after: string | null, n: number) =>
    store.applyPage({ sweepId, after, bytes: pageOf([anIndividual(n)], { endCursor: 'c1', hasNext: true }) }, () => {})
  await page(left.sweepId, null, 1)
  const again = await store.beginSweep('individuals')
  expect(again).toMatchObject({ after: null, received: 0 })
  await expect(page(left.sweepId, 'c1', 77)).rejects.toMatchObject({ code: 'cache/write-failed' })
  await page(again.sweepId, null, 1)
  expect(await individuals()).not.toContain('client_profile_77')
})

test('the next sweep expects the cursors between the pages, and asks for nothing behind the last', async () => {
  const { sweepId } = await store.beginSweep('individuals')
  const page = (after: string | null, endCursor: string, hasNext: boolean) =>
    store.applyPage({ sweepId, after, bytes: pageOf([anIndividual(1)], { endCursor, hasNext }) }, () => {})
  await page(null, 'c1', true)
  // Services give the last page a cursor too.
  await page('c1', 'c2', false)
  await store.completeSweep(sweepId)
  expect((await store.beginSweep('individuals')).expectedCursors).toEqual(['c1'])
})

test('a page that does not follow the last one written is refused', async () => {
  const { sweepId } = await store.beginSweep('individuals')
  const outcomes: unknown[] = []
  const bytes = pageOf(many(anIndividual, 5))
  const counts = store.applyPage({ sweepId, after: 'elsewhere', bytes }, (outcome) => outcomes.push(outcome))
  await expect(counts).rejects.toMatchObject({ code: 'cache/write-failed' })
  expect(outcomes).toEqual([])
  expect(await individuals()).toEqual([])
})

test('a page that comes compressed as last time goes without its bytes, until one of its records is gone', async () => {
  const [compressed, other] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const first = await store.beginSweep('individuals')
  expect(first.knownPages).toEqual([])
  const page = { after: null, bytes: pageOf(many(anIndividual, 5)), compressed }
  await store.applyPage({ ...page, sweepId: first.sweepId }, () => {})
  await store.completeSweep(first.sweepId)

  const { sweepId, knownPages } = await store.beginSweep('individuals')
  expect(knownPages).toEqual([compressed])
  const outcomes: unknown[] = []
  const arrive = (digest: string) =>
    store.applyKnownPage({ sweepId, after: null, compressed: digest }, (outcome) => outcomes.push(outcome))
  expect(await arrive(other)).toBeNull()
  expect(outcomes).toEqual([])
  expect(await arrive(compressed)).toEqual({ written: 0, unchanged: 5, setAside: 0 })
  expect(outcomes).toMatchObject([{ received: 5, hasNextPage: false }])
  expect(await store.completeSweep(sweepId)).toEqual({ missing: [] })

  await store.removeRecords('individuals', ['client_profile_3'])
  const third = await store.beginSweep('individuals')
  expect(third.knownPages).toEqual([''])
  expect(await store.applyKnownPage({ sweepId: third.sweepId, after: null, compressed }, () => {})).toBeNull()
})

test('a page that comes as last time is read, if one of its records was read alone since the sweep began', async () => {
  const bytes = () => pageOf(many(anIndividual, 5))
  const sweepOnce = async (meanwhile = async () => {}) => {
    const { sweepId } = await store.beginSweep('individuals')
    await meanwhile()
    const { written } = await store.applyPage({ sweepId, after: null, bytes: bytes() }, () => {})
    await store.completeSweep(sweepId)
    return written
  }
  expect(await sweepOnce()).toBe(5)
  expect(await sweepOnce()).toBe(0)
  // A colleague undid the change before the page was made.
  const written = await sweepOnce(async () => {
    await store.applyRecord('individuals', bodyOf(anIndividual(4, { city: 'Turin' })))
  })
  expect(written).toBe(1)
  expect((await store.read('individuals.get', { id: 'client_profile_4' })).record.city).toBeUndefined()
  expect(await sweepOnce()).toBe(0)
})

test('a page with the same text in another compressed form is known in that form from then on', async () => {
  for (const compressed of ['ab'.repeat(32), undefined, 'cd'.repeat(32)]) {
    const { sweepId } = await store.beginSweep('individuals')
    const page = { sweepId, after: null, bytes: pageOf(many(anIndividual, 5)), compressed }
    const { written } = await store.applyPage(page, () => {})
    expect(written).toBe(compressed?.startsWith('ab') ? 5 : 0)
    await store.completeSweep(sweepId)
    expect((await store.beginSweep('individuals')).knownPages).toEqual([compressed ?? ''])
  }
})

test('unchanged records are not written again, whether their page changed or not', async () => {
  const records = many(anIndividual, 300)
  const cut = (all: unknown[]) => [all.slice(0, 100), all.slice(100, 200), all.slice(200)]
  await sweep(store, 'individuals', cut(records))
  await store.close()
  const marked = lookInto(folder, 'mirror', (db) => db.prepare('UPDATE individuals SET checked_at = 5').run().changes)
  expect(marked).toBe(300)
  store = await openStore(folder)

  const changed = records.with(150, anIndividual(151, { city: 'Lyon' }))
  expect(await sweep(store, 'individuals', cut(changed))).toMatchObject({ written: 1, unchanged: 299, missing: [] })
  // One more record at the front shifts every page boundary.
  expect(await sweep(store, 'individuals', cut([anIndividual(999), ...changed]))).toMatchObject({
    written: 1,
    missing: [],
  })
  await store.close()
  const untouched = lookInto(folder, 'mirror', (db) =>
    db.prepare('SELECT count(*) AS n FROM individuals WHERE checked_at = 5').get(),
  )
  expect(untouched).toEqual({ n: 299 })
  store = await openStore(folder)
})

test('a bad record is set aside and shown while its page lands, and leaves the list when it is mended', async () => {
  const bad = { ...anIndividual(2), first_name: undefined, is_primary: 'yes' }
  const result = await sweep(store, 'individuals', [[anIndividual(1), bad, anIndividual(3), 'not even an object']])
  expect(result).toMatchObject({ written: 2, setAside: 2 })
  expect(await individuals()).toEqual(['client_profile_1', 'client_profile_3'])
  const { records, total } = await store.read('setAside.list', { offset: 0, limit: 10 })
  expect(total).toBe(2)
  expect(records.find((record) => record.id !== null)).toMatchObject({
    resource: 'individuals',
    id: 'client_profile_2',
    field: 'first_name',
    json: expect.stringContaining('"Person2"'),
  })
  expect(records.find((record) => record.id === null)).toMatchObject({ json: '"not even an object"' })

  expect(await sweep(store, 'individuals', [many(anIndividual, 3)])).toMatchObject({ written: 1, setAside: 0 })
  expect((await store.read('setAside.list', { offset: 0, limit: 10 })).total).toBe(0)
})

test('a record that turned bad keeps its last good version and does not count as vanished', async () => {
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { name: 'The Good Name' })]])
  const result = await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { name: 7 })]])
  expect(result).toMatchObject({ setAside: 1, missing: [] })
  expect((await store.read('households.get', { id: 'household_2' })).title).toBe('The Good Name')
  expect((await store.read('setAside.list', { offset: 0, limit: 10 })).records[0]).toMatchObject({ field: 'name' })
  // The same page again: it is not parsed, and the unreadable record stays set aside.
  expect(await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { name: 7 })]])).toMatchObject({ setAside: 1 })
})

test('unknown fields and enum values survive as they came', async () => {
  const strange = anEntity(1, {
    kind: 'MOON_TRUST',
    stage: 'ORBITING',
    in_estate_status: 'sideways',
    crew: { size: [3] },
  })
  await sweep(store, 'entities', [[strange]])
  expect((await store.read('entities.get', { id: 'entity_1' })).record).toEqual(strange)
  expect((await store.read('entities.list', firstRows)).rows[0]).toMatchObject({
    kind: 'MOON_TRUST',
    stage: 'ORBITING',
  })
})

test('nasty but legal text comes back unchanged', async () => {
  const notes = `${'x'.repeat(65_000)} 👨‍👩‍👧 \u202Eright to left\u202C zero\u200Bwidth nul\u0000 "quotes\\" ]}{[`
  const record = anIndividual(1, { notes, email: null, city: '', last_name: 'Ó Briain' })
  await sweep(store, 'individuals', [[record, anIndividual(2)]])
  expect((await store.read('individuals.get', { id: 'client_profile_1' })).record).toEqual(record)
  expect((await store.read('search.query', { text: 'o bri', limit: 5 })).hits[0]).toMatchObject({
    id: 'client_profile_1',
  })
})

test('what a complete sweep did not bring is reported, kept, and removed only when told', async () => {
  await sweep(store, 'individuals', [many(anIndividual, 5)])
  const before = await store.read('individuals.get', { id: 'client_profile_4' })
  const { missing } = await sweep(store, 'individuals', [many(anIndividual, 3)])
  expect(missing).toEqual(['client_profile_4', 'client_profile_5'])
  const unconfirmed = await store.read('individuals.get', { id: 'client_profile_4' })
  expect(unconfirmed.checked_at).toBe(before.checked_at)
  expect((await store.read('individuals.get', { id: 'client_profile_1' })).checked_at > before.checked_at).toBe(true)

  await store.removeRecords('individuals', ['client_profile_5'])
  await store.applyRecord('individuals', bodyOf(anIndividual(4, { city: 'Turin' })))
  expect(await individuals()).toEqual(['client_profile_1', 'client_profile_2', 'client_profile_3', 'client_profile_4'])
  expect((await store.read('individuals.get', { id: 'client_profile_4' })).record.city).toBe('Turin')
  expect((await store.read('search.query', { text: 'person5', limit: 5 })).hits).toEqual([])
  await expect(store.read('individuals.get', { id: 'client_profile_5' })).rejects.toMatchObject({
    code: 'record/not-found',
  })
})

test('a record that a sweep misses counts as checked when the last sweep that brought it began', async () => {
  const records = many(anIndividual, 5)
  // The second finds nothing new, so it writes no row.
  for (let time = 0; time < 2; time += 1) await sweep(store, 'individuals', [records])
  const { checked_at } = await store.read('individuals.get', { id: 'client_profile_5' })
  for (let time = 0; time < 2; time += 1) {
    await sweep(store, 'individuals', [records.slice(0, 4)])
    expect(await store.read('individuals.get', { id: 'client_profile_5' })).toMatchObject({ checked_at })
  }
})

test('an unreadable record is in the list of those once, though it was asked for alone and its page then came as before', async () => {
  const page = [anIndividual(1), anIndividual(2, { first_name: 7 })]
  await sweep(store, 'individuals', [page])
  await store.applyRecord('individuals', bodyOf(page[1]))
  for (let time = 0; time < 2; time += 1) {
    const { records, total } = await store.read('setAside.list', { offset: 0, limit: 10 })
    expect([total, records.map(({ id }) => id)]).toEqual([1, ['client_profile_2']])
    await sweep(store, 'individuals', [page])
  }
})

test('a record that says it was deleted leaves the lists, and can come back on an unchanged page', async () => {
  const page = many(anIndividual, 3)
  await sweep(store, 'individuals', [page])
  await store.applyRecord('individuals', bodyOf(anIndividual(2, { deleted_at: '2024-06-01T00:00:00Z' })))
  expect(await individuals()).toEqual(['client_profile_1', 'client_profile_3'])
  expect(await sweep(store, 'individuals', [page])).toMatchObject({ written: 1, missing: [] })
  expect(await individuals()).toEqual(['client_profile_1', 'client_profile_2', 'client_profile_3'])
  const deleted = anIndividual(1, { deleted_at: '2024-06-01T00:00:00Z' })
  expect(await sweep(store, 'individuals', [page.with(0, deleted as never)])).toMatchObject({ missing: [] })
  expect(await individuals()).toEqual(['client_profile_2', 'client_profile_3'])
})

test('an abandoned sweep concludes nothing, and what it brought can be found', async () => {
  await sweep(store, 'individuals', [many(anIndividual, 5)])
  const { sweepId } = await store.beginSweep('individuals')
  await store.applyPage({ sweepId, after: null, bytes: pageOf([anIndividual(77)], { hasNext: true }) }, () => {})
  await store.abandonSweep(sweepId)
  expect(await individuals()).toHaveLength(6)
  expect((await store.read('search.query', { text: 'person77', limit: 5 })).hits).toHaveLength(1)
  expect(await store.beginSweep('individuals')).toMatchObject({ after: null, received: 0 })
})

test.each([
  ['service/not-json', '<!doctype html><title>Sign in</title>'],
  ['service/truncated', '{"data":[{"id":"client_profile_1","first_na'],
  ['service/bad-page', '{"data":{"id":"client_profile_1"},"page_info":{"has_next_page":false}}'],
  ['service/bad-page', '{"data":[]}'],
  ['service/bad-page', '[]'],
  ['service/bad-page', '{"data":[],"page_info":{"has_next_page":"no"}}'],
  ['service/not-json', '{"data":[{"id":}],"page_info":{"has_next_page":false}}'],
])('a page that cannot be read is %s and changes nothing: %s', async (code, text) => {
  await sweep(store, 'individuals', [many(anIndividual, 3)])
  const { sweepId } = await store.beginSweep('individuals')
  const outcomes: unknown[] = []
  const bytes = new TextEncoder().encode(text)
  const counts = store.applyPage({ sweepId, after: null, bytes }, (outcome) => outcomes.push(outcome))
  await expect(counts).rejects.toMatchObject({ code })
  expect(outcomes).toEqual([])
  expect(await individuals()).toHaveLength(3)
})

test('a valuation is observed once per change, and its entity leads to it', async () => {
  await sweep(store, 'entities', [many(anEntity, 3)])
  const now = new Date().toISOString()
  const ask = { limit: 10, notCheckedSince: now, notRefusedSince: now }
  expect(await store.entitiesToValue(ask)).toEqual({ ids: ['entity_1', 'entity_2', 'entity_3'], total: 3 })
  const answer = (more: object) =>
    store.applyValuation({ entityId: 'entity_2', bytes: bodyOf(aValuation(2, { ...more })) })
  expect(await answer({})).toEqual({ written: 1, unchanged: 0, setAside: 0 })
  expect(await answer({})).toEqual({ written: 0, unchanged: 1, setAside: 0 })
  expect(await answer({ total_value: -5 })).toEqual({ written: 1, unchanged: 0, setAside: 0 })
  await store.applyValuation({ entityId: 'entity_1', bytes: null })
  expect(await answer({ effective_date: '31.12.2024' })).toEqual({ written: 0, unchanged: 0, setAside: 1 })
  await store.flush()
  const found = await store.read('entities.get', { id: 'entity_2' })
  expect(found.valuation?.record.total_value).toBe(-5)
  expect(found.observations.map((seen) => seen.total_value)).toEqual([-5, 900.25])
  expect((await store.entitiesToValue({ ...ask, notCheckedSince: '2020-01-01T00:00:00Z' })).ids).toEqual(['entity_3'])
  expect((await store.entitiesToValue({ ...ask, notCheckedSince: '2999-01-01T00:00:00Z' })).ids[0]).toBe('entity_3')
  expect((await store.read('search.query', { text: 'zephyr', limit: 5 })).hits[0]).toMatchObject({
    resource: 'valuations',
  })
  await store.removeRecords('entities', ['entity_2'])
  expect((await store.read('valuations.list', firstRows)).total).toBe(0)
})

test('in memory everything works and nothing is written', async () => {
  const { openConnectionStore } = await import('../../../electron/data/connection-store.ts')
  const { startThread } = await import('./support/open-store.ts')
  const memory = await openConnectionStore({ startThread, memory: true })
  await sweep(memory, 'individuals', [many(anIndividual, 5)])
  expect((await memory.read('individuals.list', firstRows)).total).toBe(5)
  await memory.close()
  await expect(memory.read('individuals.list', firstRows)).rejects.toMatchObject({ code: 'cache/not-open' })
})
