import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isNothing, isSame, type Json, own } from '../../shared/domain/same.ts'
import { documentFields } from '../../shared/records/document.ts'
import { identifyingFields, namesOf } from '../../shared/records/field.ts'
import { householdFields } from '../../shared/records/household.ts'
import { individualFields } from '../../shared/records/individual.ts'
import { valuationFields } from '../../shared/records/valuation.ts'
import { isFields } from './titles.ts'

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
export const isLike = (operation: Operation, record: JsonFields): boolean => compare(operation, record, holdsFields)

/** True if a record could contain what was sent, as far as a list shows it: a field that the list omits may have any value. */
export const mayBeLike = (operation: Operation, listed: JsonFields): boolean =>
  compare(operation, listed, mayHoldFields)

/** True if the sent fields would let a user recognise the record; an owner, a type or a day alone would not. */
export function isRecognisable({ resource, fields, file }: Operation): boolean {
  if (resource === 'households') return Boolean(fields.external_id) || isFilled(fields.primary_individuals)
  if (resource === 'valuations') return isFilled(fields.directly_held_assets)
  return resource === 'documents' ? file !== null : true
}

/** True if a complete record has an identifier, notes, an individual, a set flag or an identified asset that was not sent. */
export function saysMore({ resource, fields }: Operation, record: JsonFields): boolean {
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
