import type { Clock } from '../platform/clock.ts'

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
export type Pace = {
  /** Books the next time to send; returns the whole ms until then. */
  book(): number
  /** A request was answered, and not refused because of load. */
  answered(): void
  /** The service answered 429. */
  refused(): void
}

/** A {@link Pace}: multiplicative decrease, additive increase that is slow near the last refused rate (as in TCP CUBIC). */
export function createPace(clock: Pick<Clock, 'now'>): Pace {
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
