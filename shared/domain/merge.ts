import { isClearableName, writtenFields } from '../records/resource-fields.ts'
import { mergeText } from './merge-text.ts'
import type { FieldConflict, JsonFields } from './operation.ts'
import { isNothing, isSame, type Json, own } from './same.ts'

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

type Outcome = { send: Json } | 'nothing-to-send' | FieldConflict['kind']

const asText = (value: Json | undefined): string | null =>
  isNothing(value) ? '' : typeof value === 'string' ? value : null

function mergeLines(field: string, { base, theirs, mine }: Copies): Outcome {
  const [o, b, a] = [asText(base), asText(theirs), asText(mine)]
  if (o === null || b === null || a === null) return 'value'
  const text = mergeText({ base: o, theirs: b, mine: a })
  // The merged text may be too long even if both texts are short enough; the user must decide what to leave out.
  if (text === null || text.length > maxOf(field)) return 'overlap'
  return isSame(text, theirs) ? 'nothing-to-send' : { send: text === '' && isClearableName(field) ? null : text }
}

function mergeField(field: string, copies: Copies): Outcome {
  const { base, theirs, mine } = copies
  if (isSame(mine, theirs) || isSame(mine, base)) return 'nothing-to-send'
  if (isSame(theirs, base)) return { send: mine }
  // A cleared text has no lines to merge: the user chooses between the cleared and the changed one.
  if (isNothing(theirs) || isNothing(mine)) return 'value'
  return isLineField(field) ? mergeLines(field, copies) : 'value'
}

/**
 * Three-way merge of the fields that the user changed. A field unchanged on the service keeps the user's value; one with the
 * same value on both sides is not sent; one that both sides changed differently is a conflict. Notes and summaries are merged
 * by line. Fields that the user did not change are never in the result.
 */
export function mergeRecord({ base, theirs, mine }: ThreeRecords): MergedRecord {
  const fields: [string, Json][] = []
  const conflicts: FieldConflict[] = []
  for (const [field, value] of Object.entries(mine)) {
    const copies = { base: own(base, field), theirs: own(theirs, field), mine: value }
    const outcome = mergeField(field, copies)
    if (outcome === 'nothing-to-send') continue
    if (typeof outcome === 'object') fields.push([field, outcome.send])
    else conflicts.push({ field, base: copies.base ?? null, theirs: copies.theirs ?? null, mine: value, kind: outcome })
  }
  return { fields: Object.fromEntries(fields), conflicts }
}
