import type { Clock } from '../platform/clock.ts'
import { createRequestLimiter, type RequestLimiter } from './request-limiter.ts'

/** A limiter, until it is given back. */
export type HeldLimiter = {
  limiter: RequestLimiter
  /** The last holder's release ends the limiter, and with it any pause; releasing twice is releasing once. */
  release(): void
}

/** The limiters of all services in use: a service counts the requests of all of its users on this computer together. */
export type ServiceLimiters = {
  /** @param baseUrl - https; letter case of the host, a default port and slashes at the end make no difference */
  hold(baseUrl: string): HeldLimiter
}

/** {@link ServiceLimiters} without any service yet. */
export function createServiceLimiters(clock: Clock): ServiceLimiters {
  const inUse = new Map<string, { limiter: RequestLimiter; holders: number }>()
  return {
    hold(baseUrl) {
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
