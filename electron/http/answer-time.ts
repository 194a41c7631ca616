import type { IncomingHttpHeaders } from 'node:http'

/** Ten years, ms: an older answer is not told apart. */
const longestAgeMs = 10 * 365 * 86_400_000

/** How old an answer was when a cache on the way gave it (`Age`), in ms; 0 without a usable one. */
export function ageOf({ age }: IncomingHttpHeaders): number {
  const said = String(age ?? '').trim()
  return /^\d+$/.test(said) ? Math.min(Number(said) * 1000, longestAgeMs) : 0
}

/** When the server gave an answer, by its own clock (`Date`), ms since the epoch; null if it does not say. */
export function givenAt({ date }: IncomingHttpHeaders): number | null {
  const at = Date.parse(String(date ?? ''))
  return Number.isNaN(at) ? null : at
}

/** The server's clock now: when it gave the answer and the answer's age, ms since the epoch; null if it does not say. */
export function serverTimeOf(headers: IncomingHttpHeaders): number | null {
  const at = givenAt(headers)
  return at === null ? null : at + ageOf(headers)
}

/**
 * The `Retry-After` of an answer in ms from now, null without one: seconds count from when the server gave it, and a date is by the
 * server's clock.
 *
 * @param now - by this computer's clock, for a server that does not say its own, ms since the epoch
 */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const said = headers['retry-after']
  if (typeof said !== 'string') return null
  if (/^\d{1,9}$/.test(said.trim())) return Math.max(0, Number(said) * 1000 - ageOf(headers))
  const until = Date.parse(said)
  return Number.isNaN(until) ? null : Math.max(0, until - (serverTimeOf(headers) ?? now))
}
