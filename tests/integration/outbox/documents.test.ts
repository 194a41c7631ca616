import { createHash, randomBytes } from 'node:crypto'
import { FormData } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import type { DocumentCreate } from '../../../shared/service/writes.ts'
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

const post = { method: 'POST', path: '^/api/public/v1/documents$' } as const
/** More than the connection's buffers can hold. */
const large = () => randomBytes(24 * 1024 * 1024)

const asJson = (fields: object): JsonFields => JSON.parse(JSON.stringify(fields))
let made = 0
const fieldsOf = (more: Partial<DocumentCreate> = {}): DocumentCreate => {
  made += 1
  return { household_id: household, name: `Deed ${made}`, type: 'DEED', ...more }
}
async function save(fields: DocumentCreate, content?: Uint8Array, name = `${fields.name}.pdf`) {
  const file = world.files.stage(name, content)
  const [saved] = await world.outbox.saveDocuments([{ fields, file }])
  if (!saved) throw new Error('Nothing was saved.')
  return { id: saved.operation_id, file, fields }
}
async function saved(...args: Parameters<typeof save>) {
  const one = await save(...args)
  await world.outbox.idle()
  return one
}
const named = async (name: string) => (await world.list('documents')).filter((one) => one.name === name)
const digestOf = async (id: unknown) => {
  const { bytes } = await world.sandbox.client.api(`/documents/${String(id)}/download`)
  return createHash('sha256').update(bytes).digest('hex')
}
async function colleagueUploads(fields: DocumentCreate): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([randomBytes(10)]), 'theirs.pdf')
  return (await world.sandbox.client.api('/documents', { method: 'POST', body: form })).status
}
const events = (id: string) => world.store.eventsOf(id)

describe('a new document', () => {
  it('is sent with its file, and the staged file becomes the document’s own', async () => {
    const person = (await world.list('individuals', `&household_id=${household}`))[0]
    const fields = fieldsOf({ individual_id: String(person?.id) })
    const { id, file } = await saved(fields, large(), '“Deed” ☂ "7"\r\n.pdf')
    const { state, server_id, problem } = world.operation(id)
    expect([state, problem]).toEqual(['done', null])
    expect(await world.get('documents', String(server_id))).toMatchObject(fields)
    expect(await digestOf(server_id)).toBe(file.sha256)
    expect(world.files.adopted.get(file.staged_id)).toBe(server_id)
  })

  it('may have an empty file', async () => {
    const { id, file } = await saved(fieldsOf(), new Uint8Array())
    expect(world.operation(id).state).toBe('done')
    expect(await digestOf(world.operation(id).server_id)).toBe(file.sha256)
  })

  it('waits for the household and the person that it belongs to', async () => {
    await world.outbox.setAllPaused(true)
    const owner = (await world.first('users')).id
    const home = await world.outbox.save({
      action: 'create',
      resource: 'households',
      fields: { primary_relationship_owner_id: owner, notes: 'Documents' },
    })
    const person = await world.outbox.save({
      action: 'create',
      resource: 'individuals',
      fields: { first_name: 'Paper', last_name: 'Owner', household_id: home.record_id },
    })
    const { id } = await save(fieldsOf({ household_id: home.record_id, individual_id: person.record_id }))
    await expect(world.outbox.decide(person.operation_id, { decision: 'discard' })).rejects.toThrow('belong')
    await world.outbox.setAllPaused(false)
    await world.outbox.idle()
    expect(await world.get('documents', String(world.operation(id).server_id))).toMatchObject({
      household_id: world.store.serverIdOf(home.record_id),
      individual_id: world.store.serverIdOf(person.record_id),
    })
  })

  it('tells how far it is, and that it ended', async () => {
    const told: number[][] = []
    const leave = world.outbox.onUploads((uploads) => told.push(uploads.map(({ sent }) => sent)))
    const { file } = await saved(fieldsOf(), large())
    leave()
    expect(told[0]).toEqual([0])
    expect(told.at(-1)).toEqual([])
    expect(told.at(-2)).toEqual([file.size])
    expect(told.length).toBeGreaterThan(90)
  })

  it('is asked about when the service has one like it', async () => {
    const fields = fieldsOf()
    const first = await saved(fields)
    const second = await saved(fields)
    expect(world.operation(second.id).question?.kind).toBe('already-exists')
    await world.outbox.decide(second.id, {
      decision: 'adopt',
      id: String(world.operation(first.id).server_id),
    })
    // The files were not compared, so the document's file is not assumed to equal the staged one.
    expect(world.files.released.has(second.file.staged_id)).toBe(true)
    expect(await named(fields.name)).toHaveLength(1)
  })

  it('is refused with the field that the service names, and goes out once that is mended', async () => {
    const { id, fields } = await saved(fieldsOf({ entity_id: 'entity_of_nobody' }))
    expect(world.operation(id)).toMatchObject({ state: 'failed', question: { kind: 'refused' } })
    expect(world.operation(id).problem?.detail).toContain('entity_id')
    const { entity_id: _, ...mended } = fields
    await world.outbox.decide(id, { decision: 'edit', fields: asJson(mended) })
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
    expect(await named(fields.name)).toHaveLength(1)
  })

  it('fails for good when its staged file is gone, and nothing of it is at the service', async () => {
    await world.outbox.setAllPaused(true)
    const { id, file, fields } = await save(fieldsOf())
    world.files.lose(file.staged_id)
    await world.outbox.setAllPaused(false)
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'failed', problem: { code: 'files/not-held' } })
    expect(await named(fields.name)).toEqual([])
    await world.outbox.decide(id, { decision: 'discard' })
    expect(world.files.released.has(file.staged_id)).toBe(true)
  })

  it.each([-1, 1])('fails when the staged file changed its length by %i', async (by) => {
    const file = world.files.stage('changed.pdf', large())
    const fields = fieldsOf()
    const [one] = await world.outbox.saveDocuments([{ fields, file: { ...file, size: file.size - by } }])
    await world.outbox.idle()
    expect(world.operation(one?.operation_id ?? '')).toMatchObject({
      state: 'failed',
      problem: { code: 'files/changed' },
    })
    expect(await named(fields.name)).toEqual([])
  })
})

describe('undone before it is sent', () => {
  const undo = async (id: string) => {
    const given: string[] = []
    await world.outbox.undo({ operation_id: id }, (upload) => {
      given.push(upload.id)
      return { id: `row of ${upload.id}`, staged_id: upload.file?.staged_id ?? null, removed_at: null, json: '{}' }
    })
    return given
  }

  it('an upload goes back to the tray with its file, and an edit does not', async () => {
    await world.outbox.setAllPaused(true)
    const { id, file } = await save(fieldsOf())
    const base = await world.first('individuals')
    const edit = {
      action: 'update',
      resource: 'individuals',
      record_id: base.id,
      base,
      fields: { city: 'Ulm' },
    } as const
    const { operation_id } = await world.outbox.save(edit)
    expect(await undo(operation_id)).toEqual([])
    expect(world.operation(operation_id).state).toBe('discarded')
    expect(await undo(id)).toEqual([id])
    expect(world.store.commits.at(-1)?.tray).toMatchObject([{ staged_id: file.staged_id }])
    expect(world.files.released.has(file.staged_id)).toBe(false)
    await world.outbox.setAllPaused(false)
  })
})

describe('a new document whose answer was lost', () => {
  it('is found by its bytes and not sent twice', async () => {
    world.sandbox.control.fail({ fault: { kind: 'commit-then-drop' }, ...post })
    const { id, file, fields } = await saved(fieldsOf())
    expect(events(id)).toEqual(['saved', 'sent', 'lost', 'adopted'])
    expect(await named(fields.name)).toHaveLength(1)
    expect(world.files.adopted.get(file.staged_id)).toBe(world.operation(id).server_id)
  })

  it('is not taken for one of a colleague with other bytes', async () => {
    // The whole request was sent, but the service did nothing with it.
    world.sandbox.control.fail({ fault: { kind: 'drop' }, ...post })
    const one = await saved(fieldsOf())
    expect(await colleagueUploads(one.fields)).toBe(201)
    await world.outbox.decide(one.id, { decision: 'check-again' })
    await world.outbox.idle()
    expect(world.operation(one.id)).toMatchObject({ state: 'uncertain', question: { kind: 'not-found' } })
    await world.outbox.decide(one.id, { decision: 'send-again' })
    await world.outbox.idle()
    // The colleague's document has the same fields.
    expect(world.operation(one.id).question?.kind).toBe('already-exists')
    await world.outbox.decide(one.id, { decision: 'send-again' })
    await world.outbox.idle()
    expect(world.operation(one.id).state).toBe('done')
    expect(await named(one.fields.name)).toHaveLength(2)
  })
})

describe('a new document that was cut short', () => {
  it('begins again by itself as long as the whole file did not go out', async () => {
    world.sandbox.control.fail({ fault: { kind: 'drop' }, ...post, times: 2 })
    const { id, fields } = await saved(fieldsOf(), large())
    expect(events(id)).toEqual(['saved', 'sent', 'lost', 'not-sent', 'sent', 'lost', 'not-sent', 'sent', 'done'])
    expect(await named(fields.name)).toHaveLength(1)
  })

  it('is not begun again for ever', async () => {
    world.sandbox.control.fail({ fault: { kind: 'drop' }, ...post, times: 20 })
    const { id } = await saved(fieldsOf(), large())
    expect(world.operation(id)).toMatchObject({ attempts: 8, question: { kind: 'not-found' } })
    await world.outbox.decide(id, { decision: 'discard' })
  })

  it.each([
    [false, 'done', ['lost', 'not-sent', 'sent', 'done']],
    [true, 'uncertain', ['lost', 'asked']],
  ] as const)('by a crash, the whole of it sent: %s', async (whole_sent, state, history) => {
    const fields = fieldsOf()
    const file = { ...world.files.stage('crashed.pdf'), whole_sent }
    const id = 'op_crashed'
    const { waits_for: _, ...queued } = operationDouble
    const cut: Operation = {
      ...queued,
      id,
      resource: 'documents',
      action: 'create',
      record_id: 'document_local_00000000-0000-4000-8000-000000000001',
      parent_id: household,
      fields: asJson(fields),
      base: null,
      file,
      state: 'sending',
      attempts: 1,
      sent_at: new Date(world.time.now).toISOString(),
      baseline: [],
    }
    await world.reopenWith([cut])
    await world.outbox.idle()
    expect(world.operation(id).state).toBe(state)
    expect(events(id)).toEqual(history)
    expect(await named(fields.name)).toHaveLength(state === 'done' ? 1 : 0)
  })

  it('by a person stays where it is until it is let go, and then begins again', async () => {
    world.sandbox.control.fail({ fault: { kind: 'hang' }, ...post })
    const { id, fields } = await save(fieldsOf(), large())
    await expect.poll(() => world.operation(id).state).toBe('sending')
    await world.outbox.setPaused(id, true)
    await world.outbox.idle()
    expect(world.operation(id)).toMatchObject({ state: 'uncertain', paused: true, question: null, problem: null })
    await world.outbox.setPaused(id, false)
    await world.outbox.idle()
    expect(world.operation(id).state).toBe('done')
    expect(await named(fields.name)).toHaveLength(1)
  })

  it('by a person who takes it back is gone, and its staged file too', async () => {
    world.sandbox.control.fail({ fault: { kind: 'hang' }, ...post })
    const { id, file, fields } = await save(fieldsOf(), large())
    await expect.poll(() => world.operation(id).state).toBe('sending')
    await world.outbox.decide(id, { decision: 'discard' })
    expect(world.operation(id).state).toBe('discarded')
    expect(world.files.released.has(file.staged_id)).toBe(true)
    await world.outbox.idle()
    expect(await named(fields.name)).toEqual([])
  })
})
