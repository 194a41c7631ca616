import { type Answers, answerTo, type Question, rowNumbers } from './doubts.ts'

/** The order of day and month in a date such as 3/4/2026. */
export const dateOrders = ['month-first', 'day-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A date as `YYYY-MM-DD`; `empty` for one that means "no date"; else why it cannot be read. */
export type DateReading = { date: string } | { empty: string } | { cause: string; next_step: string }

/** How one column's dates are read. */
export type DateColumn = {
  /** Null while the order is asked. */
  order: DateOrder | null
  questions: Question[]
  read(text: string): DateReading
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A time behind a date, with its zone. */
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{2,4})?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`, 'i')
const compact = /^((?:18|19|20)\d{2})(0\d|1[0-2])([0-3]\d)$/
const numeric = new RegExp(String.raw`^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|'?\d{2})${time}$`, 'i')
const monthNamed = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?([a-z]{3,9})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4}|'?\d{2})${time}$`,
  'i',
)
const dayNamed = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[. -]+([a-z]{3,9})\.?[, -]+(\d{4}|'?\d{2})${time}$`,
  'i',
)
const serial = /^\d{1,5}(?:\.0+)?$/

/** Dates that programs write for "no date". */
const noDates = new Set(['0001-01-01', '1899-12-30', '1899-12-31', '1900-01-00', '9999-12-31'])
const allZero = /^0+(?:[-/. ]+0+){2}(?:[T ]+[0:.]+)?$|^0+$/
/** Written for "no date" by programs that count from there, and a real date as well. */
const placeholder = '1900-01-01'

type Parts = { year: string; month: number; day: number } | { year: string; first: number; second: number }

function partsOf(text: string): Parts | null {
  const iso = yearFirst.exec(text) ?? compact.exec(text)
  if (iso) return { year: iso[1] ?? '', month: Number(iso[2]), day: Number(iso[3]) }
  const numbers = numeric.exec(text)
  if (numbers) return { year: numbers[3] ?? '', first: Number(numbers[1]), second: Number(numbers[2]) }
  const one = monthNamed.exec(text)
  const named = one ? { month: one[1], day: one[2], year: one[3] } : namedDay(text)
  if (named === null) return null
  const month = monthOf(named.month ?? '')
  return month === 0 ? null : { year: named.year ?? '', month, day: Number(named.day) }
}

function namedDay(text: string) {
  const [, day, month, year] = dayNamed.exec(text) ?? []
  return day === undefined ? null : { day, month, year }
}

/** The number of a month by its name or the first three letters or more of it; 0 for any other word. */
function monthOf(word: string): number {
  const lower = word.toLowerCase()
  const at = months.indexOf(lower.slice(0, 3))
  return lower === 'sept' || monthNames[at]?.toLowerCase().startsWith(lower) ? at + 1 : 0
}

const isOrdered = (parts: Parts | null): parts is { year: string; first: number; second: number } =>
  parts !== null && 'first' in parts

function isoDate(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year < 1) return null
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  if (day > days) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The day that a spreadsheet counts, from 1900 with a leap day that did not exist; null outside of 1900 to 2099. */
function serialDate(text: string): string | null {
  const days = Math.trunc(Number(text))
  if (days < 1 || days > 73_050 || days === 60) return null
  const at = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000)
  return at.toISOString().slice(0, 10)
}

export type DateColumnOptions = {
  /** Identifies the column in its questions. */
  column: number
  header: string
  /** `YYYY-MM-DD`. */
  today: string
  answers: Answers
}

/**
 * Reads a column of dates that lie in the past. Its order of day and month is concluded from its own cells; if they show none, or
 * both, it is asked. Numbers that may count days as spreadsheets do are asked about as well.
 *
 * @param cells - the column's texts with their rows
 */
export function readDateColumn(
  cells: readonly { row: number; text: string }[],
  { column, header, today, answers }: DateColumnOptions,
): DateColumn {
  const questions: Question[] = []
  const evidence = orderOf(cells)
  const name = header === '' ? `column ${column + 1}` : `“${header}”`
  const ask = (question: Question) => {
    questions.push(question)
    return answerTo(question, answers)
  }
  let order: DateOrder | null = evidence.order
  if (order === null) {
    const example = evidence.example
    const text = evidence.isMixed
      ? `The dates in ${name} contradict each other: some have the day first, some the month.`
      : `A date such as ${example} in ${name} can be read in two ways.`
    const answer = ask({
      id: `dates:${column}`,
      rows: evidence.rows,
      column,
      text,
      choices: [
        { value: 'month-first', label: `Month first: ${inWords(example, 'month-first')}` },
        { value: 'day-first', label: `Day first: ${inWords(example, 'day-first')}` },
      ],
    })
    order = dateOrders.find((one) => one === answer) ?? null
  }
  const serials = cells.filter(({ text }) => serial.test(text) && !allZero.test(text) && serialDate(text) !== null)
  const [firstSerial] = serials
  const serialAnswer =
    firstSerial === undefined
      ? null
      : ask({
          id: `serials:${column}`,
          rows: serials.map(({ row }) => row),
          column,
          text: `${name[0]?.toUpperCase()}${name.slice(1)} contains numbers in ${rowNumbers(serials.map(({ row }) => row))}. A spreadsheet counts days that way: ${firstSerial.text} would be ${serialDate(firstSerial.text)}.`,
          choices: [
            { value: 'days', label: 'Read them as days' },
            { value: 'refuse', label: 'Leave these rows out' },
          ],
        })
  const read = (text: string): DateReading => {
    if (allZero.test(text)) return { empty: text }
    if (serial.test(text)) {
      const date = serialAnswer === 'days' ? serialDate(text) : null
      return date === null || date > today ? notADate : { date }
    }
    const parts = partsOf(text)
    if (parts === null) return /^\d{1,2}[-/.]\d{1,2}$/.test(text) ? withoutYear : notADate
    // Before the calendar is asked: 1/0/1900 and 1900-01-00 are no days of it.
    if (isZeroDay(parts)) return { empty: text }
    const date = dateOf(parts, { order, today })
    if (date === null) return notADate
    if (typeof date !== 'string') return date
    if (noDates.has(date)) return { empty: text }
    if (date === placeholder) return isPlaceholder
    if (date > today) return { cause: `${date} is in the future.`, next_step: 'Correct the date.' }
    return { date }
  }
  return { order, questions, read }
}

function isZeroDay(parts: Parts): boolean {
  const numbers = isOrdered(parts) ? [parts.first, parts.second] : [parts.month, parts.day]
  return [0, 1900].includes(Number(parts.year.replace("'", ''))) && numbers.includes(0) && numbers.includes(1)
}

function dateOf(
  parts: Parts,
  { order, today }: { order: DateOrder | null; today: string },
): string | null | { cause: string; next_step: string } {
  const dated = isOrdered(parts) ? inOrder(parts, order) : parts
  const { month, day } = dated
  const digits = parts.year.replace("'", '')
  if (digits.length === 4) return isoDate(Number(digits), month, day)
  const [older, newer] = [isoDate(1900 + Number(digits), month, day), isoDate(2000 + Number(digits), month, day)]
  if (newer !== null && newer > today) return older
  if (older === null || newer === null) return older ?? newer
  return {
    cause: `The year has two digits: it is ${older.slice(0, 4)} or ${newer.slice(0, 4)}.`,
    next_step: 'Enter the year with four digits.',
  }
}

function inOrder({ first, second }: { first: number; second: number }, order: DateOrder | null) {
  return order === 'day-first' ? { month: second, day: first } : { month: first, day: second }
}

function orderOf(cells: readonly { row: number; text: string }[]) {
  let [dayFirst, monthFirst] = [0, 0]
  const open: { row: number; text: string }[] = []
  for (const cell of cells) {
    const parts = partsOf(cell.text)
    if (!isOrdered(parts) || allZero.test(cell.text)) continue
    const { first, second } = parts
    // A leap year: what is a day in no year at all, such as 02/30, shows nothing.
    const [isMonthFirst, isDayFirst] = [isoDate(2000, first, second) !== null, isoDate(2000, second, first) !== null]
    if (isDayFirst && !isMonthFirst) dayFirst++
    else if (isMonthFirst && !isDayFirst) monthFirst++
    // The same day either way.
    else if (isDayFirst && first !== second) open.push(cell)
  }
  const isMixed = dayFirst > 0 && monthFirst > 0
  const order: DateOrder | null = isMixed
    ? null
    : dayFirst > 0
      ? 'day-first'
      : monthFirst > 0 || open.length === 0
        ? 'month-first'
        : null
  return { order, isMixed, rows: open.map(({ row }) => row), example: open[0]?.text ?? cells[0]?.text ?? '' }
}

/** A date with its month in words, in one order; the text itself if it is none in that order. */
function inWords(text: string, order: DateOrder): string {
  const parts = partsOf(text)
  if (!isOrdered(parts)) return text
  const { month, day } = inOrder(parts, order)
  const name = monthNames[month - 1]
  return name === undefined ? text : `${name} ${day}`
}

const notADate = {
  cause: 'This is not a calendar date.',
  next_step: 'Enter it as year-month-day with a four-digit year, such as 1961-04-30.',
}
const withoutYear = { cause: 'The date has no year.', next_step: 'Enter it with a four-digit year.' }
const isPlaceholder = {
  cause: 'January 1, 1900 usually stands for “no date”.',
  next_step: 'Clear the cell, or enter the date.',
}
