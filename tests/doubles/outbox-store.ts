import type { OutboxCommit, OutboxStore } from '../../electron/data/ledger/operations.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import { isOpen } from '../../shared/domain/operation-rules.ts'

/** A ledger in memory. Committed data is available to the next engine; a failed commit stores nothing. */
export type OutboxStoreDouble = OutboxStore & {
  /** Every operation ever committed, in its last state. */
  readonly operations: ReadonlyMap<string, Operation>
  readonly commits: readonly OutboxCommit[]
  eventsOf(id: string): string[]
  /** Returns the service's id of a record that was created locally. */
  serverIdOf(localId: string): string | null
  /** The next `times` commits fail with this error. */
  failNext(thrown: Error, times?: number): void
}

export function createOutboxStoreDouble(): OutboxStoreDouble {
  const operations = new Map<string, Operation>()
  const commits: OutboxCommit[] = []
  const failures: Error[] = []
  let allPaused = false
  return {
    operations,
    commits,
    eventsOf: (id) =>
      commits.flatMap(({ events }) => events.flatMap((event) => (event.operationId === id ? [event.event] : []))),
    serverIdOf: (localId) =>
      [...operations.values()].find(({ record_id, state }) => record_id === localId && state === 'done')?.server_id ??
      null,
    failNext: (thrown, times = 1) => void failures.push(...Array.from({ length: times }, () => thrown)),
    async load() {
      const open = [...operations.values()].filter(isOpen).toSorted((a, b) => a.seq - b.seq)
      const nextSeq = Math.max(0, ...[...operations.values()].map(({ seq }) => seq)) + 1
      return { operations: structuredClone(open), allPaused, nextSeq }
    },
    async commit(step) {
      // Asynchronous, as a real disk is.
      await Promise.resolve()
      const failure = failures.shift()
      if (failure) throw failure
      commits.push(structuredClone(step))
      for (const operation of step.operations) operations.set(operation.id, structuredClone(operation))
    },
    async setAllPaused(paused) {
      allPaused = paused
    },
  }
}
