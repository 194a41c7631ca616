import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { Operation, OperationProblem } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { WriteService } from '../service/write-service.ts'
import { type Engine, problemOfError, refuse } from './attempt.ts'
import { transition } from './operations.ts'
import { type HeldSaves, nextDue, readyOperations } from './ready.ts'
import { findOutCreate, sendCreate } from './send-create.ts'
import { findOutDelete, sendDelete } from './send-delete.ts'
import { sendMerge } from './send-merge.ts'
import { findOutUpdate, sendUpdate } from './send-update.ts'

/** Starts operations that are ready, whenever something changes or becomes due. */
type Loop = {
  start(): void
  /** Checks again which operations are ready. */
  wake(): void
  /** Checks again at this time, ms since the epoch, or before it: operations become ready then, and nothing else has changed. */
  wakeBy(due: number): void
  /** Settles when no operation is in progress and none is waiting only for time to pass. */
  idle(): Promise<void>
  /** Runs work on one operation outside the queue's order, and keeps the queue from processing it in the meantime. */
  outside<Result>(id: string, action: () => Promise<Result>): Promise<Result>
  /** Starts no more operations, waits for those in progress, and calls `abort` after `ms`. */
  close(abort: () => void, ms: number): Promise<void>
}

/**
 * Edits in progress per allowed request: while some wait for the disk, others are on the network. Creations are limited to the
 * number of requests, because the user would be asked after a crash about each one that was recorded as being sent but was not.
 */
const editsPerRequest = 64

/** Files that are uploaded at the same time; the bandwidth is shared with everything else. */
const mostUploads = 2

type LoopOptions = { engine: Engine; concurrency: number; heldSaves: HeldSaves }

/** {@link Loop} over the open operations. */
export function createLoop({ engine, concurrency, heldSaves }: LoopOptions): Loop {
  const { operations, clock, backoff, service } = engine
  const active = new Map<string, Promise<void>>()
  let sleeping: (AbortController & { due: number }) | null = null
  let isRunning = false
  let isWoken = false
  let idlers: (() => void)[] = []

  const readyState = () => ({
    operations,
    active,
    allPaused: !engine.maySend(),
    backoff: backoff.until(),
    everythingUntil: backoff.everythingUntil(),
    heldSaves,
    now: clock.now(),
  })

  const othersThanEdits = () => [...active.keys()].filter((id) => operations.get(id)?.action !== 'update').length

  const uploads = () => [...active.keys()].filter((id) => operations.get(id)?.file).length

  /** Operations that end together cause one check. */
  const wake = () => {
    if (isWoken) return
    isWoken = true
    queueMicrotask(() => {
      isWoken = false
      look()
    })
  }

  const look = () => {
    if (!isRunning) return
    sleeping?.abort()
    sleeping = null
    // While the service is unreachable, one operation is enough to find out whether it is back.
    const most = backoff.isUnreached() ? Math.min(1, concurrency) : concurrency * editsPerRequest
    // One moment for both questions: an operation that becomes due between two readings of the clock would be neither ready nor waited for.
    const state = readyState()
    for (const operation of readyOperations({ ...state, capacity: most - active.size })) {
      if (operation.action !== 'update' && othersThanEdits() >= concurrency) continue
      if (operation.file && uploads() >= mostUploads) continue
      const run = processOperation(engine, operation).finally(() => {
        active.delete(operation.id)
        wake()
      })
      active.set(operation.id, run)
    }
    const due = nextDue(state)
    if (due !== null) void sleepUntil(due)
    else if (active.size === 0) settleIdle()
  }

  const sleepUntil = async (due: number) => {
    const abort = Object.assign(new AbortController(), { due })
    sleeping?.abort()
    sleeping = abort
    await clock.sleep(due - clock.now(), abort.signal).then(
      () => {
        if (!abort.signal.aborted) wake()
      },
      () => {},
    )
  }

  const settleIdle = () => {
    for (const settle of idlers) settle()
    idlers = []
  }

  const offReachability = service.onReachability((reachable) => {
    if (reachable === 'online' && backoff.isUnreached()) {
      backoff.reached()
      wake()
    }
  })

  return {
    start() {
      isRunning = true
      wake()
    },
    wake,
    wakeBy(due) {
      if (!isRunning || isWoken || (sleeping !== null && sleeping.due <= due)) return
      void sleepUntil(due)
    },
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve)
        wake()
      }),
    async outside(id, action) {
      const done = Promise.withResolvers<void>()
      active.set(id, done.promise)
      try {
        return await action()
      } finally {
        active.delete(id)
        done.resolve()
        wake()
      }
    },
    async close(abort, ms) {
      isRunning = false
      sleeping?.abort()
      offReachability()
      settleIdle()
      const all = Promise.allSettled(active.values())
      const waiting = new AbortController()
      const late = clock.sleep(ms, waiting.signal).then(abort, () => {})
      await Promise.race([all, late])
      waiting.abort()
      abort()
      await all
    },
  }
}

const senders = { create: sendCreate, update: sendUpdate, delete: sendDelete, merge: sendMerge } as const
const finders = { create: findOutCreate, update: findOutUpdate, delete: findOutDelete, merge: sendMerge } as const

/** Does the next step of one operation. Never rejects: a failure is recorded and retried after a wait. */
async function processOperation(engine: Engine, operation: Operation): Promise<void> {
  try {
    if (operation.state === 'sending') await cutShort(engine, operation)
    else if (operation.state === 'uncertain') await finders[operation.action](engine, operation)
    else if (namesLocalRecord(operation)) await refuse(engine, operation.id, unknownRecord)
    else await senders[operation.action](engine, operation)
  } catch (thrown) {
    if (thrown === withheld) return
    await rest(engine, operation, thrown).catch(() => engine.backoff.unreached())
  }
}

/** The problem of an operation that refers to a local id. */
const unknownRecord: OperationProblem = {
  code: 'outbox/not-allowed',
  message: 'Steward does not know which record of the service this belongs to, so it was not sent.',
  nextStep: 'Open the household, make the change on the record there, then discard this one.',
  status: null,
  detail: null,
}

/** True if an operation still refers to a local id although it waits for no other operation. */
function namesLocalRecord({ action, record_id, parent_id, fields }: Operation): boolean {
  const named = Object.entries(fields).filter(([field]) => field.endsWith('_id') && field !== 'external_id')
  const ids = [...(action === 'create' ? [] : [record_id]), parent_id, ...named.map(([, id]) => id)]
  return ids.some((id) => typeof id === 'string' && isLocalId(id))
}

/** It was being sent when Steward ended, or when its outcome could not be saved. */
async function cutShort(engine: Engine, { id }: Operation): Promise<void> {
  const note = 'Steward closed before the answer was received.'
  await engine.change(id, (current) => transition(current, { state: 'uncertain' }, engine.event('lost', note)))
  engine.backoff.nextRound(id)
}

/** True for errors that would affect every other operation as well. */
const isEverywhere = (code: string): boolean =>
  code.startsWith('auth/') ||
  code.startsWith('keychain/') ||
  code.startsWith('cache/') ||
  code.startsWith('service/proxy-') ||
  ['service/offline', 'service/timed-out', 'service/untrusted-certificate', 'service/unauthorized'].includes(code) ||
  code === 'service/rate-limited'

/** Nothing was sent: the operation keeps its state and records the reason, once. */
async function rest(engine: Engine, operation: Operation, thrown: unknown): Promise<void> {
  if (engine.signal.aborted) return
  const error = toAppError(thrown)
  if (isEverywhere(error.code)) engine.backoff.unreached()
  else engine.backoff.failed(operation.id)
  const problem = problemOfError(error)
  await engine.change(operation.id, (current) => {
    if (current !== operation || current.problem?.code === problem.code) return null
    // The problem of a refused record is kept while the service is searched for it, even if the search fails.
    if (current.state !== 'queued') return null
    return transition(current, { problem }, engine.event('not-sent', problem.message))
  })
}

/** No request was sent: while it waited, the service asked for a pause or became unreachable, or sending was stopped. */
const withheld = new AppError('service/rate-limited', {
  message: 'The service was not asked, because other requests are waiting.',
  nextStep: 'Wait a moment, then try again.',
})

/** The service with a limit on concurrent requests. */
type LimitedService = WriteService & {
  /** True while any request is in flight. */
  isBusy(): boolean
}

type OutboxLimitOptions = {
  slots: number
  /** Checked after a read has waited for its slot; if false, the read rejects with {@link withheld}. */
  mayAsk: () => boolean
  /** Called when no request is in flight any more. */
  onRest: () => void
}

/**
 * {@link LimitedService}: further requests wait. Writes go ahead of reads, because the data they were prepared with becomes
 * outdated.
 */
export function withOutboxLimit(service: WriteService, { slots, mayAsk, onRest }: OutboxLimitOptions): LimitedService {
  const queue = createSlots(slots, onRest)
  const write = <Answer>(request: () => Promise<Answer>) => queue.run(request, 'first')
  const read = <Answer>(request: () => Promise<Answer>) => {
    const waits = queue.running() >= slots
    return queue.run(async () => {
      if (waits && !mayAsk()) throw withheld
      return await request()
    }, 'last')
  }
  return {
    // An upload takes minutes and must not block other requests; the number of uploads is limited in the loop.
    send: (request) => (request.file ? service.send(request) : write(() => service.send(request))),
    digestOf: (documentId, signal) => read(() => service.digestOf(documentId, signal)),
    getRecord: (request) =>
      read(() => {
        request.onAsked?.()
        return service.getRecord(request)
      }),
    prove: (resource, signal) => read(() => service.prove(resource, signal)),
    getValuation: (request) => read(() => service.getValuation(request)),
    listAll: (filter) => read(() => service.listAll(filter)),
    onReachability: (listener) => service.onReachability(listener),
    isBusy: () => queue.running() > 0,
  }
}

/**
 * Runs at most `slots` jobs at once, those of the first lane before those of the last. Every edit passes here twice: the queue of
 * p-queue took a tenth of the main thread's time while a thousand edits were sent.
 */
function createSlots(slots: number, onRest: () => void) {
  const lanes: Record<'first' | 'last', (() => void)[]> = { first: [], last: [] }
  let running = 0
  const start = () => {
    while (running < slots) {
      const next = lanes.first.shift() ?? lanes.last.shift()
      if (next === undefined) break
      running += 1
      next()
    }
    if (running === 0) onRest()
  }
  const end = () => {
    running -= 1
    start()
  }
  return {
    running: () => running,
    run: <Answer>(job: () => Promise<Answer>, lane: keyof typeof lanes): Promise<Answer> =>
      new Promise((resolve, reject) => {
        lanes[lane].push(() => void job().then(resolve, reject).finally(end))
        start()
      }),
  }
}
