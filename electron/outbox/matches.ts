import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isSame, type Json, own } from '../../shared/domain/same.ts'
import { isFields } from './titles.ts'

/** Whether two values say the same, blanks around texts aside: a service may trim what it is sent. */
export const isSameTrimmed = (a: Json | undefined, b: Json | undefined): boolean => isSame(trimmed(a), trimmed(b))

function trimmed(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map((each) => trimmed(each) ?? null)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, trimmed(each) ?? null]))
}

/** Whether a record says what was sent, field by field. */
export const holdsFields = (record: JsonFields, sent: JsonFields): boolean =>
  Object.entries(sent).every(([field, value]) => isSameTrimmed(value, own(record, field)))

/**
 * Whether a record of the service is like the one to be created, as far as can be seen: what an answer may leave out
 * counts as equal where it is left out.
 */
export function isLike(operation: Operation, record: JsonFields): boolean {
  const { fields, resource } = operation
  if (resource === 'valuations') return isLikeValuation(fields, record)
  const { primary_individuals: people, ...others } = fields
  return holdsFields(record, others) && (people === undefined || hasPeople(record.primary_individuals, people))
}

/** Whether a likeness says something: many households have nothing of their own but their owner. */
export function isTelling({ resource, fields }: Operation, record: JsonFields): boolean {
  if (resource !== 'households') return true
  if (fields.external_id || fields.notes) return true
  const sent = fields.primary_individuals
  return Array.isArray(sent) && sent.length > 0 && Array.isArray(record.primary_individuals)
}

function hasPeople(found: Json | undefined, sent: Json): boolean {
  if (!Array.isArray(found)) return true
  return Array.isArray(sent) && pairedOff(sent, found, (one, other) => holdsFields(other, one))
}

function isLikeValuation(fields: JsonFields, record: JsonFields): boolean {
  const { directly_held_assets: sent, ...others } = fields
  const found = record.directly_held_assets
  if (!holdsFields(record, others) || !Array.isArray(sent) || !Array.isArray(found)) return false
  return pairedOff(sent, found, ({ asset_class_id: classId, ...asset }, other) => {
    const assetClass = isFields(other.asset_class) ? other.asset_class.id : undefined
    return isSame(classId, assetClass) && holdsFields(other, asset)
  })
}

/** Whether each of the one has its own counterpart in the other, and none is left, in any order. */
function pairedOff(sent: Json[], found: Json[], isPair: (one: JsonFields, other: JsonFields) => boolean): boolean {
  const left = found.filter(isFields)
  if (sent.length !== left.length) return false
  return sent.filter(isFields).every((one) => {
    const at = left.findIndex((other) => isPair(one, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
