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

export const systemClock: Clock = {
  now: Date.now,
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  },
  random: Math.random,
}
