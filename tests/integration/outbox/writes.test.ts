import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
beforeAll(async () => {
  world = await startOutboxWorld()
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

const person = (household_id: string, first_name: string): Write => ({
  action: 'create',
  resource: 'individuals',
  fields: { first_name, last_name: 'Test', household_id, notes: 'Met  at  lunch' },
})

const valuation = (parent_id: string, effective_date: string): Write => ({
  action: 'create',
  resource: 'valuations',
  parent_id,
  fields: {
    effective_date,
    description: 'By hand',
    directly_held_assets: [
      { asset_class_id: assetClass, display_name: 'Cash', value: 1250.5 },
      { asset_class_id: assetClass, display_name: 'Gold', value: -3 },
    ],
  },
})
let assetClass = ''

/** Returns an entity that has a valuation, and that valuation. */
async function valued(nth = 0): Promise<{ id: string; latest: Record<string, unknown> }> {
  const found: { id: string; latest: Record<string, unknown> }[] = []
  for (const entity of await world.list('entities')) {
    const answer = await world.sandbox.client.api(`/entities/${String(entity.id)}/valuation`)
    if (answer.status !== 200) continue
    const latest = answer.body as { directly_held_assets: { asset_class: { id: string } }[] }
    if (latest.directly_held_assets.length === 0) continue
    assetClass = latest.directly_held_assets[0]?.asset_class.id ?? ''
    found.push({ id: String(entity.id), latest })
    if (found.length > nth) break
  }
  const entity = found[nth]
  if (!entity) throw new Error('No entity has a valuation.')
  return entity
}

async function owner(): Promise<string> {
  return (await world.first('users')).id
}

it('the outbox creates a household and its people in one go, children after their parent', async () => {
  const household = await world.outbox.save({
    action: 'create',
    resource: 'households',
    fields: {
      primary_relationship_owner_id: await owner(),
      external_id: 'EXT-1',
      primary_individuals: [{ first_name: 'Ada', last_name: 'Test', state: 'NY' }],
    },
  })
  expect(isLocalId(household.record_id)).toBe(true)
  const child = await world.outbox.save(person(household.record_id, 'Ben'))
  await world.outbox.idle()
  const { server_id } = world.operation(household.operation_id)
  expect(world.operation(household.operation_id)).toMatchObject({ state: 'done', record_id: household.record_id })
  expect(world.operation(child.operation_id)).toMatchObject({ state: 'done', parent_id: server_id })
  const people = await world.list('individuals', `&household_id=${server_id}`)
  expect(people.map(({ first_name }) => first_name)).toEqual(['Ada', 'Ben'])
  expect(world.store.eventsOf(child.operation_id)).toEqual(['saved', 'sent', 'done'])
  const records = world.store.commits.flatMap((commit) => commit.records ?? [])
  expect(records.map(({ resource }) => resource)).toEqual(['households', 'individuals', 'individuals'])
})

it('the outbox sends the dirty fields of an edit alone, and gives the answer to the mirror', async () => {
  const before = await world.first('individuals')
  world.sandbox.control.resetStats()
  const saved = await world.outbox.save({
    action: 'update',
    resource: 'individuals',
    record_id: before.id,
    base: before,
    fields: { city: 'Geneva' },
  })
  await world.outbox.idle()
  expect(world.operation(saved.operation_id)).toMatchObject({ state: 'done', remark: null, fields: { city: 'Geneva' } })
  const after = await world.get('individuals', before.id)
  expect(after).toEqual({ ...before, city: 'Geneva', updated_at: after?.updated_at })
  const last = world.store.commits.at(-1)?.records?.[0]
  expect(JSON.parse(new TextDecoder().decode(last?.bytes))).toEqual(after)
})

it('the outbox clears an external id with null, and edits documents and summaries', async () => {
  const household = (await world.list('households', '&external_id=EXT-1'))[0]
  const document = await world.first('documents')
  const [summary] = (await world.api<{ data: { id: string }[] }>('/document-summaries?limit=1')).data
  if (!household || !summary) throw new Error('nothing to edit')
  await world.outbox.saveAll([
    {
      action: 'update',
      resource: 'households',
      record_id: String(household.id),
      base: household,
      fields: { external_id: null },
    },
    {
      action: 'update',
      resource: 'documents',
      record_id: document.id,
      base: document,
      fields: { name: 'Renamed.pdf' },
    },
    {
      action: 'update',
      resource: 'document-summaries',
      record_id: summary.id,
      base: summary,
      fields: { summary: 'Short.' },
    },
  ])
  await world.outbox.idle()
  expect(world.outbox.counts()).toEqual({ open: 0, attention: 0 })
  expect(await world.get('households', String(household.id))).not.toHaveProperty('external_id')
  expect(await world.get('documents', document.id)).toMatchObject({ name: 'Renamed.pdf' })
  expect(await world.api(`/document-summaries/${summary.id}`)).toMatchObject({ summary: 'Short.' })
})

it('the outbox deletes households, individuals and documents, and says so to the mirror once they are gone', async () => {
  const records = [
    (await world.list('households'))[3],
    (await world.list('individuals'))[5],
    (await world.list('documents'))[2],
  ]
  const [household, individual, document] = records.map((record) => String(record?.id))
  await world.outbox.saveAll([
    { action: 'delete', resource: 'households', record_id: household ?? '', base: records[0] },
    { action: 'delete', resource: 'individuals', record_id: individual ?? '', base: records[1] },
    { action: 'delete', resource: 'documents', record_id: document ?? '', base: records[2] },
  ])
  await world.outbox.idle()
  const gone = world.store.commits.flatMap((commit) => commit.gone ?? [])
  expect(gone.map(({ id }) => id).toSorted()).toEqual([household, individual, document].toSorted())
  expect(await world.get('households', household ?? '')).toBeNull()
  expect(await world.get('individuals', individual ?? '')).toHaveProperty('deleted_at')
  // Deleting again is not an error: a colleague may have deleted it first.
  const again = await world.outbox.save({ action: 'delete', resource: 'households', record_id: household ?? '' })
  await world.outbox.idle()
  expect(world.operation(again.operation_id)).toMatchObject({ state: 'done' })
})

it('the outbox logs a valuation and gives the mirror what the service then calls current', async () => {
  const entity = await valued()
  const saved = await world.outbox.save(valuation(entity.id, '2026-11-20'))
  await world.outbox.idle()
  expect(world.operation(saved.operation_id)).toMatchObject({ state: 'done', remark: null })
  expect(await world.api(`/entities/${entity.id}/valuation`)).toMatchObject({
    effective_date: '2026-11-20',
    total_value: 1247.5,
  })
  expect(world.store.commits.at(-1)?.records).toMatchObject([{ resource: 'valuations', entityId: entity.id }])
})

it('the outbox remarks when the service goes on to call another valuation current', async () => {
  const entity = await valued(1)
  const saved = await world.outbox.save(valuation(entity.id, '1999-12-31'))
  await world.outbox.idle()
  expect(world.operation(saved.operation_id)).toMatchObject({
    state: 'done',
    remark: `The service still shows the valuation of ${String(entity.latest.effective_date)} as current.`,
  })
})

it.each([404, 410])(
  'the outbox sends a new record again to which something answers %i twice: a gateway may have come',
  async (status) => {
    const { id } = await world.first('households')
    const path = '^/api/public/v1/individuals$'
    world.sandbox.control.fail({ fault: { kind: 'status', status }, method: 'POST', path, times: 2 })
    const { operation_id } = await world.outbox.save(person(id, `Gateway ${status}`))
    await world.outbox.idle()
    expect(world.operation(operation_id)).toMatchObject({ state: 'done', attempts: 3 })
  },
)

it('the outbox acknowledges before anything is sent, and sends nothing while read-only or held back', async () => {
  const before = await world.first('individuals')
  const edit = { action: 'update', resource: 'individuals', record_id: before.id, base: before } as const
  await world.outbox.setAllPaused(true)
  world.sandbox.control.resetStats()
  const saved = await world.outbox.save({ ...edit, fields: { suffix: 'III' } })
  await world.outbox.idle()
  expect(world.operation(saved.operation_id).state).toBe('queued')
  expect(world.outbox.counts()).toEqual({ open: 1, attention: 0 })
  world.state.readOnly = true
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  await expect(world.outbox.save({ ...edit, fields: { suffix: 'IV' } })).rejects.toMatchObject({
    code: 'outbox/read-only',
  })
  expect(world.sandbox.control.stats().requests).toEqual({})
  world.state.readOnly = false
  await world.outbox.setPaused(saved.operation_id, true)
  await world.outbox.sendNow()
  await world.outbox.idle()
  expect(world.operation(saved.operation_id).state).toBe('queued')
  await world.outbox.setPaused(saved.operation_id, false)
  await world.outbox.idle()
  expect(await world.get('individuals', before.id)).toMatchObject({ suffix: 'III' })
})

it('the outbox deletes an entity online, by its name, and never from the queue', async () => {
  const entity = (await world.list('entities')).at(-1)
  const id = String(entity?.id)
  const seen = entity ?? {}
  await expect(world.outbox.deleteEntity({ id, typed: 'Another value', seen })).rejects.toMatchObject({
    code: 'outbox/typed-name-differs',
  })
  const older = { ...seen, updated_at: '2001-01-01T00:00:00Z' }
  const typed = String(entity?.display_name)
  world.sandbox.control.resetStats()
  await expect(world.outbox.deleteEntity({ id, typed, seen: { ...older, stage: 'Another' } })).rejects.toMatchObject({
    code: 'outbox/changed-elsewhere',
    message: expect.stringContaining('Stage'),
  })
  expect(Object.keys(world.sandbox.control.stats().requests)).toEqual(['GET /entities/{id}'])
  expect(world.store.commits.at(-1)?.records).toMatchObject([{ resource: 'entities' }])
  world.sandbox.control.fail({ fault: { kind: 'drop' }, method: 'DELETE' })
  await expect(world.outbox.deleteEntity({ id, typed, seen })).rejects.toMatchObject({
    code: 'outbox/not-confirmed',
  })
  await world.outbox.idle()
  expect(await world.get('entities', id)).not.toBeNull()
  expect([...world.store.operations.values()].at(-1)).toMatchObject({ resource: 'entities', state: 'discarded' })

  world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, method: 'DELETE' })
  await world.outbox.deleteEntity({ id, typed: ` ${typed} `, seen })
  expect(await world.get('entities', id)).toBeNull()
  expect([...world.store.operations.values()].at(-1)).toMatchObject({ resource: 'entities', state: 'done' })
  expect(world.outbox.counts()).toEqual({ open: 0, attention: 0 })

  world.sandbox.control.goOffline()
  await expect(world.outbox.deleteEntity({ id, typed: 'x', seen })).rejects.toMatchObject({ code: 'service/offline' })
  world.sandbox.control.goOnline()
  expect(world.outbox.counts().open).toBe(0)
})

it('the outbox records no more creations as being sent than it sends at a time: a crash makes each of them a question', async () => {
  const own = await startOutboxWorld({ idleMs: 600_000 })
  onTestFinished(() => own.stop())
  const households = (await own.list('households')).slice(0, 12).map(({ id }) => String(id))
  own.sandbox.control.fail({
    fault: { kind: 'hang' },
    method: 'POST',
    path: '^/api/public/v1/individuals$',
    times: 12,
  })
  await own.outbox.setAllPaused(true)
  const saved = await own.outbox.saveAll(households.map((id, at) => person(id, `Twelfth ${at}`)))
  await own.outbox.setAllPaused(false)
  const sending = () => saved.filter(({ operation_id }) => own.operation(operation_id).state === 'sending')
  await expect.poll(() => sending().length).toBeGreaterThanOrEqual(6)
  await own.outbox.close()
  const begun = saved.filter(({ operation_id }) => own.store.eventsOf(operation_id).includes('sent'))
  expect(begun).toHaveLength(6)
})
