import { isRecord, isSame, type Json, own } from '../lib/json.ts'
import type { Field, Fields } from '../records/field.ts'
import { resourceFields } from '../records/resource-fields.ts'
import type { Resource } from '../service/resource.ts'
import type { JsonFields } from './operation.ts'

/** One field of a record that differs; null means an empty value. */
export type FieldDifference = { field: string; before: Json; after: Json }

/** Fields whose changes are told otherwise: a household's primary clients are its people, who tell of themselves. */
const derivedFields: ReadonlySet<string> = new Set(['primary_individuals'])

const compared = new Map(
  Object.entries<Fields>(resourceFields).map(([resource, fields]) => [
    resource,
    Object.entries(fields).filter(([field, { kind }]) => kind !== 'time' && !derivedFields.has(field)),
  ]),
)

/** The described fields that are compared, by name. */
export const comparedFields = (resource: Resource): readonly (readonly [string, Field])[] =>
  compared.get(resource) ?? []

/**
 * The described fields that differ between two copies of a record, in the order of their description. Timestamps of the service
 * are left out: they differ with every write. Of a list of parts only the parts that differ are returned.
 */
export function differencesOf(resource: Resource, before: JsonFields, after: JsonFields): FieldDifference[] {
  const differences: FieldDifference[] = []
  for (const [field, { kind }] of comparedFields(resource)) {
    const [was, is] = [own(before, field), own(after, field)]
    if (was === is) continue
    if (kind === 'parts') {
      const parts = differingParts(partsOf(was), partsOf(is))
      if (parts) differences.push({ field, ...parts })
    } else if (!isSame(was, is)) differences.push({ field, before: was ?? null, after: is ?? null })
  }
  return differences
}

/**
 * Two changes of a field, one after the other, as one; null if the second takes the first back.
 * @param isList - true for a list of parts, of which each change has only those that differ
 */
export function joinedDifference(
  isList: boolean,
  first: Pick<FieldDifference, 'before' | 'after'>,
  second: Pick<FieldDifference, 'before' | 'after'>,
): Pick<FieldDifference, 'before' | 'after'> | null {
  if (!isList) {
    return isSame(first.before, second.after) ? null : { before: first.before, after: second.after }
  }
  const [gone, came] = [partsOf(first.before), partsOf(first.after)]
  const [goneNext, cameNext] = [partsOf(second.before), partsOf(second.after)]
  const kept = differingParts(goneNext, came) ?? { before: [], after: [] }
  return differingParts([...gone, ...kept.before], [...kept.after, ...cameNext])
}

/** True if a field is a list of parts. */
export const isListOfParts = (resource: Resource, field: string): boolean =>
  Object.entries(resourceFields[resource]).some(([name, { kind }]) => name === field && kind === 'parts')

type Part = Readonly<Record<string, Json>>

const partsOf = (value: Json | undefined): Part[] => (Array.isArray(value) ? value.filter(isRecord<Json>) : [])

function differingParts(before: Part[], after: Part[]): { before: Part[]; after: Part[] } | null {
  const left = [...after]
  const gone = before.filter((part) => {
    const at = left.findIndex((other) => isSame(part, other))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return gone.length + left.length === 0 ? null : { before: gone, after: left }
}
