import type { Operation } from '../../../shared/domain/operation.ts'
import { isSame, own } from '../../../shared/lib/json.ts'

/** Fields that the service itself changes. */
const stamps = new Set(['updated_at', 'created_at', 'id', 'primary_individuals'])

/** When the service's copy changed after the edit began (ISO 8601, null if unknown), and which other fields changed with it. */
export function changedThere({ base, fields, question }: Pick<Operation, 'base' | 'fields' | 'question'>): {
  at: string | null
  others: string[]
} {
  const theirs = question?.theirs
  if (!theirs) return { at: null, others: [] }
  const asked = new Set((question?.fields ?? []).map(({ field }) => field))
  const names = new Set([...Object.keys(theirs), ...Object.keys(base ?? {})])
  const others = [...names].filter(
    (name) =>
      !stamps.has(name) &&
      !asked.has(name) &&
      !Object.hasOwn(fields, name) &&
      !isSame(own(theirs, name), own(base ?? {}, name)),
  )
  const at = own(theirs, 'updated_at')
  return { at: typeof at === 'string' && at !== own(base ?? {}, 'updated_at') ? at : null, others }
}

/** The fields of a write that are not part of its question. */
export function restOf({ fields, question }: Pick<Operation, 'fields' | 'question'>): string[] {
  const asked = new Set((question?.fields ?? []).map(({ field }) => field))
  return Object.keys(fields).filter((field) => !asked.has(field))
}
