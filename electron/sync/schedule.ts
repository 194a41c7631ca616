/** Between two runs that went well, ms. */
const periodMs = 15 * 60 * 1000
/** First wait after a run that could not reach the service, ms; doubled each time. */
const firstRetryMs = 5_000
const longestRetryMs = 5 * 60 * 1000

/**
 * How long to wait for the next run, ms, with jitter so that a firm's computers do not ask all at once.
 *
 * @param failures - runs in a row that could not reach the service; 0 after any other
 * @param random - 0 up to 1
 */
export function nextRunIn(failures: number, random: number): number {
  if (failures === 0) return periodMs * (0.9 + random * 0.2)
  const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
  return ceiling * (0.5 + random * 0.5)
}
