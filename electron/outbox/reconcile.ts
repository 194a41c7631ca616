import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLike, isRecognisable, mayBeLike, saysMore } from './is-same-record.ts'

/** A record that could be the new one. */
export type Candidate = {
  /** As the service returns it by id; a household includes its primary clients, wherever the service keeps them. */
  record: JsonFields
  /** True if the complete record was read: a list may omit fields. */
  isWhole: boolean
  /** Of a household: its people besides the primary clients. */
  others: readonly JsonFields[]
  /** Documents of a household or about a person; null if the service did not list them. Empty for other resources. */
  documents: readonly JsonFields[] | null
}

/** After a lost answer the service is searched at these times, in ms after the loss. */
export const roundsMs = [2_000, 15_000, 60_000] as const

/** A record's creation time may be this much before or after it was sent, in ms: clocks differ, and requests wait in queues. */
const earlierMs = 2 * 60_000
const laterMs = 10 * 60_000

/** All records at the service that could be the new record. */
export type Sweep = {
  records: readonly JsonFields[]
  /** The server's clock minus this computer's, in ms. */
  clockOffset: number
}

/**
 * The search result for a new record whose answer was lost:
 * - `one`: exactly one distinctive match, which is the record
 * - `ask`: matches of which only the user can say whether one is the record
 */
export type Found = { kind: 'one'; candidate: Candidate } | { kind: 'ask'; candidates: Candidate[] } | { kind: 'none' }

/**
 * Listed records that could be the one whose answer was lost: created at about the time it was sent, not in the baseline, and
 * with the sent fields as far as the list shows them. The baseline also contains records that other operations created.
 */
export function possibleMatches(operation: Operation, { records, clockOffset }: Sweep): JsonFields[] {
  const sentAt = sentAtService(operation, clockOffset)
  const known = new Set(operation.baseline)
  return records.filter((record) => {
    const made = madeAt(record)
    // A large file takes hours to upload, so a document is identified by its bytes instead of its time.
    const latest = operation.resource === 'documents' ? Number.POSITIVE_INFINITY : (sentAt ?? 0) + laterMs
    const isInTime = sentAt === null || (made >= sentAt - earlierMs && made <= latest)
    return (isInTime || hasOwnName(operation)) && !known.has(String(record.id)) && mayBeLike(operation, record)
  })
}

/**
 * When it was sent by the service's clock, ms since the epoch; null if that cannot be known: then only the baseline tells which records
 * are older. An operation of an earlier version has no such time, and is placed by this computer's clock.
 */
function sentAtService({ sent_at, sent_at_service: told }: Operation, clockOffset: number): number | null {
  if (told === undefined) return Date.parse(sent_at ?? '') + clockOffset
  return told === null ? null : Date.parse(told)
}

/** The possible matches that do match; a record that could not be read may or may not match and is kept. */
export const matchesOf = (operation: Operation, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ record, isWhole }) => !isWhole || isLike(operation, record))

/**
 * Decides which of the matches is the record. Taking another record for ours would mix two clients, so a match is adopted only if
 * a user would recognise it by the sent fields, it contains nothing that was not sent, and nothing waits to be sent into it. A
 * colleague's household can equal ours in every field: only our own external id proves one.
 * @param matches - for documents, those with exactly the sent bytes
 * @param isAwaited - true if other operations wait for this one: people and documents of it, or edits
 */
export function classifyMatches(operation: Operation, matches: readonly Candidate[], isAwaited: boolean): Found {
  const isProvable = operation.resource === 'households' ? hasOwnName(operation) : isRecognisable(operation)
  const telling = isProvable ? matches.filter((match) => isAlikeThroughout(operation, match)) : []
  const [first] = telling
  if (first && telling.length === 1 && !isAwaited) return { kind: 'one', candidate: first }
  const candidates = [...new Set([...telling, ...matches])]
  return candidates.length > 0 ? { kind: 'ask', candidates } : { kind: 'none' }
}

const isAlikeThroughout = (operation: Operation, { record, isWhole, others, documents }: Candidate): boolean =>
  isWhole && others.length === 0 && documents?.length === 0 && !saysMore(operation, record)

/** An external id is unique in the tenant, so the creation time is not needed; the clock may have been changed. */
const hasOwnName = ({ resource, fields }: Operation): boolean =>
  resource === 'households' && Boolean(fields.external_id)

const madeAt = ({ created_at }: JsonFields): number => Date.parse(String(created_at))

/**
 * Records that exist before a new record is sent.
 * @param now - ms since the epoch on this computer's clock
 * @returns `ids` of all records that cannot be the new one any more, and `unasked`, those of them that the user has not been
 * asked about yet; a household without individuals and identifier is compared only if it has notes
 */
export function likeRecords(operation: Operation, { records, clockOffset }: Sweep, now: number) {
  const known = new Set(operation.baseline)
  const { resource, fields } = operation
  const isLikeListed = isRecognisable(operation) ? mayBeLike : isLike
  const alike = records.filter((record) => isLikeListed(operation, record))
  // A different record may be edited to resemble the new one, and is recent enough to be mistaken for it.
  const young = records.filter((record) => madeAt(record) >= now + clockOffset - earlierMs)
  const saysSomething = isRecognisable(operation) || resource !== 'households' || Boolean(fields.notes)
  return {
    ids: [...new Set([...known, ...alike.map(idOf), ...young.map(idOf)])],
    unasked: saysSomething ? alike.filter((record) => !known.has(idOf(record))) : [],
  }
}

const idOf = ({ id }: JsonFields): string => String(id)

/**
 * The service shows only an entity's latest valuation; `latest` is not ours. If ours would have become the latest, its absence
 * proves that the service does not have it.
 */
export function canTellAbsence(operation: Operation, latest: JsonFields | null): boolean {
  if (operation.resource !== 'valuations' || latest === null) return true
  return String(operation.fields.effective_date) > String(latest.effective_date)
}
