import { setTimeout as wait } from 'node:timers/promises'

/** The time, the waits and the randomness of everything that tests run in virtual time. */
export type Clock = {
  /** Milliseconds since the epoch, as the computer's clock is set: what is shown and stored. */
  now(): number
  /** Milliseconds since some moment, whatever the clock is set to: for spans and waits within one run of Steward. */
  elapsed(): number
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to, but not including, 1. */
  random(): number
}

/** True if a stored time (ISO 8601) is `from` or later. One in the future is no such time: the clock was wrong, so it says nothing. */
export function isSince(time: string | null, from: number, now: number): boolean {
  const at = time === null ? Number.NaN : Date.parse(time)
  return at >= from && at <= now
}

/** The {@link Clock} of this computer. */
export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  },
  random: Math.random,
}

/** Runs a function repeatedly until the returned function is called. */
export type Every = (ms: number, run: () => void) => () => void

/** An {@link Every} that keeps no process running. */
export const everySystem: Every = (ms, run) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/** The clock and timer on which idleness is based. */
export type IdleClock = {
  /** Milliseconds since 1970; includes the time that the computer sleeps. */
  now(): number
  every: Every
}

export const systemIdleClock: IdleClock = { now: Date.now, every: everySystem }
