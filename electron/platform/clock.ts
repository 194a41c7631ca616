import { setTimeout as wait } from 'node:timers/promises'

/** The time and randomness used by the service client and sign-in. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to, but not including, 1. */
  random(): number
}

/**
 * Returns a `now` that never goes back, for waits in memory: when the computer's clock is set back, time goes on from where it was, so a
 * wait of seconds does not become one of days. It drifts from the date, so it must not be shown or stored.
 */
export function steadyNow(clock: Pick<Clock, 'now'>): () => number {
  let last = clock.now()
  let ahead = 0
  return () => {
    const now = clock.now()
    if (now < last) ahead += last - now
    last = now
    return now + ahead
  }
}

export const systemClock: Clock = {
  now: Date.now,
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  },
  random: Math.random,
}
