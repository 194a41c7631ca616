import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLike, isRecognisable, mayBeLike, saysMore } from './is-same-record.ts'

/** A record that could be the new one. */
export type Candidate = {
  /** As the service gives it by its id; of a household with its primary clients, wherever the service keeps them. */
  record: JsonFields
  /** Whether all of it was read: a list may leave out fields. */
  isWhole: boolean
  /** Whether its household has people besides its primary clients. */
  hasOthers: boolean
}

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

/**
 * What was found of a new record whose answer was lost:
 * - `one`: exactly one match that is telling, which is the record
 * - `ask`: matches, of which only a person can say whether one of them is the record
 */
export type Found = { kind: 'one'; record: JsonFields } | { kind: 'ask'; records: JsonFields[] } | { kind: 'none' }

/**
 * Listed records that could be the one whose answer was lost: made at about the time it was sent, not there before, and
 * with the fields that were sent as far as the list shows them. Records that other operations made are in the baseline too.
 */
export function possibleMatches(operation: Operation, { records, clockOffset }: Sweep): JsonFields[] {
  const sentAt = Date.parse(operation.sent_at ?? '') + clockOffset
  const known = new Set(operation.baseline)
  return records.filter((record) => {
    const made = madeAt(record)
    // A large file is hours on its way: a document is told by its bytes instead.
    const latest = operation.resource === 'documents' ? Number.POSITIVE_INFINITY : sentAt + laterMs
    const isInTime = made >= sentAt - earlierMs && made <= latest
    return (isInTime || hasOwnName(operation)) && !known.has(String(record.id)) && mayBeLike(operation, record)
  })
}

/** Of possible matches, those that are matches: what could not be read may be one or not. */
export const matchesOf = (operation: Operation, candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ record, isWhole }) => !isWhole || isLike(operation, record))

/**
 * Which of the matches is the record. A match is telling where what was sent would let a person recognise it, and it has
 * nothing that was not sent: another's record taken for ours would mix two clients.
 * @param matches - of documents, those with the very bytes that were sent
 */
export function classifyMatches(operation: Operation, matches: readonly Candidate[]): Found {
  const telling = isRecognisable(operation) ? matches.filter((match) => isAlikeThroughout(operation, match)) : []
  const [first] = telling
  if (first && telling.length === 1) return { kind: 'one', record: first.record }
  const records = [...new Set([...telling, ...matches])].map(({ record }) => record)
  return records.length > 0 ? { kind: 'ask', records } : { kind: 'none' }
}

const isAlikeThroughout = (operation: Operation, { record, isWhole, hasOthers }: Candidate): boolean =>
  isWhole && !hasOthers && !saysMore(operation, record)

/** No two of a tenant have one external id: there, the clocks need not be asked, which somebody may have set meanwhile. */
const hasOwnName = ({ resource, fields }: Operation): boolean =>
  resource === 'households' && Boolean(fields.external_id)

const madeAt = ({ created_at }: JsonFields): number => Date.parse(String(created_at))

/**
 * What is there before a new record is sent.
 * @param now - ms since the epoch on this computer's clock
 * @returns `ids` of all that can no longer be the new one, and `unasked`, those of them to ask a person about, for the first
 *   time; of a household without people and identifier only notes say something
 */
export function likeRecords(operation: Operation, { records, clockOffset }: Sweep, now: number) {
  const known = new Set(operation.baseline)
  const { resource, fields } = operation
  const isLikeListed = isRecognisable(operation) ? mayBeLike : isLike
  const alike = records.filter((record) => isLikeListed(operation, record))
  // What is unlike it now may be changed into something like it, and would be young enough to be taken for it.
  const young = records.filter((record) => madeAt(record) >= now + clockOffset - earlierMs)
  const saysSomething = isRecognisable(operation) || resource !== 'households' || Boolean(fields.notes)
  return {
    ids: [...new Set([...known, ...alike.map(idOf), ...young.map(idOf)])],
    unasked: saysSomething ? alike.filter((record) => !known.has(idOf(record))) : [],
  }
}

const idOf = ({ id }: JsonFields): string => String(id)

/**
 * Of a valuation only an entity's latest can be seen: `latest` is not ours. Ours cannot be there either when it would have
 * become the latest.
 */
export function canTellAbsence(operation: Operation, latest: JsonFields | null): boolean {
  if (operation.resource !== 'valuations' || latest === null) return true
  return String(operation.fields.effective_date) > String(latest.effective_date)
}
