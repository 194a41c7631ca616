import { maxNotes } from '../service/writes.ts'
import { mergeText } from './merge-text.ts'
import type { FieldConflict, JsonFields } from './operation.ts'
import { isNothing, isSame, type Json, own } from './same.ts'

/** Fields whose text is merged by line rather than taken whole. */
const lineFields: ReadonlySet<string> = new Set(['notes', 'summary'])

export const isLineField = (field: string): boolean => lineFields.has(field)

/** Three copies of a record: as it was when the edit began, as the service has it now, and the fields that I changed. */
export type ThreeRecords = { base: JsonFields; theirs: JsonFields; mine: JsonFields }

export type MergedRecord = {
  /** What is still to be sent. Empty when the service has it all already. */
  fields: JsonFields
  /** What both sides changed, differently: a person decides. */
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
  // Two texts that are each short enough may not be together; what to leave out is for a person to say.
  if (text === null || (field === 'notes' && text.length > maxNotes)) return 'overlap'
  return isSame(text, theirs) ? 'nothing-to-send' : { send: text }
}

function mergeField(field: string, copies: Copies): Outcome {
  const { base, theirs, mine } = copies
  if (isSame(mine, theirs) || isSame(mine, base)) return 'nothing-to-send'
  if (isSame(theirs, base)) return { send: mine }
  return isLineField(field) ? mergeLines(field, copies) : 'value'
}

/**
 * Three-way merge, field by field, of the fields that I changed: what they left alone is mine, what we made equal is not
 * sent, what we changed differently is a conflict; notes and summaries merge by line. Fields that I did not change are
 * never in the result.
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
