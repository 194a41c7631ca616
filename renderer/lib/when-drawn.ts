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

/** True once the page's first screen has been drawn: requests for what stands beside the rows do not delay them. */
export function useFirstDrawn(): boolean {
  const [drawn, setDrawn] = useState(firstDrawn)
  useEffect(() => {
    if (firstDrawn) return
    return whenDrawn(() => {
      firstDrawn = true
      setDrawn(true)
    })
  }, [])
  return drawn
}
