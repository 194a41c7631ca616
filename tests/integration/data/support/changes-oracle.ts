import type { JsonFields } from '../../../../shared/domain/operation.ts'
import type { RecordedChange } from './changed-firm.ts'

/** The fields that are compared, by resource. */
const compared: Readonly<Record<string, readonly string[]>> = {
  individuals: ['first_name', 'last_name', 'city', 'email', 'is_primary', 'is_trustee', 'household_id'],
  households: ['external_id'],
  entities: ['stage', 'display_name'],
  documents: ['name', 'type', 'entity_id'],
  valuations: ['effective_date', 'directly_held_asset_value', 'directly_held_assets'],
}
const listOfParts = 'directly_held_assets'

/** The compared fields of records, by resource and id. */
export type Facts = Map<string, Record<string, unknown>>

export const factsOf = (records: ReadonlyMap<string, JsonFields>): Facts =>
  new Map(
    [...records].map(([key, record]) => [
      key,
      Object.fromEntries(
        fieldsOf(key).map((name) => [name, name === listOfParts ? sorted(record[name]) : (record[name] ?? null)]),
      ),
    ]),
  )

const fieldsOf = (key: string): readonly string[] => compared[key.split(' ')[0] ?? ''] ?? []

/** Parts of a list have no order that matters. */
const sorted = (parts: unknown): string[] =>
  (Array.isArray(parts) ? parts : []).map((part) => JSON.stringify(part)).sort()

/**
 * Applies the recorded changes to what was known at the first complete sweep, by the plainest means. A change that does not start
 * from what is known, or tells of a field twice, is a problem.
 */
export function replay(baseline: Facts, changes: readonly RecordedChange[], known: Facts) {
  const records: Facts = new Map([...baseline].map(([key, facts]) => [key, { ...facts }]))
  const problems: string[] = []
  for (const { resource, record_id, kind, fields } of changes) {
    const key = `${resource} ${record_id}`
    const facts = records.get(key)
    if (kind === 'added') {
      if (facts) problems.push(`${key} was added twice`)
      records.set(key, {})
    } else if (!facts) problems.push(`${key} was never there`)
    else if (kind === 'gone') records.delete(key)
    else {
      const names = fields.map(({ field }) => field)
      if (names.length === 0 || new Set(names).size < names.length) problems.push(`${key} tells ${names}`)
      for (const change of fields) {
        if (fieldsOf(key).includes(change.field)) problems.push(...applied(facts, change).map((it) => `${key} ${it}`))
      }
    }
  }
  // The values that a new record came with are not recorded field by field.
  for (const [key, facts] of records)
    for (const name of fieldsOf(key)) if (!(name in facts)) facts[name] = known.get(key)?.[name]
  return { records, problems }
}

type Change = RecordedChange['fields'][number]

/** Changes one field; returns what is wrong with that. */
function applied(facts: Record<string, unknown>, { field, before, after }: Change): string[] {
  if (field === listOfParts) return field in facts ? appliedParts(facts, { before, after }) : []
  const was = facts[field] ?? null
  const problems = field in facts && was !== before ? [`${field} was ${was}, not ${before}`] : []
  facts[field] = after
  return problems
}

/** Of a list only the parts that differ are recorded. */
function appliedParts(facts: Record<string, unknown>, { before, after }: Pick<Change, 'before' | 'after'>): string[] {
  const parts = [...(facts[listOfParts] as string[])]
  const missing = sorted(before).filter((part) => {
    const at = parts.indexOf(part)
    if (at >= 0) parts.splice(at, 1)
    return at < 0
  })
  facts[listOfParts] = [...parts, ...sorted(after)].sort()
  return missing.map((part) => `had no ${part}`)
}
