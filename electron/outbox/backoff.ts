import type { Clock } from '../platform/clock.ts'
import { roundsMs } from './reconcile.ts'

const firstWaitMs = 2_000
/** The longest wait that is begun here. */
export const longestWaitMs = 5 * 60_000
/** A wait that the service asked for is honoured up to this long, ms. */
export const longestAskedMs = 60 * 60_000

/** A moment to wait for; none where it is further off than any wait can be, since the clock was set back meanwhile. */
export const plausibleDeadline = (moment: number, { now, longest }: { now: number; longest: number }): number =>
  moment - now > longest ? 0 : moment

/** How long to wait after so many failures in a row, ms: doubled each time, with jitter, 5 minutes at most. */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return ceiling * (0.5 + random * 0.5)
}

/** Waits in memory: of single operations, and of all of them while the service cannot be reached. */
export type Backoff = {
  /** By operation, ms since the epoch. */
  readonly until: ReadonlyMap<string, number>
  /** Everything waits until then; 0 for no wait. */
  everythingUntil(): number
  isUnreached(): boolean
  /** The service was not reached. */
  unreached(): void
  reached(): void
  /** The service asked for a rest, ms. */
  rest(ms: number): void
  /** One operation failed in a way that may pass. */
  failed(id: string): void
  /** The next look for an operation whose outcome is unknown; `round` counts the looks there were. */
  round(id: string): number
  nextRound(id: string): void
  /** Looks once more, at once. */
  lastRound(id: string): void
  forget(id: string): void
  /**
   * Ends every wait but a rest that the service asked for. An operation whose outcome is unknown is looked for at once; where it
   * is not found, the looks that were planned stay.
   */
  clear(): void
}

/** {@link Backoff} with no wait. */
export function createBackoff(clock: Clock): Backoff {
  const until = new Map<string, number>()
  const failures = new Map<string, number>()
  const rounds = new Map<string, number>()
  /** When a look that was hastened would have been, ms since the epoch. */
  const hastened = new Map<string, number>()
  let unreached = 0
  let everything = 0
  let resting = 0
  const waitingFor = () => plausibleDeadline(everything, { now: clock.now(), longest: longestWaitMs })
  return {
    until,
    everythingUntil: () =>
      Math.max(waitingFor(), plausibleDeadline(resting, { now: clock.now(), longest: longestAskedMs })),
    isUnreached: () => unreached > 0,
    unreached() {
      // Several that fail together are one failure.
      if (waitingFor() > clock.now()) return
      unreached += 1
      everything = clock.now() + backoffMs(unreached, clock.random())
    },
    reached() {
      unreached = 0
      everything = 0
    },
    rest(ms) {
      resting = Math.max(resting, clock.now() + ms)
    },
    failed(id) {
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      until.set(id, clock.now() + backoffMs(count, clock.random()))
    },
    // A look ahead of its time is one more, not the last one: what is on its way keeps the time it was given.
    round: (id) => ((hastened.get(id) ?? 0) > clock.now() ? 0 : (rounds.get(id) ?? 0)),
    nextRound(id) {
      const due = hastened.get(id) ?? 0
      hastened.delete(id)
      if (due > clock.now()) return void until.set(id, due)
      const before = rounds.get(id)
      const round = before === undefined ? 0 : before + 1
      rounds.set(id, round)
      const since = before === undefined ? 0 : (roundsMs[before] ?? 0)
      until.set(id, clock.now() + (roundsMs[round] ?? 0) - since)
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
        if (rounds.has(id) && due > clock.now()) hastened.set(id, due)
        until.delete(id)
      }
      unreached = 0
      everything = 0
    },
  }
}
