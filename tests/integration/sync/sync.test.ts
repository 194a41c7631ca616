import { afterEach, expect, test } from 'vitest'
import { authError } from '../../../electron/auth/auth-errors.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import { firstRows } from '../data/support/open-store.ts'
import { startSynced } from './support/synced.ts'

type Synced = Awaited<ReturnType<typeof startSynced>>
let synced: Synced

afterEach(() => synced.stop())

/** A firm with 1,201 people: a page has at most 1,000. */
const twoPages = { households: 200 }

const stateOf = (status: Awaited<ReturnType<Synced['run']>>, resource: string) =>
  status.resources.find((one) => one.resource === resource)

/** Returns every record that the service lists, by plain requests. */
async function listed({ sandbox }: Synced, resource: ListedResource): Promise<{ id: string }[]> {
  const answer = await sandbox.client.api(`/${resource}?limit=1000`)
  return (answer.body as { data: { id: string }[] }).data
}

test('one run brings every list, every valuation and the search index', async () => {
  synced = await startSynced()
  const status = await synced.run()
  expect(status).toMatchObject({ state: 'idle', problem: null, reachable: 'online' })
  for (const resource of listedResources) {
    const expected = await listed(synced, resource)
    const received = expected.length
    expect(stateOf(status, resource)).toMatchObject({ state: 'complete', received, written: received, setAside: 0 })
    expect(stateOf(status, resource)?.lastCompleteAt).toMatch(/^20/)
  }
  const households = await listed(synced, 'households')
  const { rows, total } = await synced.store.read('households.list', firstRows)
  expect(rows.map(({ id }) => id).sort()).toEqual(households.map(({ id }) => id).sort())
  expect(total).toBe(households.length)
  for (const household of households) {
    const found = await synced.store.read('households.get', { id: household.id })
    expect(found.record).toEqual(household)
  }
  const entities = await listed(synced, 'entities')
  expect(stateOf(status, 'valuations')).toMatchObject({ state: 'complete', received: entities.length })
  for (const { id } of entities) {
    const answer = await synced.sandbox.client.api(`/entities/${id}/valuation`)
    const found = await synced.store.read('entities.get', { id })
    expect(found.valuation?.record ?? null).toEqual(answer.status === 200 ? answer.body : null)
    expect(found.valuation_checked_at).not.toBeNull()
  }
})

test('a second run finds nothing new, and asks no valuation again so soon', async () => {
  synced = await startSynced()
  await synced.run()
  const status = await synced.run()
  for (const resource of listedResources)
    expect(stateOf(status, resource)).toMatchObject({ state: 'complete', written: 0 })
  expect(stateOf(status, 'valuations')).toMatchObject({ state: 'complete', received: 0 })
})

test('a second run does not inflate a page that it knows, and notices the one that changed', async () => {
  let [known, whole] = [0, 0]
  synced = await startSynced({
    around: (service) => ({
      ...service,
      async listPage(request) {
        const body = await service.listPage(request)
        if (body.compressed?.isKnown) known += 1
        else whole += 1
        return body
      },
    }),
  })
  await synced.run()
  expect([known, whole]).toEqual([0, listedResources.length])
  const [household] = await listed(synced, 'households')
  synced.sandbox.control.colleague.edit('households', household?.id ?? '', { notes: 'Edited' })
  const status = await synced.run()
  expect([known, whole]).toEqual([listedResources.length - 1, listedResources.length + 1])
  expect(stateOf(status, 'households')).toMatchObject({ state: 'complete', written: 1 })
})

test('what a colleague changed, added and removed is in the copy after the next run', async () => {
  synced = await startSynced()
  await synced.run()
  const { colleague } = synced.sandbox.control
  const [first, second] = await listed(synced, 'individuals')
  const [entity] = await listed(synced, 'entities')
  if (!first || !second || !entity) throw new Error('The firm is empty.')
  colleague.edit('individuals', first.id, { city: 'Samarkand' })
  await colleague.remove('individuals', second.id)
  await colleague.remove('entities', entity.id)
  const status = await synced.run()
  expect(status.problem).toBeNull()
  expect((await synced.store.read('individuals.get', { id: first.id })).record.city).toBe('Samarkand')
  await expect(synced.store.read('individuals.get', { id: second.id })).rejects.toMatchObject({
    code: 'record/not-found',
  })
  await expect(synced.store.read('entities.get', { id: entity.id })).rejects.toMatchObject({ code: 'record/not-found' })
})

const faults = ['repeated-cursor', 'cyclic', 'next-without-cursor'] as const

test.each(faults)('pages with the fault %s end the walk, and nothing is removed', async (fault) => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  await synced.run()
  const before = (await synced.store.read('individuals.list', firstRows)).total
  expect(before).toBeGreaterThan(1000)
  synced.sandbox.control.setPageFault('individuals', fault)
  const [gone] = await listed(synced, 'individuals')
  await synced.sandbox.control.colleague.remove('individuals', gone?.id ?? '')
  synced.sandbox.control.resetStats()
  const status = await synced.run()
  expect(stateOf(status, 'individuals')).toMatchObject({ state: 'incomplete' })
  expect(stateOf(status, 'entities')).toMatchObject({ state: 'complete' })
  expect(status.problem).toMatchObject({ code: 'service/bad-pagination' })
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(before)
  // One request per cursor, one more, and one that guesses with the last sweep's cursors.
  const pages = Math.ceil(before / 1000)
  expect(synced.sandbox.control.stats().requests['GET /individuals']).toBeLessThanOrEqual(pages + 2)

  synced.sandbox.control.reset()
  const mended = await synced.run()
  expect(stateOf(mended, 'individuals')).toMatchObject({ state: 'complete' })
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(before - 1)
})

test('what the service refuses is counted and asked for again, and stops nothing else', async () => {
  synced = await startSynced({ sandbox: { households: 6 } })
  await synced.run()
  const entities = await listed(synced, 'entities')
  const [forbidden, bad, html] = entities
  const [household] = await listed(synced, 'households')
  const { control } = synced.sandbox
  const refuse = (path: string, status: number) =>
    control.fail({ fault: { kind: 'status', status }, path: `${path}$`, times: 1000 })
  refuse(`/entities/${forbidden?.id}/valuation`, 403)
  refuse(`/entities/${bad?.id}/valuation`, 400)
  control.fail({ fault: { kind: 'html', status: 404 }, path: `/entities/${html?.id}/valuation$`, times: 1000 })
  control.fail({ fault: { kind: 'status', status: 403 }, path: '/users\\?', times: 1000 })
  control.setPageFault('documents', 'lying-total')
  // No longer in its list, and a request by id is refused with a 403.
  await control.colleague.remove('households', household?.id ?? '')
  refuse(`/households/${household?.id}`, 403)
  synced.engine.start({ everything: true })
  await synced.engine.idle()
  const status = synced.engine.status()
  expect(stateOf(status, 'valuations')).toMatchObject({
    state: 'complete',
    received: entities.length,
    refused: [
      { status: 400, count: 1 },
      { status: 403, count: 1 },
      { status: 404, count: 1 },
    ],
  })
  expect(stateOf(status, 'users')).toMatchObject({
    state: 'failed',
    received: 0,
    written: 0,
    setAside: 0,
    held: 0,
    refused: [{ status: 403, count: 1 }],
  })
  expect(stateOf(status, 'documents')).toMatchObject({ state: 'incomplete' })
  expect(stateOf(status, 'households')).toMatchObject({ state: 'complete', refused: [{ status: 403, count: 1 }] })
  expect((await synced.store.read('households.get', { id: household?.id ?? '' })).record.id).toBe(household?.id)

  control.reset()
  synced.engine.start({ everything: true })
  await synced.engine.idle()
  const mended = synced.engine.status()
  expect(mended.problem).toBeNull()
  expect(mended.resources.flatMap(({ refused }) => refused)).toEqual([])
  await expect(synced.store.read('households.get', { id: household?.id ?? '' })).rejects.toMatchObject({
    code: 'record/not-found',
  })
})

test('an empty page between any two others costs a request each, and the walk goes on to the end', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  synced.sandbox.control.setPageFault('individuals', 'empty-page')
  synced.sandbox.control.resetStats()
  const status = await synced.run()
  expect(status.problem).toBeNull()
  const answer = await synced.sandbox.client.api('/individuals?limit=1')
  const { total_count: total } = answer.body as { total_count: number }
  expect(total).toBeGreaterThan(1000)
  expect(stateOf(status, 'individuals')).toMatchObject({ state: 'complete', received: total })
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(total)
})

test.each(['duplicates', 'moving'] as const)('pages with the fault %s lose no record', async (fault) => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  synced.sandbox.control.setPageFault('individuals', fault)
  const status = await synced.run()
  expect(status.problem).toBeNull()
  synced.sandbox.control.reset()
  const { total } = await synced.store.read('individuals.list', firstRows)
  const answer = await synced.sandbox.client.api('/individuals?limit=1')
  expect(total).toBe((answer.body as { total_count: number }).total_count)
})

test('a count that is always too high is reported once by name, then tolerated, and keeps nothing away', async () => {
  synced = await startSynced({ sandbox: { households: 20 }, engine: { valuations: false } })
  synced.sandbox.control.setPageFault('individuals', 'lying-total')
  const people = await listed(synced, 'individuals')
  const reported = await synced.run()
  expect(stateOf(reported, 'individuals')).toMatchObject({ state: 'incomplete', lastCompleteAt: null })
  expect(reported.problem).toMatchObject({
    code: 'service/bad-pagination',
    message: `The service counts ${2 * people.length + 7} people, but sent ${people.length}.`,
  })
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(people.length)

  await synced.sandbox.control.colleague.remove('individuals', people[0]?.id ?? '')
  const tolerated = await synced.run()
  expect(tolerated.problem).toBeNull()
  expect(stateOf(tolerated, 'individuals')?.state).toBe('complete')
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(people.length - 1)
  // A greater difference than the one that was reported: two walks in a row agree on it.
  await synced.sandbox.control.colleague.remove('households', (await listed(synced, 'households'))[0]?.id ?? '')
  expect((await synced.run()).problem).toBeNull()
})

test('records that move past a walk are found by a second one', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  synced.sandbox.control.setPageFault('individuals', 'moving')
  synced.sandbox.control.resetStats()
  const status = await synced.run()
  expect(status.problem).toBeNull()
  const answer = await synced.sandbox.client.api('/individuals?limit=1')
  const { total_count: total } = answer.body as { total_count: number }
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(total)
})

test('a walk that failed half way begins again at the first page, and reads what colleagues changed there meanwhile', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  await synced.run()
  const { control } = synced.sandbox
  control.fail({ fault: { kind: 'status', status: 400 }, path: '/individuals\\?.*after=', times: 1000 })
  const failed = await synced.run()
  expect(stateOf(failed, 'individuals')?.state).toBe('failed')
  expect(failed.problem?.code).toBe('service/refused')
  const [first, second] = await listed(synced, 'individuals')
  control.colleague.edit('individuals', first?.id ?? '', { city: 'Samarkand' })
  await control.colleague.remove('individuals', second?.id ?? '')
  control.reset()
  expect((await synced.run()).problem).toBeNull()
  expect((await synced.store.read('individuals.get', { id: first?.id ?? '' })).record.city).toBe('Samarkand')
  await expect(synced.store.read('individuals.get', { id: second?.id ?? '' })).rejects.toMatchObject({
    code: 'record/not-found',
  })
})

test('a first copy of which no whole walk succeeds is complete as of its first page, once each page was read', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  const { control, client } = synced.sandbox
  const { total_count: counted } = (await client.api('/individuals?limit=1')).body as { total_count: number }
  const began = Date.now()
  control.fail({ fault: { kind: 'status', status: 403 }, path: '/individuals\\?.*after=', times: 1_000 })
  expect(stateOf(await synced.run(), 'individuals')).toMatchObject({ state: 'failed', lastCompleteAt: null })
  const firstEnded = Date.now()
  control.reset()
  // The second run reads the other pages, and then cannot read the first one again.
  control.fail({ fault: { kind: 'status', status: 403 }, path: '/individuals\\?(?!.*after=)', times: 1_000 })
  const individuals = stateOf(await synced.run(), 'individuals')
  expect(individuals?.state).toBe('failed')
  expect((await synced.store.read('individuals.list', firstRows)).total).toBe(counted)
  const completeAt = Date.parse(individuals?.lastCompleteAt ?? '')
  expect(completeAt).toBeGreaterThanOrEqual(began)
  expect(completeAt).toBeLessThanOrEqual(firstEnded)
  expect((await synced.store.lastComplete()).individuals).toBe(individuals?.lastCompleteAt)
})

test('a first copy that cannot go on is not begun again unless the service itself refuses its cursor', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  const { control } = synced.sandbox
  const requests = () => control.stats().requests['GET /individuals']
  const refuse = (status: number) =>
    control.fail({ fault: { kind: 'status', status }, path: '/individuals\\?.*after=', times: 1_000 })
  refuse(403)
  expect(stateOf(await synced.run(), 'individuals')).toMatchObject({ state: 'failed', received: 1000 })
  control.resetStats()
  expect((await synced.run()).problem?.code).toBe('service/forbidden')
  expect(requests()).toBe(1)
  control.reset()
  refuse(400)
  control.resetStats()
  expect((await synced.run()).problem?.code).toBe('service/refused')
  // The service answers otherwise, so the list is read from its first page again.
  expect(requests()).toBeGreaterThan(3)
})

test('offline nothing is lost, the run says so, and the next one completes', async () => {
  synced = await startSynced()
  await synced.run()
  synced.sandbox.control.goOffline()
  const status = await synced.run()
  expect(status).toMatchObject({ state: 'idle', reachable: 'offline', problem: { code: 'service/offline' } })
  expect((await synced.store.read('households.list', firstRows)).total).toBeGreaterThan(0)
  synced.sandbox.control.goOnline()
  expect(await synced.run()).toMatchObject({ state: 'idle', reachable: 'online', problem: null })
})

test('after a run that could not reach the service, waking up starts the next', async () => {
  synced = await startSynced()
  synced.sandbox.control.goOffline()
  await synced.run()
  synced.sandbox.control.goOnline()
  synced.engine.wake()
  await synced.engine.idle()
  expect(synced.engine.status()).toMatchObject({ problem: null, reachable: 'online' })
  synced.engine.wake()
  expect(synced.engine.status().state).toBe('idle')
})

test('a cancelled run stops at once, keeps what was committed, and the next goes on from there', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  synced.sandbox.control.setLatency(60_000, 'after=')
  const waiting = new Promise<void>((resolve) => {
    synced.engine.onStatus((status) => {
      if (stateOf(status, 'individuals')?.received === 1000) resolve()
    })
  })
  synced.engine.start()
  await waiting
  expect(synced.engine.cancel().state).toBe('cancelling')
  await synced.engine.idle()
  const cancelled = synced.engine.status()
  expect(cancelled).toMatchObject({ state: 'idle', problem: null })
  expect(stateOf(cancelled, 'individuals')).toMatchObject({ state: 'cancelled', received: 1000 })
  synced.sandbox.control.reset()
  synced.sandbox.control.resetStats()
  const [first] = await listed(synced, 'individuals')
  synced.sandbox.control.colleague.edit('individuals', first?.id ?? '', { city: 'Samarkand' })
  const before = synced.sandbox.control.stats().requests['GET /individuals'] ?? 0
  const status = await synced.run()
  expect(stateOf(status, 'individuals')).toMatchObject({ state: 'complete', written: 1 })
  // The rest of the first copy, then every page, since the first ones may have changed.
  const { total } = await synced.store.read('individuals.list', firstRows)
  const pages = Math.ceil(total / 1000)
  expect(synced.sandbox.control.stats().requests['GET /individuals']).toBe(before + pages - 1 + pages)
  expect((await synced.store.read('individuals.get', { id: first?.id ?? '' })).record.city).toBe('Samarkand')
})

test.each([
  ['html', { kind: 'html', status: 200 }, 'service/not-json'],
  ['truncated JSON', { kind: 'truncate' }, 'service/truncated'],
] as const)('%s instead of a page fails that list alone and loses nothing', async (_, fault, code) => {
  synced = await startSynced({ engine: { valuations: false } })
  await synced.run()
  const before = (await synced.store.read('documents.list', firstRows)).total
  synced.sandbox.control.fail({ fault, path: '/documents\\?', times: 20 })
  const status = await synced.run()
  expect(stateOf(status, 'documents')).toMatchObject({ state: 'failed' })
  expect(stateOf(status, 'households')).toMatchObject({ state: 'complete' })
  expect(status.problem).toMatchObject({ code })
  expect((await synced.store.read('documents.list', firstRows)).total).toBe(before)
})

test('a record without a required field is set aside, and its page still lands', async () => {
  synced = await startSynced({ engine: { valuations: false } })
  const [first] = await listed(synced, 'documents')
  synced.sandbox.control.colleague.override('documents', first?.id ?? '', { ...first, type: undefined })
  const status = await synced.run()
  expect(stateOf(status, 'documents')).toMatchObject({ state: 'complete', setAside: 1 })
  const { records } = await synced.store.read('setAside.list', { offset: 0, limit: 10 })
  expect(records).toMatchObject([{ resource: 'documents', id: first?.id, field: 'type' }])
})

test('a valuation that is asked for by hand is there at once', async () => {
  synced = await startSynced({ engine: { valuations: false } })
  await synced.run()
  for (const { id } of (await listed(synced, 'entities')).slice(0, 5)) {
    const answer = await synced.sandbox.client.api(`/entities/${id}/valuation`)
    expect(await synced.engine.refreshValuation(id)).toEqual({ found: answer.status === 200 })
    const { valuation } = await synced.store.read('entities.get', { id })
    expect(valuation?.record ?? null).toEqual(answer.status === 200 ? answer.body : null)
  }
})

test('a run follows a run by itself, after the wait that the clock was asked for', async () => {
  synced = await startSynced({ engine: { valuations: false } })
  const waits: number[] = []
  const twice = Promise.withResolvers<void>()
  const clock = {
    now: Date.now,
    elapsed: () => performance.now(),
    random: () => 0.5,
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.push(ms)
      if (waits.length === 1) return Promise.resolve()
      twice.resolve()
      return new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const engine = synced.makeEngine({ clock, periodic: true })
  engine.start()
  await twice.promise
  await engine.close()
  expect(waits).toEqual([15 * 60_000, 15 * 60_000])
})

test('a run that the user starts takes the place of the one that was due, so that only one is waited for', async () => {
  synced = await startSynced({ engine: { valuations: false } })
  const waits: AbortSignal[] = []
  const clock = {
    now: Date.now,
    elapsed: () => performance.now(),
    random: () => 0.5,
    sleep: (_: number, signal?: AbortSignal) => {
      if (signal) waits.push(signal)
      return new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const engine = synced.makeEngine({ clock, periodic: true })
  for (let count = 0; count < 3; count += 1) {
    engine.start()
    await engine.idle()
  }
  expect(waits.map(({ aborted }) => aborted)).toEqual([true, true, false])
  await engine.close()
})

test('the people of a first list whose pages never end can be searched, and the next sync reads it whole', async () => {
  synced = await startSynced({ sandbox: twoPages, engine: { valuations: false } })
  const [person] = (await listed(synced, 'individuals')) as { id: string; email?: string; last_name?: string }[]
  const text = String(person?.last_name)
  synced.sandbox.control.setPageFault('individuals', 'repeated-cursor')
  expect(stateOf(await synced.run(), 'individuals')).toMatchObject({ state: 'incomplete', lastCompleteAt: null })
  const { hits } = await synced.store.read('search.query', { text, limit: 20 })
  expect(hits.filter(({ resource }) => resource === 'individuals')).not.toEqual([])
  synced.sandbox.control.reset()
  synced.sandbox.control.resetStats()
  const whole = stateOf(await synced.run(), 'individuals')
  expect(whole?.state).toBe('complete')
  const pages = Math.ceil((whole?.received ?? 0) / 1000)
  expect(synced.sandbox.control.stats().requests['GET /individuals']).toBe(pages)
})

test('a run that began before the sign-in and fails without it is followed by another', async () => {
  const asked = Promise.withResolvers<void>()
  const signedIn = Promise.withResolvers<void>()
  let mayRead = false
  synced = await startSynced({
    tokensOf: (accepted) => ({
      async current() {
        if (mayRead) return accepted
        asked.resolve()
        await signedIn.promise
        throw authError('auth/sign-in-needed')
      },
      replace: async () => accepted,
    }),
    engine: { valuations: false },
  })
  synced.engine.start()
  await asked.promise
  synced.engine.start({ retry: true })
  mayRead = true
  signedIn.resolve()
  await synced.engine.idle()
  expect(synced.engine.status()).toMatchObject({ state: 'running', problem: null })
  await synced.engine.idle()
  expect(synced.engine.status()).toMatchObject({ state: 'idle', problem: null })
  expect((await synced.store.read('households.list', firstRows)).total).toBeGreaterThan(0)
})
