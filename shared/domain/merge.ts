import { isNothing, isSame, type Json, own } from '../lib/json.ts'
import { fieldsTogether, isClearableName, writtenFields } from '../records/resource-fields.ts'
import { isLivingWithDeathDate } from './life-dates.ts'
import { mergeText } from './merge-text.ts'
import type { FieldConflict, JsonFields } from './operation.ts'

/** True for a field whose text is merged line by line instead of as a whole. */
export function isLineField(name: string): boolean {
  const field = writtenFields.get(name)
  return field?.kind === 'long-text' && field.update !== undefined
}

/** The maximum length of a field's text in characters. */
function maxOf(name: string): number {
  const field = writtenFields.get(name)
  return (field?.kind === 'long-text' ? field.max : undefined) ?? Number.POSITIVE_INFINITY
}

/** Three copies of a record: at the start of the edit, on the service now, and the fields that the user changed. */
export type ThreeRecords = { base: JsonFields; theirs: JsonFields; mine: JsonFields }

export type MergedRecord = {
  /** The fields still to be sent; empty if the service already has all of them. */
  fields: JsonFields
  /** Fields that both sides changed differently; the user decides. */
  conflicts: FieldConflict[]
}

type Copies = { base: Json | undefined; theirs: Json | undefined; mine: Json }

/** `there`: the service has this value already. `unchanged`: the user changed nothing. */
type Outcome = { send: Json } | 'there' | 'unchanged' | FieldConflict['kind']

const asText = (value: Json | undefined): string | null =>
  isNothing(value) ? '' : typeof value === 'string' ? value : null

function mergeLines(field: string, { base, theirs, mine }: Copies): Outcome {
  const [o, b, a] = [asText(base), asText(theirs), asText(mine)]
  if (o === null || b === null || a === null) return 'value'
  const text = mergeText({ base: o, theirs: b, mine: a })
  // The merged text may be too long even if both texts are short enough; the user must decide what to leave out.
  if (text === null || text.length > maxOf(field)) return 'overlap'
  return isSame(text, theirs) ? 'there' : { send: text === '' && isClearableName(field) ? null : text }
}

function mergeField(field: string, copies: Copies): Outcome {
  const { base, theirs, mine } = copies
  if (isSame(mine, base)) return 'unchanged'
  if (isSame(mine, theirs)) return 'there'
  if (isSame(theirs, base)) return { send: mine }
  // A cleared text has no lines to merge: the user chooses between the cleared and the changed one.
  if (isNothing(theirs) || isNothing(mine)) return 'value'
  return isLineField(field) ? mergeLines(field, copies) : 'value'
}

/** The decision about the fields of one edit; see {@link mergeRecord}. */
type Outcomes = ReadonlyMap<string, Outcome>

const isSent = (outcome: Outcome | undefined): outcome is { send: Json } => typeof outcome === 'object'

const isAsked = (outcome: Outcome | undefined) => outcome === 'value' || outcome === 'overlap'

/**
 * True if fields that belong together would be mixed of both sides: the user has changed some of them, and the service has another
 * value of one that the user has not changed or that cannot be merged. A living person with a date of death is such a mixture too.
 */
function isMixed(group: readonly string[], outcomes: Outcomes, { base, theirs }: ThreeRecords): boolean {
  const found = group.map((field) => outcomes.get(field))
  if (group.length === 1 || !found.some((outcome) => isSent(outcome) || isAsked(outcome))) return false
  const isTheirs = (field: string) => {
    const isOwn = outcomes.has(field) && outcomes.get(field) !== 'unchanged'
    return !isOwn && !isSame(own(theirs, field), own(base, field))
  }
  const sent = group.flatMap((field) => {
    const outcome = outcomes.get(field)
    return isSent(outcome) ? [[field, outcome.send] as const] : []
  })
  const isImpossible = isLivingWithDeathDate({ ...theirs, ...Object.fromEntries(sent) })
  return (
    found.some(isAsked) || group.some(isTheirs) || (sent.length > 0 && group.includes('is_deceased') && isImpossible)
  )
}

/**
 * Three-way merge of the fields that the user changed. A field unchanged on the service keeps the user's value; one with the
 * same value on both sides is not sent; one that both sides changed differently is a conflict. Notes and summaries are merged
 * by line. Fields that belong together (`together` in `shared/records`) are never taken from both sides: then each of them that
 * differs is a conflict, also one that the user did not change. Other fields that the user did not change are never in the result.
 */
export function mergeRecord(records: ThreeRecords): MergedRecord {
  const { base, theirs, mine } = records
  const outcomes: Outcomes = new Map(
    Object.entries(mine).map(([field, value]) => [
      field,
      mergeField(field, { base: own(base, field), theirs: own(theirs, field), mine: value }),
    ]),
  )
  const fields: [string, Json][] = []
  const conflicts: FieldConflict[] = []
  const done = new Set<string>()
  for (const [field, outcome] of outcomes) {
    if (done.has(field)) continue
    const group = fieldsTogether(field)
    const mixed = isMixed(group, outcomes, records)
    for (const name of mixed ? group : [field]) {
      done.add(name)
      const value = (Object.hasOwn(mine, name) ? own(mine, name) : own(base, name)) ?? null
      const found = outcomes.get(name)
      if (mixed ? !isSame(value, own(theirs, name)) : isAsked(found)) {
        const kind = found === 'overlap' ? 'overlap' : 'value'
        conflicts.push({
          field: name,
          base: own(base, name) ?? null,
          theirs: own(theirs, name) ?? null,
          mine: value,
          kind,
        })
      } else if (isSent(outcome) && !mixed) fields.push([name, outcome.send])
    }
  }
  return { fields: Object.fromEntries(fields), conflicts }
}
