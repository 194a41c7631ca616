import { fold } from './fold.ts'
import { type ImportPart, importFields, type Mapping } from './import-fields.ts'

/** Guesses the field of each column from its header. Each field is used for at most one column. */
export function guessMapping(part: ImportPart, headers: readonly string[]): (string | null)[] {
  const folded = headers.map(fold)
  const mapping: (string | null)[] = headers.map(() => null)
  for (const [field, { label, words }] of Object.entries(importFields[part])) {
    for (const word of [fold(field), fold(label), ...words]) {
      const at = folded.findIndex((header, column) => header === word && mapping[column] === null)
      if (at < 0) continue
      mapping[at] = field
      break
    }
  }
  return mapping
}

/** Why the rows of a file cannot be checked with this mapping, one sentence each; empty if they can. */
export function mappingProblems(part: ImportPart, mapping: Mapping, columns: number): string[] {
  const fields = importFields[part]
  const used = mapping.filter((field) => field !== null)
  const problems: string[] = []
  if (mapping.length !== columns) problems.push('These columns do not belong to this file.')
  for (const field of new Set(used)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!known) problems.push('A column is mapped to an unknown field.')
    else if (used.filter((other) => other === field).length > 1)
      problems.push(`Two columns are mapped to “${known.label}”.`)
  }
  for (const [field, { label, required }] of Object.entries(fields)) {
    if (required && !used.includes(field)) problems.push(`No column is mapped to “${label}”.`)
  }
  if (used.length === 0) problems.push('No column is mapped to a field.')
  return problems
}
