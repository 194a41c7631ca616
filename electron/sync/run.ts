import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import { createEmitter, createThrottle } from '../../shared/lib/calls.ts'
import { type ListedResource, type Resource, resources } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { isOfTheWay } from '../http/network-errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** Shortest time between two status updates, ms. */
const throttleMs = 100

/** The only place where a connection's sync status is stored. */
export type Progress = {
  status(): SyncStatus
  of(resource: Resource): Readonly<ResourceProgress>
  setResource(resource: Resource, change: Partial<Omit<ResourceProgress, 'resource'>>): void
  set(change: Partial<Omit<SyncStatus, 'resources' | 'connectionId'>>): void
  onStatus(listener: (status: SyncStatus) => void): () => void
  close(): void
}

/** Keeps the status and notifies listeners of changes, at most ten times a second. */
export function createProgress(connectionId: string): Progress {
  const changes = createEmitter<SyncStatus>()
  const byResource = new Map<Resource, ResourceProgress>(resources.map((resource) => [resource, untouched(resource)]))
  let head: Omit<SyncStatus, 'resources'> = {
    connectionId,
    state: 'idle',
    startedAt: null,
    endedAt: null,
    reachable: 'unknown',
    problem: null,
    valuationsCheckedFrom: null,
    valuationsNeverChecked: 0,
    valuationsProgress: null,
    restingUntil: null,
  }

  const status = (): SyncStatus => ({ ...head, resources: [...byResource.values()].map((one) => ({ ...one })) })
  const of = (resource: Resource) => byResource.get(resource) ?? untouched(resource)
  const telling = createThrottle(throttleMs, () => changes.emit(status()))

  return {
    status,
    of,
    setResource(resource, change) {
      byResource.set(resource, { ...of(resource), ...change })
      telling.request()
    },
    set(change) {
      head = { ...head, ...change }
      telling.request()
    },
    onStatus: changes.on,
    close() {
      telling.end()
      changes.clear()
    },
  }
}

function untouched(resource: Resource): ResourceProgress {
  return {
    resource,
    state: 'waiting',
    received: 0,
    expected: null,
    written: 0,
    setAside: 0,
    refused: [],
    held: 0,
    lastCompleteAt: null,
  }
}

/** Valuations last checked, or last refused, before these times (ISO 8601) are read. `request` changes when the user asks for all. */
type ValuationsDue = { notCheckedSince: string; notRefusedSince: string; request: number }

/** Dependencies and settings of one run. */
export type RunParts = {
  store: ConnectionStore
  service: ServiceClient
  progress: Progress
  clock: Clock
  signal: AbortSignal
  /** Requests by id in flight at once: lookups of missing records, and valuations. */
  concurrency: number
  /** Lists walked at once. */
  parallel: number
  /** True if valuations follow the lists. */
  valuations: boolean
  /** Which valuations are read now; all of them once the user asks for that. */
  valuationsDue: () => ValuationsDue
  /** Records that an earlier run found gone, too many at once to be removed by it; what this run notes is for the next. */
  heldBefore: Map<ListedResource, Promise<ReadonlySet<string>>>
  /** Runs when every valuation was read, before they count as read: what it adds is there when the screens say so. */
  beforeComplete: () => Promise<void>
}

/**
 * Requests in a row without an answer, and requests in a row that failed: beyond this the service is at fault, not one record.
 */
const mostUnreached = 4
const mostFailed = 10

/** Distinguishes a request that failed on its own from a service that fails for all requests. */
export type Tolerance = {
  answered(): void
  /**
   * Reports one failed request.
   * @returns its HTTP status, 0 if there was none
   * @throws AppError when every other request would fail as well
   */
  refused(thrown: unknown): number
}

/** A {@link Tolerance} for one walk over many records. */
export function createTolerance(): Tolerance {
  let inARow = 0
  return {
    answered() {
      inARow = 0
    },
    refused(thrown) {
      const error = toAppError(thrown)
      if (isOfAll(error)) throw error
      if (isRefusal(error)) inARow = 0
      else inARow += 1
      if (inARow >= (isUnanswered(error) || isUnauthorized(error) ? mostUnreached : mostFailed)) throw error
      return error.status ?? 0
    },
  }
}

/**
 * True if no other request can succeed either: no authentication, no service, no local copy. One list that answers 401 whatever the
 * token is no such thing while others are answered: see {@link isUnauthorized}.
 */
export function endsRun(error: AppError): boolean {
  return isOfAll(error) || isUnanswered(error)
}

function isOfAll({ code }: AppError): boolean {
  if (code === 'service/rate-limited' || isOfTheWay(code)) return true
  return !code.startsWith('service/')
}

/** The service rejects the sign-in: for everything, or, if other requests are answered with it, only for one address. */
export const isUnauthorized = ({ code }: AppError): boolean => code === 'service/unauthorized'

const isUnanswered = ({ code }: AppError): boolean => code === 'service/offline' || code === 'service/timed-out'

/** The service is reachable and refuses. */
function isRefusal({ code }: AppError): boolean {
  return code === 'service/forbidden' || code === 'service/refused' || code === 'service/not-found'
}

/** Adds one refusal to the counts by status. */
export function withRefusal(
  counts: readonly { status: number; count: number }[],
  status: number,
): { status: number; count: number }[] {
  const others = counts.filter((one) => one.status !== status)
  const before = counts.find((one) => one.status === status)?.count ?? 0
  return [...others, { status, count: before + 1 }].toSorted((a, b) => a.status - b.status)
}
