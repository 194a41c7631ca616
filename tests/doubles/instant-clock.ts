import type { Clock } from '../../electron/platform/clock.ts'

/** A clock whose sleeps are recorded and return at once; its random numbers are always 0.5. `onSleep` is called after each of them. */
export function createInstantClock(start = Date.parse('2026-01-01T00:00:00Z')) {
  /** How far the clock was set back; the time that passes does not know of it. */
  let back = 0
  const state = {
    now: start,
    sleeps: [] as number[],
    onSleep: () => {},
    setBack(ms: number) {
      back += ms
      state.now -= ms
    },
  }
  const clock: Clock = {
    now: () => state.now,
    elapsed: () => state.now + back,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      state.sleeps.push(ms)
      state.now += ms
      state.onSleep()
    },
    random: () => 0.5,
  }
  return Object.assign(state, { clock })
}
