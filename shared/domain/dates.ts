const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Formats a calendar date `YYYY-MM-DD` as `Nov 21, 2026`. `Date` is not used: a date without a time has no time zone, and
 * `Date` would shift it by a day west of Greenwich. Any other text is returned unchanged.
 */
export function formatCalendarDate(text: string): string {
  const [, year, month, day] = calendarDate.exec(text) ?? []
  const name = months[Number(month) - 1]
  return name && day ? `${name} ${Number(day)}, ${year}` : text
}

/**
 * Formats a moment (ISO 8601) as `Nov 21, 2026, 4:05 PM` in the computer's time zone; any other text is returned unchanged.
 * Without `Intl`, whose first use takes longer than rendering a list's first rows.
 */
export function formatMoment(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  const date = new Date(time)
  const hours = date.getHours()
  const day = `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
  return `${day}, ${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** True if two times (ms since 1970) are on one calendar day of this computer's time zone. */
const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()

/**
 * The day of a moment (ISO 8601) in the computer's time zone, as a heading: `Today`, `Yesterday`, `Friday, Nov 20`; with the year if
 * it is not that of `now` (ms since 1970). Any other text is returned unchanged.
 */
export function formatDay(text: string, now: number): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  const date = new Date(time)
  const today = new Date(now)
  // Noon: a day has 23 or 25 hours where clocks are changed.
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12)
  if (isSameDay(time, now)) return 'Today'
  if (isSameDay(time, yesterday.getTime())) return 'Yesterday'
  const day = `${weekdays[date.getDay()]}, ${months[date.getMonth()]} ${date.getDate()}`
  return date.getFullYear() === today.getFullYear() ? day : `${day}, ${date.getFullYear()}`
}

/** The time of day of a moment (ISO 8601), such as `4:05 PM`; see {@link formatMoment}. */
export const formatTime = (text: string): string => formatMoment(text).split(', ')[2] ?? text

/** A calendar date `YYYY-MM-DD` with its weekday: `Friday, Nov 20, 2026`. Any other text is returned unchanged. */
export function formatWeekday(text: string): string {
  const [, year, month, day] = calendarDate.exec(text) ?? []
  if (!year || !month || !day) return text
  const weekday = weekdays[new Date(Number(year), Number(month) - 1, Number(day), 12).getDay()]
  return `${weekday}, ${formatCalendarDate(text)}`
}

const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'year', seconds: 31_557_600 },
] as const

/** How long before `now` (ms since 1970) a moment (ISO 8601) was: `just now`, `3 minutes ago`, `2 days ago`. */
export function formatAgo(text: string, now: number): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  const seconds = Math.max(0, Math.floor((now - time) / 1000))
  const step = steps.findLast((candidate) => seconds >= candidate.seconds)
  if (!step) return 'just now'
  const count = Math.floor(seconds / step.seconds)
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`
}
