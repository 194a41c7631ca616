import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isRecord, type Json } from '../../shared/lib/json.ts'

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const nameOf = (fields: JsonFields): string | undefined =>
  [fields.first_name, fields.last_name].map(textOf).filter(Boolean).join(' ') || undefined

/** The title of a new record until the service names it. `known` is the title of the record it belongs to. */
export function titleOfNew(resource: Operation['resource'], fields: JsonFields, known: string | null): string {
  if (resource === 'individuals') return nameOf(fields) ?? 'New individual'
  if (resource === 'documents') return textOf(fields.name) ?? 'New document'
  if (resource === 'valuations') return `${known ?? 'Valuation'}, ${textOf(fields.effective_date) ?? ''}`
  const people = Array.isArray(fields.primary_individuals) ? fields.primary_individuals : []
  const names = people.flatMap((person) => (isFields(person) ? (nameOf(person) ?? []) : []))
  const notes = textOf(fields.notes)?.trim().split('\n')[0] ?? ''
  const said = notes.length > mostOfNotes ? `${notes.slice(0, mostOfNotes - 1).trimEnd()}…` : notes
  return names.join(' & ') || textOf(fields.external_id) || said || 'New household'
}

/** Characters of a household's notes that serve as its title until it has a name. */
const mostOfNotes = 60

/** A title that is not taken yet: the second `New household` is `New household (2)`. */
export function titleAmong(title: string, isTaken: (title: string) => boolean): string {
  let nth = 1
  let own = title
  while (isTaken(own)) {
    nth += 1
    own = `${title} (${nth})`
  }
  return own
}

/** A record's title, from its own fields. */
export const titleOfRecord = (record: JsonFields): string =>
  textOf(record.name) ?? textOf(record.display_name) ?? nameOf(record) ?? textOf(record.external_id) ?? 'Untitled'

/** True if a value is an object of fields. */
export const isFields = isRecord<Json>
