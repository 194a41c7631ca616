import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, as far as the service client and sign-in depend on them. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** 0 up to, but not including, 1. */
  random(): number
}

export const systemClock: Clock = {
  now: Date.now,
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  },
  random: Math.random,
}
