import { z } from 'zod'
import { maxNotes, maxText } from '../../records/field.ts'
import type { DateColumn } from '../../tables/dates.ts'
import type { ImportField } from './import-fields.ts'
import { readState } from './states.ts'

/** A cell's value, or what is wrong with it and how to correct it. `empty`: it means "no value". */
export type ReadCell = { value: string | boolean } | { empty: string } | { cause: string; next_step: string }

const emailAddress = z.email()
const yes = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓'])
const no = new Set(['no', 'n', 'false', 'f', '0'])

/** Parses a cell with content according to its column's kind. `dates`: how the column's dates are read; null for other kinds. */
export function readCell(
  text: string,
  { kind, label }: Pick<ImportField, 'kind' | 'label'>,
  dates: Pick<DateColumn, 'read'> | null,
): ReadCell {
  if (kind === 'flag') return readFlag(text)
  if (kind === 'state') {
    const state = readState(text)
    if (state !== null) return { value: state }
    return { cause: 'This is not a state or province.', next_step: 'Enter its two letters, such as NY.' }
  }
  if (kind === 'date' && dates !== null) {
    const read = dates.read(text)
    return 'date' in read ? { value: read.date } : read
  }
  if (kind === 'email') {
    if (emailAddress.safeParse(text).success) return { value: text }
    return { cause: 'This is not an email address.', next_step: 'Correct it, or leave the cell empty.' }
  }
  const most = kind === 'long-text' ? maxNotes : maxText
  if (text.length <= most) return { value: text }
  const limit = most.toLocaleString('en-US')
  return {
    cause: `${label} has more than ${limit} characters.`,
    next_step: `Shorten it to at most ${limit} characters.`,
  }
}

function readFlag(text: string): ReadCell {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return { cause: 'This is neither yes nor no.', next_step: 'Enter “yes” or “no”, or leave the cell empty.' }
}

/** Shortens a text for use in a message. */
export const cut = (text: string, most = 60): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
