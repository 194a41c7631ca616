import type { SystemEvents } from '../../platform/system-events.ts'
import { type IdleClock, systemIdleClock } from '../../security/idle-watch.ts'

/** How often the clock is checked, in ms. */
const lookEveryMs = 5_000
/** If the clock advanced by this much more than expected, the computer slept, in ms; a busy computer is late by less. */
const jumpMs = 30_000

type Options = {
  /** Milliseconds since 1970; includes the time that the computer sleeps. */
  now?: () => number
  /** Runs repeatedly until the returned function is called. */
  every?: (ms: number, run: () => void) => () => void
}

const everySystem: NonNullable<Options['every']> = (ms, run) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/**
 * Detects sleep where the system does not report it: the computer slept if the clock advanced while Steward did not run. Reported
 * a few seconds late. A clock that was set forward looks the same, which does no harm.
 */
export function wakingByTheClock({ now = Date.now, every = everySystem }: Options = {}): SystemEvents['onResume'] {
  return (listener) => {
    let looked = now()
    return every(lookEveryMs, () => {
      const passed = now() - looked
      looked = now()
      if (passed > lookEveryMs + jumpMs) listener()
    })
  }
}

/** Time between two queries of the screen's lock, in ms. */
const screenEveryMs = 5_000

/**
 * Calls the listener within seconds after the screen was locked or unlocked, on systems that do not report it but can be queried.
 *
 * @param isLocked - queries whether the screen is locked now
 * @param to - the state to wait for
 * @returns a function that stops the checks
 */
export function whenLockedBecomes(
  isLocked: () => boolean,
  { to, listener, clock = systemIdleClock }: { to: boolean; listener: () => void; clock?: Pick<IdleClock, 'every'> },
): () => void {
  let before = isLocked()
  return clock.every(screenEveryMs, () => {
    const now = isLocked()
    if (now !== before && now === to) listener()
    before = now
  })
}
