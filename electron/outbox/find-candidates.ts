import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { parseRecord } from './classify.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Sweep } from './reconcile.ts'
import { isFields } from './titles.ts'

/**
 * Every record at the service that a new record could be. For a valuation this is only the latest of its entity, the one that the
 * service shows.
 * @throws AppError `service/…`, `auth/…`
 */
export async function findCandidates({ service, clock, signal }: EngineParts, operation: Operation): Promise<Sweep> {
  const { resource, fields, parent_id } = operation
  if (resource === 'valuations') {
    const body = await service.getValuation({ entityId: parent_id ?? '', signal })
    const record = body && parseRecord(body.bytes)
    return { records: record ? [record] : [], clockOffset: offset(body?.serverTime ?? null, clock.now()) }
  }
  const listed = resource === 'individuals' || resource === 'documents' ? resource : 'households'
  const query: Record<string, string> = {}
  if (listed === 'documents') Object.assign(query, { household_id: parent_id ?? '', type: String(fields.type) })
  else if (listed === 'individuals') query.household_id = parent_id ?? ''
  else if (typeof fields.external_id === 'string') query.external_id = fields.external_id
  const { records, serverTime } = await service.listAll({ resource: listed, query, signal })
  const whole = records.filter((record): record is JsonFields => isFields(record))
  return { records: whole, clockOffset: offset(serverTime, clock.now()) }
}

const offset = (serverTime: number | null, now: number): number => (serverTime === null ? 0 : serverTime - now)
