import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewedValuation } from '../../../electron/outbox/outbox.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
type Entity = { id: string; assetClass: string; latest: string; household_id: string; stage: string }
let entity: Entity
beforeAll(async () => {
  world = await startOutboxWorld()
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

type Latest = { id: string; directly_held_assets?: { asset_class: { id: string } }[] }
const latestOf = async (id: string) =>
  (await world.sandbox.client.api(`/entities/${id}/valuation`, { token: world.tokens.current })).body as Latest

async function valuedEntity(): Promise<Entity> {
  for (const { id, household_id, stage } of await world.list('entities')) {
    const latest = await latestOf(String(id))
    const assetClass = latest.directly_held_assets?.[0]?.asset_class.id
    if (!assetClass || stage === 'ARCHIVED') continue
    return { id: String(id), assetClass, latest: latest.id, household_id: String(household_id), stage: String(stage) }
  }
  throw new Error('No entity has a valuation.')
}

let made = 0
function reviewed(expects_latest: string | null, replaces: string | null = null): ReviewedValuation {
  made += 1
  const held = { asset_class_id: entity.assetClass, display_name: `Fund ${made}`, value: made }
  return {
    entity_id: entity.id,
    fields: { effective_date: '2026-11-20', description: `Read ${made}`, directly_held_assets: [held] },
    ...{ expects_latest, replaces },
    expects_entity: { household_id: entity.household_id, stage: entity.stage },
    source: { entity_id: entity.id, digests: ['d'], json: '{}', accounts: [], securities: {} },
  }
}

async function sent(valuation: ReviewedValuation): Promise<string> {
  const [saved] = await world.outbox.saveReviewed([valuation], `save-${made}`)
  await world.outbox.sendNow()
  await world.outbox.idle()
  return saved?.operation_id ?? ''
}

describe('a valuation that was reviewed beside the latest one', () => {
  it('is sent while that one is the latest, after a minute in which it can be undone', async () => {
    entity = await valuedEntity()
    await world.outbox.setAllPaused(true)
    const [saved] = await world.outbox.saveReviewed([reviewed(entity.latest)], 'save-undone')
    const { saved_at, grace_until } = world.operation(saved?.operation_id ?? '')
    expect(Date.parse(grace_until ?? '') - Date.parse(saved_at)).toBe(60_000)
    await world.outbox.undo({ save_id: 'save-undone' })
    expect(world.operation(saved?.operation_id ?? '').state).toBe('discarded')
    await world.outbox.setAllPaused(false)

    const id = await sent(reviewed(entity.latest))
    expect(world.operation(id)).toMatchObject({ state: 'done', expects_latest: entity.latest })
    expect((await latestOf(entity.id)).id).toBe(world.operation(id).server_id)
  })

  it('is asked about when a colleague logged another since, once for each, and is sent as it is if the advisor says so', async () => {
    entity = await valuedEntity()
    const log = (name: string) =>
      world.sandbox.client.api(`/entities/${entity.id}/valuation`, {
        token: world.tokens.current,
        method: 'POST',
        json: {
          effective_date: '2026-11-20',
          directly_held_assets: [{ asset_class_id: entity.assetClass, display_name: name, value: 7 }],
        },
      })
    await log('A colleague’s')
    const theirs = (await latestOf(entity.id)).id
    const id = await sent(reviewed(entity.latest))
    expect(world.operation(id)).toMatchObject({
      state: 'queued',
      question: { kind: 'other-latest', candidates: [{ id: theirs }] },
    })

    await log('A second of the colleague’s')
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    const second = (await latestOf(entity.id)).id
    expect(world.operation(id)).toMatchObject({ expects_latest: theirs, question: { candidates: [{ id: second }] } })

    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done', question: null })
    expect((await latestOf(entity.id)).id).toBe(world.operation(id).server_id)
  })

  it('is asked about when there was none and the service has one', async () => {
    entity = await valuedEntity()
    const id = await sent(reviewed(null))
    expect(world.operation(id)).toMatchObject({ state: 'queued', question: { kind: 'other-latest' } })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('is asked about when there was none, the service has one, and a gateway says once that there is none', async () => {
    entity = await valuedEntity()
    const path = `^/api/public/v1/entities/${entity.id}/valuation$`
    world.sandbox.control.fail({ fault: { kind: 'status', status: 404 }, method: 'GET', path, times: 1 })
    const id = await sent(reviewed(null))
    expect(world.operation(id)).toMatchObject({
      state: 'queued',
      question: { kind: 'other-latest', candidates: [{ id: entity.latest }] },
    })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it('takes the place of one that waits for an answer, in one step of the ledger; of one that was answered meanwhile it is not saved', async () => {
    entity = await valuedEntity()
    const waiting = await sent(reviewed(null))
    expect(world.operation(waiting)).toMatchObject({ question: { kind: 'other-latest' } })
    await world.outbox.setAllPaused(true)
    const steps: string[][] = []
    const stop = world.outbox.onChange(() => {
      steps.push([waiting].map((id) => world.operation(id).state))
    })
    const [saved] = await world.outbox.saveReviewed([reviewed(entity.latest, waiting)], 'save-again')
    stop()
    // No step shows the one discarded without the other.
    expect(steps).toEqual([['discarded']])
    expect(world.operation(saved?.operation_id ?? '')).toMatchObject({ state: 'queued', expects_latest: entity.latest })
    expect(saved?.undo?.save_id).toBe('save-again')

    const both = [reviewed(entity.latest, waiting), reviewed(entity.latest)]
    const later = await world.outbox.saveReviewed(both, 'save-third')
    expect(later).toHaveLength(1)
    await world.outbox.undo({ save_id: 'save-third' })
    await world.outbox.undo({ save_id: 'save-again' })
    await world.outbox.setAllPaused(false)
    expect((await latestOf(entity.id)).id).toBe(entity.latest)
  })

  it('is asked about when its entity was archived or moved to another household since, and then is sent as it is', async () => {
    entity = await valuedEntity()
    const { colleague } = world.sandbox.control
    colleague.edit('entities', entity.id, { stage: 'ARCHIVED' })
    const id = await sent(reviewed(entity.latest))
    expect(world.operation(id)).toMatchObject({
      state: 'queued',
      question: { kind: 'other-entity', fields: [{ field: 'stage', base: entity.stage, theirs: 'ARCHIVED' }] },
    })
    expect((await latestOf(entity.id)).id).toBe(entity.latest)

    const other = (await world.list('households')).find((household) => household.id !== entity.household_id)
    colleague.edit('entities', entity.id, { household_id: other?.id ?? '' })
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({
      question: { kind: 'other-entity', fields: [{ field: 'household_id', theirs: other?.id }] },
    })
    await world.outbox.decide(id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'done' })
    expect((await latestOf(entity.id)).id).toBe(world.operation(id).server_id)
  })

  it('is not asked about when its entity got another stage than the archive, or was archived when it was reviewed', async () => {
    entity = await valuedEntity()
    const { colleague } = world.sandbox.control
    colleague.edit('entities', entity.id, { stage: entity.stage === 'ACTIVE' ? 'COMPLETED' : 'ACTIVE' })
    expect(world.operation(await sent(reviewed(entity.latest)))).toMatchObject({ state: 'done' })
    colleague.edit('entities', entity.id, { stage: 'ARCHIVED' })
    entity = { ...entity, stage: 'ARCHIVED', latest: (await latestOf(entity.id)).id }
    expect(world.operation(await sent(reviewed(entity.latest)))).toMatchObject({ state: 'done' })
  })

  it('is asked about when its entity was deleted since, and can only be discarded then', async () => {
    entity = await valuedEntity()
    await world.sandbox.control.colleague.remove('entities', entity.id)
    const id = await sent(reviewed(entity.latest))
    expect(world.operation(id)).toMatchObject({ state: 'queued', question: { kind: 'other-entity', theirs: null } })
    await expect(world.outbox.decide(id, { decision: 'send-again' })).rejects.toMatchObject({
      code: 'outbox/not-allowed',
      nextStep: expect.stringContaining('Statements'),
    })
    await world.outbox.decide(id, { decision: 'discard' })
  })
})
