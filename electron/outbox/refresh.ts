import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { readFresh } from './attempt.ts'
import type { EngineParts } from './engine-parts.ts'
import type { KnownRecords } from './outbox.ts'
import { readValuationBack } from './read-valuation-back.ts'

/**
 * Updates the mirror with the service's current copy after the user ended an operation, because the copy from the time of the
 * question may be outdated. A failure is ignored: the next sync reads every record.
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
  // A pending write to this record will bring its own answer.
  if (fresh === 'unknown' || parts.book.ofRecord(id).length > 0) return
  const news = fresh ? { records: [{ resource, bytes: fresh.bytes }] } : { gone: [{ resource, id }] }
  await parts.keep({ operations: [], events: [], ...news }).catch(() => {})
}

/**
 * Tells whether the copy in an answer is newer than the mirror's: the copy is from when the user was asked, and a sync may have
 * run since.
 */
export async function newerThanKnown(
  records: KnownRecords,
  operation: Operation | undefined,
  answer: Decision,
): Promise<(record: JsonFields) => boolean> {
  // For valuations the mirror shows the one that the service considers current, whichever is newer.
  if (operation === undefined || operation.resource === 'valuations') return () => false
  const id = answer.decision === 'adopt' ? answer.id : operation.record_id
  const known = await records.recordOf(operation.resource, id)
  if (known === null) return () => true
  return ({ updated_at }) => Date.parse(String(updated_at)) > Date.parse(String(known.updated_at))
}
