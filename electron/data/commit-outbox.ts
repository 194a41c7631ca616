import type { JsonFields } from '../../shared/domain/operation.ts'
import { adoptionsOf } from './ledger/adoptions.ts'
import type { Result } from './ledger/results.ts'
import { idOf } from './mirror/record-table.ts'
import type { OutboxCommit, ServerRecord } from './outbox-store.ts'
import { replayCommit } from './overlay/replay-ledger.ts'
import { parseBody } from './parse-body.ts'
import type { Writer } from './writer.ts'

/**
 * Commits one step of the outbox; see `OutboxStore.commit`.
 * @throws AppError `service/not-json`, `cache/…`; then nothing of the step is committed.
 */
export function commitStep(writer: Writer, step: OutboxCommit): void {
  const { operations, events, records = [], gone = [], draft } = step
  const results = [...records.flatMap(resultOf), ...gone.map(({ resource, id }) => ({ resource, id, json: null }))]
  const adoptions = adoptionsOf(operations, results)
  const kept = writer.keepStep({ operations, events, results, adoptions, draft }, writer.now())
  try {
    replayCommit(writer, { operations, adoptions, results: kept })
  } catch (problem) {
    // The ledger has the step, and an error would cause it to be repeated: the mirror catches up with the next write.
    writer.onTrouble(problem)
  }
}

/** A record without an id cannot be stored; the next sweep handles it. */
function resultOf(record: ServerRecord): Result[] {
  const { json, value } = parseBody(record.bytes)
  if (record.resource === 'valuations') return [{ resource: record.resource, id: record.entityId, json }]
  const id = idOf(value)
  // A value with an id is an object.
  return id === null ? [] : [{ resource: record.resource, id, json, value: value as JsonFields }]
}
