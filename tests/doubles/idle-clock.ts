import type { IdleClock } from '../../electron/platform/clock.ts'

const lookEveryMs = 5_000

/** A clock controlled by the test; the idle check runs as often as it would in real time. */
export function idleClockDouble(start = Date.parse('2026-03-01T12:00:00Z')) {
  const runs = new Set<() => void>()
  const double = {
    time: start,
    /** Advances the clock by this many minutes. */
    pass(minutes: number) {
      for (let ms = 0; ms < minutes * 60_000; ms += lookEveryMs) {
        double.time += lookEveryMs
        for (const run of runs) run()
      }
    },
    /** The computer slept or its clock was changed: a single check, at another time. */
    jump(minutes: number) {
      double.time += minutes * 60_000
      for (const run of runs) run()
    },
  }
  const clock: IdleClock = {
    now: () => double.time,
    every(_ms, run) {
      runs.add(run)
      return () => void runs.delete(run)
    },
  }
  return Object.assign(double, { clock })
}
