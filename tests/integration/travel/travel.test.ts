import { createHash } from 'node:crypto'
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PinnedHousehold } from '../../../shared/ipc/travel.ts'
import { startTravelling } from './support/travelling.ts'

type World = Awaited<ReturnType<typeof startTravelling>>
let world: World

/** The two households with the most documents, which the tests use. */
let first: Household
let second: Household
type Household = { id: string; documents: string[]; entities: string[]; summaries: string[] }

beforeEach(async () => {
  world = await startTravelling()
  await world.sweep()
  const [documents, entities, summaries] = await Promise.all(
    ['documents', 'entities', 'document-summaries'].map((path) => world.listed(`/${path}?limit=1000`)),
  )
  const of = (id: string, records: typeof documents) =>
    (records ?? []).filter(({ household_id }) => household_id === id).map((record) => record.id)
  const households = (await world.listed('/households?limit=1000'))
    .map(({ id }) => ({ id, documents: of(id, documents), entities: of(id, entities), summaries: of(id, summaries) }))
    .sort((a, b) => b.documents.length - a.documents.length)
  const [one, other] = households
  if (!one || !other || other.documents.length < 3) throw new Error('The firm has too few documents.')
  first = one
  second = other
  world.sandbox.control.resetStats()
})
afterEach(() => world.stop())

async function pinned(household: Household): Promise<PinnedHousehold> {
  const { travel } = world.steward
  await travel.idle()
  const { pinned: found } = await travel.get(household.id)
  if (found === null) throw new Error('Not pinned.')
  return found
}

async function pin(household: Household): Promise<PinnedHousehold> {
  await world.steward.travel.pin(household.id)
  return pinned(household)
}

async function check(household: Household): Promise<PinnedHousehold> {
  await world.steward.travel.check(household.id)
  return pinned(household)
}

async function contentOf(id: string) {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of world.steward.files.held.read({ kind: 'document', id })) {
    digest.update(chunk)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}

const heldIds = async () => (await world.steward.files.held.usage()).map(({ id }) => id).sort()
const all = <Value>(of: readonly Value[]) => ({ total: of.length, held: of.length })
const failDownloads = (status: number, id = '[^/]+') =>
  world.sandbox.control.fail({ fault: { kind: 'status', status }, path: `/documents/${id}/download`, times: 1000 })

test('a pinned household is ready with every file as the service has it, and stays so without the service', async () => {
  const ready = await pin(first)
  expect(ready).toMatchObject({
    verdict: 'ready',
    documents: all(first.documents),
    valuations: all(first.entities),
    summaries: first.summaries.length,
    gaps: [],
    problem: null,
  })
  expect(ready.checked_at).toBe('2026-11-01T09:00:00.000Z')
  const atService = await Promise.all(first.documents.map(world.fileAtService))
  expect(await Promise.all(first.documents.map(contentOf))).toEqual(atService)
  expect(ready.bytes).toBe(atService.reduce((sum, { size }) => sum + size, 0))
  const said = { type: 'files', connectionId: 'c'.repeat(32), what: 'pins' }
  await expect.poll(() => world.steward.events).toContainEqual(said)

  world.sandbox.control.goOffline()
  await world.restart()
  expect(await pinned(first)).toEqual(ready)
  expect(await Promise.all(first.documents.map(contentOf))).toEqual(atService)
  expect(await world.steward.travel.list()).toMatchObject({ used: ready.bytes, loose: 0, budget: 2_000_000_000 })
})

test('what a colleague changed, added and removed is at hand after the next look', async () => {
  await pin(first)
  const { colleague } = world.sandbox.control
  const [renamed = '', removed = '', ...others] = first.documents
  colleague.edit('documents', renamed, { name: 'Codicil' })
  await colleague.remove('documents', removed)
  const after = await check(first)
  expect(after).toMatchObject({ verdict: 'ready', documents: all([renamed, ...others]) })
  const { documents } = await world.steward.store.read('travel.needs', { household_id: first.id })
  expect(documents.find(({ id }) => id === renamed)).toMatchObject({
    title: 'Codicil',
    held: { size: expect.any(Number) },
  })
})

test('the file of a document that was deleted at the service goes from this computer as well', async () => {
  await pin(first)
  const [deleted = '', ...others] = first.documents
  await world.sandbox.control.colleague.remove('documents', deleted)
  await world.sweep()
  world.pass(31 * 60_000)
  await world.steward.travel.setBudget(2_000_000_000)
  expect(await heldIds()).toEqual([...others].sort())
})

test('a file that the service does not have is named with the reason, and fetched once it has it', async () => {
  const [lost = ''] = first.documents
  failDownloads(404, lost)
  const lacking = await pin(first)
  expect(lacking).toMatchObject({
    verdict: 'incomplete',
    documents: { total: first.documents.length, held: first.documents.length - 1 },
    gaps: [{ what: 'document', id: lost, reason: 'The service does not have its file.' }],
  })
  world.sandbox.control.reset()
  expect(await check(first)).toMatchObject({ verdict: 'ready', documents: all(first.documents), gaps: [] })
})

test('files of nobody’s pin make room, least recently used first; those of pinned households never do', async () => {
  const { travel, fetcher } = world.steward
  const ready = await pin(first)
  const signal = new AbortController().signal
  const loose = second.documents.slice(0, 3)
  const sizes: number[] = []
  for (const id of loose) {
    world.pass(1000)
    sizes.push((await fetcher.fetch({ kind: 'document', id }, { refresh: false, signal })).size)
  }
  const [oldest = 0, ...newer] = sizes
  const room = ready.bytes + newer.reduce((sum, size) => sum + size, 0)
  await travel.setBudget(room)
  // A user may still be looking at these files, so they are not removed yet.
  expect(await heldIds()).toEqual([...first.documents, ...loose].sort())
  world.pass(31 * 60_000)
  await travel.setBudget(room)
  expect(await heldIds()).toEqual([...first.documents, ...loose.slice(1)].sort())
  expect(await travel.list()).toMatchObject({ used: room, loose: room - ready.bytes })
  await travel.setBudget(Math.max(1, ready.bytes - oldest))
  expect(await heldIds()).toEqual([...first.documents].sort())
})

test('a household that does not fit says by how much, takes nothing from another, and comes when there is room', async () => {
  const ready = await pin(first)
  const { travel, store } = world.steward
  await travel.setBudget(ready.bytes + 10)
  await travel.idle()
  world.sandbox.control.resetStats()
  const wanted = await Promise.all(second.documents.map(world.fileAtService))
  const bytes = wanted.reduce((sum, { size }) => sum + size, 0)
  const lacking = await pin(second)
  expect(lacking).toMatchObject({ verdict: 'over-budget', documents: { held: 0 }, short: bytes - 10 })
  expect(lacking.gaps.map(({ id }) => id).sort()).toEqual([...second.documents].sort())
  expect(await pinned(first)).toMatchObject({ verdict: 'ready', bytes: ready.bytes })
  expect((await travel.list()).used).toBe(ready.bytes)

  world.sandbox.control.resetStats()
  expect(await check(second)).toMatchObject({ verdict: 'over-budget' })
  expect(world.sandbox.control.stats().requests['GET /documents/{id}/download'] ?? 0).toBe(0)

  await travel.setBudget(ready.bytes + bytes)
  expect(await pinned(second)).toMatchObject({ verdict: 'ready', bytes, short: 0 })
  expect((await store.read('travel.held', {})).files).toHaveLength(first.documents.length + second.documents.length)
})

test('a file that was damaged on the disk is found by reading it through, and fetched again', async () => {
  await pin(first)
  const folder = join(world.folder, 'files')
  const [victim = ''] = await readdir(folder)
  await truncate(join(folder, victim), 40)
  failDownloads(404)
  expect(await check(first)).toMatchObject({
    verdict: 'incomplete',
    documents: { held: first.documents.length - 1 },
  })
  world.sandbox.control.reset()
  expect(await check(first)).toMatchObject({ verdict: 'ready', documents: all(first.documents) })
  const atService = await Promise.all(first.documents.map(world.fileAtService))
  expect(await Promise.all(first.documents.map(contentOf))).toEqual(atService)
})

test('files are read through once a day by themselves', async () => {
  await pin(first)
  const folder = join(world.folder, 'files')
  const [victim = ''] = await readdir(folder)
  await truncate(join(folder, victim), 40)
  const hour = 60 * 60_000
  world.sandbox.control.resetStats()
  const downloads = () => world.sandbox.control.stats().requests['GET /documents/{id}/download'] ?? 0
  for (let passed = 0; passed < 23; passed++) {
    world.pass(hour + 1000)
    await expect.poll(async () => (await pinned(first)).checked_at).toBe(isoAfter((passed + 1) * (hour + 1000)))
  }
  expect(downloads()).toBe(0)
  world.pass(hour)
  await expect.poll(downloads).toBe(1)
  expect(await pinned(first)).toMatchObject({ verdict: 'ready' })
})

const isoAfter = (ms: number) => new Date(Date.parse('2026-11-01T09:00:00.000Z') + ms).toISOString()

test('without the service a pin waits, tries less and less often, and is ready once it is back', async () => {
  const { travel } = world.steward
  world.sandbox.control.goOffline()
  await travel.pin(first.id)
  await expect.poll(async () => (await travel.get(first.id)).pinned?.problem).toMatch(/reached/)
  expect((await travel.get(first.id)).pinned).toMatchObject({ verdict: 'unchecked', busy: false, checked_at: null })
  world.sandbox.control.goOnline()
  world.pass(5 * 60_000)
  expect(await pinned(first)).toMatchObject({ verdict: 'ready', documents: all(first.documents) })
})

test('a look that breaks off in the middle keeps what came, and goes on from there after a restart', async () => {
  const { travel } = world.steward
  const most = first.documents.length - 1
  const path = '/documents/[^/]+/download'
  world.sandbox.control.fail({ fault: { kind: 'hang' }, path, skip: most, times: 1000 })
  await travel.pin(first.id)
  await expect.poll(async () => (await travel.get(first.id)).pinned?.documents.held).toBe(most)
  expect((await travel.get(first.id)).pinned).toMatchObject({ verdict: 'fetching', busy: true })
  travel.stop()
  expect(await pinned(first)).toMatchObject({ verdict: 'unchecked', documents: { held: most } })
  expect((await pinned(first)).problem).toMatch(/stopped/)
  await world.restart()
  world.sandbox.control.reset()
  expect(await check(first)).toMatchObject({ verdict: 'ready', problem: null })
  expect(world.sandbox.control.stats().requests['GET /documents/{id}/download']).toBe(1)
})

test('unpinning ends what is being fetched, and is undone with all that was there', async () => {
  const { travel } = world.steward
  const ready = await pin(first)
  await travel.unpin(first.id)
  expect((await travel.get(first.id)).pinned).toBeNull()
  expect(await travel.list()).toMatchObject({ households: [], used: ready.bytes, loose: ready.bytes })
  world.sandbox.control.goOffline()
  await travel.pin(first.id)
  expect((await travel.get(first.id)).pinned).toMatchObject({
    checked_at: ready.checked_at,
    documents: all(first.documents),
  })
  await expect.poll(async () => (await travel.get(first.id)).pinned?.problem).toContain('will try again')
  world.sandbox.control.goOnline()
  world.sandbox.control.fail({ fault: { kind: 'hang' }, path: '/documents/[^/]+/download', times: 1000 })
  // A newly pinned household does not wait for the pause that followed the failure.
  await travel.pin(second.id)
  await expect.poll(async () => (await travel.get(second.id)).pinned?.verdict).toBe('fetching')
  await travel.unpin(second.id)
  world.pass(5 * 60_000)
  await travel.idle()
  expect((await travel.list()).households.map(({ household_id }) => household_id)).toEqual([first.id])
})

test('signed out, nothing is asked of the service', async () => {
  world.session.signedIn = false
  const waiting = await pin(first)
  expect(waiting).toMatchObject({ verdict: 'unchecked', documents: { held: 0 } })
  expect(world.sandbox.control.stats().requests).toEqual({})
})

test('after a sweep the records are not asked for once more, but what is new of them is fetched', async () => {
  await pin(first)
  const [changed = ''] = first.documents
  world.sandbox.control.colleague.edit('documents', changed, { name: 'Codicil' })
  world.pass(10 * 60_000)
  world.sandbox.control.resetStats()
  await world.sweep()
  await expect.poll(async () => (await pinned(first)).checked_at).toBe(isoAfter(10 * 60_000))
  const { requests } = world.sandbox.control.stats()
  expect(requests['GET /households/{id}'] ?? 0).toBe(0)
  expect(requests['GET /documents/{id}/download']).toBe(1)
  expect(await pinned(first)).toMatchObject({ verdict: 'ready' })
})

test('a travel check never removes more than 20 at once; the second complete run after it does', async () => {
  const { colleague } = world.sandbox.control
  const added = Array.from({ length: 25 }, (_, n) => `document_added_${n}`)
  for (const id of added)
    colleague.create('documents', { id, household_id: first.id, name: `Minutes ${id}`, type: 'OTHER' })
  await world.sweep()
  const stored = async () => {
    const { documents } = await world.steward.store.read('travel.needs', { household_id: first.id })
    return documents.map(({ id }) => id)
  }
  const whole = [...first.documents, ...added]
  expect((await stored()).toSorted()).toEqual(whole.toSorted())
  await pin(first)
  const [few = '', ...many] = added
  // One is removed by a check of its own.
  await colleague.remove('documents', few)
  await check(first)
  expect(await stored()).not.toContain(few)
  // 24 at once stay however often it is checked, because only runs that read the whole list compare with one another.
  for (const id of many) await colleague.remove('documents', id)
  for (const _ of [1, 2, 3]) await check(first)
  expect(await stored()).toEqual(expect.arrayContaining(many))
  await world.sweep()
  expect(await stored()).toEqual(expect.arrayContaining(many))
  const documents = () => world.steward.sync.status().resources.find(({ resource }) => resource === 'documents')
  expect(documents()).toMatchObject({ state: 'complete', held: 24 })
  await world.sweep()
  expect(documents()).toMatchObject({ state: 'complete', held: 0 })
  expect((await stored()).toSorted()).toEqual(first.documents.toSorted())
  expect(await check(first)).toMatchObject({ verdict: 'ready', documents: all(first.documents) })
})
