/**
 * Calendar dates as day numbers, for chart axes and distances. Computed from year, month and day without `Date`, because a date
 * without a time has no time zone.
 */

const date = /^(-?\d{4,6})-(\d{2})-(\d{2})$/
const daysPerEra = 146_097

/** Days since 1970-01-01 of a date `YYYY-MM-DD`, in the proleptic Gregorian calendar; null for any other text. */
export function dayNumber(text: string): number | null {
  const [, year, month, day] = date.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  // Here a year starts in March, so that the leap day is its last day.
  const m = Number(month)
  const y = Number(year) - (m <= 2 ? 1 : 0)
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + Number(day) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - 719_468
}

/** The date of a day number; the inverse of {@link dayNumber}. */
export function dateOfDay(number: number): string {
  const shifted = number + 719_468
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
