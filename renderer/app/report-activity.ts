/** The least time between two reports, ms. */
export const restMs = 20_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'touchstart'] as const

/**
 * Tells that somebody uses this page: at once, and then at most every twenty seconds, the last sign included.
 *
 * @returns stops
 */
export function reportActivity(report: () => void): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined
  let again = false
  const tell = () => {
    again = false
    report()
    resting = setTimeout(() => {
      resting = undefined
      if (again) tell()
    }, restMs)
  }
  const note = () => {
    if (resting === undefined) tell()
    else again = true
  }
  const options = { capture: true, passive: true }
  for (const sign of signs) window.addEventListener(sign, note, options)
  return () => {
    clearTimeout(resting)
    for (const sign of signs) window.removeEventListener(sign, note, options)
  }
}
