import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonFields, Operation, OperationMerge } from '../../../shared/domain/operation.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
let owner: string
beforeAll(async () => {
  world = await startOutboxWorld()
  owner = (await world.first('users')).id
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

let made = 0
const household = (more: JsonFields = {}): string => {
  const record = { primary_relationship_owner_id: owner, name: `Double ${made}`, ...more }
  return String(world.sandbox.control.colleague.create('households', record).id)
}

const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }
const person = (household_id: string): string =>
  String(
    world.sandbox.control.colleague.create('individuals', { ...flags, first_name: 'Ada', last_name: 'D', household_id })
      .id,
  )
const document = (household_id: string): string =>
  String(world.sandbox.control.colleague.create('documents', { household_id, name: 'Will', type: 'OTHER' }).id)

/** Two households of one family. */
function twins(more: JsonFields = { notes: 'Met at the fair.' }) {
  made += 1
  return { keep: household(), drop: household(more), name: `Double ${made}` }
}

type Twins = ReturnType<typeof twins>

async function merge({ keep, drop, name }: Twins, fields: JsonFields = { notes: 'Met at the fair.' }, typed = name) {
  const [kept, dropped] = await Promise.all([world.get('households', keep), world.get('households', drop)])
  const { operation_id } = await world.outbox.mergeRecords({
    resource: 'households',
    keep: { id: keep, title: name, seen: kept ?? {} },
    drop: { id: drop, title: name, seen: dropped ?? {} },
    ...{ fields, documents: [], typed },
  })
  return operation_id
}

async function merged(...asked: Parameters<typeof merge>): Promise<Operation> {
  const id = await merge(...asked)
  await world.outbox.idle()
  return world.operation(id)
}

const isGone = async (id: string) => (await world.get('households', id)) === null

async function decided(id: string, decision: 'go-on' | 'check-again' | 'put-back' | 'discard'): Promise<Operation> {
  await world.outbox.decide(id, { decision })
  await world.outbox.idle()
  return world.operation(id)
}

it('a merge of two households gives the chosen fields to the one that is kept, and deletes the other one when nothing is in it', async () => {
  const pair = twins()
  expect(await merged(pair)).toMatchObject({ state: 'done', remark: null, merge: { fields: 'done', deletion: 'done' } })
  expect(await world.get('households', pair.keep)).toMatchObject({ notes: 'Met at the fair.' })
  expect(await isGone(pair.drop)).toBe(true)
  expect(world.store.commits.at(-1)).toMatchObject({
    gone: [{ resource: 'households', id: pair.drop }],
    merged: [{ resource: 'households', from_id: pair.drop, to_id: pair.keep }],
  })
})

it('a household with a person, an entity or a document is kept and each is named, until they were moved by hand', async () => {
  const pair = twins()
  const { colleague } = world.sandbox.control
  const [ada, will] = [person(pair.drop), document(pair.drop)]
  const entity = (await world.first('entities')).id
  const from = colleague.look('entities', entity).household_id
  colleague.edit('entities', entity, { household_id: pair.drop })
  const { id, state, question } = await merged(pair)
  expect(state).toBe('conflict')
  expect(question).toMatchObject({
    kind: 'records-left',
    candidates: [
      { resource: 'individuals', id: ada, name: 'Ada D' },
      { resource: 'entities', id: entity },
      { resource: 'documents', id: will, name: 'Will' },
    ],
  })
  expect(await world.get('households', pair.keep)).toMatchObject({ notes: 'Met at the fair.' })
  await expect(world.outbox.decide(id, { decision: 'go-on' })).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await colleague.remove('individuals', ada)
  await colleague.remove('documents', will)
  expect((await decided(id, 'check-again')).question?.candidates.map((one) => one.id)).toEqual([entity])
  expect(await isGone(pair.drop)).toBe(false)
  colleague.edit('entities', entity, { household_id: from })
  expect(await decided(id, 'check-again')).toMatchObject({ state: 'done' })
  expect(await isGone(pair.drop)).toBe(true)
})

it('a household is deleted without a question once the user’s own deletions of its records were sent', async () => {
  const pair = twins({})
  const will = document(pair.drop)
  await world.outbox.setAllPaused(true)
  const base = (await world.get('documents', will)) ?? {}
  await world.outbox.save({ action: 'delete', resource: 'documents', record_id: will, base })
  const id = await merge(pair, {})
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(world.store.eventsOf(id)).not.toContain('asked')
})

it('a merge without chosen fields has only the deletion, and can be discarded until that is sent', async () => {
  const pair = twins({})
  document(pair.drop)
  const { id, merge: steps } = await merged(pair, {})
  expect(steps).toMatchObject({ fields: 'none', documents: [] })
  await world.outbox.decide(id, { decision: 'discard' })
  expect(world.operation(id)).toMatchObject({ state: 'discarded', remark: null })
  expect(await isGone(pair.drop)).toBe(false)
})

it('a merge of households is not saved with another name, or while a change of either or a new record in it waits', async () => {
  const pair = twins()
  await expect(merge(pair, {}, 'Double')).rejects.toMatchObject({
    code: 'outbox/typed-name-differs',
    message: expect.stringContaining('household'),
  })
  await world.outbox.setAllPaused(true)
  const fields = { first_name: 'Eva', last_name: 'D', household_id: pair.drop }
  const { operation_id } = await world.outbox.save({ action: 'create', resource: 'individuals', fields })
  await expect(merge(pair)).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await world.outbox.decide(operation_id, { decision: 'discard' })
  await world.outbox.setAllPaused(false)
  expect(await isGone(pair.drop)).toBe(false)
})

it('an edit of a household that is being merged is refused, and so are a new person, a new document and a move into it', async () => {
  const pair = twins()
  await world.outbox.setAllPaused(true)
  const other = { first_name: 'Eva', last_name: 'D', household_id: pair.keep }
  const { operation_id } = await world.outbox.save({ action: 'create', resource: 'individuals', fields: other })
  const id = await merge(pair)
  const refused = { code: 'outbox/not-allowed', message: 'This household is being merged with another one.' }
  const base = (await world.get('households', pair.drop)) ?? {}
  const edit = { action: 'update', resource: 'households', record_id: pair.drop, fields: { notes: 'New' } } as const
  await expect(world.outbox.save({ ...edit, base })).rejects.toMatchObject(refused)
  const fields = { first_name: 'Eva', last_name: 'D', household_id: pair.drop }
  await expect(world.outbox.save({ action: 'create', resource: 'individuals', fields })).rejects.toMatchObject(refused)
  const file = { staged_id: 's', name: 'a.pdf', size: 1, sha256: 'aa', media_type: 'application/pdf' }
  const upload = { household_id: pair.drop, name: 'A', type: 'OTHER' } as const
  await expect(world.outbox.saveDocuments([{ fields: upload, file }])).rejects.toMatchObject(refused)
  const move = world.outbox.decide(operation_id, { decision: 'move', household_id: pair.drop })
  await expect(move).rejects.toMatchObject(refused)
  for (const open of [id, operation_id]) await world.outbox.decide(open, { decision: 'discard' })
  await world.outbox.setAllPaused(false)
})

for (const [step, method] of [
  ['fields', 'PUT'],
  ['the deletion', 'DELETE'],
] as const) {
  it(`a merge of households whose answer about ${step} was lost reads the service, and sends that step once`, async () => {
    const pair = twins()
    world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, method, path: '/households/' })
    expect(await merged(pair)).toMatchObject({ state: 'done', attempts: 2 })
    expect(await isGone(pair.drop)).toBe(true)
  })
}

it('a merge of households that was cut off at any step goes on after a restart', async () => {
  const pair = twins()
  const saved = world.operation((await merged(pair)).id)
  const steps = world.store.commits.flatMap(({ operations }) => operations.filter(({ id }) => id === saved.id))
  for (const { state, merge: before } of steps.filter((one) => one.state !== 'done')) {
    const again = twins()
    const [kept, dropped] = await Promise.all([
      world.get('households', again.keep),
      world.get('households', again.drop),
    ])
    if (!before || !kept) throw new Error('It is no merge.')
    const now = { ...before, keep_id: again.keep, keep_base: kept }
    await world.reopenWith([{ ...saved, record_id: again.drop, title: again.name, base: dropped, state, merge: now }])
    await world.outbox.idle()
    expect(world.operation(saved.id).state).toBe('done')
    expect(await isGone(again.drop)).toBe(true)
  }
  expect(steps.length).toBeGreaterThan(4)
})

it('a merge asks when a colleague wrote notes into the household to be deleted, but not when only its name followed its people', async () => {
  const pair = twins()
  const will = document(pair.drop)
  const { id } = await merged(pair)
  const { colleague } = world.sandbox.control
  await colleague.remove('documents', will)
  colleague.edit('households', pair.drop, { name: 'Another name' })
  colleague.edit('households', pair.drop, { notes: 'Call before the summer.' })
  expect((await decided(id, 'check-again')).question).toMatchObject({ kind: 'changed-elsewhere' })
  expect(await isGone(pair.drop)).toBe(false)
  colleague.edit('households', pair.drop, { notes: 'Met at the fair.' })
  expect((await decided(id, 'check-again')).state).toBe('done')
})

it('a merge deletes no household when a colleague deleted the one that is kept, and asks when the other one is gone', async () => {
  const first = twins()
  const will = document(first.drop)
  const { id } = await merged(first)
  await world.sandbox.control.colleague.remove('households', first.keep)
  await world.sandbox.control.colleague.remove('documents', will)
  expect((await decided(id, 'check-again')).question?.kind).toBe('kept-deleted')
  expect(await isGone(first.drop)).toBe(false)
  await decided(id, 'discard')

  const second = twins()
  const left = document(second.drop)
  const other = (await merged(second)).id
  await world.sandbox.control.colleague.remove('households', second.drop)
  expect((await decided(other, 'check-again')).question?.kind).toBe('deleted-elsewhere')
  expect((await decided(other, 'go-on')).question).toMatchObject({ kind: 'records-left', candidates: [{ id: left }] })
  expect(await decided(other, 'go-on')).toMatchObject({ state: 'done', remark: expect.stringContaining('“Will”') })
})

/** Lets a colleague act once, right after the first step that fits was stored. */
function actAfter(fits: (steps: OperationMerge) => boolean, act: () => void): void {
  const { store } = world
  const { commit } = store
  store.commit = async (step) => {
    await commit(step)
    if (!step.operations.some(({ merge: steps }) => steps && fits(steps))) return
    store.commit = commit
    act()
  }
}

it('a document that a colleague adds just before the deletion is named after it, and the merge ends only as the user answers', async () => {
  const pair = twins()
  const added: string[] = []
  actAfter(
    ({ deletion }) => deletion === 'sent',
    () => added.push(document(pair.drop)),
  )
  const { id, question } = await merged(pair)
  expect(await isGone(pair.drop)).toBe(true)
  expect(question).toMatchObject({ kind: 'records-left', candidates: [{ id: added[0] }] })
  expect(await decided(id, 'go-on')).toMatchObject({
    ...{ state: 'done', remark: expect.stringContaining('“Will”') },
    merge: { left: [{ resource: 'documents', id: added[0] }] },
  })
})

it('a household whose deletion did not arrive is still there: a record in it must be moved by hand, and the merge does not end with it', async () => {
  const pair = twins({})
  world.sandbox.control.fail({
    fault: { kind: 'status', status: 403 },
    method: 'DELETE',
    path: '/households/',
    times: 1,
  })
  const { id, state } = await merged(pair, {})
  expect(state).toBe('failed')
  const will = document(pair.drop)
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id).question).toMatchObject({ kind: 'records-left', candidates: [{ id: will }] })
  expect(await isGone(pair.drop)).toBe(false)
  await expect(world.outbox.decide(id, { decision: 'go-on' })).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await world.outbox.idle()
  expect(await isGone(pair.drop)).toBe(false)
})

it('an external ID of the deleted household follows after the deletion, since the service knows each only once', async () => {
  const pair = twins({ external_id: `CRM-${made}` })
  expect(await merged(pair, { external_id: `CRM-${made - 1}` })).toMatchObject({
    state: 'done',
    merge: { fields: 'none' },
  })
  await world.outbox.idle()
  expect(await world.get('households', pair.keep)).toMatchObject({ external_id: `CRM-${made - 1}` })
})

it('putting a stopped merge of households back returns the fields, and the other household stays', async () => {
  const pair = twins()
  document(pair.drop)
  const { id } = await merged(pair)
  await decided(id, 'put-back')
  expect(world.operation(id).state).toBe('discarded')
  expect((await world.get('households', pair.keep))?.notes).toBeUndefined()
  expect(await isGone(pair.drop)).toBe(false)
})

it('a merge that waits for the network is one piece: nothing is sent while offline, and read-only refuses it', async () => {
  const pair = twins()
  world.state.readOnly = true
  await expect(merge(pair)).rejects.toMatchObject({ code: expect.stringContaining('read-only') })
  world.state.readOnly = false
  await world.outbox.setAllPaused(true)
  const id = await merge(pair)
  expect(world.operation(id)).toMatchObject({ state: 'queued', merge: { fields: 'waiting', deletion: 'waiting' } })
  await world.outbox.undo({ operation_id: id })
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('discarded')
  expect(await isGone(pair.drop)).toBe(false)
})
