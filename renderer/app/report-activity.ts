import { createThrottle } from '../../shared/lib/calls.ts'

/** Minimum time between two reports, in ms. */
const restMs = 20_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'touchstart'] as const

/**
 * Reports that the user is active on this page: immediately, then at most every 20 seconds, and once more after the last
 * activity.
 *
 * @returns stops reporting
 */
export function reportActivity(report: () => void): () => void {
  const reporting = createThrottle(restMs, report, { atOnce: true })
  const options = { capture: true, passive: true }
  for (const sign of signs) window.addEventListener(sign, reporting.request, options)
  return () => {
    reporting.end()
    for (const sign of signs) window.removeEventListener(sign, reporting.request, options)
  }
}
