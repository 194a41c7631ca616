import pMap from 'p-map'
import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { type ListedResource, listedResources, type Resource, resources } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { SweepStart } from '../data/sweep/page-store.ts'
import { type Clock, isSince, systemClock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createProgress, endsRun, isUnauthorized, type Progress, type RunParts, withRefusal } from './run.ts'
import { isAnswered, mayPass, nextRunIn, type RunEnd } from './schedule.ts'
import { concludeSweep, walkResource } from './sweep-resource.ts'
import { concludeNone, noneOf, refreshHousehold, sweepValuations, tellAges } from './sweep-valuations.ts'

/** Time in ms for which a checked valuation is not read again, unless the user asks for everything. */
const freshForMs = 60 * 60_000

/** Keeps one connection's mirror in sync with its service. */
export type SyncEngine = {
  /**
   * Starts a run, or joins the one in progress. Returns at once. `everything`: the user asks, and every valuation is read again,
   * however recently it was checked. `retry`: a sign-in or an edited connection may have removed the reason why the run in progress
   * will fail, so another run follows if it does.
   */
  start(options?: { everything?: boolean; retry?: boolean }): SyncStatus
  /** Ends the run in progress; committed pages are kept and the next run continues after them. */
  cancel(): SyncStatus
  status(): SyncStatus
  /** Called at most ten times a second while something changes. Returns the unsubscriber. */
  onStatus(listener: (status: SyncStatus) => void): () => void
  /**
   * Adds work to the end of each run that read everything; the run waits for it. An error of it is no error of the run. Returns the
   * function that removes it.
   */
  beforeComplete(work: () => Promise<void>): () => void
  /** Reads one entity's latest valuation now, ahead of every queued one. */
  refreshValuation(entityId: string): Promise<{ found: boolean }>
  /** Reads the latest valuations of a household's entities now, except those checked within the last minute. */
  refreshHousehold(householdId: string): Promise<{ asked: number; refused: number }>
  /** The computer woke up or its network came back: a run that could not reach the service, or is overdue, starts at once. */
  wake(): void
  /** Settles when no run is in progress. */
  idle(): Promise<void>
  /** Cancels, and settles when the store is no longer used. */
  close(): Promise<void>
}

export type SyncEngineOptions = {
  connectionId: string
  store: ConnectionStore
  service: ServiceClient
  clock?: Clock
  /** True if runs repeat automatically after the first. */
  periodic?: boolean
  /** Requests by id in flight at once. */
  concurrency?: number
  /** Lists walked at once. */
  parallel?: number
  /** False leaves valuations out. */
  valuations?: boolean
}

/** See {@link SyncEngine}; the caller starts the first run. */
export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { store, service, clock = systemClock, periodic = true } = options
  const progress = createProgress(options.connectionId)
  const closing = new AbortController()
  const additions = new Set<() => Promise<void>>()
  let running: { done: Promise<void>; abort: AbortController } | null = null
  /** Whether another run follows at once if the one in progress fails. */
  let isRetried = false
  let pause: AbortController | null = null
  let lastEnd: RunEnd = { failures: 0 }
  /** When the user last asked for every valuation, by `clock.elapsed`, and how often that was done. */
  let allAsked = { at: Number.NEGATIVE_INFINITY, times: 0 }
  /** When the next run is due by the clock, ms since the epoch, and the wait until then; timers stop while a computer sleeps. */
  let due = { at: Number.POSITIVE_INFINITY, waitMs: Number.POSITIVE_INFINITY }

  void tellLastComplete(store, progress, clock)
  const offPause = service.onPause((until) => {
    progress.set({ restingUntil: until === null ? null : new Date(until).toISOString() })
  })
  const offReachability = service.onReachability((reachable) => {
    progress.set({ reachable })
    if (reachable === 'online') wake()
  })

  const beforeComplete = async () => {
    const isAnyMissing = progress
      .status()
      .resources.some(({ resource, lastCompleteAt }) => resource !== 'valuations' && lastCompleteAt === null)
    if (isAnyMissing) return
    for (const work of [...additions]) await work().catch(() => {})
  }

  const run = async (signal: AbortSignal) => {
    const startedAt = clock.elapsed()
    // Ages, as times by the computer's clock of this moment: it may be corrected while the run lasts.
    const valuationsDue = () => {
      const [ofRun, ofRequest] = [startedAt, allAsked.at].map((at) => clock.elapsed() - at)
      const before = (age: number) => new Date(clock.now() - Math.min(age, ofRequest ?? age)).toISOString()
      const age = ofRun ?? 0
      return { notCheckedSince: before(age + freshForMs), notRefusedSince: before(age), request: allAsked.times }
    }
    const heldBefore: RunParts['heldBefore'] = new Map()
    const parts = partsOf(options, { progress, clock, signal, valuationsDue, heldBefore, beforeComplete })
    const problem = await runSync(parts).catch(toAppError)
    lastEnd = signal.aborted ? { failures: 0 } : endOf(problem, lastEnd.failures)
    const retries = isRetried && problem !== null && !signal.aborted
    isRetried = false
    running = null
    progress.set({
      state: 'idle',
      endedAt: new Date(clock.now()).toISOString(),
      problem: signal.aborted || problem === null ? null : describe(problem),
    })
    if (retries) start()
    else if (periodic && !closing.signal.aborted) void startLater()
  }

  const start = ({ everything = false, retry = false } = {}) => {
    if (everything) allAsked = { at: clock.elapsed(), times: allAsked.times + 1 }
    if (running && retry) isRetried = true
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
    const wait = nextRunIn(lastEnd, clock.random())
    due = { at: clock.now() + wait, waitMs: wait }
    await clock.sleep(wait, signal).then(
      () => void start(),
      () => {},
    )
  }

  const wake = () => {
    const leftMs = due.at - clock.now()
    // More than the whole wait: the clock was set back.
    if (lastEnd.failures === 0 && leftMs > 0 && leftMs <= due.waitMs) return
    // A network that has just returned may not resolve names yet: a failed first try waits for seconds, not minutes.
    lastEnd = { failures: 0 }
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
    beforeComplete(work) {
      additions.add(work)
      return () => additions.delete(work)
    },
    async refreshValuation(entityId) {
      const { signal } = closing
      const body = await service.getValuation({ entityId, signal })
      if (body.bytes === null) await concludeNone({ service, store, signal }, [{ entityId, ...noneOf(body) }])
      else await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs })
      await store.flush()
      await tellAges({ store, progress })
      return { found: body.bytes !== null }
    },
    async refreshHousehold(householdId) {
      const parts = { service, store, clock, signal: closing.signal, concurrency: options.concurrency ?? 4 }
      const answer = await refreshHousehold(parts, householdId)
      await tellAges({ store, progress })
      return answer
    },
    async idle() {
      await running?.done
    },
    async close() {
      closing.abort()
      cancel()
      pause?.abort()
      offReachability()
      offPause()
      await running?.done
      progress.close()
    },
  }
}

function partsOf(
  options: SyncEngineOptions,
  own: Pick<RunParts, 'progress' | 'clock' | 'signal' | 'valuationsDue' | 'heldBefore' | 'beforeComplete'>,
): RunParts {
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
      held: 0,
    })
  }
}

async function tellLastComplete(store: ConnectionStore, progress: Progress, clock: Clock): Promise<void> {
  const times: Partial<Record<Resource, string>> = await store.lastComplete().catch(() => ({}))
  const now = clock.now()
  for (const resource of resources) {
    const lastCompleteAt = times[resource] ?? null
    if (lastCompleteAt !== null && isSince(lastCompleteAt, 0, now) && progress.of(resource).lastCompleteAt === null)
      progress.setResource(resource, { lastCompleteAt })
  }
  await tellAges({ store, progress }).catch(() => {})
}

function endOf(problem: AppError | null, failures: number): RunEnd {
  if (problem === null || !mayPass(problem)) return { failures: 0 }
  return { failures: failures + 1, isAnswered: isAnswered(problem), askedMs: problem.retryAfterMs }
}

function describe({ code, message, nextStep, issues, detail }: AppError): NonNullable<SyncStatus['problem']> {
  return { code, message, nextStep, issues: [...issues], ...(detail === undefined ? {} : { detail }) }
}

/** When valuations take longer than this (ms), the lists are walked again in between. */
const listsAgainMs = 15 * 60_000

/**
 * One run: the six lists in parallel, then valuations. A failed list stops neither the others nor the valuations; only an
 * authentication failure or an unreachable service ends a run, or one that answers for no list.
 * @returns the error that ended it, else the first problem that may pass soon, else the first; null when all went well
 */
async function runSync(parts: RunParts): Promise<AppError | null> {
  const { clock } = parts
  const problems: AppError[] = []
  await parts.store.forgetFutureTimes().catch(() => {})
  let listsAt = clock.elapsed()
  const isAnyRead = await walkLists(parts, problems)
  const listsAgain = async () => {
    if (clock.elapsed() - listsAt < listsAgainMs) return
    listsAt = clock.elapsed()
    await walkLists(parts, problems)
    await parts.store.flush()
  }
  if (parts.valuations && isAnyRead && !problems.some(endsRun) && !parts.signal.aborted) {
    const work = () => sweepValuations(parts, listsAgain)
    await attempt(parts, { resource: 'valuations', work, problems })
  }
  await parts.store.flush().catch((problem: unknown) => problems.push(toAppError(problem)))
  await tellAges(parts).catch(() => {})
  parts.progress.set({ valuationsProgress: null })
  const problem = problems.find(endsRun) ?? problems.find(mayPass) ?? problems[0] ?? null
  return problem !== null && isAnyRead && isUnauthorized(problem) ? refusedHere(problem) : problem
}

/** The service accepts the sign-in elsewhere: signing in again would not help. */
function refusedHere({ detail }: AppError): AppError {
  return new AppError('service/refused', {
    message: 'The service rejects the sign-in for a part of the data, and accepts it for the rest.',
    nextStep: 'Ask your firm’s administrator for access. Steward asks again at each sync.',
    ...(detail === undefined ? {} : { detail }),
    status: 401,
  })
}

/**
 * Walks the six lists in parallel; while one is being concluded, the next is already walked.
 * @returns whether any of them was read to its end
 */
async function walkLists(parts: RunParts, problems: AppError[]): Promise<boolean> {
  const conclusions: Promise<unknown>[] = []
  const begin = beginTogether(parts)
  const walk = async (resource: ListedResource) => {
    const work = () => walkResource(parts, resource, begin(resource))
    const end = await attempt(parts, { resource, work, problems })
    if (!end) return
    conclusions.push(attempt(parts, { resource, work: () => concludeSweep(parts, resource, end), problems }))
  }
  await pMap(listedResources, walk, { concurrency: parts.parallel })
  await Promise.all(conclusions)
  return conclusions.length > 0
}

/**
 * Begins the sweeps of all lists with the first: the writer would begin a later one only between the long steps of concluding the
 * lists before it.
 */
function beginTogether({ store }: RunParts): (resource: ListedResource) => Promise<SweepStart> {
  const begun = new Map<ListedResource, Promise<SweepStart>>()
  const begin = (resource: ListedResource) => {
    const known = begun.get(resource) ?? store.beginSweep(resource)
    begun.set(resource, known)
    // Reported by the walk of the list; a run that is cancelled before has none.
    known.catch(() => {})
    return known
  }
  return (resource) => {
    for (const each of listedResources) void begin(each)
    return begin(resource)
  }
}

type Attempt<Result> = { resource: Resource; work: () => Promise<Result>; problems: AppError[] }

/** The result of the work; null when it failed or was cancelled, which is then reported in the progress. */
async function attempt<Result>(parts: RunParts, { resource, work, problems }: Attempt<Result>): Promise<Result | null> {
  const { progress, signal } = parts
  try {
    signal.throwIfAborted()
    return await work()
  } catch (thrown) {
    if (signal.aborted) progress.setResource(resource, { state: 'cancelled' })
    else {
      const error = toAppError(thrown)
      problems.push(error)
      const { state, refused } = progress.of(resource)
      if (state !== 'incomplete') progress.setResource(resource, { state: 'failed' })
      const { status = 0 } = error
      if (resource !== 'valuations' && status >= 400) {
        progress.setResource(resource, { refused: withRefusal(refused, status) })
      }
    }
    return null
  }
}
