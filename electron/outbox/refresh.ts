import { isLocalId, type Operation } from '../../shared/domain/operation.ts'
import { readFresh } from './attempt.ts'
import type { EngineParts } from './engine-parts.ts'
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
