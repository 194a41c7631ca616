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

/** Returns the text if it is a calendar date `YYYY-MM-DD`, as a part of an address may be. */
export const calendarDateIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
