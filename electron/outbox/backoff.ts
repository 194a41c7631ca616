import type { Clock } from '../platform/clock.ts'
import { roundsMs } from './reconcile.ts'

const firstWaitMs = 2_000
/** Longest back-off in ms. */
export const longestWaitMs = 5 * 60_000
/** Longest wait in ms that is kept when the service asks for one. */
export const longestAskedMs = 60 * 60_000

/** Returns 0 if the deadline (ms since the epoch) is implausibly far away: the clock was set back. */
export const plausibleDeadline = (moment: number, { now, longest }: { now: number; longest: number }): number =>
  moment - now > longest ? 0 : moment

/** Wait in ms after a number of failures in a row: doubled each time, with jitter, 5 minutes at most. */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return ceiling * (0.5 + random * 0.5)
}

/** Waits in memory: per operation, and for all operations while the service cannot be reached. */
export type Backoff = {
  /**
   * End of the wait by operation, ms since the epoch by the computer's clock; waits themselves do not depend on it. The clocks are read
   * once for all of them: two readings of one end can differ by a part of a millisecond.
   */
  until(): Pick<ReadonlyMap<string, number>, 'get' | 'has'>
  /** End of the wait for all operations, ms since the epoch; 0 for no wait. */
  everythingUntil(): number
  isUnreached(): boolean
  /** The service was not reached. */
  unreached(): void
  reached(): void
  /** The service asked for a pause, in ms. */
  rest(ms: number): void
  /** One operation failed in a way that may pass. */
  failed(id: string): void
  /**
   * Number of searches before the current one, for an operation whose outcome is unknown; {@link Backoff.nextRound} schedules the
   * next search.
   */
  round(id: string): number
  nextRound(id: string): void
  /** Searches once more, at once. */
  lastRound(id: string): void
  forget(id: string): void
  /**
   * Ends every wait except a pause that the service asked for. The service is searched at once for an operation whose outcome is
   * unknown; if it is not found, the scheduled searches remain.
   */
  clear(): void
}

/** {@link Backoff} with no wait. */
export function createBackoff(clock: Clock): Backoff {
  const now = clock.elapsed
  const until = new Map<string, number>()
  /** A time by `clock.elapsed` as one by the computer's clock of this moment, which may have been changed since. */
  const byClock = (at: number) => at - now() + clock.now()
  const failures = new Map<string, number>()
  const rounds = new Map<string, number>()
  /** The scheduled time of a search that was moved forward, ms since the epoch. */
  const hastened = new Map<string, number>()
  let unreached = 0
  let everything = 0
  let resting = 0
  return {
    until() {
      const ahead = byClock(0)
      return {
        has: (id) => until.has(id),
        get(id) {
          const at = until.get(id)
          return at === undefined ? undefined : at + ahead
        },
      }
    },
    everythingUntil() {
      const end = Math.max(everything, resting)
      return end > now() ? byClock(end) : 0
    },
    isUnreached: () => unreached > 0,
    unreached() {
      // Operations that fail at the same time count as one failure.
      if (everything > now()) return
      unreached += 1
      everything = now() + backoffMs(unreached, clock.random())
    },
    reached() {
      unreached = 0
      everything = 0
    },
    rest(ms) {
      resting = Math.max(resting, now() + ms)
    },
    failed(id) {
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      until.set(id, now() + backoffMs(count, clock.random()))
    },
    // A search before its scheduled time is an extra one, not the last: a write that is still being processed keeps the time it
    // was given.
    round: (id) => ((hastened.get(id) ?? 0) > now() ? 0 : (rounds.get(id) ?? 0)),
    nextRound(id) {
      const due = hastened.get(id) ?? 0
      hastened.delete(id)
      if (due > now()) return void until.set(id, due)
      const before = rounds.get(id)
      const round = before === undefined ? 0 : before + 1
      rounds.set(id, round)
      const since = before === undefined ? 0 : (roundsMs[before] ?? 0)
      until.set(id, now() + (roundsMs[round] ?? 0) - since)
    },
    lastRound(id) {
      hastened.delete(id)
      rounds.set(id, roundsMs.length - 1)
      until.delete(id)
    },
    forget(id) {
      hastened.delete(id)
      until.delete(id)
      failures.delete(id)
      rounds.delete(id)
    },
    clear() {
      for (const [id, due] of until) {
        if (rounds.has(id) && due > now()) hastened.set(id, due)
        until.delete(id)
      }
      unreached = 0
      everything = 0
    },
  }
}
