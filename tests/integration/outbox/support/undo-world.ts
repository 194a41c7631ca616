import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOutbox, type OutboxStore, setAllPaused } from '../../../../electron/data/ledger/operations.ts'
import { openStores, type Stores } from '../../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../../electron/data/overlay/replay-ledger.ts'
import { createWriter } from '../../../../electron/data/writer.ts'
import { createOutbox } from '../../../../electron/outbox/create-outbox.ts'
import type { Outbox, Saved } from '../../../../electron/outbox/outbox.ts'
import type { WriteRequest, WriteService } from '../../../../electron/service/write-service.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { JsonFields, Operation } from '../../../../shared/domain/operation.ts'
import type { Write } from '../../../../shared/ipc/outbox.ts'
import { createOutboxFilesDouble } from '../../../doubles/outbox-files.ts'
import { createManualClock } from './manual-clock.ts'

/** One save: the values that only it wrote, and what became of it. */
type Save = {
  saved: Saved[]
  writes: Write[]
  /** Indexes of the writes that were undone: of a bulk edit, what was sent or edited again since stays. */
  undone: Set<number>
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Opens the real, encrypted ledger in this thread. */
function openLedger(folder: string) {
  const key = (name: string) => ({ key: name.repeat(32), created: false })
  const stores: Stores = openStores({ folder, mirror: key('1a'), ledger: key('2b') })
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  settleMirror(writer)
  const store: OutboxStore = {
    load: async () => loadOutbox(stores.ledger),
    commit: async (step) => commitStep(writer, step),
    setAllPaused: async (paused) => setAllPaused(stores.ledger, paused),
  }
  const serverIdOf = (localId: string) =>
    stores.ledger.prepare<[string], string>('SELECT server_id FROM adopted WHERE local_id = ?').pluck().get(localId) ??
    null
  return {
    store,
    serverIdOf,
    close() {
      stores.mirror.close()
      stores.ledger.close()
    },
  }
}

/** A service of three people without faults, which records every write that it carried out. */
function createPeople(now: () => number) {
  const stamp = () => new Date(now()).toISOString()
  const made = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  const people = new Map<string, JsonFields>(['a', 'b', 'c'].map((id) => [id, { id, city: 'Bern', ...made }]))
  const performed: { method: string; id: string; body: string }[] = []
  const send = ({ method, path, body }: WriteRequest): JsonFields | null => {
    const fields: JsonFields = JSON.parse(JSON.stringify(body ?? {}))
    const id = method === 'POST' ? `client_profile_${people.size}` : decodeURIComponent(path.split('/')[1] ?? '')
    const before = method === 'POST' ? { id, created_at: stamp() } : people.get(id)
    if (before === undefined || 'deleted_at' in before) return null
    performed.push({ method, id, body: JSON.stringify(fields) })
    const after = { ...before, ...fields, updated_at: stamp(), ...(method === 'DELETE' ? { deleted_at: stamp() } : {}) }
    people.set(id, after)
    return after
  }
  const service: WriteService = {
    async send(request) {
      const record = send(request)
      const status = record === null ? 404 : 200
      return { kind: 'answered', status, bytes: bytesOf(record ?? {}), retryAfterMs: null, serverTime: now() }
    },
    async getRecord({ id }) {
      const record = people.get(id)
      return record ? { bytes: bytesOf(record), serverTime: now() } : null
    },
    prove: async () => {},
    getValuation: async () => ({ bytes: null, status: 404, ageMs: 0 }),
    digestOf: async () => null,
    listAll: async () => ({ records: [...people.values()].filter((one) => !one.deleted_at), serverTime: now() }),
    onReachability: () => () => {},
  }
  return { service, people, performed }
}

/** The engine over a real ledger and a clock that the test moves. */
export async function createUndoWorld(graceMs = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), 'steward-undo-'))
  const time = createManualClock(Date.parse('2026-11-21T12:00:00Z'))
  const { service, people, performed } = createPeople(time.trueNow)
  const saves: Save[] = []
  let marks = 0
  let ledger = openLedger(folder)
  const start = () =>
    createOutbox({
      store: ledger.store,
      service,
      records: {
        titleOf: async () => null,
        recordOf: async () => null,
        serverIdOf: async (id) => ledger.serverIdOf(id),
      },
      files: createOutboxFilesDouble(),
      isReadOnly: () => false,
      graceMs: async () => graceMs,
      clock: time.clock,
    })
  let outbox: Outbox = await start()

  const open = async (): Promise<Operation[]> => (await ledger.store.load()).operations
  const shown = async (id: string): Promise<JsonFields> =>
    Object.assign(
      { id },
      people.get(id),
      ...(await open()).flatMap((one) => (one.record_id === id ? [one.fields] : [])),
    )
  const mark = (what: string) => {
    marks += 1
    return `${what} ${marks}`
  }
  const save = async (writes: Write[]) => {
    // A record that is to be deleted cannot be edited.
    const saved = await outbox.saveAll(writes).catch((thrown) => {
      if (thrown instanceof AppError && thrown.code === 'outbox/not-allowed') return null
      throw thrown
    })
    if (saved) saves.push({ saved, writes, undone: new Set() })
  }
  const editOf = async (id: string): Promise<Write> => {
    const base = await shown(id)
    return { action: 'update', resource: 'individuals', record_id: id, base, fields: { city: mark('City') } }
  }
  const undo = async (what: Parameters<Outbox['undo']>[0]) => {
    const undone = await outbox.undo(what).catch((thrown) => {
      if (thrown instanceof AppError && thrown.code.startsWith('outbox/')) return []
      throw thrown
    })
    const left = await open()
    for (const { saved, undone: indexes } of saves) {
      for (const [at, { operation_id, undo: offer }] of saved.entries()) {
        // Without its creation a record has no edits either.
        const isTakenBack = ({ id, action, save: last }: Operation) =>
          id === operation_id &&
          (last?.id === offer?.save_id || (action === 'create' && left.every((one) => one.id !== id)))
        if (undone.some(isTakenBack)) indexes.add(at)
      }
    }
  }
  const sentOf = (value: string) => performed.filter(({ body }) => body.includes(JSON.stringify(value))).length

  return {
    outbox: () => outbox,
    create: () => {
      const fields = { first_name: mark('Person'), last_name: 'Undo', household_id: 'household_1' }
      return save([{ action: 'create', resource: 'individuals', fields }])
    },
    /** Edits those of the people who are shown: a deleted one is not. */
    async edit(ids: readonly string[]) {
      const shownOnes = ids.filter((id) => people.get(id)?.deleted_at === undefined)
      if (shownOnes.length > 0) await save(await Promise.all(shownOnes.map(editOf)))
    },
    async editCreated() {
      const created = (await open()).find(({ action }) => action === 'create')
      if (created) await save([await editOf(created.record_id)])
    },
    remove: (id: string) => save([{ action: 'delete', resource: 'individuals', record_id: id, base: people.get(id) }]),
    async undoSave(back: number) {
      const saveId = saves.at(-1 - back)?.saved[0]?.undo?.save_id
      if (saveId !== undefined) await undo({ save_id: saveId })
    },
    undoLatest: () => undo({ latest: true }),
    async sendOne(nth: number) {
      await outbox.sendNow((await open())[nth]?.id ?? 'op_none')
    },
    sendAll: () => outbox.sendNow(),
    pass: time.pass,
    setClock: time.set,
    async restart() {
      await outbox.close()
      ledger.close()
      ledger = openLedger(folder)
      outbox = await start()
    },
    /** Every write that the service carried out. */
    sent: () =>
      performed.map(({ method, id, body }) => `${method} ${method === 'POST' ? JSON.parse(body).first_name : id}`),
    offers: () => saves.flatMap(({ saved }) => saved.map((one) => one.undo)),
    undone: () => saves.filter(({ undone: indexes }) => indexes.size > 0).length,
    /** Saves that were undone and sent, or not undone and not sent exactly once. */
    problems: () =>
      saves.flatMap((one, at) =>
        one.writes.flatMap((write, index) => {
          const times = timesSent(write, { performed, sentOf })
          const isUndone = one.undone.has(index)
          if (isUndone && write.action !== 'delete') return times > 0 ? [`${nameOf(write)} was undone, and sent`] : []
          const isReplaced = saves
            .slice(at + 1)
            .some(({ writes, undone }) => writes.some((other, nth) => !undone.has(nth) && replaces(other, write)))
          const isRight = isUndone || isReplaced ? times <= 1 : times === 1
          return isRight || isNothingLeft(write, people) ? [] : [`${nameOf(write)} was sent ${times} times`]
        }),
      ),
    async end() {
      await outbox.close()
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type UndoWorld = Awaited<ReturnType<typeof createUndoWorld>>

type Performed = { method: string; id: string; body: string }

function timesSent(
  write: Write,
  { performed, sentOf }: { performed: readonly Performed[]; sentOf: (value: string) => number },
): number {
  if (write.action === 'delete')
    return performed.filter((one) => one.method === 'DELETE' && one.id === write.record_id).length
  return sentOf(nameOf(write))
}

function nameOf(write: Write): string {
  if (write.action === 'delete') return `deletion of ${write.record_id}`
  const { city, first_name }: JsonFields = JSON.parse(JSON.stringify(write.fields))
  return String(city ?? first_name)
}

/** A later edit or deletion of the same record may have been folded in. */
const replaces = (later: Write, earlier: Write): boolean =>
  later.action !== 'create' && earlier.action !== 'create' && later.record_id === earlier.record_id

/** Edits of a record that a colleague, here an earlier save, deleted in the meantime are discarded by the user. */
const isNothingLeft = (write: Write, people: ReadonlyMap<string, JsonFields>): boolean =>
  write.action === 'update' && people.get(write.record_id)?.deleted_at !== undefined
