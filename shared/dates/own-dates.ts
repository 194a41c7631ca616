import { addMonths } from './calendar.ts'

/** The kinds of dates that users note themselves, with their names. */
export const ownDateKinds = {
  'grat-annuity': 'GRAT annuity',
  'grat-end': 'GRAT term ends',
  'qprt-end': 'QPRT term ends',
  'loan-note': 'Loan note due',
  premium: 'Premium due',
  review: 'Review',
  expiry: 'Expires',
  other: 'Other date',
} as const

export type OwnDateKind = keyof typeof ownDateKinds

/** How often a date repeats: its name, and the months between two. */
export const repetitions = {
  once: { name: 'Once', months: null },
  month: { name: 'Every month', months: 1 },
  quarter: { name: 'Every quarter', months: 3 },
  year: { name: 'Every year', months: 12 },
} as const

export type Repetition = keyof typeof repetitions

/** A date, and how it repeats: `date` and `until` as `YYYY-MM-DD`; `until` is null if it does not end. */
export type RepeatingDate = { date: string; every: Repetition; until: string | null }

/** The first and the last year of a date. */
export const dateYears = { min: 1900, max: 2200 } as const

const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/**
 * The days of a date from `from` to `to`, both included. Each is counted from the first one: the 31st is the last day of a shorter month
 * and the 31st again in a longer one, and February 29 is February 28 in a year without it.
 */
export function occurrencesOf(
  { date, every, until }: RepeatingDate,
  { from, to }: { from: string; to: string },
): string[] {
  const { months } = repetitions[every]
  const last = until !== null && until < to ? until : to
  if (months === null) return date >= from && date <= to ? [date] : []
  const days: string[] = []
  const first = Math.max(0, Math.floor((monthNumber(from) - monthNumber(date)) / months))
  for (let count = first; ; count += 1) {
    const day = addMonths(date, count * months)
    if (day > last) return days
    if (day >= from) days.push(day)
  }
}

/** The next day of a date from a day on; null if there is none. */
export function nextOccurrence(of: RepeatingDate, from: string): string | null {
  const { months } = repetitions[of.every]
  const start = from > of.date ? from : of.date
  return occurrencesOf(of, { from, to: addMonths(start, months ?? 0) })[0] ?? null
}

/** The note on the days of a date that repeats, for its form; null if every one is on the same day of its month. */
export function repetitionNote({ date, every }: Pick<RepeatingDate, 'date' | 'every'>): string | null {
  const day = Number(date.slice(8))
  if (every === 'once' || day < 29) return null
  if (every === 'year') return date.slice(5) === '02-29' ? 'In years without February 29, it is on February 28.' : null
  return `In months without a day ${day}, it is on the last day of the month.`
}
