/** Milliseconds since 1970. Passed in, so that tests can choose the time. */
export type Clock = () => number

/** The stamp of a change made now; always later than the record's last one, so that a change can be seen by it. */
export function changedAt(clock: Clock, previous: string): string {
  const last = Date.parse(previous)
  return new Date(Number.isNaN(last) ? clock() : Math.max(clock(), last + 1)).toISOString()
}
