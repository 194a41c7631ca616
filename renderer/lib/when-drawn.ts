/** So long the first screen has the page to itself: rows that were drawn are still being painted, and answers come in. */
const settlingMs = 250
/** Longer than this nothing waits then, however busy the page is. */
const longestMs = 1_000

/**
 * Runs something when the screen has been drawn for a moment and the page has nothing else to do.
 *
 * @returns gives it up
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
