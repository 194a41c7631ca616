import { keepLineEnds, type TextPart, textParts } from '../../../shared/domain/merge-text.ts'
import type { FieldConflict, JsonFields } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/domain/same.ts'

/** What was decided about one field: a side, or something of one's own. */
export type FieldChoice = { pick: 'theirs' } | { pick: 'mine' } | { pick: 'other'; value: Json }

export type FieldChoices = Readonly<Record<string, FieldChoice>>

/** The value that a field is to have. */
export function chosenValue(conflict: FieldConflict, choice: FieldChoice): Json {
  if (choice.pick !== 'other') return conflict[choice.pick]
  const { theirs } = conflict
  const { value } = choice
  // A text area makes every line end \n; those of the service's copy stay as they are.
  return typeof value === 'string' && typeof theirs === 'string' ? keepLineEnds(theirs, value) : value
}

/** Every field as it was decided; null while one is not. */
export function decided(conflicts: readonly FieldConflict[], choices: FieldChoices): JsonFields | null {
  const fields: [string, Json][] = []
  for (const conflict of conflicts) {
    const choice = choices[conflict.field]
    if (!choice) return null
    fields.push([conflict.field, chosenValue(conflict, choice)])
  }
  return Object.fromEntries(fields)
}

/** The same side for every field. */
export const allOf = (conflicts: readonly FieldConflict[], pick: 'theirs' | 'mine'): FieldChoices =>
  Object.fromEntries(conflicts.map(({ field }) => [field, { pick }]))

/** Which lines of an overlap are kept. */
export type Keep = 'theirs' | 'mine' | 'both'

const asText = (value: Json): string => (typeof value === 'string' ? value : '')

/** A conflict of text, part by part. */
export const partsOf = ({ base, theirs, mine }: FieldConflict): TextPart[] =>
  textParts({ base: asText(base), theirs: asText(theirs), mine: asText(mine) })

/** The text that comes of keeping these lines of each overlap, in order; both where nothing else was said. */
export function putTogether(parts: readonly TextPart[], keep: Readonly<Record<number, Keep>>): string {
  return parts
    .flatMap((part, at) => {
      if (part.kind === 'settled') return part.lines
      const kept = keep[at] ?? 'both'
      if (kept !== 'both') return part[kept]
      return [...part.theirs, ...part.mine]
    })
    .join('\n')
}
