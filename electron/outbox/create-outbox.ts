import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import { graceEnd, isOpen, isUndoable, longestGraceMs } from '../../shared/domain/operation-rules.ts'
import type { OutboxCounts, Write } from '../../shared/ipc/outbox.ts'
import { createEmitter } from '../../shared/lib/calls.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import type { StoredSource } from '../data/ledger/statements.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { systemClock } from '../platform/clock.ts'
import type { Engine } from './attempt.ts'
import { createLoop, withOutboxLimit } from './loop.ts'
import {
  createCommitQueue,
  createOpenOperations,
  mergeCommits,
  type OpenOperations,
  type PlanContext,
  type PlannedSave,
  transition,
} from './operations.ts'
import type { KnownRecords, Outbox, OutboxFiles, OutboxOptions, ReviewedValuation, Saved } from './outbox.ts'
import { planMerge } from './plan-merge.ts'
import { planDocument, planSave, resolveDocument, resolveWrite } from './plan-save.ts'
import { planUndo, undoableUntil } from './plan-undo.ts'
import { newerThanKnown, refresh } from './read-back.ts'
import { createBackoff, endGrace, withGrace } from './ready.ts'
import { planAnswer } from './resolve-question.ts'
import { deleteEntity } from './send-delete.ts'
import { createUploads } from './uploads.ts'

/** Longest time in ms that an edit waits for others to share its commit: about as long as a large commit takes. */
const batchingMs = 60

/** Time in ms to wait for answers in flight when the outbox closes; missing ones are looked for at the next start. */
const closingMs = 3_000

/** Opens the outbox of a connection and begins to send. See {@link Outbox}. */
export async function createOutbox(options: OutboxOptions): Promise<Outbox> {
  const { store, records, files, isReadOnly, clock = systemClock, newId = randomUUID, concurrency = 6 } = options
  const { graceMs = async () => 0 } = options
  const loaded = await store.load()
  const operations = createOpenOperations(loaded.operations)
  const backoff = createBackoff(clock)
  const changes = createEmitter<OutboxCounts>()
  const abort = new AbortController()
  const state = { allPaused: loaded.allPaused, nextSeq: afterSaves(loaded), isClosing: false }

  const emitCounts = () => changes.emit(countsOf(operations))
  /** Staged files whose operation has ended and that are being settled; closing waits for them. */
  const settling = new Set<Promise<void>>()
  const settleFile = (operation: Operation, isSame: boolean) => {
    const settled = files.settled(operation, isSame).catch(() => {})
    settling.add(settled)
    void settled.then(() => settling.delete(settled))
  }
  /**
   * The only way to change anything: a step is planned from the current state, written to the disk, and only then applied in
   * memory.
   */
  const commitNow = async (step: OutboxCommit, { isSameFile = true, keepsFiles = false } = {}) => {
    if (step.operations.length + step.events.length + (step.records?.length ?? 0) + (step.gone?.length ?? 0) === 0)
      return
    await store.commit(step)
    for (const operation of step.operations) {
      operations.put(operation)
      if (operation.file && !isOpen(operation) && !keepsFiles)
        settleFile(operation, operation.state === 'done' && isSameFile)
    }
    emitCounts()
  }
  const ids = { newId, nextSeq: () => state.nextSeq++ }
  const uploads = createUploads()
  const at = () => new Date(clock.now()).toISOString()
  const maySend = () => !state.isClosing && !state.allPaused && !isReadOnly()
  const mayAsk = () => maySend() && clock.now() >= backoff.everythingUntil()
  const service = withOutboxLimit(options.service, { slots: concurrency, mayAsk, onRest: () => turns.look() })
  const batching = { isExpected: service.isBusy, rest: (signal: AbortSignal) => clock.sleep(batchingMs, signal) }
  const turns = createCommitQueue({ operations, commit: commitNow, batching })
  const engine: Engine = {
    operations,
    files,
    uploads,
    service,
    clock,
    backoff,
    signal: abort.signal,
    ...ids,
    event: (event, note) => ({ at: at(), event, note }),
    maySend,
    change: turns.change,
    commit: (step) => turns.alone(() => commitNow(step)),
  }
  const heldSaves = new Map<string, number>()
  const loop = createLoop({ engine, concurrency, heldSaves })

  const commitAll = async (
    resolve: () => Promise<((context: Omit<PlanContext, 'known'>) => PlannedSave & { source?: StoredSource })[]>,
    { draft, saveId = newId(), more = false, isReviewed = false }: SaveOptions = {},
  ) => {
    refuseReadOnly(isReadOnly())
    if (more) heldSaves.set(saveId, Number.POSITIVE_INFINITY)
    const period = isReviewed ? longestGraceMs : await graceMs()
    const saved = await turns.alone(async () => {
      // Resolved in the same turn, because a record that is local now may be at the service after the next step.
      const resolved = await resolve()
      const planned = operations.draft()
      let { nextSeq } = state
      const grace = { graceMs: period, save: { id: saveId, seq: nextSeq++ }, now: clock.now() }
      const plans = resolved.map((planOne) => {
        const plan = planOne({ operations: planned, at: at(), newId, nextSeq: () => nextSeq++ })
        const waiting = withGrace(plan.step, { ...grace, operations: planned })
        for (const operation of waiting.operations) planned.put(operation)
        return { step: waiting, saved: plan.saved, source: plan.source }
      })
      const step = mergeCommits(plans.map((plan) => plan.step))
      const sources = plans.flatMap(({ source, saved }) =>
        source ? { ...source, operation_id: saved.operation_id } : [],
      )
      await commitNow({
        ...step,
        ...(draft === undefined ? {} : { draft }),
        ...(sources.length > 0 ? { sources } : {}),
      })
      state.nextSeq = nextSeq
      wakeFor(step)
      return plans.map((plan) => ({ ...plan.saved, undo: undoOf(planned.get(plan.saved.operation_id), saveId) }))
    })
    return saved
  }
  /** Operations that wait for their grace period can be sent only after it: until then the others are not checked. */
  const wakeFor = (step: OutboxCommit) => {
    const ends = step.operations.map((one) => (one.state === 'queued' ? graceEnd(one, clock.now()) : null))
    const first = ends.reduce(
      (earliest, end) => (earliest === null || end === null ? null : Math.min(earliest, end)),
      Number.POSITIVE_INFINITY,
    )
    if (first === null) loop.wake()
    else if (first !== Number.POSITIVE_INFINITY) loop.wakeBy(first)
  }
  const endSave = async (saveId: string): Promise<Saved['undo']> => {
    const isWaiting = [...operations.all()].some(
      (one) => isUndoable(one) && one.save?.id === saveId && one.grace_until !== null,
    )
    const end = clock.now() + (await graceMs().catch(() => 0))
    if (isWaiting) heldSaves.set(saveId, end)
    else heldSaves.delete(saveId)
    loop.wake()
    return isWaiting ? { save_id: saveId, until: new Date(end).toISOString() } : null
  }
  const saveAll = (writes: readonly Write[], more: SaveOptions) =>
    commitAll(
      () =>
        Promise.all(
          writes.map(async (one) => {
            const { write, known } = await resolveWrite(one, { records, operations }, more.draft !== undefined)
            return (context) => planSave(write, { ...context, known })
          }),
        ),
      more,
    )
  const changed = async (id: string, plan: (operation: Operation) => OutboxCommit, isSameFile = true) => {
    // Runs alone, because the user's decision can depend on other writes.
    const operation = await turns.alone(async () => {
      const open = operations.get(id)
      if (open === undefined) throw notThere()
      const step = plan(open)
      await commitNow(step, { isSameFile })
      return step.operations.findLast((one) => one.id === id) ?? open
    })
    loop.wake()
    return operation
  }

  const retry = () => {
    backoff.clear()
    loop.wake()
  }

  for (const { id, state: was, question } of operations.all()) {
    if (was === 'uncertain' && question === null) backoff.nextRound(id)
  }
  loop.start()
  return {
    async save(write, draft) {
      const [saved] = await saveAll([write], { draft })
      if (saved === undefined) throw notThere()
      return saved
    },
    saveAll: (writes, more = {}) => saveAll(writes, more),
    endSave,
    saveDocuments: (writes) =>
      commitAll(() =>
        Promise.all(
          writes.map(async (one) => {
            const write = await resolveDocument(one, { records, operations })
            return (context) => planDocument(write, { ...context, known: nothingKnown })
          }),
        ),
      ),
    async saveReviewed(reviewed, saveId) {
      let taken: readonly ReviewedValuation[] = []
      const saved = await commitAll(
        async () => {
          taken = reviewed.filter(({ replaces }) => replaces === null || waitsForReview(operations.get(replaces)))
          return Promise.all(
            taken.map(async ({ entity_id, fields, expects_latest, expects_entity, source, replaces }) => {
              const create = { action: 'create', resource: 'valuations', parent_id: entity_id, fields } as const
              const { write, known } = await resolveWrite(create, { records, operations }, false)
              return (context) => {
                const before = replaces === null ? undefined : context.operations.get(replaces)
                const { step, saved } = planSave(write, { ...context, known })
                const created = {
                  ...step,
                  operations: step.operations.map((one) => ({ ...one, expects_latest, expects_entity })),
                }
                const answer = { decision: 'discard' } as const
                return {
                  ...{ saved, source },
                  step: before
                    ? mergeCommits([planAnswer(before, answer, { ...context, isNewer: () => false }), created])
                    : created,
                }
              }
            }),
          )
        },
        { saveId, isReviewed: true },
      )
      for (const { replaces } of taken) if (replaces !== null) backoff.forget(replaces)
      return taken.flatMap(({ entity_id }, at) => (saved[at] ? [{ ...saved[at], entity_id }] : []))
    },
    async mergeRecords(merge) {
      const [saved] = await commitAll(async () => [(context) => planMerge(merge, { ...context, known: nothingKnown })])
      if (saved === undefined) throw notThere()
      return saved
    },
    async decide(id, answer) {
      refuseReadOnly(isReadOnly() && answer.decision !== 'discard')
      // An upload that the user discards need not be finished.
      if (answer.decision === 'discard') await uploads.stop(id)
      const isNewer = await newerThanKnown(records, operations.get(id), answer)
      const decided = await changed(
        id,
        (operation) => {
          const step = planAnswer(operation, answer, { operations, at: at(), isNewer, ...ids })
          backoff.forget(id)
          if (answer.decision === 'check-again' && operation.state === 'uncertain') backoff.lastRound(id)
          return step
        },
        answer.decision !== 'adopt',
      )
      if (!isOpen(decided)) void loop.outside(id, () => refresh(engine, decided))
    },
    async setPaused(id, paused) {
      if (paused) void uploads.stop(id)
      await changed(id, (operation) =>
        transition(
          operation,
          { paused },
          engine.event(paused ? 'paused' : 'resumed', paused ? 'Put on hold.' : 'Released.'),
        ),
      )
    },
    async setAllPaused(allPaused) {
      await turns.alone(() => store.setAllPaused(allPaused))
      state.allPaused = allPaused
      if (allPaused) uploads.stopAll()
      emitCounts()
      loop.wake()
    },
    allPaused: () => state.allPaused,
    retry,
    async sendNow(id) {
      await turns.alone(() => commitNow(endGrace(operations, { id, now: clock.now(), held: heldSaves })))
      retry()
    },
    async undo(what, toTray) {
      const undone = await turns.alone(async () => {
        const planned = planUndo(what, { operations, at: at(), now: clock.now(), ...ids })
        if (planned.undone.length === 0) throw nothingToUndo(operations.size > 0)
        const uploads = planned.step.operations.filter((one) => one.file !== null && one.state === 'discarded')
        if (toTray === undefined) await commitNow(planned.step)
        else await commitNow({ ...planned.step, tray: uploads.map(toTray) }, { keepsFiles: true })
        return planned.undone
      })
      loop.wake()
      return undone
    },
    undoableUntil(saveId) {
      const until = undoableUntil(operations, saveId, clock.now())
      return until === null ? null : new Date(until).toISOString()
    },
    counts: () => countsOf(operations),
    onChange: changes.on,
    uploads: uploads.count,
    onUploads: uploads.onProgress,
    async deleteEntity(entity) {
      refuseReadOnly(isReadOnly())
      await deleteEntity({ engine, outside: loop.outside }, entity)
    },
    idle: loop.idle,
    async close() {
      state.isClosing = true
      await loop.close(() => abort.abort(), closingMs)
      // Waits for a step that is being committed.
      await turns.alone(async () => {})
      await Promise.all(settling)
    },
  }
}

const nothingKnown = { title: null, record: null } as const

type SaveOptions = {
  draft?: string | undefined
  saveId?: string | undefined
  more?: boolean
  /** The longest grace period, whatever the user chose for other writes. */
  isReviewed?: boolean
}

/** True for a write about which the review decides again. */
const waitsForReview = (operation: Operation | undefined): boolean =>
  operation?.question != null && ['other-latest', 'other-entity', 'refused'].includes(operation.question.kind)

/** Saves and operations are numbered together. */
const afterSaves = ({ operations, nextSeq }: { operations: readonly Operation[]; nextSeq: number }): number =>
  operations.reduce((next, { save }) => Math.max(next, (save?.seq ?? 0) + 1), nextSeq)

function countsOf(operations: OpenOperations): OutboxCounts {
  return { open: operations.size, attention: operations.attention }
}

function refuseReadOnly(isReadOnly: boolean): void {
  if (!isReadOnly) return
  throw new AppError('outbox/read-only', {
    message: 'This connection is read-only, so nothing can be changed.',
    nextStep: 'Allow changes in its menu, if your firm permits it, then save again.',
  })
}

/**
 * Null if the operation does not wait, or is not open any more because the save changed nothing. A record that is deleted again is
 * deleted once: the deletion keeps the save it came with, and can be taken back by it.
 */
function undoOf(operation: Operation | undefined, saveId: string): Saved['undo'] {
  if (!operation?.grace_until || !operation.save) return null
  const isOwn = operation.save.id === saveId || operation.action === 'delete'
  return isOwn ? { save_id: operation.save.id, until: operation.grace_until } : null
}

function nothingToUndo(isAnyOpen: boolean): AppError {
  return new AppError('outbox/nothing-to-undo', {
    message: isAnyOpen
      ? 'The time to undo is over, or the change is being sent.'
      : 'Every change that you saved here was sent.',
    nextStep: `${
      isAnyOpen ? 'Discard it in the outbox while it is not sent.' : 'Put it back in Activity.'
    } What is saved on this computer only, such as a confirmed fact or an answer about a statement, is taken back on its own page.`,
  })
}

function notThere(): AppError {
  return new AppError('outbox/not-found', {
    message: 'This change is no longer open.',
    nextStep: 'Go back to the outbox to see its outcome.',
  })
}

/** The names, fields and ids of records, as the outbox asks for them. */
export function knownRecordsIn(store: Pick<ConnectionStore, 'read'>): KnownRecords {
  const find = async (resource: Parameters<KnownRecords['recordOf']>[0], id: string) =>
    (await store.read('records.byIds', { resource, ids: [id] })).records[0] ?? null
  return {
    titleOf: async (resource, id) => (await find(resource, id))?.title ?? null,
    recordOf: async (resource, id) => (await find(resource, id))?.record ?? null,
    serverIdOf: async (localId) => (await store.read('outbox.serverIdOf', { record_id: localId })).server_id,
  }
}

/**
 * The staged files of a connection for its outbox: an uploaded one becomes the document's own file without a download, and one
 * that is no longer needed is removed.
 */
export function outboxFilesOf({ staged, held }: ConnectionFiles): OutboxFiles {
  return {
    open: (stagedId) => staged.read(stagedId, undefined, { isPassing: true }),
    async settled({ state, server_id, file }, isSame) {
      if (!file) return
      if (state === 'done' && isSame && server_id !== null) await held.adoptStaged(file.staged_id, server_id)
      else await staged.remove(file.staged_id)
    },
  }
}
