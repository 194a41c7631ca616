import { dateOfDay, dayNumber } from '../domain/day-numbers.ts'
import { addMonths, businessDay, type LegalDate } from './calendar.ts'
import type { DateRule } from './date-rules.ts'

/** A derived date; `words` say that the law is disputed, null where it is not. */
type DerivedDate = LegalDate & { words: string | null }

const moved = (date: string, weekend: DateRule['weekend']): LegalDate =>
  weekend === 'moves' ? businessDay(date) : { date, moved_from: null }

const inYear = (year: number, { month, day }: { month: number; day: number }): string => {
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  // The last day of a month that has fewer days.
  const last = dateOfDay((dayNumber(addMonths(first, 1)) ?? 0) - 1)
  return Number(last.slice(8)) < day ? last : `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
}

/** The first date of a rule, not moved yet; null if no time is for this birth. */
function firstDate({ after, on }: DateRule, event: string): string | null {
  const time = after.find(({ born_to }) => born_to === undefined || event <= born_to)
  if (time === undefined) return null
  const reached = addMonths(event, (time.years ?? 0) * 12 + (time.months ?? 0))
  return on === undefined ? reached : inYear(Number(reached.slice(0, 4)) + on.years_later, on)
}

/**
 * The dates of a rule for one person, from `from` to `to`, both included and compared with the moved date.
 *
 * @param event - the person's birth or death, `YYYY-MM-DD`, as the rule's `from` says
 */
export function datesOf(rule: DateRule, event: string, { from, to }: { from: string; to: string }): DerivedDate[] {
  const first = firstDate(rule, event)
  if (first === null) return []
  const words = isDisputed(rule, event) ? (rule.disputed?.words ?? null) : null
  const all = rule.yearly ? yearsFrom(first, { from, to }) : [first]
  return all.map((date) => ({ ...moved(date, rule.weekend), words })).filter(({ date }) => date >= from && date <= to)
}

const isDisputed = ({ disputed }: DateRule, birth: string): boolean =>
  disputed !== undefined && birth >= disputed.born_from && birth <= disputed.born_to

/** That day of each year from the first date on. A move crosses at most one year's end. */
function yearsFrom(first: string, { from, to }: { from: string; to: string }): string[] {
  const start = Math.max(Number(first.slice(0, 4)), Number(from.slice(0, 4)) - 1)
  const end = Number(to.slice(0, 4))
  const at = { month: Number(first.slice(5, 7)), day: Number(first.slice(8)) }
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, ahead) => inYear(start + ahead, at))
}
