import type { OutboxCommit, OutboxStore } from '../data/outbox-store.ts'
import type { Log } from '../logs/log.ts'
import { asCode } from '../logs/log-app-events.ts'
import type { LogFields } from '../logs/log-events.ts'

/**
 * The same store with logging: outcomes of writes are logged after they are on disk; equal outcomes of one commit share a line.
 */
export function logOutbox(store: OutboxStore, { log, connection }: { log: Log; connection: string }): OutboxStore {
  return {
    ...store,
    async commit(step) {
      await store.commit(step)
      for (const line of linesOf(step, connection)) log('outbox', line)
    },
  }
}

function linesOf({ operations, events }: OutboxCommit, connection: string): LogFields<'outbox'>[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const lines = new Map<string, LogFields<'outbox'>>()
  for (const { operationId, event } of events) {
    const operation = byId.get(operationId)
    if (!operation) continue
    const { action, resource, problem } = operation
    const line = {
      ...{ connection, step: event, action, resource },
      code: problem && asCode(problem.code),
      status: problem?.status ?? null,
    }
    const key = JSON.stringify(line)
    lines.set(key, { ...line, times: (lines.get(key)?.times ?? 0) + 1 })
  }
  return [...lines.values()]
}
