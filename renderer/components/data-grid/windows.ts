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
/** How many frames a window may take from the wish to the screen. */
const framesAhead = 14

/**
 * Which windows are wanted, the most urgent first: those in view, then the ones that come next at this speed, then the
 * neighbours on the other side.
 */
export function wantedWindows({ first, last, speed }: Wish, total: number | null): number[] {
  const ahead = Math.min(mostAhead, Math.ceil(readAhead + Math.abs(speed) * framesAhead))
  const below = windowsFor({ first, last: last + (speed < 0 ? readAhead : ahead) }, total)
  const above = windowsFor(
    { first: Math.max(0, first - (speed < 0 ? ahead : readAhead)), last: first },
    total,
  ).reverse()
  const inView = windowsFor({ first, last }, total)
  return [...new Set(speed < 0 ? [...inView, ...above, ...below] : [...inView, ...below, ...above])]
}

/** The rows to draw: those in view, and the one that holds the keyboard's focus, so that focus is never lost. */
export function withActiveRow(visible: readonly number[], active: number, total: number): number[] {
  if (active < 0 || active >= total || visible.includes(active)) return [...visible]
  return [...visible, active].sort((left, right) => left - right)
}
