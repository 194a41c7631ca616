import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
let owner: string
let household: string
let entity: { id: string; assetClass: string; date: string }
beforeAll(async () => {
  world = await startOutboxWorld()
  owner = (await world.first('users')).id
  household = (await world.first('households')).id
  entity = await valuedEntity()
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

async function valuedEntity() {
  for (const { id } of await world.list('entities')) {
    const answer = await world.sandbox.client.api(`/entities/${String(id)}/valuation`)
    const latest = answer.body as { effective_date: string; directly_held_assets?: { asset_class: { id: string } }[] }
    const assetClass = latest.directly_held_assets?.[0]?.asset_class.id
    if (assetClass) return { id: String(id), assetClass, date: latest.effective_date }
  }
  throw new Error('No entity has a valuation.')
}

let made = 0
function name(): string {
  made += 1
  return `Person ${made}`
}
const newPerson = (): Write => ({
  action: 'create',
  resource: 'individuals',
  fields: { first_name: name(), last_name: 'Lost', household_id: household },
})
const newHousehold = (external_id?: string): Write => ({
  action: 'create',
  resource: 'households',
  fields: {
    primary_relationship_owner_id: owner,
    notes: 'New',
    ...(external_id
      ? { external_id }
      : { primary_individuals: [{ first_name: name(), last_name: 'Lost', state: 'NY' }] }),
  },
})
const childOf = (household_id: string): Write => ({
  action: 'create',
  resource: 'individuals',
  fields: { first_name: name(), last_name: 'Child', household_id },
})
const newValuation = (effective_date = '2026-11-20'): Write => ({
  action: 'create',
  resource: 'valuations',
  parent_id: entity.id,
  fields: {
    effective_date,
    description: name(),
    directly_held_assets: [{ asset_class_id: entity.assetClass, display_name: 'Cash', value: 1 }],
  },
})
const post = { method: 'POST', path: '^/api' } as const
const lose = () => world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, ...post })
const drop = () => world.sandbox.control.fail({ fault: { kind: 'drop' }, ...post })

async function saved(write: Write): Promise<string> {
  const { operation_id } = await world.outbox.save(write)
  await world.outbox.idle()
  return operation_id
}
const posts = () =>
  Object.entries(world.sandbox.control.stats().requests)
    .filter(([route]) => route.startsWith('POST'))
    .reduce((sum, [, count]) => sum + count, 0)

describe('a create that was done and whose answer was lost', () => {
  it.each([
    ['household with an external id', () => newHousehold('LOST-1')],
    ['individual', newPerson],
    ['valuation', () => newValuation()],
  ])('is found in the service and not sent twice: %s', async (_, write) => {
    lose()
    world.sandbox.control.resetStats()
    const id = await saved(write())
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 1, question: null })
    expect(world.store.eventsOf(id)).toEqual(['saved', 'sent', 'lost', 'adopted'])
    expect(posts()).toBe(1)
  })

  it.each([
    ['half an answer', { kind: 'cut' }],
    ['half a body in a whole answer', { kind: 'truncate' }],
  ] as const)('is found after %s too', async (_, fault) => {
    world.sandbox.control.fail({ fault, ...post })
    const id = await saved(newPerson())
    expect(world.store.eventsOf(id)).toEqual(['saved', 'sent', 'lost', 'adopted'])
  })

  it('is asked about when it is a household, and its children wait for the answer', async () => {
    lose()
    const parent = await world.outbox.save(newHousehold())
    const child = await world.outbox.save(childOf(parent.record_id))
    await world.outbox.idle()
    const { question } = world.operation(parent.operation_id)
    expect(question).toMatchObject({
      kind: 'several-matches',
      candidates: [{ notes: 'New' }],
      contents: [{ people: { total: 0 }, documents: { total: 0 } }],
    })
    expect(world.operation(child.operation_id).state).toBe('queued')
    const server_id = String(question?.candidates[0]?.id)
    await world.outbox.decide(parent.operation_id, { decision: 'adopt', id: server_id })
    await world.outbox.idle()
    expect(world.operation(child.operation_id)).toMatchObject({ state: 'done', fields: { household_id: server_id } })
    expect(await world.list('individuals', `&household_id=${server_id}`)).toHaveLength(2)
  })

  it('is asked about when something waits to be sent into it, whatever its external id', async () => {
    lose()
    const parent = await world.outbox.save(newHousehold('LOST-3'))
    const child = await world.outbox.save(childOf(parent.record_id))
    await world.outbox.idle()
    expect(world.operation(parent.operation_id)).toMatchObject({
      state: 'uncertain',
      question: { kind: 'several-matches', candidates: [{ external_id: 'LOST-3' }] },
    })
    await world.outbox.decide(child.operation_id, { decision: 'discard' })
    await world.outbox.decide(parent.operation_id, { decision: 'check-again' })
    await world.outbox.idle()
    expect(world.operation(parent.operation_id)).toMatchObject({ state: 'done', attempts: 1 })
  })

  it('asks which it is when a colleague made the same at the same moment', async () => {
    const write = newPerson()
    await world.outbox.setAllPaused(true)
    const { operation_id } = await world.outbox.save(write)
    lose()
    world.sandbox.control.fail({ fault: { kind: 'status', status: 500 }, method: 'GET', path: 'individuals', skip: 1 })
    await world.outbox.setAllPaused(false)
    const twin = () => {
      const off = world.outbox.onChange(() => {
        if (world.operation(operation_id).state !== 'uncertain') return
        off()
        if (write.action !== 'create') return
        world.sandbox.control.colleague.create('individuals', { ...write.fields })
      })
    }
    twin()
    await world.outbox.idle()
    const { state, question } = world.operation(operation_id)
    expect({ state, kind: question?.kind, candidates: question?.candidates.length }).toEqual({
      state: 'uncertain',
      kind: 'several-matches',
      candidates: 2,
    })
    const [mine] = question?.candidates ?? []
    await world.outbox.decide(operation_id, { decision: 'adopt', id: String(mine?.id) })
    expect(world.operation(operation_id)).toMatchObject({ state: 'done', server_id: mine?.id })
  })
})

describe('a create that was not done and whose answer was lost', () => {
  it('is asked about after three looks, and sent again only when told so', async () => {
    drop()
    const before = world.time.now
    const id = await saved(newPerson())
    expect(world.operation(id)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
    expect(world.time.now - before).toBeGreaterThanOrEqual(60_000)
    await world.outbox.decide(id, { decision: 'check-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 2 })
  })

  it('is sent again by itself when it is a household with an external id', async () => {
    drop()
    const id = await saved(newHousehold('LOST-2'))
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(await world.list('households', '&external_id=LOST-2')).toHaveLength(1)
  })

  it('is known not to be there when it is a valuation that would be the latest', async () => {
    drop()
    const id = await saved(newValuation('2026-11-21'))
    expect(world.operation(id).question?.kind).toBe('not-found')
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('cannot be told when it is a valuation of an earlier day', async () => {
    drop()
    const id = await saved(newValuation('1990-01-01'))
    expect(world.operation(id).question).toMatchObject({ kind: 'cannot-tell' })
    await world.outbox.decide(id, { decision: 'discard' })
    expect(world.operation(id).state).toBe('discarded')
  })

  it('is found when it turns up after the question was asked, before it is sent again', async () => {
    drop()
    const write = newPerson()
    const id = await saved(write)
    if (write.action !== 'create') return
    world.sandbox.control.colleague.create('individuals', { ...write.fields })
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'queued', attempts: 1, question: { kind: 'already-exists' } })
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
  })
})

it('the outbox never takes for its own what another write made, though they are alike', async () => {
  const write = newPerson()
  drop()
  const lost = await saved(write)
  expect(world.operation(lost).question?.kind).toBe('not-found')
  const other = await saved(write)
  expect(world.operation(other).state).toBe('done')
  await world.outbox.decide(lost, { decision: 'check-again' })
  await world.outbox.idle()
  expect(world.operation(lost)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
  await world.outbox.decide(lost, { decision: 'discard' })
})

describe('before the first sending', () => {
  it('asks when the service has the same record already', async () => {
    const write = newPerson()
    await saved(write)
    const id = await saved(write)
    expect(world.operation(id)).toMatchObject({ state: 'queued', question: { kind: 'already-exists' }, attempts: 0 })
    expect(world.outbox.counts()).toEqual({ open: 1, attention: 1 })
    const [found] = world.operation(id).question?.candidates ?? []
    await world.outbox.decide(id, { decision: 'adopt', id: String(found?.id) })
    expect(world.operation(id)).toMatchObject({ state: 'done', server_id: found?.id })
  })

  it('sends one new record of a household after the other, so that each is told from the last', async () => {
    lose()
    const ids = (await world.outbox.saveAll([newPerson(), newPerson(), newPerson()])).map((each) => each.operation_id)
    await world.outbox.idle()
    expect(ids.map((id) => world.operation(id).state)).toEqual(['done', 'done', 'done'])
    expect(new Set(ids.map((id) => world.operation(id).server_id)).size).toBe(3)
  })
})

describe('two new people who are the same to the last field', () => {
  it('stay two: one whose answer was lost never takes over the record of the other', async () => {
    const write = newPerson()
    drop()
    const first = await saved(write)
    expect(world.operation(first).question?.kind).toBe('not-found')
    const { operation_id: second } = await world.outbox.save(write)
    const off = world.outbox.onChange(() => {
      if (world.operation(second).state !== 'sending') return
      off()
      void world.outbox.decide(first, { decision: 'check-again' })
    })
    await world.outbox.idle()
    expect(world.operation(second).state).toBe('done')
    expect(world.operation(first)).toMatchObject({
      state: 'uncertain',
      server_id: null,
      question: { kind: 'not-found' },
    })
    await world.outbox.decide(first, { decision: 'check-again' })
    await world.outbox.idle()
    expect(world.operation(first)).toMatchObject({
      state: 'uncertain',
      server_id: null,
      question: { kind: 'not-found' },
    })
  })
})

describe('an external id that is taken', () => {
  it('is refused in the words of the service, and goes through once it is corrected', async () => {
    const write = newHousehold('TAKEN')
    world.sandbox.control.colleague.create('households', {
      primary_relationship_owner_id: owner,
      notes: 'Somebody else',
      external_id: 'TAKEN',
    })
    const id = await saved(write)
    expect(world.operation(id)).toMatchObject({
      state: 'failed',
      question: { kind: 'refused' },
      problem: { code: 'service/refused', status: 409, detail: expect.stringContaining('external id') },
    })
    if (write.action !== 'create' || write.resource !== 'households') return
    await expect(world.outbox.decide(id, { decision: 'edit', fields: { notes: null } })).rejects.toMatchObject({
      code: 'ipc/bad-request',
    })
    await world.outbox.decide(id, {
      decision: 'edit',
      fields: JSON.parse(JSON.stringify({ ...write.fields, external_id: 'FREE' })),
    })
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
  })

  it('is found to be our own when an earlier attempt arrived after all', async () => {
    const write = newHousehold('OURS')
    drop()
    const { operation_id: id } = await world.outbox.save(write)
    // The first attempt arrives late: after the service was searched before the second attempt, and before that attempt arrives.
    let attempts = 0
    const off = world.outbox.onChange(() => {
      if (world.operation(id).state !== 'sending') return
      attempts += 1
      if (attempts !== 2 || write.action !== 'create') return
      off()
      world.sandbox.control.colleague.create('households', { ...write.fields })
    })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(world.store.eventsOf(id).slice(-2)).toEqual(['refused', 'adopted'])
    expect(await world.list('households', '&external_id=OURS')).toHaveLength(1)
  })
})
