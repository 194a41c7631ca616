import { resourceFields } from '../records/resource-fields.ts'
import type { Resource } from '../service/resource.ts'
import type { JsonFields } from './operation.ts'
import { isSame, type Json, own } from './same.ts'

/** One field of a record that differs; null stands for an empty value. */
export type FieldDifference = { field: string; before: Json; after: Json }

/**
 * The described fields that differ between two copies of a record, in the order of their description. Timestamps of the service
 * are left out: they differ with every write. Of a list of parts only the parts that differ are returned.
 */
export function differencesOf(resource: Resource, before: JsonFields, after: JsonFields): FieldDifference[] {
  return Object.entries(resourceFields[resource]).flatMap(([field, { kind }]) => {
    if (kind === 'time') return []
    const [was, is] = [own(before, field), own(after, field)]
    if (kind !== 'parts') return isSame(was, is) ? [] : [{ field, before: was ?? null, after: is ?? null }]
    const parts = differingParts(partsIn(field, was), partsIn(field, is))
    return parts ? [{ field, ...parts }] : []
  })
}

type Part = Readonly<Record<string, Json>>

/** People in a household's copy are compared by who they are: what else changes of them is told of their own record. */
function partsIn(field: string, value: Json | undefined): Part[] {
  const parts = Array.isArray(value) ? value.filter(isPart) : []
  if (field !== 'primary_individuals') return parts
  return parts.map((part) => ({
    id: own(part, 'id') ?? null,
    first_name: own(part, 'first_name') ?? null,
    last_name: own(part, 'last_name') ?? null,
  }))
}

const isPart = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function differingParts(before: Part[], after: Part[]): { before: Part[]; after: Part[] } | null {
  const left = [...after]
  const gone = before.filter((part) => {
    const at = left.findIndex((other) => isSame(part, other))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return gone.length + left.length === 0 ? null : { before: gone, after: left }
}
