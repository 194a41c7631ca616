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
