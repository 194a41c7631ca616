import { documentFields } from '../records/document.ts'
import {
  type ClearableNames,
  clearableNames,
  type Fields,
  isText,
  type NamesWith,
  namesWith,
} from '../records/field.ts'
import { householdFields } from '../records/household.ts'
import { individualFields } from '../records/individual.ts'

/** The most records in one bulk edit. */
export const maxBulk = 5000

/** Fields with a known set of values first, then texts. */
function bulkNames<F extends Fields>(fields: F): readonly NamesWith<F, 'bulk'>[] {
  const isTyped = (name: string) => Number(isText(fields[name] ?? { kind: 'text' }))
  return namesWith(fields, 'bulk').toSorted((one, other) => isTyped(one) - isTyped(other))
}

/** The clearable fields without those that a bulk edit can set. */
function clearedOnly<F extends Fields>(fields: F) {
  const names = clearableNames(fields).filter((name) => fields[name]?.bulk === undefined)
  return names as Exclude<ClearableNames<F>, NamesWith<F, 'bulk'>>[]
}

/**
 * The fields of each resource that a bulk edit can change: those for which one value makes sense for many records, and none
 * that names a record.
 */
export const bulkFields = {
  households: bulkNames(householdFields),
  individuals: bulkNames(individualFields),
  documents: bulkNames(documentFields),
} as const

/** The other fields that a bulk edit can clear, but not set. */
export const bulkClearedOnly = {
  households: clearedOnly(householdFields),
  individuals: clearedOnly(individualFields),
  documents: clearedOnly(documentFields),
} as const
