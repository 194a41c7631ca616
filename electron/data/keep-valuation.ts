import { hash } from 'node:crypto'
import { recordSchemas } from '../../shared/service/record-schemas.ts'
import type { PageCounts } from './connection-store.ts'
import { firstIssue, idOf } from './mirror/record-table.ts'
import { receiveValuation } from './overlay/receive.ts'
import type { Writer } from './writer.ts'

type Body = { json: string; value: unknown }

/**
 * Writes an entity's latest valuation to the mirror, and to the ledger as an observation when it differs from the last one
 * observed. Inside an open transaction.
 */
export function keepValuation(writer: Writer, entityId: string, body: Body): keyof PageCounts {
  const digest = hash('sha256', body.json, 'buffer').subarray(0, 16)
  const parsed = recordSchemas.valuations.safeParse(body.value)
  const mismatch = parsed.success && parsed.data.entity_id !== entityId
  if (!parsed.success || mismatch) {
    const issue = parsed.success ? { field: 'entity_id', problem: 'names another entity' } : firstIssue(parsed.error)
    const judged = { kind: 'bad' as const, id: idOf(body.value) ?? entityId, ...issue }
    const bad = { resource: 'valuations' as const, digest: digest.toString('latin1'), json: body.json, judged }
    writer.setAside.put(bad, writer.now())
    return 'setAside'
  }
  writer.setAside.resolve('valuations', parsed.data.id)
  writer.setAside.resolve('valuations', entityId)
  writer.observations.add(parsed.data, {
    json: body.json,
    digest,
    at: writer.now(),
    checkedBefore: () => writer.valuations.lastValued(entityId),
  })
  return receiveValuation(writer, parsed.data, body.json) ? 'written' : 'unchanged'
}
