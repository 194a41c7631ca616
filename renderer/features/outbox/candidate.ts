import { sayValue } from '../../../shared/domain/field-words.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isNothing, isSame, type Json, own } from '../../../shared/lib/json.ts'
import { identifyingFields } from '../../../shared/records/field.ts'
import { individualFields } from '../../../shared/records/individual.ts'

const text = (record: JsonFields, field: string): string => {
  const value = own(record, field)
  return typeof value === 'string' ? value : ''
}

export const candidateId = (record: JsonFields): string => text(record, 'id')

/** The title of a record of any resource; empty if none of its fields gives one. */
export function candidateTitle(record: JsonFields): string {
  const person = ['first_name', 'middle_name', 'last_name'].map((field) => text(record, field)).filter(Boolean)
  return text(record, 'name') || text(record, 'display_name') || person.join(' ') || text(record, 'effective_date')
}

/** Fields, besides the sent ones, that help to tell records apart. */
const telling: Readonly<Record<string, readonly string[]>> = {
  households: ['external_id', 'notes', 'primary_individuals', 'primary_relationship_owner_id'],
  individuals: identifyingFields(individualFields),
  valuations: ['effective_date', 'directly_held_assets', 'description'],
  documents: ['type', 'entity_id', 'individual_id'],
}

export type CandidateField = {
  field: string
  /** The service's value; null if it has none. */
  value: Json
  /** Null if the record has the sent value; otherwise the sent value, which may itself be null. */
  difference: { sent: Json } | null
}

/** Compares a record of the service with the sent fields. Lists every field that is set on either side. */
export function candidateFields(
  { resource, fields }: Pick<Operation, 'resource' | 'fields'>,
  record: JsonFields,
): CandidateField[] {
  const names = new Set([...Object.keys(fields), ...(telling[resource] ?? [])])
  return [...names].flatMap((field) => {
    const value = own(record, field) ?? null
    const sent = own(fields, field) ?? null
    const said = [sayValue(field, value), sayValue(field, sent)]
    if (said.every(isNothing)) return []
    // The service adds ids and flags to people and assets, so their displayed text is compared as well.
    const isEqual = isSame(value, sent) || isSame(said[0] ?? null, said[1] ?? null)
    return [{ field, value, difference: isEqual ? null : { sent } }]
  })
}
