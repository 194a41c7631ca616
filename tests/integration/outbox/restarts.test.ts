import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { operationDouble } from '../../doubles/operation.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
let household: string
beforeAll(async () => {
  world = await startOutboxWorld()
  household = (await world.first('households')).id
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

const uuid = '11111111-2222-3333-4444-555555555555'
const when = () => new Date(world.time.now).toISOString()
const { waits_for: _waits, ...plain } = operationDouble

function left(change: Partial<Operation>): Operation {
  return { ...plain, saved_at: when(), changed_at: when(), ...change }
}
const createLeft = (first_name: string, change: Partial<Operation>): Operation =>
  left({
    id: `op_${first_name}`,
    action: 'create',
    resource: 'individuals',
    record_id: `client_profile_local_${uuid}`,
    parent_id: household,
    fields: { first_name, last_name: 'Left', household_id: household },
    base: null,
    ...change,
  })
const named = async (name: string): Promise<JsonFields[]> =>
  (await world.list('individuals', `&household_id=${household}`)).filter(({ first_name }) => first_name === name)

async function resumed(operation: Operation): Promise<Operation> {
  await world.reopenWith([operation])
  await world.outbox.idle()
  return world.operation(operation.id)
}

it('the outbox after a restart sends what was queued', async () => {
  expect(await resumed(createLeft('Queued', {}))).toMatchObject({ state: 'done' })
  expect(await named('Queued')).toHaveLength(1)
})

it('the outbox after a restart looks for a create that was being sent, and finds it where it arrived', async () => {
  world.sandbox.control.colleague.create('individuals', {
    first_name: 'Arrived',
    last_name: 'Left',
    household_id: household,
  })
  const operation = createLeft('Arrived', { state: 'sending', sent_at: when(), baseline: [], attempts: 1 })
  expect(await resumed(operation)).toMatchObject({ state: 'done', attempts: 1 })
  expect(world.store.eventsOf('op_Arrived')).toEqual(['lost', 'adopted'])
  expect(await named('Arrived')).toHaveLength(1)
})

it('the outbox after a restart asks about a create that was being sent and did not arrive, and about nothing else', async () => {
  const operation = createLeft('Missing', { state: 'sending', sent_at: when(), baseline: [], attempts: 1 })
  expect(await resumed(operation)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' }, attempts: 1 })
  await world.restart()
  await world.outbox.idle()
  expect(world.operation('op_Missing')).toMatchObject({
    state: 'uncertain',
    question: { kind: 'not-found' },
    attempts: 1,
  })
  expect(await named('Missing')).toEqual([])
})

it('the outbox after a restart never takes a record for its own that was there before', async () => {
  const [other] = await named('Arrived')
  const operation = createLeft('Arrived', {
    state: 'uncertain',
    sent_at: when(),
    baseline: [String(other?.id)],
    attempts: 1,
  })
  expect(await resumed(operation)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
})

it.each(['sending', 'uncertain'] as const)(
  'the outbox after a restart sends an edit again that was %s and did not arrive',
  async (state) => {
    const base = await world.first('individuals')
    const city = `City ${state}`
    const operation = left({ resource: 'individuals', record_id: base.id, base, fields: { city }, state, attempts: 1 })
    expect(await resumed(operation)).toMatchObject({ state: 'done', attempts: 2 })
    expect(await world.get('individuals', base.id)).toMatchObject({ city })
  },
)

it('the outbox after a restart knows an edit that was being sent and arrived', async () => {
  const base = await world.first('individuals')
  world.sandbox.control.colleague.edit('individuals', base.id, { city: 'There already' })
  const fields = { city: 'There already' }
  const operation = left({ resource: 'individuals', record_id: base.id, base, fields, state: 'sending', attempts: 1 })
  expect(await resumed(operation)).toMatchObject({ state: 'done', attempts: 1 })
})

it('the outbox after a restart sends a deletion again that was being sent and was not done', async () => {
  const victim = (await world.list('individuals')).at(-1)
  const record_id = String(victim?.id)
  const base = victim ?? null
  const operation = left({ action: 'delete', resource: 'individuals', record_id, base, fields: {}, state: 'sending' })
  expect(await resumed(operation)).toMatchObject({ state: 'done' })
  expect(await world.get('individuals', record_id)).toHaveProperty('deleted_at')
})

it('the outbox after a restart never sends the deletion of an entity again', async () => {
  const { id } = await world.first('entities')
  world.sandbox.control.resetStats()
  const operation = left({ action: 'delete', resource: 'entities', record_id: id, fields: {}, state: 'sending' })
  expect(await resumed(operation)).toMatchObject({ state: 'discarded' })
  expect(await world.get('entities', id)).not.toBeNull()
})

it('the outbox after a restart leaves alone what waits for a decision, or was held back', async () => {
  const question = { kind: 'refused', candidates: [], fields: [], theirs: null } as const
  const failed = createLeft('Failed', { state: 'failed', question: { ...question, candidates: [], fields: [] } })
  expect(await resumed(failed)).toEqual(failed)
  const paused = createLeft('Paused', { paused: true })
  expect(await resumed(paused)).toEqual(paused)
})

it('the outbox after a restart finds a save that the disk refused nowhere, and says so', async () => {
  await world.reopenWith([])
  world.store.failNext(new Error('disk full'))
  const write = {
    action: 'create',
    resource: 'individuals',
    fields: { first_name: 'Unsaved', last_name: 'Left', household_id: household },
  } as const
  await expect(world.outbox.save(write)).rejects.toThrow('disk full')
  expect(world.outbox.counts()).toEqual({ open: 0, attention: 0 })
  await world.outbox.idle()
  expect(await named('Unsaved')).toEqual([])
})

it('the outbox after a restart looks for what was sent when the disk refused to keep the answer', async () => {
  await world.reopenWith([])
  await world.outbox.setAllPaused(true)
  const { operation_id } = await world.outbox.save({
    action: 'create',
    resource: 'individuals',
    fields: { first_name: 'Unkept', last_name: 'Left', household_id: household },
  })
  const off = world.outbox.onChange(() => {
    if (world.operation(operation_id).state !== 'sending') return
    off()
    world.store.failNext(new Error('disk full'), 2)
  })
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(operation_id)).toMatchObject({ state: 'done', attempts: 1 })
  expect(await named('Unkept')).toHaveLength(1)
})
