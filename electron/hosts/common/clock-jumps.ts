import type { SystemEvents } from '../../platform/system-events.ts'

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
