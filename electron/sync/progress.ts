import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import { createEmitter } from '../../shared/lib/emitter.ts'
import { createThrottle } from '../../shared/lib/timing.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'

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
