import { useEffect, useState } from 'react'

/** Delay in ms after the first screen is drawn, during which it is still being painted and receives responses. */
const settlingMs = 250
/** Maximum time to wait for an idle page after that, in ms. */
const longestMs = 1_000

/**
 * Runs a function once the screen has been drawn and the page is idle.
 *
 * @returns cancels it
 */
export function whenDrawn(run: () => void): () => void {
  let idle = 0
  const timer = setTimeout(() => {
    idle = requestIdleCallback(run, { timeout: longestMs })
  }, settlingMs)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
}

let firstDrawn = false

/** True once the page's first screen is drawn. Requests that its rows do not need wait for this. */
export function useFirstDrawn(): boolean {
  const [drawn, setDrawn] = useState(firstDrawn)
  useEffect(() => {
    // It may have been drawn since this component was.
    if (firstDrawn) return setDrawn(true)
    return whenDrawn(() => {
      firstDrawn = true
      setDrawn(true)
    })
  }, [])
  return drawn
}
