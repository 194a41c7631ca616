import { sayValue } from '../../../shared/domain/field-words.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isNothing, isSame, type Json, own } from '../../../shared/domain/same.ts'

const text = (record: JsonFields, field: string): string => {
  const value = own(record, field)
  return typeof value === 'string' ? value : ''
}

export const candidateId = (record: JsonFields): string => text(record, 'id')

/** What people call a record of any resource, as far as it says. */
export function candidateTitle(record: JsonFields): string {
  const person = ['first_name', 'middle_name', 'last_name'].map((field) => text(record, field)).filter(Boolean)
  return text(record, 'name') || text(record, 'display_name') || person.join(' ') || text(record, 'effective_date')
}

/** Fields that tell records apart, besides those that were sent. */
const telling: Readonly<Record<string, readonly string[]>> = {
  households: ['external_id', 'notes', 'primary_individuals', 'primary_relationship_owner_id'],
  individuals: [
    ...['date_of_birth', 'date_of_death', 'email', 'middle_name', 'suffix', 'notes'],
    ...['address_line1', 'address_line2', 'city', 'state', 'postal_code', 'country'],
  ],
  valuations: ['effective_date', 'directly_held_assets', 'description'],
  documents: ['type', 'entity_id', 'individual_id'],
}

export type CandidateField = {
  field: string
  /** As the service has it; null where it has nothing. */
  value: Json
  /** Null where the record says what was sent; else what was, which may be null for nothing. */
  difference: { sent: Json } | null
}

/** A record of the service held against what was sent: every field that either of the two says something in. */
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
    // People and assets come back with ids and flags of their own: what a person reads of them is compared.
    const isEqual = isSame(value, sent) || isSame(said[0] ?? null, said[1] ?? null)
    return [{ field, value, difference: isEqual ? null : { sent } }]
  })
}
