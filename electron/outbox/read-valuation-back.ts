import type { Operation } from '../../shared/domain/operation.ts'
import { parseRecord } from './classify.ts'
import type { EngineParts } from './engine-parts.ts'

/**
 * After a valuation was logged, reads which valuation of the entity the service considers current. A failure is ignored: the next
 * sync reads it again.
 */
export async function readValuationBack(parts: EngineParts, done: Operation): Promise<void> {
  const entityId = done.parent_id ?? ''
  const body = await parts.service.getValuation({ entityId, signal: parts.signal }).catch(() => null)
  const record = body && parseRecord(body.bytes)
  if (!body || !record) return
  const records = [{ resource: 'valuations' as const, entityId, bytes: body.bytes }]
  if (record.id === done.server_id) {
    await parts.keep({ operations: [], events: [], records })
    return
  }
  const remark = `The service still shows the valuation of ${String(record.effective_date)} as current.`
  const { at, event, note } = parts.event('done', remark)
  await parts.keep({
    operations: [{ ...done, remark, changed_at: at }],
    events: [{ operationId: done.id, at, event, note }],
    records,
  })
}
