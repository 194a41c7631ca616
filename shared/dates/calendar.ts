import { dateOfDay, dayNumber } from '../domain/day-numbers.ts'

/** `YYYY-MM-DD` of parts that may be numbers of any size within their range. */
const dateOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const partsOf = (date: string) => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day }
}

const daysOfMonth = (year: number, month: number): number =>
  partsOf(dateOfDay((dayNumber(dateOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1)) ?? 0) - 1)).day

/**
 * The same day of a later month; where that month has no such day, its last one (Treas. Reg. §20.6075-1, Rev. Rul. 74-260).
 *
 * @param date - `YYYY-MM-DD`
 * @param months - negative for an earlier month
 */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date)
  const counted = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(counted / 12), (counted % 12) + 1]
  return dateOf(toYear, toMonth, Math.min(day, daysOfMonth(toYear, toMonth)))
}

/** A date as the law gives it, and the day to which a weekend or a legal holiday moves it. */
export type LegalDate = { date: string; moved_from: string | null }

/**
 * The next day that is no Saturday, Sunday or legal holiday in the District of Columbia (IRC §7503).
 *
 * @param date - `YYYY-MM-DD`
 */
export function businessDay(date: string): LegalDate {
  let number = dayNumber(date) ?? 0
  while (isWeekend(number) || isLegalHoliday(number)) number += 1
  const moved = dateOfDay(number)
  return { date: moved, moved_from: moved === date ? null : date }
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7

const isWeekend = (number: number): boolean => weekdayOf(number) % 6 === 0

/** The month, the day, and the first year of holidays on a fixed day. */
const fixedHolidays = [
  { month: 1, day: 1, since: 1871 },
  { month: 4, day: 16, since: 2007 },
  { month: 6, day: 19, since: 2021 },
  { month: 7, day: 4, since: 1871 },
  { month: 11, day: 11, since: 1978 },
  { month: 12, day: 25, since: 1871 },
] as const

/** Holidays on a Monday or Thursday: its number in the month; -1 is the last one. */
const weekdayHolidays = [
  { month: 1, weekday: 1, nth: 3, since: 1986 },
  { month: 2, weekday: 1, nth: 3, since: 1971 },
  { month: 5, weekday: 1, nth: -1, since: 1971 },
  { month: 9, weekday: 1, nth: 1, since: 1894 },
  { month: 10, weekday: 1, nth: 2, since: 1971 },
  { month: 11, weekday: 4, nth: 4, since: 1942 },
] as const

/** Whether a day is a legal holiday. One on a Saturday is kept on Friday, except an inauguration; one on a Sunday on Monday (D.C. Code §28-2701). */
function isLegalHoliday(number: number): boolean {
  if (isFixedHoliday(number) || isInauguration(number) || isWeekdayHoliday(number)) return true
  const weekday = weekdayOf(number)
  if (weekday === 5) return isFixedHoliday(number + 1)
  return weekday === 1 && (isFixedHoliday(number - 1) || isInauguration(number - 1))
}

function isFixedHoliday(number: number): boolean {
  const { year, month, day } = partsOf(dateOfDay(number))
  return fixedHolidays.some((one) => one.month === month && one.day === day && year >= one.since)
}

function isInauguration(number: number): boolean {
  const { year, month, day } = partsOf(dateOfDay(number))
  return month === 1 && day === 20 && year % 4 === 1 && year >= 1937
}

function isWeekdayHoliday(number: number): boolean {
  const { year, month, day } = partsOf(dateOfDay(number))
  const isLast = day + 7 > daysOfMonth(year, month)
  return weekdayHolidays.some(
    ({ nth, ...one }) =>
      one.month === month &&
      one.weekday === weekdayOf(number) &&
      (nth === -1 ? isLast : nth === Math.ceil(day / 7)) &&
      year >= one.since,
  )
}
