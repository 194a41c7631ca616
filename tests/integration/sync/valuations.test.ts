import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../../shared/domain/app-error.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import type { SyncStatus } from '../../../shared/ipc/sync.ts'
import { firstRows } from '../data/support/open-store.ts'
import { promptClock, startSynced } from './support/synced.ts'

type Synced = Awaited<ReturnType<typeof startSynced>>
let synced: Synced

afterEach(() => synced.stop())

const hour = 3_600_000

const valuationsOf = ({ resources }: SyncStatus) => resources.find(({ resource }) => resource === 'valuations')

const readAll = async () => {
  synced.engine.start({ everything: true })
  await synced.engine.idle()
  return synced.engine.status()
}

type EntityRow = { id: string; household_id: string }

async function entities(): Promise<EntityRow[]> {
  const { body } = await synced.sandbox.client.api('/entities?limit=1000')
  return (body as { data: EntityRow[] }).data
}

test('before the first valuation is read, the status already says of how many', async () => {
  const seen: SyncStatus[] = []
  synced = await startSynced({
    sandbox: { households: 6 },
    around: (service) => ({
      ...service,
      getValuation(request) {
        seen.push(synced.engine.status())
        return service.getValuation(request)
      },
    }),
  })
  await synced.run()
  const total = (await entities()).length
  expect(seen[0]?.valuationsProgress).toEqual({ done: 0, total })
  expect(seen[0] && valuationsOf(seen[0])).toMatchObject({ state: 'running', expected: total, received: 0 })
  expect(synced.engine.status().valuationsProgress).toBeNull()
})

test('valuations of which every second one fails are still read to the end', async () => {
  let asked = 0
  synced = await startSynced({
    sandbox: { households: 12 },
    around: (service) => ({
      ...service,
      getValuation(request) {
        asked += 1
        if (asked % 2 === 0) throw new AppError('service/failed', { message: '', nextStep: '', status: 500 })
        return service.getValuation(request)
      },
    }),
  })
  const status = await synced.run()
  const total = (await entities()).length
  expect(total).toBeGreaterThan(30)
  expect(status.problem).toBeNull()
  expect(valuationsOf(status)).toMatchObject({
    state: 'complete',
    received: total,
    refused: [{ status: 500, count: Math.floor(total / 2) }],
  })
})

test('a valuation whose answer breaks off is counted once as not readable', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  const [entity] = await entities()
  synced.sandbox.control.fail({ fault: { kind: 'cut' }, path: `/entities/${entity?.id}/valuation$`, times: 1_000 })
  const status = await synced.run()
  expect(valuationsOf(status)).toMatchObject({ state: 'complete', setAside: 1, refused: [{ status: 0, count: 1 }] })
})

test('a valuation that a wrong clock called checked in the future is read in the next run', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  await synced.run()
  const { rows } = await synced.store.read('valuations.list', firstRows)
  const entityId = String(rows[0]?.entity_id)
  const { bytes } = await synced.service.getValuation({ entityId, signal: new AbortController().signal })
  await synced.store.applyValuation({ entityId, bytes, ageMs: -30 * 24 * hour })
  expect(valuationsOf(await synced.run())).toMatchObject({ state: 'complete', received: 1 })
  const { valuation_checked_at: at } = await synced.store.read('entities.get', { id: entityId })
  expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a person whom a wrong clock called checked in the future is checked when the next run read the list', async () => {
  synced = await startSynced({ sandbox: { households: 6 }, engine: { valuations: false } })
  await synced.run()
  const { rows } = await synced.store.read('individuals.list', firstRows)
  const id = String(rows[0]?.id)
  const { signal } = new AbortController()
  const body = await synced.service.getRecord({ resource: 'individuals', id, signal })
  if (body === null) throw new Error('The service does not have this person.')
  await synced.store.applyRecord('individuals', body.bytes, -30 * 24 * hour)
  const began = Date.now()
  await synced.run()
  const checkedAt = Date.parse((await synced.store.read('individuals.get', { id })).checked_at)
  expect(checkedAt).toBeGreaterThanOrEqual(began)
  expect(checkedAt).toBeLessThanOrEqual(Date.now())
})

test('many removals at once are held for the next run, also if the lists are walked again in this one', async () => {
  let isLong = false
  let passed = 0
  let walks = 0
  synced = await startSynced({
    sandbox: { households: 60 },
    engine: { clock: { ...promptClock, elapsed: () => performance.now() + passed } },
    around: (service) => ({
      ...service,
      listPage(request) {
        if (request.resource === 'documents') walks += 1
        return service.listPage(request)
      },
      getValuation(request) {
        if (isLong) passed = hour
        return service.getValuation(request)
      },
    }),
  })
  await synced.run()
  const { rows, total } = await synced.store.read('documents.list', { ...firstRows, limit: 40 })
  for (const { id } of rows) await synced.sandbox.control.colleague.remove('documents', String(id))
  isLong = true
  walks = 0
  const { resources } = await readAll()
  expect(walks).toBe(2)
  expect(resources.find(({ resource }) => resource === 'documents')).toMatchObject({ state: 'complete', held: 40 })
  expect((await synced.store.read('documents.list', firstRows)).total).toBe(total)
  await synced.run()
  expect((await synced.store.read('documents.list', firstRows)).total).toBe(total - 40)
})

test('opening a household reads its valuations that were not just checked, and concludes which entities have none', async () => {
  synced = await startSynced({ sandbox: { households: 12 }, engine: { valuations: false } })
  await synced.run()
  const all = await entities()
  const { client } = synced.sandbox
  const isValued = new Map<string, boolean>()
  for (const { id } of all) isValued.set(id, (await client.api(`/entities/${id}/valuation`)).status === 200)
  const households = [...new Set(all.map(({ household_id }) => household_id))]
  const ofHousehold = (id: string) => all.filter(({ household_id }) => household_id === id)
  const household =
    households.find((id) => new Set(ofHousehold(id).map((one) => isValued.get(one.id))).size === 2) ?? ''
  const own = ofHousehold(household)
  expect(await synced.engine.refreshHousehold(household)).toEqual({ asked: own.length, refused: 0 })
  for (const { id } of own) {
    const { valuation, valuation_checked_at: at } = await synced.store.read('entities.get', { id })
    expect([id, valuation !== null, at !== null]).toEqual([id, isValued.get(id), true])
  }
  expect(await synced.engine.refreshHousehold(household)).toEqual({ asked: 0, refused: 0 })
  const later = synced.makeEngine({ clock: { ...promptClock, now: () => Date.now() + 61_000 } })
  expect(await later.refreshHousehold(household)).toEqual({ asked: own.length, refused: 0 })
  await later.close()
  expect(await synced.engine.refreshHousehold(localId('households', randomUUID()))).toEqual({ asked: 0, refused: 0 })
})
