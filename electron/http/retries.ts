import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Clock } from '../platform/clock.ts'

/**
 * Result of one try. `waitMs` is the wait the server asked for; null leaves it to the back-off. With `isWaitedFor` the next try
 * itself waits as long as needed (see `request-limiter.ts`).
 */
export type Attempt<Value> =
  | { value: Value }
  | { failure: AppError; again: false }
  | { failure: AppError; again: true; waitMs: number | null; isWaitedFor?: boolean }

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 20_000
/** For a longer requested wait (ms) the user decides when to try again, instead of watching a hanging screen. */
const LONGEST_ASKED_MS = 120_000

/**
 * Tries several times, with exponential back-off and full jitter, or after the wait that the server asked for. Only for requests
 * that may be repeated.
 *
 * @param options.attempts - total number of tries, 1 or more
 * @param options.goesOn - called after a try with `isWaitedFor`; true if that try does not count
 * @throws the last failure; the signal's reason when it aborts during a wait
 */
export async function withRetries<Value>(options: {
  attempt: () => Promise<Attempt<Value>>
  attempts: number
  clock: Clock
  signal: AbortSignal
  goesOn?: () => boolean
}): Promise<Value> {
  const { attempt, attempts, clock, signal, goesOn = () => false } = options
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt()
    if ('value' in outcome) return outcome.value
    if (outcome.again && outcome.isWaitedFor === true && goesOn()) {
      tried -= 1
      continue
    }
    if (!outcome.again) throw outcome.failure
    if (tried >= attempts) throw outcome.waitMs === null ? outcome.failure : withWait(outcome.failure, outcome.waitMs)
    if (outcome.waitMs !== null && outcome.waitMs > LONGEST_ASKED_MS) throw withWait(outcome.failure, outcome.waitMs)
    if (outcome.isWaitedFor === true) continue
    const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1))
    await clock.sleep((outcome.waitMs ?? 0) + clock.random() * ceiling, signal)
  }
}

function withWait(failure: AppError, waitMs: number): AppError {
  return new AppError(failure.code, {
    message: failure.message,
    nextStep: waitMs > 60_000 ? `Try again in ${Math.ceil(waitMs / 60_000)} minutes.` : failure.nextStep,
    retryAfterMs: waitMs,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  })
}

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
