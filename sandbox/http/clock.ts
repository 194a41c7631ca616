/** Returns milliseconds since 1970. Injected, so that tests can set the time. */
export type Clock = () => number

/**
 * Returns the timestamp of a change made now; always later than the record's previous timestamp, so that every change is visible.
 */
export function changedAt(clock: Clock, previous: string): string {
  const last = Date.parse(previous)
  return new Date(Number.isNaN(last) ? clock() : Math.max(clock(), last + 1)).toISOString()
}
