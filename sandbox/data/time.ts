import type { Random } from './random.ts'

/**
 * The day for which a firm is generated unless the options name another one. No record is newer. All other dates are counted back
 * from that day, so the same seed gives the same people, amounts and ages on any day.
 */
export const DATA_EPOCH = Date.UTC(2026, 10, 1)
export const DAY_MS = 86_400_000

/** Days before the generated day on which the firm moved to this service: a year and a half. */
export const DAYS_ON_SERVICE = 548

/** A random time in office hours (UTC) between two times, in milliseconds since 1970. */
export function momentBetween(random: Random, from: number, to: number): number {
  const days = Math.max(0, Math.floor((to - from) / DAY_MS) - 1)
  const day = from - (from % DAY_MS) + random.int(0, days) * DAY_MS
  return Math.min(Math.max(day + random.int(13 * 3600, 23 * 3600) * 1000 + random.int(0, 999), from), to)
}

export function iso(moment: number): string {
  return new Date(moment).toISOString()
}

export function calendarDay(moment: number): string {
  return iso(moment).slice(0, 10)
}

export function yearOf(moment: number): number {
  return new Date(moment).getUTCFullYear()
}

/** Returns a `created_at` soon after the given time and an `updated_at` not before it, neither later than `now`. */
export function stamps(random: Random, after: number, now: number): { created_at: string; updated_at: string } {
  const soon = Math.min(now, after + (random.chance(0.75) ? 12 : 400) * DAY_MS)
  const created = momentBetween(random, after, soon)
  const updated = random.chance(0.4) ? created : momentBetween(random, created, now)
  return { created_at: iso(created), updated_at: iso(updated) }
}

/** Ages that matter for trusts, Medicare and required distributions; some people reach one of them in the coming weeks. */
const MILESTONES: readonly number[] = [18, 65, 73]

/** Returns a birth date for someone of this age now. Nearly half of those a year below a milestone have that birthday within a month. */
export function birthDate(random: Random, age: number, now: number): string {
  const soon = MILESTONES.includes(age + 1) && random.chance(0.45)
  const days = soon ? random.int(1, 28) - 365 : random.int(-364, 0)
  const today = new Date(now)
  const day = Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate() + days)
  return calendarDay(Math.min(day, now - DAY_MS))
}

/** Returns the last day of the month `monthsAgo` months before the current one. */
export function monthEnd(now: number, monthsAgo: number): number {
  const today = new Date(now)
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo + 1, 0)
}
