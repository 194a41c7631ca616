import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectionStore } from '../../electron/data/connection-store.ts'
import { openStoresInMemory } from '../../electron/data/open-stores.ts'
import { settleMirror } from '../../electron/data/overlay/replay-ledger.ts'
import { createWriterCalls } from '../../electron/data/workers/worker-calls.ts'
import { createWriter } from '../../electron/data/writer.ts'
import type { Clock } from '../../electron/platform/clock.ts'
import type { PageRequest, ServiceClient } from '../../electron/service/service-client.ts'
import { createSyncEngine } from '../../electron/sync/sync-engine.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { anIndividual, bodyOf, pageOf } from '../integration/data/support/records.ts'
import { createRandom, type Random } from './random.ts'

/** Story of one copy: what went wrong, and how often it was compared. */
export type CopyResult = { seed: number; problems: string[]; compared: number }

type Copy = ReturnType<typeof anIndividual> & { city: string }

const steps = 25
const pageSize = 4
/** Longer than answers to writes are remembered. */
const later = 20 * 60_000

/** A fault during a sync. */
const troubles = { none: 10, lag: 4, move: 6, edit: 3, fail: 4, cancel: 4, crash: 3, 'high-total': 2 } as const
type Trouble = keyof typeof troubles

/**
 * Copies one list of a service for some days: colleagues edit, edits of this computer are sent and lost again by a restored backup,
 * pages come from a copy that lags, records move between pages, and walks fail, are cancelled or crash. After each sync that calls the
 * list complete, the mirror is compared with what the service served and has. The oracle knows no digest.
 */
export async function runCopy(seed: number): Promise<CopyResult> {
  const random = createRandom(seed)
  const world = createCopyWorld(random)
  const problems: string[] = []
  let compared = 0
  const sync = async (trouble: Trouble) => {
    const before = problems.length
    const { isComplete, isCalm } = await world.sync(trouble)
    if (isCalm && !isComplete) problems.push('nothing went wrong, and the list is not complete')
    if (isComplete) problems.push(...world.differences(isCalm ? 'all' : trouble === 'move' ? 'ids' : 'served'))
    if (isComplete) compared += 1
    for (let at = before; at < problems.length; at += 1) problems[at] = `sync ${trouble}: ${problems[at]}`
  }
  try {
    await sync('none')
    for (let step = 0; step < steps; step += 1) {
      for (let changes = random.below(4); changes > 0; changes -= 1) world.change()
      world.pass(random.below(3) * later)
      await sync(random.weighted(troubles))
    }
    world.pass(later)
    await sync('none')
  } finally {
    world.end()
  }
  return { seed, problems, compared }
}

function createCopyWorld(random: Random) {
  const stores = openStoresInMemory()
  let now = Date.UTC(2026, 0, 1)
  let time = 0
  let made = 0
  const clock: Clock = { now: () => now, elapsed: () => now, sleep: async () => {}, random: random.next }
  let records: Copy[] = []
  /** Earlier states of the service, oldest first. */
  const backups: Copy[][] = []
  /** When this computer's own writes were answered. */
  const ownWrites = new Map<string, number>()
  let life = { dead: false }
  let writer = open()

  function open() {
    const opened = createWriter({ ...stores, now: () => now, onChanged: () => {} })
    settleMirror(opened)
    return opened
  }
  const stamp = () => new Date(Date.UTC(2025, 0, 1) + ++time * 1000).toISOString()
  const add = () => {
    made += 1
    records.push({ ...anIndividual(made), updated_at: stamp(), city: `City ${time}` })
  }
  for (let count = 6 + random.below(14); count > 0; count -= 1) add()

  const edit = (id: string): Copy | undefined => {
    const at = records.findIndex((record) => record.id === id)
    const before = records[at]
    if (!before) return undefined
    const updated_at = stamp()
    const after = { ...before, updated_at, city: `City ${time}` }
    records = records.with(at, after)
    return after
  }
  const anyId = () => (records.length > 0 ? random.pick(records).id : '')
  const move = () => {
    const [moved] = records.splice(random.below(records.length), 1)
    if (moved) records.splice(random.below(records.length + 1), 0, moved)
  }
  const change = (): void => {
    const kind = random.weighted({ edit: 4, own: 5, add: 2, remove: 2, backup: 3, restore: 3, ask: 2, move: 1 })
    if (kind === 'edit') edit(anyId())
    else if (kind === 'add') add()
    else if (kind === 'move') move()
    else if (kind === 'remove') records = records.filter(({ id }) => id !== anyId())
    else if (kind === 'backup') backups.push([...records])
    else if (kind === 'restore') records = [...(backups.at(-1) ?? records)]
    else if (kind === 'own') {
      const answer = edit(anyId())
      if (!answer) return
      ownWrites.set(answer.id, now)
      const answered = { resource: 'individuals', bytes: bodyOf(answer) } as const
      createWriterCalls(writer).commitOutbox({ operations: [], events: [], records: [answered] })
    } else {
      const asked = records.find(({ id }) => id === anyId())
      if (asked) createWriterCalls(writer).applyRecord('individuals', bodyOf(asked))
    }
  }

  /** The records of each page that the last walk served, by cursor: of a page that is asked for again, the later answer counts. */
  let served = new Map<string | null, Copy[]>()
  let isEnded = false

  function serviceOf(trouble: Trouble, onTrouble: () => void): ServiceClient {
    const at = 1 + random.below(3)
    let asked = 0
    const disturb = () => {
      asked += 1
      if (trouble === 'edit' && random.chance(0.4)) change()
      if (trouble === 'move' && random.chance(0.6)) move()
      if (asked > at && trouble !== 'none') onTrouble()
      if (asked > at && trouble === 'fail')
        throw new AppError('service/failed', { message: 'Failed.', nextStep: 'Wait.', status: 500 })
    }
    const body = (bytes: Uint8Array<ArrayBuffer>) => ({ bytes, serverTime: now })
    return {
      async listPage({ resource, after, isKnown }: PageRequest) {
        if (resource !== 'individuals') return body(pageOf([]))
        disturb()
        if (after === null) {
          served = new Map()
          isEnded = false
        }
        const isLagging = trouble === 'lag' && random.chance(0.5)
        const list = isLagging ? (backups.at(-1) ?? records) : records
        const from = after === null ? 0 : Number(after)
        const data = list.slice(from, from + pageSize)
        // A page that was asked for ahead, past the end, is dropped; the last one may be asked for again.
        if (!isEnded || served.has(after)) served.set(after, data)
        const total = records.length + (trouble === 'high-total' ? 3 : 0)
        const next = { endCursor: String(from + pageSize), hasNext: from + pageSize < list.length, total }
        isEnded ||= !next.hasNext
        const bytes = pageOf(data, next)
        const digest = createHash('sha256').update(bytes).digest('hex')
        const known = isKnown?.(digest) ?? false
        return { ...body(known ? new Uint8Array() : bytes), compressed: { digest, isKnown: known } }
      },
      async getRecord({ id }) {
        const found = records.find((record) => record.id === id)
        return found ? body(bodyOf(found)) : null
      },
      prove: async () => {},
      getValuation: async () => ({ bytes: null, status: 404, ageMs: 0 }),
      onReachability: () => () => {},
      onPause: () => () => {},
      close: async () => {},
    }
  }

  /** The writer's calls as another thread makes them; after a crash none is answered. */
  function storeOf(): ConnectionStore {
    const own = life
    const calls = Object.entries(createWriterCalls(writer)).map(([name, call]) => [
      name,
      async (...given: unknown[]) => {
        if (own.dead) throw new AppError('cache/not-open', { message: 'Closed.', nextStep: 'Open it.' })
        return (call as (...all: unknown[]) => unknown)(...given)
      },
    ])
    return Object.fromEntries(calls)
  }

  return {
    change,
    pass(ms: number) {
      now += ms
    },
    async sync(trouble: Trouble) {
      const engine = createSyncEngine({
        connectionId: 'c'.repeat(32),
        store: storeOf(),
        service: serviceOf(trouble, () => {
          if (trouble === 'cancel') engine.cancel()
          if (trouble === 'crash') life.dead = true
        }),
        clock,
        periodic: false,
        valuations: false,
      })
      engine.start()
      await engine.idle()
      const status = engine.status()
      await engine.close()
      if (life.dead) {
        for (const db of [stores.mirror, stores.ledger]) if (db.inTransaction) db.exec('ROLLBACK')
        life = { dead: false }
        writer = open()
      }
      writer.batch.commit()
      const people = status.resources.find(({ resource }) => resource === 'individuals')
      return { isComplete: people?.state === 'complete' && status.problem === null, isCalm: trouble === 'none' }
    },
    /**
     * The differences between the mirror and the service: of everything, of what is there, or of what the last walk served. Records
     * that this computer has just written may be newer than what was served, and stay for a while after a colleague removed them: a copy
     * of the service may not have them yet.
     */
    differences(what: 'all' | 'ids' | 'served'): string[] {
      const rows = stores.mirror.prepare<[], { id: string; json: string }>('SELECT id, json FROM individuals').all()
      const mirror = new Map(rows.map(({ id, json }) => [id, JSON.parse(json) as Copy]))
      // Of two copies in one walk the newer one is right.
      const walked = [...served.values()].flat().toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
      const expected = new Map((what === 'served' ? walked : records).map((record) => [record.id, record]))
      const isOwn = (id: string) => now - (ownWrites.get(id) ?? Number.NEGATIVE_INFINITY) < later
      const lacking = [...expected].flatMap(([id, record]) => {
        const found = mirror.get(id)
        if (what === 'ids' ? found : isDeepStrictEqual(found, record)) return []
        return isOwn(id) ? [] : [`${id} is ${found?.city ?? 'missing'}, not ${record.city}`]
      })
      const surplus = what === 'all' ? [...mirror.keys()].filter((id) => !expected.has(id) && !isOwn(id)) : []
      return [...lacking, ...surplus.map((id) => `${id} is there and was removed`)]
    },
    end() {
      writer.batch.end()
      stores.mirror.close()
      stores.ledger.close()
    },
  }
}
