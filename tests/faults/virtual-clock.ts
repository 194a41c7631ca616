import type { Clock } from '../../electron/platform/clock.ts'
import type { Random } from './random.ts'

/** A process until it crashes; after that, none of its waits resolves. */
export type Life = { dead: boolean }

type Sleeper = { due: number; life: Life; wake: () => void }

/** A clock that only moves when told to advance to the next pending timer. */
export function createVirtualClock(start: number, random: Random) {
  const state = { now: start, offBy: 0 }
  let sleepers: Sleeper[] = []
  const sleep = (ms: number, life: Life, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return void reject(signal.reason)
      const sleeper = { due: state.now + Math.max(0, ms), life, wake: resolve }
      sleepers.push(sleeper)
      const onAbort = () => {
        sleepers = sleepers.filter((other) => other !== sleeper)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  const living = () => {
    sleepers = sleepers.filter(({ life }) => !life.dead)
    return sleepers
  }
  return {
    now: () => state.now,
    clockOf: (life: Life): Clock => ({
      now: () => Math.floor(state.now + state.offBy),
      // A reading takes a microsecond, so that two readings are never the same, as on a computer.
      elapsed: () => {
        state.now += 0.001
        return state.now
      },
      sleep: (ms, signal) => sleep(ms, life, signal),
      random: random.next,
    }),
    /** Changes the computer's clock; the service's clock and pending waits are not affected. */
    setComputer(offByMs: number) {
      state.offBy = offByMs
    },
    isAnybodyWaiting: () => living().length > 0,
    /** Advances to the next pending timer and resolves its waits. */
    advance() {
      const [first] = living().toSorted((a, b) => a.due - b.due)
      if (first === undefined) return
      sleepers = sleepers.filter((other) => other !== first)
      state.now = Math.max(state.now, first.due)
      first.wake()
    },
  }
}

export type VirtualClock = ReturnType<typeof createVirtualClock>
