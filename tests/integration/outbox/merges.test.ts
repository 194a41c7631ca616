import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonFields, Operation, OperationMerge } from '../../../shared/domain/operation.ts'
import { type OutboxWorld, startOutboxWorld } from './support/outbox-world.ts'

let world: OutboxWorld
let household: string
beforeAll(async () => {
  world = await startOutboxWorld()
  household = (await world.first('households')).id
})
afterEach(() => world.sandbox.control.reset())
afterAll(() => world.stop())

let made = 0
/** Two records of one person; the second one has these documents. */
async function twins(documents = 2, where = household) {
  made += 1
  const { colleague } = world.sandbox.control
  const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }
  const person = (more: JsonFields) =>
    String(colleague.create('individuals', { ...flags, last_name: `Double ${made}`, household_id: where, ...more }).id)
  const keep = person({ first_name: 'Ada' })
  const drop = person({ first_name: 'Ada Maria', city: 'Boston', email: 'ada@example.com' })
  const papers = Array.from({ length: documents }, (_, at) => document(drop, `Paper ${made}.${at + 1}`, where))
  return { keep, drop, papers, name: `Ada Maria Double ${made}` }
}

const document = (individual_id: string, name: string, household_id = household): string =>
  String(world.sandbox.control.colleague.create('documents', { household_id, name, type: 'OTHER', individual_id }).id)

type Twins = Awaited<ReturnType<typeof twins>>

async function merge({ keep, drop, papers, name }: Twins, fields: JsonFields = { city: 'Boston' }, typed = name) {
  const [kept, dropped] = await Promise.all([world.get('individuals', keep), world.get('individuals', drop)])
  const found = await Promise.all(papers.map((id) => world.get('documents', id)))
  const documents = found.map((one) => ({
    ...{ id: String(one?.id), title: String(one?.name), household_id: String(one?.household_id) },
  }))
  const { operation_id } = await world.outbox.mergeRecords({
    resource: 'individuals',
    keep: { id: keep, title: `Ada Double ${made}`, seen: kept ?? {} },
    drop: { id: drop, title: name, seen: dropped ?? {} },
    ...{ fields, documents, typed },
  })
  return operation_id
}

async function merged(...asked: Parameters<typeof merge>): Promise<Operation> {
  const id = await merge(...asked)
  await world.outbox.idle()
  return world.operation(id)
}

async function ownersOf(papers: readonly string[]) {
  const found = await Promise.all(papers.map((id) => world.get('documents', id)))
  return found.map((one) => one?.individual_id)
}

const isGone = async (id: string) => (await world.get('individuals', id))?.deleted_at !== undefined

/** Stops a merge after its first document: the service refuses the second. */
async function halfMerged(pair: Twins): Promise<string> {
  const path = `/documents/${pair.papers[1]}`
  world.sandbox.control.fail({ fault: { kind: 'status', status: 403 }, method: 'PUT', path, times: 1 })
  const { id, state, merge: steps } = await merged(pair)
  expect(state).toBe('failed')
  expect(steps?.documents.map((one) => one.state)).toEqual(['moved', 'sent'])
  return id
}

it('a merge gives the chosen fields and the documents to the person that is kept, then deletes the other one', async () => {
  const pair = await twins()
  const operation = await merged(pair)
  expect(operation).toMatchObject({ state: 'done', remark: null, merge: { fields: 'done', deletion: 'done' } })
  expect(await world.get('individuals', pair.keep)).toMatchObject({ first_name: 'Ada', city: 'Boston' })
  expect(await ownersOf(pair.papers)).toEqual([pair.keep, pair.keep])
  expect(await isGone(pair.drop)).toBe(true)
  const last = world.store.commits.at(-1)
  expect(last).toMatchObject({
    gone: [{ resource: 'individuals', id: pair.drop }],
    merged: [{ resource: 'individuals', from_id: pair.drop, to_id: pair.keep, household_id: household }],
  })
})

it('a merge is not saved with another name, while a change of either person waits, or with a document of another household', async () => {
  const pair = await twins()
  await expect(merge(pair, {}, 'Ada')).rejects.toMatchObject({ code: 'outbox/typed-name-differs' })
  await world.outbox.setAllPaused(true)
  const base = (await world.get('individuals', pair.keep)) ?? {}
  const edit = { action: 'update', resource: 'individuals', record_id: pair.keep, fields: { city: 'Rome' } } as const
  const { operation_id } = await world.outbox.save({ ...edit, base })
  await expect(merge(pair)).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await world.outbox.decide(operation_id, { decision: 'discard' })
  await world.outbox.setAllPaused(false)
  const other = (await world.list('households')).find(({ id }) => id !== household)
  const far = { ...pair, papers: [document(pair.drop, 'Far away', String(other?.id))] }
  await expect(merge(far)).rejects.toThrow(/“Far away” cannot move/)
  expect(await isGone(pair.drop)).toBe(false)
})

it('an edit and a deletion of a person that is being merged are refused, and so is a new document about them', async () => {
  const pair = await twins(0)
  await world.outbox.setAllPaused(true)
  const id = await merge(pair)
  const base = (await world.get('individuals', pair.drop)) ?? {}
  const about = { resource: 'individuals', record_id: pair.drop } as const
  const refused = { code: 'outbox/not-allowed' }
  const edit = world.outbox.save({ ...about, action: 'update', fields: { city: 'Rome' }, base })
  await expect(edit).rejects.toMatchObject(refused)
  await expect(world.outbox.save({ ...about, action: 'delete' })).rejects.toMatchObject(refused)
  const file = { staged_id: 's', name: 'a.pdf', size: 1, sha256: 'aa', media_type: 'application/pdf' }
  const fields = { household_id: household, name: 'A', type: 'OTHER', individual_id: pair.drop } as const
  await expect(world.outbox.saveDocuments([{ fields, file }])).rejects.toMatchObject(refused)
  await world.outbox.decide(id, { decision: 'discard' })
  await world.outbox.setAllPaused(false)
  expect(world.operation(id).state).toBe('discarded')
})

for (const [step, method, path] of [
  ['fields', 'PUT', '/individuals/'],
  ['a document', 'PUT', '/documents/'],
  ['the deletion', 'DELETE', '/individuals/'],
] as const) {
  it(`a merge whose answer about ${step} was lost reads the service, and sends that step once`, async () => {
    const pair = await twins()
    world.sandbox.control.resetStats()
    world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, method, path })
    expect(await merged(pair)).toMatchObject({ state: 'done' })
    expect(await ownersOf(pair.papers)).toEqual([pair.keep, pair.keep])
    expect(await isGone(pair.drop)).toBe(true)
    expect(world.operation(await lastId()).attempts).toBe(4)
  })
}

for (const [step, method, path] of [
  ['fields', 'PUT', '/individuals/'],
  ['documents', 'PUT', '/documents/'],
  ['deletion', 'DELETE', '/individuals/'],
] as const) {
  it(`a merge whose ${step} the service put off is not said to be sent until it is sent again`, async () => {
    const pair = await twins(1)
    world.sandbox.control.fail({ fault: { kind: 'status', status: 429, retryAfter: 3600 }, method, path, times: 1 })
    const { id, state } = await merged(pair)
    expect(state).toBe('done')
    const stored = world.store.commits.flatMap(({ operations }) => operations).filter((one) => one.id === id)
    const said = stored.map(({ merge: steps }) => (step === 'documents' ? steps?.documents[0]?.state : steps?.[step]))
    const changes = said.filter((one, at) => one !== said[at - 1])
    expect(changes).toEqual(['waiting', 'sent', 'waiting', 'sent', step === 'documents' ? 'moved' : 'done'])
  })
}

const lastId = async () => String([...world.store.operations.keys()].at(-1))

it('a merge that was cut off at any step goes on after a restart', async () => {
  const pair = await twins()
  await world.outbox.setAllPaused(true)
  const saved = world.operation(await merge(pair))
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  const steps = world.store.commits.flatMap(({ operations }) => operations.filter(({ id }) => id === saved.id))
  for (const { state, merge: before } of steps.filter((one) => one.state !== 'done')) {
    const again = await twins()
    if (before === null || before === undefined) throw new Error('It is no merge.')
    const documents = before.documents.map((one, at) => ({ ...one, id: again.papers[at] ?? '' }))
    const [kept, dropped] = await Promise.all([
      world.get('individuals', again.keep),
      world.get('individuals', again.drop),
    ])
    // Steps that were done before the cut are done at the service as well.
    for (const { id, state: moved } of documents)
      if (moved === 'moved') world.sandbox.control.colleague.edit('documents', id, { individual_id: again.keep })
    await world.reopenWith([
      {
        ...{ ...saved, record_id: again.drop, title: again.name, base: dropped, state },
        merge: { ...before, documents, keep_id: again.keep, keep_base: kept ?? {} },
      },
    ])
    await world.outbox.idle()
    expect(world.operation(saved.id)).toMatchObject({ state: 'done' })
    expect(await ownersOf(again.papers)).toEqual([again.keep, again.keep])
    expect(await isGone(again.drop)).toBe(true)
  }
  expect(steps.length).toBeGreaterThan(8)
})

it('a merge asks when a colleague changed the person to be deleted, and deletes only as the user answers', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  world.sandbox.control.colleague.edit('individuals', pair.drop, { city: 'Paris' })
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id).question).toMatchObject({ kind: 'changed-elsewhere', fields: [{ field: 'city' }] })
  expect(await isGone(pair.drop)).toBe(false)
  await world.outbox.decide(id, { decision: 'go-on' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await isGone(pair.drop)).toBe(true)
})

it('a merge asks when a colleague gave the person to be deleted another document, and moves it as the user answers', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  const added = document(pair.drop, 'Added meanwhile')
  world.sandbox.control.colleague.edit('documents', pair.papers[0] ?? '', { individual_id: pair.drop })
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  const { question } = world.operation(id)
  expect(question?.kind).toBe('new-documents')
  expect(question?.candidates.map((one) => one.id)).toEqual([pair.papers[0], added])
  expect(await isGone(pair.drop)).toBe(false)
  await world.outbox.decide(id, { decision: 'go-on' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await ownersOf([...pair.papers, added])).toEqual([pair.keep, pair.keep, pair.keep])
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

it('a document that a colleague adds after the last move is found before the deletion, and nobody is deleted', async () => {
  const pair = await twins()
  const added: string[] = []
  const isAllMoved = ({ documents, deletion }: OperationMerge) =>
    deletion === 'waiting' && documents.every(({ state }) => state === 'moved')
  actAfter(isAllMoved, () => added.push(document(pair.drop, 'Added after the last move')))
  const { id, question } = await merged(pair)
  expect(question?.candidates.map((one) => one.id)).toEqual(added)
  expect(added).toHaveLength(1)
  expect(await isGone(pair.drop)).toBe(false)
  await world.outbox.decide(id, { decision: 'go-on' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await ownersOf([...pair.papers, ...added])).toEqual([pair.keep, pair.keep, pair.keep])
})

it('a document that a colleague adds just before the deletion is found after it, and the merge ends only when it has moved', async () => {
  const pair = await twins()
  const added: string[] = []
  actAfter(
    ({ deletion }) => deletion === 'sent',
    () => added.push(document(pair.drop, 'Added in the last moment')),
  )
  const { id, state, question } = await merged(pair)
  expect(await isGone(pair.drop)).toBe(true)
  expect(question).toMatchObject({ kind: 'new-documents', candidates: [{ id: added[0] }] })
  expect(state).not.toBe('done')
  await world.outbox.decide(id, { decision: 'go-on' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await ownersOf([...pair.papers, ...added])).toEqual([pair.keep, pair.keep, pair.keep])
})

it('a move that the service accepts and does not keep is refused by name, and sent again as the user answers', async () => {
  const pair = await twins()
  const path = `/documents/${pair.papers[1]}`
  world.sandbox.control.fail({ fault: { kind: 'status', status: 200 }, method: 'PUT', path })
  const { id, question, problem, merge: steps } = await merged(pair)
  expect(question?.kind).toBe('refused')
  expect(problem).toMatchObject({ code: 'outbox/not-kept', message: expect.stringContaining(`“Paper ${made}.2”`) })
  expect(steps?.documents.map((one) => one.state)).toEqual(['moved', 'sent'])
  expect(await isGone(pair.drop)).toBe(false)
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await ownersOf(pair.papers)).toEqual([pair.keep, pair.keep])
})

it('a merge asks when the person to be deleted is gone already, and moves what is left as the user answers', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  await world.sandbox.control.colleague.remove('individuals', pair.drop)
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id).question?.kind).toBe('deleted-elsewhere')
  await world.outbox.decide(id, { decision: 'go-on' })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await ownersOf(pair.papers)).toEqual([pair.keep, pair.keep])
})

it('a merge whose other person a colleague deleted gives them no document back, and says that they had been deleted when it is stopped', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  await world.sandbox.control.colleague.remove('individuals', pair.drop)
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  const putBack = world.outbox.decide(id, { decision: 'put-back' })
  await expect(putBack).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await world.outbox.decide(id, { decision: 'discard' })
  expect(world.operation(id).remark).toMatch(`${pair.name} had been deleted in the service.`)
  expect((await ownersOf(pair.papers))[0]).toBe(pair.keep)
})

it('a merge deletes nobody when a colleague deleted the person that is kept, and can be put back', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  await world.sandbox.control.colleague.remove('individuals', pair.keep)
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id).question?.kind).toBe('kept-deleted')
  await world.outbox.decide(id, { decision: 'put-back' })
  await world.outbox.idle()
  expect(await ownersOf(pair.papers)).toEqual([pair.drop, pair.drop])
  expect(await isGone(pair.drop)).toBe(false)
})

it('a document that a colleague gave to someone else stays there, and the outcome says so', async () => {
  const pair = await twins()
  const id = await halfMerged(pair)
  const third = (await twins(0)).keep
  world.sandbox.control.colleague.edit('documents', pair.papers[1] ?? '', { individual_id: third })
  await world.outbox.decide(id, { decision: 'retry' })
  await world.outbox.idle()
  expect(world.operation(id)).toMatchObject({ state: 'done', remark: expect.stringContaining('Not moved') })
  expect(await ownersOf(pair.papers)).toEqual([pair.keep, third])
})

it('a merge asks about a chosen field that a colleague changed meanwhile, and sends what the user decides', async () => {
  const pair = await twins()
  await world.outbox.setAllPaused(true)
  const id = await merge(pair)
  world.sandbox.control.colleague.edit('individuals', pair.keep, { city: 'Rome', suffix: 'Jr.' })
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(id).question).toMatchObject({ kind: 'fields', fields: [{ field: 'city' }] })
  await world.outbox.decide(id, { decision: 'merge', fields: { city: 'Rome' } })
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('done')
  expect(await world.get('individuals', pair.keep)).toMatchObject({ city: 'Rome', suffix: 'Jr.' })
})

it('a merge whose notes a colleague changed on another line keeps the lines of both, and goes on', async () => {
  const pair = await twins(1)
  const { colleague } = world.sandbox.control
  colleague.edit('individuals', pair.keep, { notes: 'Likes tea.\nCall after six.\nHas a dog.' })
  await world.outbox.setAllPaused(true)
  const id = await merge(pair, { notes: 'Likes tea.\nCall after six.\nHas a dog.\n\nMet at the fair.' })
  colleague.edit('individuals', pair.keep, { notes: 'Likes coffee.\nCall after six.\nHas a dog.' })
  await world.outbox.setAllPaused(false)
  await world.outbox.idle()
  expect(world.operation(id)).toMatchObject({ state: 'done', problem: null })
  expect((await world.get('individuals', pair.keep))?.notes).toBe(
    'Likes coffee.\nCall after six.\nHas a dog.\n\nMet at the fair.',
  )
})

it('a merge does not delete the other person when the one that is kept was deleted while the deletion was being prepared', async () => {
  const pair = await twins(1)
  const { colleague } = world.sandbox.control
  actAfter(
    ({ deletion }) => deletion === 'sent',
    () => {
      void colleague.remove('individuals', pair.keep)
      world.time.now += 10_000
    },
  )
  const { id, question } = await merged(pair)
  expect(question?.kind).toBe('kept-deleted')
  expect(await isGone(pair.drop)).toBe(false)
  expect(world.operation(id).state).toBe('conflict')
})

it('a record of somebody that another merge keeps is not deleted by a merge', async () => {
  const [first, second] = [await twins(1), await twins(0)]
  await world.outbox.setAllPaused(true)
  const id = await merge(first)
  const away = { ...second, drop: first.keep, papers: [] }
  await expect(merge(away, {})).rejects.toMatchObject({ code: 'outbox/not-allowed' })
  await world.outbox.decide(id, { decision: 'discard' })
  await world.outbox.setAllPaused(false)
})

it('a merge that the user stops says what was done, and put back returns documents and fields', async () => {
  const stopped = await twins()
  const first = await halfMerged(stopped)
  await world.outbox.decide(first, { decision: 'discard' })
  expect(world.operation(first)).toMatchObject({
    state: 'discarded',
    remark: `Stopped. The chosen fields were sent. Documents moved: 1 of 2. ${stopped.name} was not deleted.`,
  })
  expect(await ownersOf(stopped.papers)).toEqual([stopped.keep, stopped.drop])

  const pair = await twins()
  const id = await halfMerged(pair)
  await world.outbox.decide(id, { decision: 'put-back' })
  expect(world.operation(id).remark).toContain('Changes that put back what was done are in the Outbox')
  await world.outbox.idle()
  expect(world.operation(id).state).toBe('discarded')
  expect(await ownersOf(pair.papers)).toEqual([pair.drop, pair.drop])
  expect((await world.get('individuals', pair.keep))?.city).toBeUndefined()
  expect(await isGone(pair.drop)).toBe(false)
})

it('a merge whose deletion the service refused, and that the user stops, says that the person was not deleted, and can be put back', async () => {
  const refuseDeletion = (path: string) =>
    world.sandbox.control.fail({ fault: { kind: 'status', status: 403 }, method: 'DELETE', path, times: 1 })
  const stopped = await twins(1)
  refuseDeletion(`/individuals/${stopped.drop}`)
  const first = await merged(stopped)
  expect(first).toMatchObject({ state: 'failed', problem: { code: 'service/forbidden' } })
  await world.outbox.decide(first.id, { decision: 'discard' })
  expect(world.operation(first.id).remark).toBe(
    `Stopped. The chosen fields were sent. Documents moved: 1 of 1. ${stopped.name} was not deleted.`,
  )

  const pair = await twins(1)
  refuseDeletion(`/individuals/${pair.drop}`)
  const { id } = await merged(pair)
  await world.outbox.decide(id, { decision: 'put-back' })
  await world.outbox.idle()
  expect(await ownersOf(pair.papers)).toEqual([pair.drop])
  expect(await isGone(pair.drop)).toBe(false)
})

it('a merge that is stopped after a read showed the other person as deleted says that they were', async () => {
  const pair = await twins(1)
  actAfter(
    ({ deletion }) => deletion === 'sent',
    () => document(pair.drop, 'Added in the last moment'),
  )
  const { id, merge: steps } = await merged(pair)
  expect(steps?.deletion).toBe('done')
  await world.outbox.decide(id, { decision: 'discard' })
  expect(world.operation(id).remark).toBe(
    `Stopped. The chosen fields were sent. Documents moved: 1 of 1. ${pair.name} was deleted.`,
  )
})

it('a person who becomes a primary client in place of the deleted one does so after the deletion', async () => {
  const owner = (await world.first('users')).id
  const { id } = world.sandbox.control.colleague.create('households', { primary_relationship_owner_id: owner })
  const pair = await twins(1, String(id))
  const { colleague } = world.sandbox.control
  colleague.edit('individuals', pair.drop, { is_primary: true })
  const other = await twins(0, String(id))
  colleague.edit('individuals', other.keep, { is_primary: true })
  const operation = await merged(pair, { is_primary: true })
  expect(operation.state).toBe('done')
  expect(await isGone(pair.drop)).toBe(true)
  expect(await world.get('individuals', pair.keep)).toMatchObject({ is_primary: true })
})
