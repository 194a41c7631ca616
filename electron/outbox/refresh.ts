import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { readFresh } from './attempt.ts'
import type { EngineParts } from './engine-parts.ts'
import type { KnownRecords } from './outbox.ts'
import { readValuationBack } from './read-valuation-back.ts'

/**
 * Shows the record of an operation that a person ended as the service has it now: what was found when the person was asked
 * may be old. A failure is no loss, since the next check of the service asks for everything.
 */
export async function refresh(parts: EngineParts, ended: Operation): Promise<void> {
  const { resource, server_id, record_id } = ended
  const id = server_id ?? record_id
  if (resource === 'valuations') {
    if (server_id !== null) await readValuationBack(parts, ended).catch(() => {})
    return
  }
  if (isLocalId(id)) return
  const fresh = await readFresh(parts, resource, id).catch(() => 'unknown' as const)
  // What is still to be sent to this record brings its own answer.
  if (fresh === 'unknown' || parts.book.ofRecord(id).length > 0) return
  const news = fresh ? { records: [{ resource, bytes: fresh.bytes }] } : { gone: [{ resource, id }] }
  await parts.keep({ operations: [], events: [], ...news }).catch(() => {})
}

/**
 * Whether a copy of the record that an answer is about is newer than what the mirror shows: both may be, the one from when
 * the person was asked and the one from a check since.
 */
export async function newerThanKnown(
  records: KnownRecords,
  operation: Operation | undefined,
  answer: Decision,
): Promise<(record: JsonFields) => boolean> {
  // Of valuations the mirror shows the one that the service calls current, whichever is newer.
  if (operation === undefined || operation.resource === 'valuations') return () => false
  const id = answer.decision === 'adopt' ? answer.id : operation.record_id
  const known = await records.recordOf(operation.resource, id)
  if (known === null) return () => true
  return ({ updated_at }) => Date.parse(String(updated_at)) > Date.parse(String(known.updated_at))
}
