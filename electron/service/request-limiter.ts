import PQueue from 'p-queue'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { createPace } from './pace.ts'

/** Requests in flight at once while the service does not mind. */
const mostPlaces = 32
/** A pause that the service asked for is kept up to this long, ms. */
export const longestPauseMs = 60 * 60_000
/** Somebody waits in front of a screen: a longer pause than this is said instead of waited for, ms. */
const longestScreenWaitMs = 120_000
/** First pause where the service names none, ms; doubled with each refusal in a row. */
const firstPauseMs = 1_000
const longestOwnPauseMs = 60_000
/** After so many pauses in a row that brought nothing, waiting longer is left to the next run. */
const mostPausesInVain = 8

/**
 * Who waits: `background` for as long as the service asks, `screen` for two minutes at most, ahead of the background.
 * `write` does not wait at all, since what it was compared with grows old: during a pause it fails and nothing is sent.
 */
export type RequestKind = 'background' | 'screen' | 'write'

/** What an answer says about load. `retryAfterMs` is null where the service named no wait. */
export type LoadSign = { status: number; retryAfterMs: number | null }

export type LimitedOptions<Answer> = {
  kind: RequestKind
  signal: AbortSignal
  signOf: (answer: Answer) => LoadSign
}

/** The one place that decides when a request to a service may go out; sync, outbox and downloads share it. */
export type RequestLimiter = {
  /**
   * Sends when a place is free and no pause is on. Rejects with what `send` threw, the signal's reason, or
   * `service/rate-limited` (with `retryAfterMs`) where this kind does not wait so long.
   */
  run<Answer>(send: () => Promise<Answer>, options: LimitedOptions<Answer>): Promise<Answer>
  /** Whether the service refused again after each of many pauses. */
  isHopeless(): boolean
  /** Told the end of each pause that begins, ms since the epoch, and null when requests go out again. Returns the unsubscriber. */
  onPause(listener: (until: number | null) => void): () => void
}

/**
 * Adaptive: each answer adds a little to the number of requests in flight, a 429 or 503 halves it. After a 429 requests are
 * paced as well (see `pace.ts`): a limit per second is met by spacing, not by fewer connections. Retry-After holds for all.
 */
export function createRequestLimiter(clock: Clock): RequestLimiter {
  const queue = new PQueue({ concurrency: mostPlaces })
  const pace = createPace(clock)
  const listeners = new Set<(until: number | null) => void>()
  let places = mostPlaces
  let pausedUntil = 0
  let pausesInVain = 0
  /** Requests that went out before the last refusal say nothing new about load. */
  let refusedAt = Number.NEGATIVE_INFINITY
  let isTold = false

  const setPlaces = (next: number) => {
    places = Math.min(mostPlaces, Math.max(1, next))
    queue.concurrency = Math.floor(places)
  }
  const tell = (until: number | null) => {
    isTold = until !== null
    for (const listener of listeners) listener(until)
  }
  const pause = (askedMs: number | null) => {
    pausesInVain += 1
    const own = Math.min(longestOwnPauseMs, firstPauseMs * 2 ** (pausesInVain - 1))
    // The first wait that the service names is taken at its word; named again and again in vain, it doubles.
    const ms = askedMs === null || pausesInVain > 1 ? Math.max(askedMs ?? 0, own) : askedMs
    const jittered = Math.ceil(ms * (1 + clock.random() * 0.05))
    pausedUntil = Math.max(pausedUntil, clock.now() + Math.min(longestPauseMs, jittered))
    tell(pausedUntil)
  }
  const note = ({ status, retryAfterMs }: LoadSign, sentAt: number) => {
    if (status !== 429 && status !== 503) {
      pausesInVain = 0
      pace.answered()
      setPlaces(places + 1 / places)
      if (isTold && clock.now() >= pausedUntil) tell(null)
      return
    }
    if (sentAt <= refusedAt) return
    refusedAt = clock.now()
    setPlaces(places / 2)
    if (status === 429) pace.refused()
    // A 503 without a wait may be the trouble of one address alone: its own request backs off.
    if (status === 429 || retryAfterMs !== null) pause(retryAfterMs)
  }
  const passPause = async (kind: RequestKind, signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const left = pausedUntil - clock.now()
      if (left <= 0) return
      if (kind === 'screen' && left > longestScreenWaitMs) throw pausedError(left)
      await clock.sleep(left, signal)
    }
  }
  const passGate = async (kind: RequestKind, signal: AbortSignal) => {
    do {
      await passPause(kind, signal)
      const wait = pace.book()
      if (wait > 0) await clock.sleep(wait, signal)
    } while (pausedUntil > clock.now())
  }
  const send = async <Answer>(work: () => Promise<Answer>, signOf: (answer: Answer) => LoadSign) => {
    const sentAt = clock.now()
    const answer = await work()
    note(signOf(answer), sentAt)
    return answer
  }
  return {
    async run(work, { kind, signal, signOf }) {
      if (kind === 'write') {
        const left = pausedUntil - clock.now()
        if (left > 0) throw pausedError(left)
        pace.book()
        return await send(work, signOf)
      }
      const inTurn = async () => {
        await passGate(kind, signal)
        return await send(work, signOf)
      }
      return await queue.add(inTurn, { priority: kind === 'screen' ? 1 : 0 })
    },
    isHopeless: () => pausesInVain >= mostPausesInVain,
    onPause(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function pausedError(leftMs: number): AppError {
  const minutes = Math.ceil(leftMs / 60_000)
  return new AppError('service/rate-limited', {
    message: 'The service asks for fewer requests.',
    nextStep: `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterMs: leftMs,
  })
}
