import type { SystemEvents } from '../../platform/system-events.ts'

/** How often the time is looked at, ms. */
const lookEveryMs = 5_000
/** So much more than that has passed when the computer slept, ms; a busy one is late by less. */
const jumpMs = 30_000

type Options = {
  /** Milliseconds since 1970; counts the time that the computer sleeps. */
  now?: () => number
  /** Runs again and again until what it returns is called. */
  every?: (ms: number, run: () => void) => () => void
}

const everySystem: NonNullable<Options['every']> = (ms, run) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/**
 * Where no system tells of sleep: a computer whose time went on without us has slept. It is told a few seconds late, and a
 * clock that was put forward looks the same, which does no harm.
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
