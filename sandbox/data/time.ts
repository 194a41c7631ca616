import type { Random } from './random.ts'

/** Seeded records are never newer than this, whatever the current date, so that the same seed gives the same firm. */
export const DATA_EPOCH = Date.UTC(2026, 10, 1)
export const FIRM_FOUNDED = Date.UTC(2015, 2, 9)
const DAY_MS = 86_400_000

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

/** Returns a `created_at` after the given time and an `updated_at` not before it, both before the epoch. */
export function stamps(random: Random, after: number): { created_at: string; updated_at: string } {
  const created = momentBetween(random, after, DATA_EPOCH)
  const updated = random.chance(0.4) ? created : momentBetween(random, created, DATA_EPOCH)
  return { created_at: iso(created), updated_at: iso(updated) }
}

/** Returns a birth date for someone of about this age at the epoch. */
export function birthDate(random: Random, age: number): string {
  return calendarDay(DATA_EPOCH - Math.round(age * 365.25) * DAY_MS - random.int(0, 364) * DAY_MS)
}
