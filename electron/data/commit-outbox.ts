import type { JsonFields } from '../../shared/domain/operation.ts'
import { adoptionsOf } from './ledger/adoptions.ts'
import type { Result } from './ledger/results.ts'
import { idOf } from './mirror/record-table.ts'
import type { OutboxCommit, ServerRecord } from './outbox-store.ts'
import { replayCommit } from './overlay/replay-ledger.ts'
import { parseBody } from './parse-body.ts'
import type { Writer } from './writer.ts'

/**
 * Keeps one step of the outbox; see `OutboxStore.commit`.
 * @throws AppError `service/not-json`, `cache/…`; nothing of the step is kept then.
 */
export function commitStep(writer: Writer, step: OutboxCommit): void {
  const { operations, events, records = [], gone = [], draft } = step
  const results = [...records.flatMap(resultOf), ...gone.map(({ resource, id }) => ({ resource, id, json: null }))]
  const adoptions = adoptionsOf(operations, results)
  const kept = writer.keepStep({ operations, events, results, adoptions, draft }, writer.now())
  try {
    replayCommit(writer, { operations, adoptions, results: kept })
  } catch (problem) {
    // The step is kept, and to say otherwise would have it made twice: the mirror catches up with the next piece of work.
    writer.onTrouble(problem)
  }
}

/** A record without an id can be no one's copy: it is left to the next sweep. */
function resultOf(record: ServerRecord): Result[] {
  const { json, value } = parseBody(record.bytes)
  if (record.resource === 'valuations') return [{ resource: record.resource, id: record.entityId, json }]
  const id = idOf(value)
  // What has an id is a record.
  return id === null ? [] : [{ resource: record.resource, id, json, value: value as JsonFields }]
}
