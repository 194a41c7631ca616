import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { operationDouble } from '../../doubles/operation.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

/** The answer to a new household lacks the people who were sent with it. */

let world: OutboxWorld
let owner: string
beforeAll(async () => {
  world = await startOutboxWorld()
  owner = (await world.first('users')).id
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

const unnamed = { kind: 'without', fields: ['primary_individuals'] } as const
const answerWithoutPeople = () =>
  world.sandbox.control.fail({ fault: unnamed, method: 'POST', path: '^/api/public/v1/households$' })
const recordWithoutPeople = (times = 1) =>
  world.sandbox.control.fail({ fault: unnamed, method: 'GET', path: '^/api/public/v1/households/', times })

/** Saves a household with two people; the second is edited and gets a document before anything is sent. */
async function savedWithPeople(name: string) {
  await world.outbox.setAllPaused(true)
  const people = ['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: name, state: 'NY' }))
  const write: Write = {
    action: 'create',
    resource: 'households',
    fields: { primary_relationship_owner_id: owner, primary_individuals: people },
  }
  const household = await world.outbox.save(write)
  const ben = localPrimaryId(household.record_id, 1) ?? ''
  // Fields that a creation does not have are sent in an edit.
  const edit: Write = {
    action: 'update',
    resource: 'individuals',
    record_id: ben,
    base: { ...people[1], id: ben, is_deceased: false },
    fields: { is_deceased: true, date_of_death: '2020-01-02' },
  }
  const edited = await world.outbox.save(edit)
  const fields = { household_id: household.record_id, individual_id: ben, name: 'Deed', type: 'DEED' as const }
  const [document] = await world.outbox.saveDocuments([{ fields, file: world.files.stage('deed.pdf') }])
  return { household, edited, document: document?.operation_id ?? '' }
}

async function expectAllAtTheService(ids: Awaited<ReturnType<typeof savedWithPeople>>): Promise<void> {
  const { state, server_id } = world.operation(ids.household.operation_id)
  expect(state).toBe('done')
  const people = await world.list('individuals', `&household_id=${String(server_id)}`)
  const ben = people.find(({ first_name }) => first_name === 'Ben')
  expect(ben).toMatchObject({ date_of_death: '2020-01-02' })
  expect(world.operation(ids.edited.operation_id)).toMatchObject({ state: 'done', record_id: ben?.id })
  expect(world.operation(ids.document)).toMatchObject({ state: 'done', fields: { individual_id: ben?.id } })
}

it('the outbox reads the people back before anything of theirs is sent', async () => {
  const saved = await savedWithPeople('Unnamed')
  answerWithoutPeople()
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  await expectAllAtTheService(saved)
})

it('the outbox reads them from the list of people where the household does not name them either', async () => {
  const saved = await savedWithPeople('Listed')
  answerWithoutPeople()
  recordWithoutPeople()
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  await expectAllAtTheService(saved)
})

it('the outbox keeps what is theirs waiting while the service fails, and goes on after a restart', async () => {
  const saved = await savedWithPeople('Later')
  answerWithoutPeople()
  const read = { method: 'GET', path: '^/api/public/v1/households/' } as const
  world.sandbox.control.fail({ fault: { kind: 'status', status: 503 }, ...read, times: 1_000 })
  const waits = new Promise<void>((resolve) => {
    const off = world.outbox.onChange(() => {
      if (world.operation(saved.household.operation_id).server_id === null) return
      off()
      resolve()
    })
  })
  await world.outbox.setAllPaused(false)
  await waits
  await world.restart()
  expect(world.operation(saved.household.operation_id)).toMatchObject({ state: 'uncertain', question: null })
  expect(world.operation(saved.edited.operation_id)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(world.operation(saved.document)).toMatchObject({ state: 'queued', attempts: 0 })
  world.sandbox.control.reset()
  await world.outbox.sendNow()
  await world.outbox.idle()
  await expectAllAtTheService(saved)
})

it('the outbox ends where the service never shows the people: what is theirs becomes a question', async () => {
  const saved = await savedWithPeople('Hidden')
  answerWithoutPeople()
  world.sandbox.control.fail({
    fault: { kind: 'status', status: 403 },
    method: 'GET',
    path: '^/api/public/v1/households/',
    times: 1_000,
  })
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(saved.household.operation_id)).toMatchObject({ state: 'done', question: null })
  for (const id of [saved.edited.operation_id, saved.document])
    expect(world.operation(id)).toMatchObject({ state: 'failed', question: { kind: 'refused' } })
})

it('the outbox never sends a local id: what names one and waits for nothing becomes a question', async () => {
  const { waits_for: _waits, ...plain } = operationDouble
  const household_id = (await world.first('households')).id
  const unknown = 'client_profile_local_11111111-2222-3333-4444-555555555555_0'
  const base = { id: unknown, first_name: 'Left' }
  const edit = { ...plain, id: 'op_edit', resource: 'individuals' as const, record_id: unknown, base }
  const fields = { household_id, individual_id: unknown, name: 'Deed', type: 'DEED' }
  const create = {
    ...plain,
    id: 'op_document',
    action: 'create' as const,
    resource: 'documents' as const,
    record_id: 'document_local_11111111-2222-3333-4444-555555555556',
    parent_id: household_id,
    fields,
    base: null,
    file: world.files.stage('deed.pdf'),
  }
  world.sandbox.control.resetStats()
  await world.reopenWith([
    { ...edit, seq: 1 },
    { ...create, seq: 2 },
  ])
  await world.outbox.idle()
  for (const id of ['op_edit', 'op_document']) {
    expect(world.operation(id)).toMatchObject({
      state: 'failed',
      attempts: 0,
      question: { kind: 'refused' },
      problem: { message: expect.stringContaining('was not sent') },
    })
  }
  expect(world.sandbox.control.stats().requests).toEqual({})
})
