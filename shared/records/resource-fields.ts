import type { Resource } from '../service/resource.ts'
import { documentFields } from './document.ts'
import { documentSummaryFields } from './document-summary.ts'
import { entityFields } from './entity.ts'
import { type Field, type Fields, isClearable } from './field.ts'
import { householdFields } from './household.ts'
import { individualFields } from './individual.ts'
import { userFields } from './user.ts'
import { valuationFields } from './valuation.ts'

/** The fields of every resource. */
export const resourceFields = {
  users: userFields,
  households: householdFields,
  individuals: individualFields,
  entities: entityFields,
  documents: documentFields,
  'document-summaries': documentSummaryFields,
  valuations: valuationFields,
} as const satisfies Record<Resource, Fields>

/** True if a resource's field can be emptied in an edit. */
export function canClear(resource: Resource, name: string): boolean {
  const fields: Fields = resourceFields[resource]
  return isClearable(fields[name] ?? {})
}

const every: readonly (readonly [string, Field])[] = Object.values<Fields>(resourceFields).flatMap(Object.entries)

/**
 * The fields that the app can write, by name. Operations are shown without regard to their resource, so fields of one name have
 * the same label and kind in every resource.
 */
export const writtenFields: ReadonlyMap<string, Field> = new Map(
  every.filter(([, { create, update }]) => create !== undefined || update !== undefined),
)

/** True if the fields of this name can be emptied in an edit, as far as the app can write them. */
export const isClearableName = (name: string): boolean => isClearable(writtenFields.get(name) ?? {})

/** The names of the written fields that belong together with this one, and its own, in their order; see `together`. */
export function fieldsTogether(name: string): readonly string[] {
  const group = writtenFields.get(name)?.together
  return group === undefined
    ? [name]
    : [...writtenFields].flatMap(([one, { together }]) => (together === group ? [one] : []))
}

/** All fields by name; one that the app can write goes before others of its name. */
export const describedFields: ReadonlyMap<string, Field> = new Map([...every, ...writtenFields])

/** Display names of the values of choice fields, by field. */
export const choiceNames: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  every.flatMap(([name, field]) => (field.kind === 'choice' ? [[name, field.choices] as const] : [])),
)

/** The columns of lists that contain amounts in USD, and further ones by which households are filtered. */
export const moneyColumns: ReadonlySet<string> = new Set([
  ...every.flatMap(([name, { kind }]) => (kind === 'money' ? [name] : [])),
  'in_estate_value',
  'against_amount',
  'above_amount',
])
