import { useSyncExternalStore } from 'react'

const minute = 60_000

function onEachHalfMinute(notify: () => void): () => void {
  const timer = setInterval(notify, minute / 2)
  return () => clearInterval(timer)
}

/** The time now (ms since 1970), to half a minute; re-renders as it passes, so that "3 minutes ago" stays true. */
export const useNow = (): number =>
  useSyncExternalStore(onEachHalfMinute, () => Math.floor(Date.now() / (minute / 2)) * (minute / 2))
