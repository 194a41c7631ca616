import PQueue from 'p-queue'
import { AppError } from '../../shared/domain/app-error.ts'
import { createEmitter } from '../../shared/lib/calls.ts'
import { type Answer, readRetryAfter } from '../http/exchange.ts'
import type { Clock } from '../platform/clock.ts'

/** Most requests in flight at once, while the service does not refuse any. */
const mostPlaces = 32
/** Longest pause in ms that is kept when the service asks for one. */
const longestPauseMs = 60 * 60_000
/** A user waits in front of a screen: a longer pause (ms) is reported as an error instead of waited for. */
const longestScreenWaitMs = 120_000
/** First pause in ms when the service names none; doubled with each refusal in a row. */
const firstPauseMs = 1_000
const longestOwnPauseMs = 60_000
/** After this many pauses in a row without success, the next run continues instead of waiting longer. */
const mostPausesInVain = 8

/**
 * How long a request may wait: `background` for as long as the service asks, `screen` at most two minutes and ahead of the
 * background. `write` does not wait at all, because the data it was compared with becomes outdated: during a pause it fails and
 * nothing is sent.
 */
export type RequestKind = 'background' | 'screen' | 'write'

/** The load signal in an answer. `retryAfterMs` is null if the service named no wait. */
export type LoadSign = { status: number; retryAfterMs: number | null }

type LimitedOptions<Answer> = {
  kind: RequestKind
  signal: AbortSignal
  signOf: (answer: Answer) => LoadSign
}

/**
 * The only place that decides when a request to a service may be sent; shared by sync, outbox and downloads of all connections to
 * it.
 */
export type RequestLimiter = {
  /**
   * Sends when a slot is free and no pause is active. Rejects with the error of `send`, the signal's reason, or
   * `service/rate-limited` (with `retryAfterMs`) if this kind of request does not wait that long.
   */
  run<Answer>(send: () => Promise<Answer>, options: LimitedOptions<Answer>): Promise<Answer>
  /** True if the service refused again after each of many pauses. */
  isHopeless(): boolean
  /**
   * Called with the end of an active pause, and of each that begins, ms since the epoch, and with null when requests continue.
   * Returns the unsubscriber.
   */
  onPause(listener: (until: number | null) => void): () => void
}

/**
 * Adaptive: each answer slightly raises the number of requests in flight, a 429 or 503 halves it. After a 429 requests are also
 * paced (see `createPace`): a limit per second is met by spacing, not by fewer connections. Retry-After applies to all requests.
 */
export function createRequestLimiter(clock: Clock): RequestLimiter {
  const now = clock.elapsed
  const queue = new PQueue({ concurrency: mostPlaces })
  const pace = createPace({ now })
  const pauses = createEmitter<number | null>()
  let places = mostPlaces
  let pausedUntil = 0
  let pausesInVain = 0
  /** Requests sent before the last refusal carry no new information about load. */
  let refusedAt = Number.NEGATIVE_INFINITY
  let isTold = false

  const setPlaces = (next: number) => {
    places = Math.min(mostPlaces, Math.max(1, next))
    queue.concurrency = Math.floor(places)
  }
  const left = () => pausedUntil - now()
  const tellPause = () => {
    isTold = true
    pauses.emit(clock.now() + left())
  }
  const pause = (askedMs: number | null) => {
    pausesInVain += 1
    const own = Math.min(longestOwnPauseMs, firstPauseMs * 2 ** (pausesInVain - 1))
    // The first wait that the service names is used as it is; when it fails repeatedly, it doubles.
    const ms = askedMs === null || pausesInVain > 1 ? Math.max(askedMs ?? 0, own) : askedMs
    const jittered = Math.ceil(ms * (1 + clock.random() * 0.05))
    pausedUntil = Math.max(pausedUntil, now() + Math.min(longestPauseMs, jittered))
    tellPause()
  }
  const note = ({ status, retryAfterMs }: LoadSign, sentAt: number) => {
    if (status !== 429 && status !== 503) {
      pausesInVain = 0
      pace.answered()
      setPlaces(places + 1 / places)
      if (isTold && left() <= 0) {
        isTold = false
        pauses.emit(null)
      }
      return
    }
    if (sentAt <= refusedAt) return
    refusedAt = now()
    setPlaces(places / 2)
    if (status === 429) pace.refused()
    // A 503 without a wait may concern one URL only: that request backs off on its own.
    if (status === 429 || retryAfterMs !== null) pause(retryAfterMs)
  }
  const passPause = async (kind: RequestKind, signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const wait = left()
      if (wait <= 0) return
      if (kind === 'screen' && wait > longestScreenWaitMs) throw pausedError(wait)
      await clock.sleep(wait, signal)
    }
  }
  const passGate = async (kind: RequestKind, signal: AbortSignal) => {
    do {
      await passPause(kind, signal)
      const wait = pace.book()
      if (wait > 0) await clock.sleep(wait, signal)
    } while (left() > 0)
  }
  const send = async <Answer>(work: () => Promise<Answer>, signOf: (answer: Answer) => LoadSign) => {
    const sentAt = now()
    const answer = await work()
    note(signOf(answer), sentAt)
    return answer
  }
  return {
    async run(work, { kind, signal, signOf }) {
      if (kind === 'write') {
        if (left() > 0) throw pausedError(left())
        pace.book()
        return await send(work, signOf)
      }
      const inTurn = async () => {
        await passGate(kind, signal)
        return await send(work, signOf)
      }
      // An aborted request leaves the queue at once: other connections' requests may be ahead of it for as long as a pause lasts.
      return await queue.add(inTurn, { priority: kind === 'screen' ? 1 : 0, signal })
    },
    isHopeless: () => pausesInVain >= mostPausesInVain,
    onPause(listener) {
      const off = pauses.on(listener)
      if (isTold && left() > 0) listener(clock.now() + left())
      return off
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

/** A limiter in use; its holder releases it. */
export type HeldLimiter = {
  limiter: RequestLimiter
  /** The last holder's release ends the limiter, and with it any pause; a second release has no effect. */
  release(): void
}

/** The limiters of all services in use: a service counts the requests of all its users on this computer together. */
export type ServiceLimiters = {
  /** @param baseUrl - https; the host's letter case, a default port and trailing slashes make no difference */
  acquire(baseUrl: string): HeldLimiter
}

/** {@link ServiceLimiters} without any service yet. */
export function createServiceLimiters(clock: Clock): ServiceLimiters {
  const inUse = new Map<string, { limiter: RequestLimiter; holders: number }>()
  return {
    acquire(baseUrl) {
      const { origin, pathname } = new URL(baseUrl)
      const key = `${origin}${pathname.replace(/\/+$/, '')}`
      const shared = inUse.get(key) ?? { limiter: createRequestLimiter(clock), holders: 0 }
      inUse.set(key, shared)
      shared.holders += 1
      let isHeld = true
      return {
        limiter: shared.limiter,
        release() {
          if (!isHeld) return
          isHeld = false
          shared.holders -= 1
          if (shared.holders === 0) inUse.delete(key)
        },
      }
    },
  }
}

/** The load signal in an answer. */
export function loadSignOf({ status, headers }: { status: number; headers: Answer['headers'] }, now: number): LoadSign {
  return { status, retryAfterMs: readRetryAfter(headers, now) }
}

/** Factor applied to the refused rate; the smaller one applies when the service refuses again at once. */
const decrease = 0.9
const decreaseAtOnce = 0.6
const atOnceMs = 5_000
/** Growth per second as a share of the rate: near the refused rate, far from it, and after a first estimate. */
const slowGrowth = 0.005
const fastGrowth = 0.05
const searchGrowth = 0.2
/** Requests per second: the lowest pace, and the rate above which pacing ends. */
const slowest = 0.2
const fastest = 500
/** Time span in ms whose answers are counted for the first estimate. */
const estimateMs = 1_000

/** The rate in requests per second that a service accepts, learned from its refusals. Unlimited until the first refusal. */
type Pace = {
  /** Books the next time to send; returns the whole ms until then. */
  book(): number
  /** A request was answered, and not refused because of load. */
  answered(): void
  /** The service answered 429. */
  refused(): void
}

/** A {@link Pace}: multiplicative decrease, additive increase that is slow near the last refused rate (as in TCP CUBIC). */
function createPace(clock: Pick<Clock, 'now'>): Pace {
  let rate = Number.POSITIVE_INFINITY
  let refusedRate = Number.POSITIVE_INFINITY
  let isEstimated = false
  let lastRefusal = Number.NEGATIVE_INFINITY
  let grownAt = 0
  let nextAt = 0
  let answers: number[] = []

  const grow = () => {
    const now = clock.now()
    const seconds = Math.max(0, now - grownAt) / 1000
    const isNear = rate > refusedRate * 0.9 && rate < refusedRate * 1.05
    if (isEstimated) rate *= 1 + searchGrowth * seconds
    else rate += (isNear ? refusedRate * slowGrowth : rate * fastGrowth) * seconds
    grownAt = now
    if (rate > fastest) rate = Number.POSITIVE_INFINITY
  }
  const isPaced = () => rate !== Number.POSITIVE_INFINITY

  return {
    book() {
      if (!isPaced()) return 0
      grow()
      const now = clock.now()
      const at = Math.max(now, nextAt)
      nextAt = at + 1000 / rate
      return Math.ceil(at - now)
    },
    answered() {
      if (isPaced()) return
      const now = clock.now()
      answers.push(now)
      if (answers.length > 2 * fastest) answers = answers.slice(-fastest)
    },
    refused() {
      const now = clock.now()
      const since = now - estimateMs
      // Answers before the first refusal were a burst, or cut off by it: only the refusal of a paced rate gives a reliable value.
      isEstimated = !isPaced()
      refusedRate = isPaced() ? rate : Math.max(1, answers.filter((at) => at > since).length)
      const isAtOnce = now - lastRefusal < atOnceMs
      rate = Math.max(slowest, refusedRate * (isAtOnce ? decreaseAtOnce : decrease))
      lastRefusal = now
      grownAt = now
      answers = []
    },
  }
}
