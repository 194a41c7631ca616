import { fold } from '../fold.ts'
import { type ImportPart, importFields, type Mapping } from './import-fields.ts'

/** The words of a part's columns, folded, with the field of each. */
const fieldsByWord = Object.fromEntries(
  Object.entries(importFields).map(([part, fields]) => [
    part,
    Object.entries(fields).flatMap(([field, { label, words }]) =>
      [fold(field), fold(label), ...words].map((word) => ({ field, word })),
    ),
  ]),
) as Record<ImportPart, { field: string; word: string }[]>

/** A column's name, folded, as it is and with its words apart, as in `MailingCity`. */
const formsOf = (header: string): string[] => [fold(header), fold(header.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))]

/** Where a program has several columns of a kind, the person's own is marked behind the name: `Email Address - Personal`. */
const ownMark = /\s*(?:[-\u2013\u2014:/]\s*(?:personal|home|primary)|\((?:personal|home|primary)\))\s*$/i
const ownFormsOf = (header: string): string[] => (ownMark.test(header) ? formsOf(header.replace(ownMark, '')) : [])

/** True for a text that names a column of the part in a file that people or programs write. */
export const isImportHeader = (part: ImportPart, text: string): boolean => {
  const forms = [...formsOf(text), ...ownFormsOf(text)]
  return forms[0] !== '' && fieldsByWord[part].some(({ word }) => forms.includes(word))
}

/** Guesses the field of each column from its header. Each field is used for at most one column. */
export function guessMapping(part: ImportPart, headers: readonly string[]): (string | null)[] {
  const folded = headers.map(fold)
  const mapping: (string | null)[] = headers.map(() => null)
  // A column with exactly the name of a field comes before one with a mark behind it.
  for (const forms of [headers.map(formsOf), headers.map(ownFormsOf)])
    for (const { field, word } of fieldsByWord[part]) {
      if (mapping.includes(field) || (word === 'family name' && isOfPerson(field, folded))) continue
      const at = forms.findIndex((forms, column) => forms.includes(word) && mapping[column] === null)
      if (at >= 0) mapping[at] = field
    }
  return mapping
}

/** “Family name” is a person's last name beside a given name, and names the household beside a last name. */
const isOfPerson = (field: string, folded: readonly string[]): boolean =>
  field === 'household' && folded.includes('given name') && !folded.includes('last name')

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
