import { keepLineEnds, type TextPart, textParts } from '../../../shared/domain/merge.ts'
import type { FieldConflict, JsonFields } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/lib/json.ts'
import { fieldsTogether, isClearableName } from '../../../shared/records/resource-fields.ts'

/** The choice for one field: one of the two sides, or another value. */
export type FieldChoice = { pick: 'theirs' } | { pick: 'mine' } | { pick: 'other'; value: Json }

export type FieldChoices = Readonly<Record<string, FieldChoice>>

/** The value that a choice gives a field. */
function chosenValue(conflict: FieldConflict, choice: FieldChoice): Json {
  if (choice.pick !== 'other') return conflict[choice.pick]
  const { theirs } = conflict
  const { value } = choice
  if (value === '' && isClearableName(conflict.field)) return null
  // A text area turns every line ending into \n; the line endings of the service's copy are kept.
  return typeof value === 'string' && typeof theirs === 'string' ? keepLineEnds(theirs, value) : value
}

/** All fields with their chosen values; null until every field has a choice. */
export function decided(conflicts: readonly FieldConflict[], choices: FieldChoices): JsonFields | null {
  const fields: [string, Json][] = []
  for (const conflict of conflicts) {
    const choice = choices[conflict.field]
    if (!choice) return null
    fields.push([conflict.field, chosenValue(conflict, choice)])
  }
  return Object.fromEntries(fields)
}

/** Chooses the same side for every field. */
export const allOf = (conflicts: readonly FieldConflict[], pick: 'theirs' | 'mine'): FieldChoices =>
  Object.fromEntries(conflicts.map(({ field }) => [field, { pick }]))

/** The names of the conflicts that belong together, group by group; a field without others is in none. */
export const groupsOf = (conflicts: readonly FieldConflict[]): string[][] => {
  const names = conflicts.map(({ field }) => field)
  const groups = names.map((field) => names.filter((one) => fieldsTogether(field).includes(one)))
  return groups.filter((group, at) => group.length > 1 && group[0] === names[at])
}

/** Adds a choice. A side that is chosen for one field is chosen for those that belong together with it. */
export function withChoice(
  conflicts: readonly FieldConflict[],
  before: FieldChoices,
  { field, choice }: { field: string; choice: FieldChoice },
): FieldChoices {
  if (choice.pick === 'other') return { ...before, [field]: choice }
  const group = groupsOf(conflicts).find((names) => names.includes(field)) ?? [field]
  return { ...before, ...Object.fromEntries(group.map((name) => [name, choice])) }
}

/** The lines of an overlap to keep. */
export type Keep = 'theirs' | 'mine' | 'both'

const asText = (value: Json): string => (typeof value === 'string' ? value : '')

/** The parts of a text conflict. */
export const partsOf = ({ base, theirs, mine }: FieldConflict): TextPart[] =>
  textParts({ base: asText(base), theirs: asText(theirs), mine: asText(mine) })

/** Builds the text from the lines kept of each overlap, in order; `both` if none is given for an overlap. */
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
