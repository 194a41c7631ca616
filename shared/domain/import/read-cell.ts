import { z } from 'zod'
import { maxNotes, maxText } from '../../records/field.ts'
import type { DateOrder, ImportField } from './import-fields.ts'
import { readDate } from './read-date.ts'
import { readState } from './states.ts'

/** A cell's value, or what is wrong with it and how to correct it. */
export type ReadCell = { value: string | boolean } | { cause: string; next_step: string }

const emailAddress = z.email()
const yes = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓'])
const no = new Set(['no', 'n', 'false', 'f', '0', '-'])

/** A cell's text, trimmed, and without the apostrophe that keeps a spreadsheet from reading it as a formula. */
export function cellText(cell: string | undefined): string {
  return (cell ?? '').replace(/^'(?=\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/, '').trim()
}

/** Parses a cell that is not empty according to its column's kind. `today` is `YYYY-MM-DD`. */
export function readCell(
  text: string,
  { kind, label }: Pick<ImportField, 'kind' | 'label'>,
  { order, today }: { order: DateOrder; today: string },
): ReadCell {
  if (kind === 'flag') return readFlag(text)
  if (kind === 'state') {
    const state = readState(text)
    if (state !== null) return { value: state }
    return { cause: 'This is not a state or province.', next_step: 'Enter its two letters, such as NY.' }
  }
  if (kind === 'date') return readPastDate(text, { order, today })
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

function readPastDate(text: string, { order, today }: { order: DateOrder; today: string }): ReadCell {
  const date = readDate(text, order)
  if (date !== null && date > today) {
    return {
      cause: `${date} is in the future.`,
      next_step: 'Correct the date, or change how dates are read in this file.',
    }
  }
  if (date !== null) return { value: date }
  return { cause: 'This is not a calendar date.', next_step: howToWriteDate(text, order) }
}

function howToWriteDate(text: string, order: DateOrder): string {
  if (/^\d{4,6}$/.test(text)) {
    return 'It is a spreadsheet’s internal number. Format the column as a date, then save the file again.'
  }
  const other = order === 'month-first' ? 'day-first' : 'month-first'
  if (readDate(text, other) !== null) {
    return `With the ${other === 'day-first' ? 'day' : 'month'} first, it would be a date. Choose below how dates are read.`
  }
  return 'Enter it as year-month-day with a four-digit year, such as 1961-04-30.'
}
