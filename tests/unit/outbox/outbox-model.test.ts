import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOutbox } from '../../../electron/outbox/create-outbox.ts'
import type { Outbox } from '../../../electron/outbox/outbox.ts'
import type { Clock } from '../../../electron/platform/clock.ts'
import type { WriteOutcome, WriteRequest, WriteService } from '../../../electron/service/write-service.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isOpen, needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { createOutboxFilesDouble } from '../../doubles/outbox-files.ts'
import { createOutboxStoreDouble } from '../../doubles/outbox-store.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { bytes } from './operations.ts'

/** Outcomes of a request: whether the service performs it, and what the client receives. */
const fates = ['well', 'well', 'well', 'not-sent', 'lost', 'lost-done', 'failed', 'failed-done', 'limited'] as const
type Fate = (typeof fates)[number]

const offline = new AppError('service/offline', { message: 'Offline.', nextStep: 'Wait.' })

/** Creates a service with a table of one household's people; each write has the next outcome. */
function createScriptedService(now: () => number) {
  const people = new Map<string, JsonFields>([
    ['client_profile_a', { id: 'client_profile_a', city: 'Bern', updated_at: '2026-01-01T00:00:00Z' }],
    ['client_profile_b', { id: 'client_profile_b', city: 'Bern', updated_at: '2026-01-01T00:00:00Z' }],
  ])
  const fate = { next: [] as Fate[] }
  let made = 0
  const act = ({ method, path, body }: WriteRequest): JsonFields | null => {
    const stamp = new Date(now()).toISOString()
    const fields: JsonFields = JSON.parse(JSON.stringify(body ?? {}))
    if (method === 'POST') {
      made += 1
      const id = `client_profile_${made}`
      const record = { ...fields, id, created_at: stamp, updated_at: stamp }
      people.set(id, record)
      return record
    }
    const id = decodeURIComponent(path.split('/')[1] ?? '')
    const found = people.get(id)
    if (!found || found.deleted_at) return null
    const changed = method === 'PUT' ? { ...found, ...fields, updated_at: stamp } : { ...found, deleted_at: stamp }
    people.set(id, changed)
    return changed
  }
  const answered = (status: number, body: unknown): WriteOutcome => ({
    kind: 'answered',
    status,
    bytes: bytes(body),
    retryAfterMs: status === 429 ? 1000 : null,
    serverTime: now(),
  })
  const service: WriteService = {
    async send(request) {
      const met = fate.next.shift() ?? 'well'
      if (met === 'not-sent') return { kind: 'not-sent', error: offline }
      if (met === 'lost') return { kind: 'lost', error: offline }
      if (met === 'failed') return answered(503, '')
      if (met === 'limited') return answered(429, '')
      const record = act(request)
      if (met === 'lost-done') return { kind: 'lost', error: offline }
      if (met === 'failed-done') return answered(500, '')
      return record === null ? answered(404, '') : answered(200, record)
    },
    async getRecord({ id }) {
      const record = people.get(id)
      return record ? { bytes: bytes(record), serverTime: now() } : null
    },
    prove: async () => {},
    getValuation: async () => ({ bytes: null, status: 404, ageMs: 0 }),
    digestOf: async () => null,
    listAll: async () => ({ records: [...people.values()].filter((one) => !one.deleted_at), serverTime: now() }),
    onReachability: () => () => {},
  }
  return { service, people, fate }
}

/** The simple model to compare the outbox with: acknowledged writes and the user's decisions. */
type Model = {
  created: Map<string, string>
  city: Map<string, string>
  deleted: Set<string>
  sentAgain: Map<string, number>
  discarded: Set<string>
}
type Real = {
  outbox: Outbox
  world: ReturnType<typeof createScriptedService>
  store: ReturnType<typeof createOutboxStoreDouble>
  reopen(): Promise<Outbox>
}
type Command = fc.AsyncCommand<Model, Real>

const anyone = fc.constantFrom('client_profile_a', 'client_profile_b')
let marks = 0
function mark(what: string): string {
  marks += 1
  return `${what} ${marks}`
}

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
})

const create = command('create', async (model, { outbox }) => {
  const first_name = mark('Person')
  const fields = { first_name, last_name: 'Model', household_id: 'household_1' }
  const saved = await outbox.save({ action: 'create', resource: 'individuals', fields })
  model.created.set(saved.operation_id, first_name)
})

/** The record as pages show it: the service's with pending edits. */
function shownOf(id: string, world: Real['world'], store: Real['store']): JsonFields {
  const pending = [...store.operations.values()].filter((one) => isOpen(one) && one.record_id === id)
  return Object.assign({}, world.people.get(id), ...pending.map(({ fields }) => fields))
}

const edit = (id: string): Command =>
  command(`edit ${id}`, async (model, { outbox, world, store }) => {
    const base = shownOf(id, world, store)
    const city = mark('City')
    const write = { action: 'update', resource: 'individuals', record_id: id, base, fields: { city } } as Write
    await outbox.save(write).then(
      () => void model.city.set(id, city),
      (thrown) => expect(thrown).toMatchObject({ code: 'outbox/not-allowed' }),
    )
  })

const remove = (id: string): Command =>
  command(`delete ${id}`, async (model, { outbox, world, store }) => {
    const base = shownOf(id, world, store)
    await outbox.save({ action: 'delete', resource: 'individuals', record_id: id, base })
    model.deleted.add(id)
  })

const restart = command('restart', async (_, real) => {
  await real.outbox.close()
  real.outbox = await real.reopen()
})

const meet = (fate: readonly Fate[]): Command =>
  command(`meet ${fate.join(', ')}`, async (_, { world }) => void world.fate.next.push(...fate))

const rest = command('rest', async (_, { outbox }) => outbox.idle())

const decide = (again: boolean): Command =>
  command(again ? 'send again' : 'discard', async (model, { outbox, store }) => {
    await outbox.idle()
    const asking = [...store.operations.values()].find(needsAttention)
    if (!asking) return
    const isAboutLoss = asking.question?.kind === 'not-found' || asking.question?.kind === 'already-exists'
    if (again && isAboutLoss) model.sentAgain.set(asking.id, (model.sentAgain.get(asking.id) ?? 0) + 1)
    else model.discarded.add(asking.id)
    await outbox.decide(asking.id, { decision: again && isAboutLoss ? 'send-again' : 'discard' })
  })

const commands = fc.commands(
  [
    fc.constant(create),
    anyone.map(edit),
    anyone.map(edit),
    anyone.map(remove),
    fc.constant(restart),
    fc.constant(rest),
    fc.boolean().map(decide),
    fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 4 }).map(meet),
  ],
  { size: 'medium' },
)

/** A clock like a computer's: time passes between two readings, the date has whole milliseconds, and a timer ends up to one too early. */
function createFineClock(start: number): { clock: Clock; readonly now: number } {
  let time = start
  const read = () => {
    time += 0.3
    return time
  }
  const clock: Clock = {
    now: () => Math.floor(read()),
    elapsed: read,
    async sleep(ms) {
      time += Math.max(0, Math.floor(ms))
    },
    random: () => 0.5,
  }
  return {
    clock,
    get now() {
      return Math.floor(time)
    },
  }
}

async function open(time: { clock: Clock; readonly now: number } = createInstantClock()): Promise<Real> {
  const store = createOutboxStoreDouble()
  const world = createScriptedService(() => time.now)
  const records = {
    titleOf: async () => null,
    recordOf: async () => null,
    serverIdOf: async (localId: string) => store.serverIdOf(localId),
  }
  const reopen = () =>
    createOutbox({
      store,
      service: world.service,
      records,
      files: createOutboxFilesDouble(),
      isReadOnly: () => false,
      clock: time.clock,
    })
  return { outbox: await reopen(), world, store, reopen }
}

/** After all faults: every question is answered, and the service has exactly what was acknowledged. */
async function judge(model: Model, { outbox, world, store }: Real): Promise<void> {
  world.fate.next.length = 0
  for (let round = 0; round < 50; round += 1) {
    await outbox.idle()
    const asking = [...store.operations.values()].find((one) => isOpen(one))
    if (!asking) break
    model.discarded.add(asking.id)
    await outbox.decide(asking.id, { decision: 'discard' })
  }
  expect(outbox.counts()).toEqual({ open: 0, attention: 0 })
  for (const [id, name] of model.created) {
    const there = [...world.people.values()].filter(({ first_name }) => first_name === name).length
    expect(there).toBeLessThanOrEqual(1 + (model.sentAgain.get(id) ?? 0))
    if (!model.discarded.has(id))
      expect([name, store.operations.get(id)?.state, there > 0]).toEqual([name, 'done', true])
  }
  for (const [id, city] of model.city) {
    const record = world.people.get(id)
    if (model.deleted.has(id)) expect(record).toHaveProperty('deleted_at')
    else expect(record?.city).toBe(city)
  }
}

it('the outbox keeps every acknowledged write, doubles none without a word, and comes to an end', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (run) => {
      const real = await open()
      const model: Model = {
        created: new Map(),
        city: new Map(),
        deleted: new Set(),
        sentAgain: new Map(),
        discarded: new Set(),
      }
      await fc.asyncModelRun(() => ({ model, real }), run)
      await judge(model, real)
      await real.outbox.close()
    }),
    propertyRuns(2_000),
  )
})

it('the outbox goes on when an operation becomes due between two readings of the clock', async () => {
  for (let part = 0; part < 40; part += 1) {
    const { outbox, world, store } = await open(createFineClock(Date.parse('2026-11-21T12:00:00Z') + part / 40))
    world.fate.next.push('lost-done')
    const fields = { first_name: mark('Person'), last_name: 'Model', household_id: 'household_1' }
    const { operation_id } = await outbox.save({ action: 'create', resource: 'individuals', fields })
    await outbox.idle()
    expect(store.operations.get(operation_id)).toMatchObject({ state: 'done' })
    await outbox.close()
  }
})
