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
