import { useSyncExternalStore } from 'react'

/**
 * A clock for any number of components: one timer, which runs while anything is subscribed.
 *
 * @param everyMs - time between two ticks
 * @returns subscribes to the ticks; what it returns unsubscribes
 */
export function createClock(everyMs: number): (onTick: () => void) => () => void {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return (onTick) => {
    listeners.add(onTick)
    timer ??= setInterval(() => {
      for (const listener of [...listeners]) listener()
    }, everyMs)
    return () => {
      listeners.delete(onTick)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

const halfMinute = 30_000
const onHalfMinute = createClock(halfMinute)

/**
 * The current time (ms since 1970), rounded down to half a minute. Rerenders when it changes, so that "3 minutes ago" stays
 * correct.
 */
export const useNow = (): number =>
  useSyncExternalStore(onHalfMinute, () => Math.floor(Date.now() / halfMinute) * halfMinute)

/** Ticks four times a second, for countdowns that are shown in seconds. */
export const onCountdown = createClock(250)
