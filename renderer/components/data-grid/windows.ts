/** Rows asked for at once. Windows begin at its multiples, so that neighbours share what is already read. */
export const windowSize = 200

export type Span = { first: number; last: number }

/**
 * Offsets of the windows that hold rows `first` to `last` (inclusive) of `total`; before the total is known, the first
 * window alone.
 */
export function windowsFor({ first, last }: Span, total: number | null): number[] {
  if (total === null || total <= 0) return [0]
  const top = Math.max(0, Math.min(first, total - 1))
  const bottom = Math.min(total - 1, Math.max(last, first))
  const offsets: number[] = []
  for (let offset = top - (top % windowSize); offset <= bottom; offset += windowSize) offsets.push(offset)
  return offsets
}

export type Wish = Span & { /** Rows per frame, downwards positive. */ speed: number }

/** Rows that are read before they are seen, at rest; and the most, at speed. */
const readAhead = 60
const mostAhead = 8000
/** For how many frames of scrolling rows are read ahead. */
const framesAhead = 16
/** Rows per frame from which on a window that is in view is past before it comes. */
const fast = 20

/**
 * Which windows are wanted, the most urgent first. At rest and in slow scrolling: those in view, then the neighbours. In
 * fast scrolling: those that will be in view when an answer can be there (`latency`, in frames), on from there, and only
 * then what is on screen now.
 */
export function wantedWindows({ first, last, speed }: Wish, total: number | null, latency = 3): number[] {
  const ahead = Math.min(mostAhead, Math.ceil(readAhead + Math.abs(speed) * framesAhead))
  const below = windowsFor({ first, last: last + (speed < 0 ? readAhead : ahead) }, total)
  const above = windowsFor(
    { first: Math.max(0, first - (speed < 0 ? ahead : readAhead)), last: first },
    total,
  ).reverse()
  const onTheWay = speed < 0 ? above : below
  const all = [...windowsFor({ first, last }, total), ...onTheWay, ...(speed < 0 ? below : above)]
  if (Math.abs(speed) < fast) return [...new Set(all)]
  const there = first + speed * latency
  const inTime = onTheWay.filter((offset) => (speed < 0 ? offset <= there : offset + windowSize > there))
  return [...new Set([...inTime, ...all])]
}

/** The rows to draw: those in view, and the one that holds the keyboard's focus, so that focus is never lost. */
export function withActiveRow(visible: readonly number[], active: number, total: number): number[] {
  if (active < 0 || active >= total || visible.includes(active)) return [...visible]
  return [...visible, active].sort((left, right) => left - right)
}
