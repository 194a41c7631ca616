import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

/** A colleague creates a similar record at the same moment, and ours is lost. */

let world: OutboxWorld
let owner: string
beforeAll(async () => {
  world = await startOutboxWorld()
  owner = (await world.first('users')).id
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

const post = { method: 'POST', path: '^/api/public/v1/(households|individuals|documents)$' } as const
const fail = () => world.sandbox.control.fail({ fault: { kind: 'status', status: 500 }, ...post })
const lose = () => world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, ...post })

/** Saves a write; the colleague creates `theirs` as soon as its answer is lost. */
async function savedWhileColleague(write: Write, table: 'households' | 'individuals', theirs: readonly JsonFields[]) {
  const saved = await world.outbox.save(write)
  const made: string[] = []
  const off = world.outbox.onChange(() => {
    if (world.operation(saved.operation_id).state !== 'uncertain') return
    off()
    for (const record of theirs) made.push(world.sandbox.control.colleague.create(table, record).id)
  })
  return { ...saved, made }
}
const newHousehold = (fields: object = {}): Write => ({
  action: 'create',
  resource: 'households',
  fields: { primary_relationship_owner_id: owner, ...fields },
})
const childOf = (household_id: string): Write => ({
  action: 'create',
  resource: 'individuals',
  fields: { first_name: 'Our', last_name: 'Client', household_id },
})
const bare = () => ({ primary_relationship_owner_id: owner })
const person = (more: JsonFields = {}) => ({ first_name: 'Vera', last_name: 'Twin', state: 'NY', ...more })
const peopleOf = (id: string) => world.list('individuals', `&household_id=${id}`)

describe('a new household with nothing but an owner, whose answer was a 500', () => {
  it('is not taken for a colleague’s, and nothing of ours goes into that one', async () => {
    fail()
    const ours = await savedWhileColleague(newHousehold(), 'households', [bare()])
    const child = await world.outbox.save(childOf(ours.record_id))
    const file = world.files.stage('confidential.pdf')
    const fields = { household_id: ours.record_id, name: 'Confidential', type: 'WILL' as const }
    const [document] = await world.outbox.saveDocuments([{ fields, file }])
    await world.outbox.idle()
    const [theirs = ''] = ours.made
    expect(world.operation(ours.operation_id)).toMatchObject({
      state: 'uncertain',
      server_id: null,
      question: { kind: 'several-matches', candidates: [{ id: theirs }] },
    })
    expect(world.operation(child.operation_id).state).toBe('queued')
    expect(world.operation(document?.operation_id ?? '').state).toBe('queued')
    expect(await peopleOf(theirs)).toEqual([])
    expect(await world.list('documents', `&household_id=${theirs}`)).toEqual([])

    await world.outbox.decide(ours.operation_id, { decision: 'send-again' })
    await world.outbox.idle()
    const { state, server_id } = world.operation(ours.operation_id)
    expect(state).toBe('done')
    expect(server_id).not.toBe(theirs)
    expect(await peopleOf(String(server_id))).toMatchObject([{ first_name: 'Our' }])
    expect(await peopleOf(theirs)).toEqual([])
  })

  it('goes where a person says: the colleague’s may be the one', async () => {
    fail()
    const ours = await savedWhileColleague(newHousehold(), 'households', [bare()])
    await world.outbox.idle()
    await world.outbox.decide(ours.operation_id, { decision: 'adopt', id: ours.made[0] ?? '' })
    expect(world.operation(ours.operation_id)).toMatchObject({ state: 'done', server_id: ours.made[0] })
  })

  it('is asked about when it arrived after all and a colleague’s did too, with both', async () => {
    lose()
    const ours = await savedWhileColleague(newHousehold(), 'households', [bare()])
    await world.outbox.idle()
    expect(world.operation(ours.operation_id).question?.candidates).toHaveLength(2)
    await world.outbox.decide(ours.operation_id, { decision: 'discard' })
  })

  it('is asked about before it is sent again, when one like it turned up since', async () => {
    fail()
    const ours = await savedWhileColleague(newHousehold(), 'households', [])
    await world.outbox.idle()
    expect(world.operation(ours.operation_id).question?.kind).toBe('not-found')
    const late = world.sandbox.control.colleague.create('households', bare())
    await world.outbox.decide(ours.operation_id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(ours.operation_id)).toMatchObject({
      state: 'queued',
      question: { kind: 'already-exists', candidates: [{ id: late.id }] },
    })
    await world.outbox.decide(ours.operation_id, { decision: 'discard' })
  })
})

describe('a new household with typed clients', () => {
  const withPeople = () => newHousehold({ primary_individuals: [person(), person({ first_name: 'Max' })] })

  it('is not taken for one without them, where the list leaves people out', async () => {
    world.sandbox.control.setPageFault('households', 'required-only')
    fail()
    const ours = await savedWhileColleague(withPeople(), 'households', [bare()])
    const child = await world.outbox.save(childOf(ours.record_id))
    await world.outbox.idle()
    expect(world.operation(ours.operation_id)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
    expect(world.operation(child.operation_id).state).toBe('queued')
    await world.outbox.decide(child.operation_id, { decision: 'discard' })
    await world.outbox.decide(ours.operation_id, { decision: 'discard' })
  })

  it('is asked about where the list leaves people out, and taken for it when the user says so', async () => {
    world.sandbox.control.setPageFault('households', 'required-only')
    lose()
    const ours = await savedWhileColleague(withPeople(), 'households', [bare()])
    await world.outbox.idle()
    const { question } = world.operation(ours.operation_id)
    expect(question?.candidates).toHaveLength(1)
    await world.outbox.decide(ours.operation_id, { decision: 'adopt', id: String(question?.candidates[0]?.id) })
    const { state, server_id } = world.operation(ours.operation_id)
    expect([state, (await peopleOf(String(server_id))).length]).toEqual(['done', 2])
  })

  it('is not taken for a colleague’s that is equal in every field, and nothing of ours goes into that one', async () => {
    const people = [{ first_name: 'Equal', last_name: 'Twin', state: 'NY' }]
    fail()
    const equal = { ...bare(), notes: 'Prospect' }
    const write = newHousehold({ ...equal, primary_individuals: people })
    const ours = await savedWhileColleague(write, 'households', [equal])
    const child = await world.outbox.save(childOf(ours.record_id))
    const file = world.files.stage('confidential.pdf')
    const fields = { household_id: ours.record_id, name: 'Confidential', type: 'WILL' as const }
    await world.outbox.saveDocuments([{ fields, file }])
    await world.outbox.idle()
    const [theirs = ''] = ours.made
    const client = { first_name: 'Colleague’s', last_name: 'Client', household_id: theirs }
    const primary = { ...people[0], household_id: theirs, is_primary: true }
    for (const one of [primary, client]) world.sandbox.control.colleague.create('individuals', one)
    await world.outbox.decide(ours.operation_id, { decision: 'check-again' })
    await world.outbox.idle()
    expect(world.operation(ours.operation_id)).toMatchObject({
      state: 'uncertain',
      server_id: null,
      question: {
        kind: 'several-matches',
        candidates: [{ id: theirs, notes: 'Prospect', created_at: expect.any(String) }],
        contents: [{ id: theirs, people: { total: 1, names: ['Colleague’s Client'] }, documents: { total: 0 } }],
      },
    })
    expect(world.operation(child.operation_id).state).toBe('queued')
    expect(await world.list('documents', `&household_id=${theirs}`)).toEqual([])
  })

  it('is asked about with the clients of the other one, apart from its other people, where no record names them', async () => {
    const primary = person({ first_name: 'Ida', last_name: 'Left-Out' })
    const { id } = world.sandbox.control.colleague.create('households', bare())
    for (const [one, is_primary] of [
      [primary, true],
      [person({ first_name: 'Otto', last_name: 'Left-Out' }), false],
    ] as const)
      world.sandbox.control.colleague.create('individuals', { ...one, is_primary, household_id: id })
    world.sandbox.control.setPageFault('households', 'required-only')
    const fault = { kind: 'without', fields: ['primary_individuals'] } as const
    world.sandbox.control.fail({ fault, method: 'GET', path: '^/api/public/v1/households/', times: 100 })
    const { operation_id } = await world.outbox.save(newHousehold({ primary_individuals: [primary] }))
    await world.outbox.idle()
    expect(world.operation(operation_id).question).toMatchObject({
      kind: 'already-exists',
      candidates: [{ id, primary_individuals: [{ first_name: 'Ida' }] }],
      contents: [{ id, people: { total: 1, names: ['Otto Left-Out'] } }],
    })
    await world.outbox.decide(operation_id, { decision: 'discard' })
  })

  it('is asked about without a word on who belongs to the other one, where the service does not return that one', async () => {
    const primary = person({ first_name: 'Nora', last_name: 'Withheld' })
    const { id } = world.sandbox.control.colleague.create('households', bare())
    world.sandbox.control.colleague.create('individuals', { ...primary, is_primary: true, household_id: id })
    const fault = { kind: 'status', status: 403 } as const
    world.sandbox.control.fail({ fault, method: 'GET', path: '^/api/public/v1/households/', times: 100 })
    const { operation_id } = await world.outbox.save(newHousehold({ primary_individuals: [primary] }))
    await world.outbox.idle()
    expect(world.operation(operation_id).question).toMatchObject({
      kind: 'already-exists',
      candidates: [{ id }],
      contents: [{ id, people: null, documents: null }],
    })
    await world.outbox.decide(operation_id, { decision: 'discard' })
  })

  it('is compared by one list of people where the list of households leaves them out, and not household by household', async () => {
    world.sandbox.control.setPageFault('households', 'required-only')
    const ada = [person({ first_name: 'Ada', last_name: 'Unlike', email: 'ada@unlike.example' })]
    world.sandbox.control.resetStats()
    const { operation_id } = await world.outbox.save(newHousehold({ primary_individuals: ada }))
    await world.outbox.idle()
    expect(world.operation(operation_id).state).toBe('done')
    const { requests } = world.sandbox.control.stats()
    expect(requests['GET /individuals']).toBeGreaterThan(0)
    expect(requests['GET /households/{id}'] ?? 0).toBeLessThanOrEqual(1)
  })

  it('is asked about before it is sent where the list leaves people out, and there is one with the same', async () => {
    world.sandbox.control.setPageFault('households', 'required-only')
    const { operation_id } = await world.outbox.save(withPeople())
    await world.outbox.idle()
    expect(world.operation(operation_id).question).toMatchObject({
      kind: 'already-exists',
      candidates: [{ primary_individuals: [{ last_name: 'Twin' }, { last_name: 'Twin' }] }],
    })
    await world.outbox.decide(operation_id, { decision: 'discard' })
  })
})

describe('a new person whose answer was lost', () => {
  it('is not taken for one of the same name whom a colleague knows more of', async () => {
    const household = await world.first('households')
    fail()
    const write = childOf(household.id)
    const theirs = { first_name: 'Our', last_name: 'Client', household_id: household.id, date_of_birth: '1950-01-01' }
    const ours = await savedWhileColleague(write, 'individuals', [theirs])
    await world.outbox.idle()
    expect(world.operation(ours.operation_id)).toMatchObject({
      state: 'uncertain',
      question: { kind: 'several-matches', candidates: [{ id: ours.made[0], date_of_birth: '1950-01-01' }] },
    })
  })

  it('is compared as the record says it where the list leaves fields out', async () => {
    const household = await world.first('households')
    world.sandbox.control.setPageFault('individuals', 'required-only')
    lose()
    const fields = { first_name: 'Whole', last_name: 'Record', household_id: household.id, city: 'Oslo' }
    const ours = await savedWhileColleague({ action: 'create', resource: 'individuals', fields }, 'individuals', [
      { ...fields, city: 'Bern' },
    ])
    await world.outbox.idle()
    const { state, server_id } = world.operation(ours.operation_id)
    expect(state).toBe('done')
    expect(await world.get('individuals', String(server_id))).toMatchObject({ city: 'Oslo' })
  })
})
