import { useEffect, useState } from 'react'

const secondsUntil = (moment: string | null) =>
  moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000))

/** The whole seconds until a moment (ISO 8601), counting down; 0 if the moment has passed or is null. */
export function useSecondsUntil(moment: string | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))
  useEffect(() => {
    setSeconds(secondsUntil(moment))
    if (moment === null) return
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 500)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}
