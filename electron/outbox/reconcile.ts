import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLike, isTelling } from './matches.ts'

/** After a lost answer the service is looked through this long after, ms, one time after the other. */
export const roundsMs = [2_000, 15_000, 60_000] as const

/** A record may say it was made this long before or after it was sent: clocks differ, requests wait in queues. */
const earlierMs = 2 * 60_000
const laterMs = 10 * 60_000

/** Everything that could be the new record, as the service has it now. */
export type Sweep = {
  records: readonly JsonFields[]
  /** The server's clock less this computer's, ms. */
  clockOffset: number
}

export type Found = { kind: 'one'; record: JsonFields } | { kind: 'several'; records: JsonFields[] } | { kind: 'none' }

/**
 * Which record is the one whose answer was lost: one with the fields that were sent, that was not there before, and made
 * at about the time it was sent. Records that other operations made are in the baseline too.
 */
export function findCreated(operation: Operation, { records, clockOffset }: Sweep): Found {
  const sentAt = Date.parse(operation.sent_at ?? '') + clockOffset
  const known = new Set(operation.baseline)
  const found = records.filter((record) => {
    const made = Date.parse(String(record.created_at))
    // A large file is hours on its way: a document is told by its bytes instead.
    const latest = operation.resource === 'documents' ? Number.POSITIVE_INFINITY : sentAt + laterMs
    const isInTime = made >= sentAt - earlierMs && made <= latest
    return (isInTime || hasOwnName(operation)) && !known.has(String(record.id)) && isLike(operation, record)
  })
  const [first] = found
  if (first === undefined) return { kind: 'none' }
  return found.length === 1 ? { kind: 'one', record: first } : { kind: 'several', records: found }
}

/** No two of a tenant have one external id: there, the clocks need not be asked, which somebody may have set meanwhile. */
const hasOwnName = ({ resource, fields }: Operation): boolean =>
  resource === 'households' && Boolean(fields.external_id)

/**
 * Records like the one to be created that are there before it is sent: `ids` of all of them, and those to ask about,
 * since nobody was asked before.
 */
export function likeRecords(operation: Operation, records: readonly JsonFields[]) {
  const known = new Set(operation.baseline)
  const alike = records.filter((record) => isLike(operation, record))
  return {
    ids: [...new Set([...known, ...alike.map(({ id }) => String(id))])],
    unasked: alike.filter((record) => !known.has(String(record.id)) && isTelling(operation, record)),
  }
}

/**
 * Of a valuation only an entity's latest can be seen: `latest` is not ours. Ours cannot be there either when it would have
 * become the latest.
 */
export function canTellAbsence(operation: Operation, latest: JsonFields | null): boolean {
  if (operation.resource !== 'valuations' || latest === null) return true
  return String(operation.fields.effective_date) > String(latest.effective_date)
}
