import { useSyncExternalStore } from 'react'

const minute = 60_000

function onEachHalfMinute(notify: () => void): () => void {
  const timer = setInterval(notify, minute / 2)
  return () => clearInterval(timer)
}

/**
 * The current time (ms since 1970), rounded down to half a minute. Rerenders when it changes, so that "3 minutes ago" stays
 * correct.
 */
export const useNow = (): number =>
  useSyncExternalStore(onEachHalfMinute, () => Math.floor(Date.now() / (minute / 2)) * (minute / 2))
