import { useSyncExternalStore } from 'react'

const secondsUntil = (moment: string | null) =>
  moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000))

function everyHalfSecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 500)
  return () => clearInterval(timer)
}

/** The whole seconds until a moment (ISO 8601), counting down; 0 if the moment has passed or is null. */
export function useSecondsUntil(moment: string | null): number {
  return useSyncExternalStore(everyHalfSecond, () => secondsUntil(moment))
}
