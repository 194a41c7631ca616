import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { type Clock, systemClock } from '../service/clock.ts'
import { isUnreached as isUnreachedCode } from '../service/network-errors.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createProgress, type Progress } from './progress.ts'
import { runSync } from './run.ts'
import type { RunParts } from './run-parts.ts'
import { nextRunIn } from './schedule.ts'

/** Keeps one connection's mirror in step with its service. */
export type SyncEngine = {
  /** Starts a run, or joins the one under way. Returns at once. */
  start(): SyncStatus
  /** Ends the run under way; what was committed is kept and gone on from. */
  cancel(): SyncStatus
  status(): SyncStatus
  /** Called at most ten times a second while something changes. Returns the unsubscriber. */
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** Asks for one entity's latest valuation now, ahead of every queued one. */
  refreshValuation(entityId: string): Promise<{ found: boolean }>
  /** The computer woke up or its network came back: a run that could not reach the service, or is overdue, is tried at once. */
  wake(): void
  /** Settles when no run is under way. */
  idle(): Promise<void>
  /** Cancels, and waits until the store is not used any more. */
  close(): Promise<void>
}

export type SyncEngineOptions = {
  connectionId: string
  store: ConnectionStore
  service: ServiceClient
  clock?: Clock
  /** Whether runs follow one another by themselves after the first. */
  periodic?: boolean
  /** Requests by id in flight at once. */
  concurrency?: number
  /** Lists walked at once. */
  parallel?: number
  /** False leaves valuations out. */
  valuations?: boolean
}

/** See {@link SyncEngine}; the first run is the caller's to start. */
export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { store, service, clock = systemClock, periodic = true } = options
  const progress = createProgress(options.connectionId)
  const closing = new AbortController()
  let running: { done: Promise<void>; abort: AbortController } | null = null
  let pause: AbortController | null = null
  let unreachedRuns = 0
  /** When the next run is due by the clock; timers stand still while a computer sleeps. */
  let dueAt = Number.POSITIVE_INFINITY

  void tellLastComplete(store, progress)
  const offReachability = service.onReachability((reachable) => {
    progress.set({ reachable })
    if (reachable === 'online') wake()
  })

  const run = async (signal: AbortSignal) => {
    const problem = await runSync(partsOf(options, { progress, clock, signal })).catch(toAppError)
    unreachedRuns = isUnreached(problem) && !signal.aborted ? unreachedRuns + 1 : 0
    running = null
    progress.set({
      state: 'idle',
      endedAt: new Date(clock.now()).toISOString(),
      problem: signal.aborted || problem === null ? null : describe(problem),
    })
    if (periodic && !closing.signal.aborted) void startLater()
  }

  const start = () => {
    if (running || closing.signal.aborted) return progress.status()
    pause?.abort()
    const abort = new AbortController()
    beginStatus(progress, clock)
    running = { abort, done: run(abort.signal) }
    return progress.status()
  }

  const startLater = async () => {
    pause = new AbortController()
    const { signal } = pause
    const wait = nextRunIn(unreachedRuns, clock.random())
    dueAt = clock.now() + wait
    await clock.sleep(wait, signal).then(start, () => {})
  }

  const wake = () => {
    if (unreachedRuns === 0 && clock.now() < dueAt) return
    // A network that only just returned may not know its names yet: a first try in vain waits for seconds, not minutes.
    unreachedRuns = 0
    start()
  }

  const cancel = () => {
    if (!running) return progress.status()
    running.abort.abort()
    progress.set({ state: 'cancelling' })
    return progress.status()
  }

  return {
    start,
    cancel,
    wake,
    status: progress.status,
    onStatus: progress.onStatus,
    async refreshValuation(entityId) {
      const body = await service.getValuation({ entityId, signal: closing.signal })
      await store.applyValuation({ entityId, bytes: body?.bytes ?? null })
      await store.flush()
      return { found: body !== null }
    },
    async idle() {
      await running?.done
    },
    async close() {
      closing.abort()
      cancel()
      pause?.abort()
      offReachability()
      await running?.done
      progress.close()
    },
  }
}

function partsOf(options: SyncEngineOptions, own: Pick<RunParts, 'progress' | 'clock' | 'signal'>): RunParts {
  const { store, service, concurrency = 4, parallel = 6, valuations = true } = options
  return { store, service, concurrency, parallel, valuations, ...own }
}

function beginStatus(progress: Progress, clock: Clock): void {
  progress.set({ state: 'running', startedAt: new Date(clock.now()).toISOString(), endedAt: null, problem: null })
  for (const resource of resources) {
    progress.setResource(resource, {
      state: 'waiting',
      received: 0,
      expected: null,
      written: 0,
      setAside: 0,
      refused: [],
    })
  }
}

async function tellLastComplete(store: ConnectionStore, progress: Progress): Promise<void> {
  const times: Partial<Record<Resource, string>> = await store.lastComplete().catch(() => ({}))
  for (const resource of resources) {
    const lastCompleteAt = times[resource]
    if (lastCompleteAt && progress.of(resource).lastCompleteAt === null)
      progress.setResource(resource, { lastCompleteAt })
  }
}

function isUnreached(problem: AppError | null): boolean {
  return problem !== null && isUnreachedCode(problem.code)
}

function describe({ code, message, nextStep, issues, detail }: AppError): NonNullable<SyncStatus['problem']> {
  return { code, message, nextStep, issues: [...issues], ...(detail === undefined ? {} : { detail }) }
}
