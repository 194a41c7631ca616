/** Minimum time between two reports, in ms. */
export const restMs = 20_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'touchstart'] as const

/**
 * Reports that the user is active on this page: immediately, then at most every 20 seconds, and once more after the last
 * activity.
 *
 * @returns stops reporting
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
