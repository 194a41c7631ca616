import type { Clock } from '../../electron/platform/clock.ts'

/** A clock whose sleeps are recorded and return at once; its random numbers are always 0.5. */
export function createInstantClock(start = Date.parse('2026-01-01T00:00:00Z')) {
  const state = { now: start, sleeps: [] as number[] }
  const clock: Clock = {
    now: () => state.now,
    elapsed: () => state.now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      state.sleeps.push(ms)
      state.now += ms
    },
    random: () => 0.5,
  }
  return Object.assign(state, { clock })
}
