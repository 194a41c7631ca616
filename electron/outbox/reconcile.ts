import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isNothing, isSame, type Json, own } from '../../shared/lib/json.ts'
import { documentFields } from '../../shared/records/document.ts'
import { identifyingFields, namesOf } from '../../shared/records/field.ts'
import { householdFields } from '../../shared/records/household.ts'
import { individualFields } from '../../shared/records/individual.ts'
import { valuationFields } from '../../shared/records/valuation.ts'
import { isFields } from './operations.ts'

/** A record that could be the new one. */
export type Candidate = {
  /** As the service returns it by id; a household includes its primary clients, wherever the service keeps them. */
  record: JsonFields
  /** True if the complete record was read: a list may omit fields. */
  isWhole: boolean
  /** Of a household: its people besides the primary clients. */
  others: readonly JsonFields[]
  /** Documents of a household or an individual; null if the service did not list them. Empty for other resources. */
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

/** True if two values are equal apart from white space around texts: a service may trim what it receives. */
export const isSameTrimmed = (a: Json | undefined, b: Json | undefined): boolean => isSame(trimmed(a), trimmed(b))

function trimmed(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((each) => trimmed(each) ?? null)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, trimmed(each) ?? null]))
}

/** True if a record contains all fields that were sent, with the same values. */
export const holdsFields = (record: JsonFields, sent: JsonFields): boolean =>
  Object.entries(sent).every(([field, value]) => isSameTrimmed(value, own(record, field)))

/**
 * True if a complete record contains what was sent.
 * @param record - as read by id, with its individuals
 */
const isLike = (operation: Operation, record: JsonFields): boolean => compare(operation, record, holdsFields)

/** True if a record could contain what was sent, as far as a list shows it: a field that the list omits may have any value. */
const mayBeLike = (operation: Operation, listed: JsonFields): boolean => compare(operation, listed, mayHoldFields)

/** True if the sent fields would let a user recognise the record; an owner, a type or a day alone would not. */
function isRecognisable({ resource, fields, file }: Operation): boolean {
  if (resource === 'households') return Boolean(fields.external_id) || isFilled(fields.primary_individuals)
  if (resource === 'valuations') return isFilled(fields.directly_held_assets)
  return resource === 'documents' ? file !== null : true
}

/** True if a complete record has an identifier, notes, an individual, a set flag or an identified asset that was not sent. */
function saysMore({ resource, fields }: Operation, record: JsonFields): boolean {
  if (hasOthers(ownFields[resource] ?? [], fields, record)) return true
  if (resource === 'individuals' && flagsOfPerson.some((flag) => own(record, flag) === true && !own(fields, flag)))
    return true
  if (resource === 'valuations') {
    const sent = listOf(fields.directly_held_assets)
    return listOf(record.directly_held_assets).some(
      ({ external_id: id }) => !isNothing(id) && !sent.some((asset) => isSameTrimmed(asset.external_id, id)),
    )
  }
  const sent = listOf(fields.primary_individuals)
  const people = listOf(record.primary_individuals)
  return (
    resource === 'households' &&
    (people.length !== sent.length ||
      !pairedOff(sent, people, (one, other) => holdsFields(other, one) && !hasOthers(ownOfPerson, one, other)))
  )
}

const ownOfPerson = identifyingFields(individualFields)

const flagsOfPerson = namesOf(individualFields, 'flag')

/** Fields by which a record identifies itself. */
const ownFields: Partial<Record<Operation['resource'], readonly string[]>> = {
  households: identifyingFields(householdFields),
  individuals: ownOfPerson,
  valuations: identifyingFields(valuationFields),
  documents: identifyingFields(documentFields),
}

const hasOthers = (names: readonly string[], sent: JsonFields, record: JsonFields): boolean =>
  names.some((name) => isNothing(own(sent, name)) && !isNothing(own(record, name)))

const listOf = (value: Json | undefined): JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : [])

const isFilled = (value: Json | undefined): boolean => listOf(value).length > 0

type Holds = (record: JsonFields, sent: JsonFields) => boolean

const mayHoldFields: Holds = (record, sent) =>
  Object.entries(sent).every(([field, value]) => {
    const shown = own(record, field)
    return shown === undefined || isSameTrimmed(value, shown)
  })

function compare({ fields, resource }: Operation, record: JsonFields, holds: Holds): boolean {
  if (resource === 'valuations') return isLikeValuation(fields, record)
  const { primary_individuals: people, ...others } = fields
  if (!holds(record, others)) return false
  if (people === undefined) return true
  const shown = record.primary_individuals
  if (!Array.isArray(shown)) return holds === mayHoldFields
  return pairedOff(listOf(people), listOf(shown), (one, other) => holds(other, one))
}

function isLikeValuation(fields: JsonFields, record: JsonFields): boolean {
  const { directly_held_assets: sent, ...others } = fields
  const found = record.directly_held_assets
  if (!holdsFields(record, others) || !Array.isArray(sent) || !Array.isArray(found)) return false
  return pairedOff(listOf(sent), listOf(found), ({ asset_class_id: classId, ...asset }, other) => {
    const assetClass = isFields(other.asset_class) ? other.asset_class.id : undefined
    return isSame(classId, assetClass) && holdsFields(other, asset)
  })
}

/** True if the two lists can be paired one to one, in any order. */
function pairedOff(
  sent: readonly JsonFields[],
  found: readonly JsonFields[],
  isPair: (one: JsonFields, other: JsonFields) => boolean,
): boolean {
  const left = [...found]
  if (sent.length !== left.length) return false
  return sent.every((one) => {
    const at = left.findIndex((other) => isPair(one, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
