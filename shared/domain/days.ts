const dayMs = 86_400_000

/** The calendar date a number of days before another, `YYYY-MM-DD`. */
export function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
}

export const nextDay = (date: string): string => dayBefore(date, -1)

/**
 * The local start of a calendar date as the beginning of a UTC timestamp: text that sorts before every time of that day and after
 * every earlier one, regardless of the digits of their seconds.
 */
export function localMidnight(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const midnight = new Date(year, month - 1, day)
  // The constructor maps the years 0 to 99 to 1900 to 1999.
  midnight.setFullYear(year)
  return midnight.toISOString().slice(0, 19)
}

const two = (value: number) => String(value).padStart(2, '0')

/** Today's calendar date on this computer, `YYYY-MM-DD`. */
export function localToday(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The calendar date (`YYYY-MM-DD`) some days before a moment (ms since 1970), on this computer. */
export function dateBefore(now: number, days: number): string {
  const day = new Date(now)
  // Noon: a day has 23 or 25 hours where clocks are changed.
  return localToday(new Date(day.getFullYear(), day.getMonth(), day.getDate() - days, 12))
}

/** The moment (ISO 8601) at which a calendar date (`YYYY-MM-DD`), or one some days after it, begins on this computer. */
export function startOfDay(date: string, daysAfter = 0): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + daysAfter).toISOString()
}

/** The same day of the year before; of February 29 the day before March. */
export function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  return `${year}-${day.endsWith('-02-29') ? '02-28' : day.slice(5)}`
}

/** The same day of the year after; of 29 February the day before March. */
export const sameDayNextYear = (date: string): string =>
  `${Number(date.slice(0, 4)) + 1}${date.endsWith('-02-29') ? '-02-28' : date.slice(4)}`

/**
 * The days from a date on, by month and day (`MM-DD`), for birthdays. 29 February counts as 28 February in years without it.
 *
 * @param count - at most 365
 */
export function comingDays(date: string, count: number): Map<string, string> {
  const days = new Map<string, string>()
  for (let ahead = 0; ahead <= count; ahead += 1) {
    const day = dayBefore(date, -ahead)
    days.set(day.slice(5), day)
    if (day.endsWith('-02-28') && nextDay(day).endsWith('-03-01')) days.set('02-29', day)
  }
  return days
}

/** A time that cannot be read counts as never. */
export const never = '1970-01-01T00:00:00.000Z'

/** ISO 8601 from ms since the epoch; a time that is none counts as never. */
export function isoTime(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? never : time.toISOString()
}

/** Returns the text if it is a calendar date `YYYY-MM-DD`, as a part of an address may be. */
export const calendarDateIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
