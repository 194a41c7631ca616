import type { FastifyInstance } from 'fastify'
import type { SendError } from './error-answer.ts'

/** Counts since the last reset. */
export interface LimitCounts {
  /** Number of pauses that clients were told to make. Further refusals during a pause belong to it. */
  pauses: number
  /** The highest number of requests that arrived during one pause, not counting the request that started it. */
  mostDuringPause: number
}

export interface RateLimit {
  read(): LimitCounts
  reset(): void
}

interface RateLimitOptions {
  /** Requests below this path are limited, from all clients together. */
  root: string
  /** Requests per second, and the most that can accumulate in a burst. No limit if absent. */
  perSecond: number | undefined
  clock: () => number
  sendError: SendError
}

/** Answers requests beyond the limit with 429 and Retry-After in whole seconds. All clients share one token bucket. */
export function registerRateLimit(
  app: FastifyInstance,
  { root, perSecond, clock, sendError }: RateLimitOptions,
): RateLimit {
  const none = (): LimitCounts => ({ pauses: 0, mostDuringPause: 0 })
  let counts = none()
  if (perSecond === undefined) return { read: none, reset() {} }
  const bucket = { tokens: perSecond, at: clock() }
  let pausedUntil = 0
  let duringPause = 0

  const take = (now: number): boolean => {
    bucket.tokens = Math.min(perSecond, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
  /** Returns the seconds to wait before the next request. */
  const refuse = (now: number): number => {
    const seconds = Math.ceil((1 - bucket.tokens) / perSecond)
    if (now >= pausedUntil) {
      counts.pauses += 1
      duringPause = 0
    }
    pausedUntil = Math.max(pausedUntil, now + seconds * 1000)
    return seconds
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${root}/`)) return undefined
    const now = clock()
    if (now < pausedUntil) {
      duringPause += 1
      counts.mostDuringPause = Math.max(counts.mostDuringPause, duringPause)
    }
    if (take(now)) return undefined
    reply.header('retry-after', String(refuse(now)))
    const message = 'Too many requests; wait as long as Retry-After says.'
    return sendError(reply, { status: 429, code: 'rate_limited', message })
  })

  return {
    read: () => ({ ...counts }),
    reset() {
      counts = none()
      duringPause = 0
    },
  }
}
