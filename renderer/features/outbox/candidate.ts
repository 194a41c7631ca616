import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isNothing, type Json, own } from '../../../shared/domain/same.ts'

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
  households: ['external_id', 'primary_individuals', 'primary_relationship_owner_id'],
  individuals: ['date_of_birth', 'email', 'city'],
  valuations: ['effective_date', 'directly_held_assets', 'description'],
  documents: ['type'],
}

/** What a record of the service says in the fields that were sent, and in others that tell it apart. */
export function candidateFields(
  { resource, fields }: Pick<Operation, 'resource' | 'fields'>,
  record: JsonFields,
): { field: string; value: Json }[] {
  const names = new Set([...Object.keys(fields), ...(telling[resource] ?? [])])
  return [...names].flatMap((field) => {
    const value = own(record, field)
    return isNothing(value) ? [] : [{ field, value }]
  })
}
