import type { Clock } from '../../../../electron/platform/clock.ts'

type Sleeper = { due: number; wake: () => void }

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** A clock that the test moves. The computer's time can be set apart from the time that passes. */
export function createManualClock(start: number) {
  const state = { now: start, offBy: 0 }
  let sleepers: Sleeper[] = []
  const clock: Clock = {
    now: () => state.now + state.offBy,
    elapsed: () => state.now,
    random: () => 0.5,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return void reject(signal.reason)
        const sleeper = { due: state.now + Math.max(0, ms), wake: resolve }
        sleepers.push(sleeper)
        const leave = () => {
          sleepers = sleepers.filter((one) => one !== sleeper)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
      }),
  }
  return {
    clock,
    /** The time that no one can set, ms since the epoch. */
    trueNow: () => state.now,
    set: (offByMs: number) => {
      state.offBy = offByMs
    },
    /** Lets time pass, and everything that becomes due happen in order. */
    async pass(ms: number) {
      const end = state.now + ms
      for (;;) {
        await settle()
        const [first] = sleepers.toSorted((a, b) => a.due - b.due)
        if (first === undefined || first.due > end) break
        sleepers = sleepers.filter((one) => one !== first)
        state.now = Math.max(state.now, first.due)
        first.wake()
      }
      state.now = end
      await settle()
    },
  }
}
