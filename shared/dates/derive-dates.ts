import { formatCalendarDate } from '../domain/dates.ts'
import { dateOfDay, dayNumber } from '../domain/day-numbers.ts'
import { addMonths, businessDay, type LegalDate } from './calendar.ts'

/** A time after a birth or death; of several the first whose `born_to` is not before the birth. */
type After = {
  /** The last birth that it holds for, `YYYY-MM-DD`; without it, all later ones. */
  born_to?: string | undefined
  years?: number | undefined
  months?: number | undefined
  /** More months, counted from the date so reached: an extension begins on the last day of a shorter month and ends on that day. */
  further_months?: number | undefined
}

type MonthAndDay = { month: number; day: number }

/** Whether a weekend or a legal holiday moves a date to the next business day. */
type Weekend = { weekend: 'stays' | 'moves' }

/** The part of a rule that decides a date. */
type Derivation = Weekend & {
  after: readonly After[]
  /** The day of a year so many years after that date, such as April 1 of the next year. */
  on?: (MonthAndDay & { years_later: number }) | undefined
  /** True: again each year from then on. */
  yearly?: boolean | undefined
  /** Words for some births, where the law is disputed. */
  disputed?: { born_from: string; born_to: string; words: string } | undefined
}

/** A derived date; `words` say that the law is disputed or leaves the day open, null where it does not. */
type DerivedDate = LegalDate & { words: string | null }

type Within = { from: string; to: string }

const moved = (date: string, weekend: Weekend['weekend']): LegalDate =>
  weekend === 'moves' ? businessDay(date) : { date, moved_from: null }

const inYear = (year: number, { month, day }: MonthAndDay): string => {
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  // The last day of a month that has fewer days.
  const last = dateOfDay((dayNumber(addMonths(first, 1)) ?? 0) - 1)
  return Number(last.slice(8)) < day ? last : `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
}

/** The first date of a rule, not moved by a weekend; null if no time is for this birth. */
export function firstDate({ after, on }: Pick<Derivation, 'after' | 'on'>, event: string): string | null {
  const time = after.find(({ born_to }) => born_to === undefined || event <= born_to)
  if (time === undefined) return null
  // Months are counted from the anniversary: 70½ is six months after turning 70, also for a birth on February 29.
  const anniversary = addMonths(event, (time.years ?? 0) * 12)
  const reached = addMonths(addMonths(anniversary, time.months ?? 0), time.further_months ?? 0)
  return on === undefined ? reached : inYear(Number(reached.slice(0, 4)) + on.years_later, on)
}

/**
 * The dates of a rule for one person, from `from` to `to`, both included and compared with the moved date.
 *
 * @param event - the person's birth or death, `YYYY-MM-DD`, as the rule's `from` says
 */
export function datesOf(rule: Derivation, event: string, { from, to }: Within): DerivedDate[] {
  const first = firstDate(rule, event)
  if (first === null) return []
  const disputed = isDisputed(rule, event) ? rule.disputed?.words : undefined
  const words = disputed ?? leapDayWords(rule, event)
  const all = rule.yearly ? yearsFrom(rule, { event, first }, { from, to }) : [first]
  return all.map((date) => ({ ...moved(date, rule.weekend), words })).filter(({ date }) => date >= from && date <= to)
}

const isDisputed = ({ disputed }: Derivation, birth: string): boolean =>
  disputed !== undefined && birth >= disputed.born_from && birth <= disputed.born_to

/** Says which day a date is where an event of February 29 is counted from March 1 in a year without that day; null where it makes no difference. */
function leapDayWords({ after, on, yearly, weekend }: Derivation, event: string): string | null {
  const time = after.find(({ born_to }) => born_to === undefined || event <= born_to)
  if (time === undefined || on !== undefined || yearly || !event.endsWith('-02-29')) return null
  if (addMonths(event, (time.years ?? 0) * 12).endsWith('-02-29')) return null
  const other = firstDate({ after: [{ ...time, born_to: undefined }] }, `${event.slice(0, 4)}-03-01`) ?? ''
  const day = formatCalendarDate(moved(other, weekend).date)
  return `Counted from February 28 of a year without February 29. Counted from March 1, it is ${day}.`
}

/**
 * That day of each year from the first date on. Each is counted from the event, because the first date may be in a shorter month. A move
 * crosses at most one year's end.
 */
function yearsFrom(
  { after, on }: Derivation,
  { event, first }: { event: string; first: string },
  { from, to }: Within,
): string[] {
  const firstYear = Number(first.slice(0, 4))
  const start = Math.max(firstYear, Number(from.slice(0, 4)) - 1)
  const years = Array.from({ length: Math.max(0, Number(to.slice(0, 4)) - start + 1) }, (_, ahead) => start + ahead)
  if (on !== undefined) return years.map((year) => inYear(year, on))
  const time = after.find(({ born_to }) => born_to === undefined || event <= born_to)
  return years.flatMap((year) => {
    const later = { ...time, born_to: undefined, years: (time?.years ?? 0) + year - firstYear }
    return firstDate({ after: [later] }, event) ?? []
  })
}

/** The dates of a rule that holds each year, from `from` to `to`. A move crosses at most one year's end. */
export function yearlyDatesOf({ weekend, ...at }: MonthAndDay & Weekend, { from, to }: Within): LegalDate[] {
  const start = Number(from.slice(0, 4)) - 1
  const years = Array.from({ length: Number(to.slice(0, 4)) - start + 1 }, (_, ahead) => start + ahead)
  return years.map((year) => moved(inYear(year, at), weekend)).filter(({ date }) => date >= from && date <= to)
}
