import type { Clock } from '../platform/clock.ts'
import { createRequestLimiter, type RequestLimiter } from './request-limiter.ts'

/** A limiter in use; its holder releases it. */
export type HeldLimiter = {
  limiter: RequestLimiter
  /** The last holder's release ends the limiter, and with it any pause; a second release has no effect. */
  release(): void
}

/** The limiters of all services in use: a service counts the requests of all its users on this computer together. */
export type ServiceLimiters = {
  /** @param baseUrl - https; the host's letter case, a default port and trailing slashes make no difference */
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
