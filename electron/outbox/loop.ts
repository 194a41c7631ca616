import type { EngineParts } from './engine-parts.ts'
import { processOperation } from './process-operation.ts'
import { nextDue, readyOperations } from './ready.ts'

/** Starts what is ready, whenever something changes or becomes due. */
export type Loop = {
  start(): void
  /** Looks again for what is ready. */
  wake(): void
  /** Settles when nothing is under way and nothing waits for time alone. */
  idle(): Promise<void>
  /** Runs work on one operation outside the queue's order, keeping the queue away from it. */
  outside<Result>(id: string, action: () => Promise<Result>): Promise<Result>
  /** Starts nothing more, waits for what is under way, and after `ms` makes it end. */
  close(abort: () => void, ms: number): Promise<void>
}

/**
 * So many edits for each request that may be under way: while some wait for the disk, others are on the network. A
 * creation that was noted as being sent, and was not, would be asked about after a crash: of these there are no more than
 * requests.
 */
const editsPerRequest = 64

/** So many files are on their way at once; the rest of the line is everybody else's. */
const mostUploads = 2

/** {@link Loop} over the open operations. */
export function createLoop({ parts, concurrency }: { parts: EngineParts; concurrency: number }): Loop {
  const { book, clock, holds, service } = parts
  const active = new Map<string, Promise<void>>()
  let sleeping: AbortController | null = null
  let isRunning = false
  let isWoken = false
  let idlers: (() => void)[] = []

  const readyState = () => ({
    book,
    active,
    allPaused: !parts.maySend(),
    holds: holds.until,
    everythingUntil: holds.everythingUntil(),
    now: clock.now(),
  })

  const othersThanEdits = () => [...active.keys()].filter((id) => book.get(id)?.action !== 'update').length

  const uploads = () => [...active.keys()].filter((id) => book.get(id)?.file).length

  /** What comes to an end together is looked at once. */
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
    // One that tries whether the service is back is enough.
    const most = holds.isUnreached() ? Math.min(1, concurrency) : concurrency * editsPerRequest
    for (const operation of readyOperations({ ...readyState(), room: most - active.size })) {
      if (operation.action !== 'update' && othersThanEdits() >= concurrency) continue
      if (operation.file && uploads() >= mostUploads) continue
      const run = processOperation(parts, operation).finally(() => {
        active.delete(operation.id)
        wake()
      })
      active.set(operation.id, run)
    }
    const due = nextDue(readyState())
    if (due !== null) void sleepUntil(due)
    else if (active.size === 0) settleIdle()
  }

  const sleepUntil = async (due: number) => {
    const abort = new AbortController()
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
    if (reachable === 'online' && holds.isUnreached()) {
      holds.reached()
      wake()
    }
  })

  return {
    start() {
      isRunning = true
      wake()
    },
    wake,
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
