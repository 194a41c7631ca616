/** Rows per request. Windows start at multiples of this, so that overlapping views share them. */
export const windowSize = 200

export type Span = { first: number; last: number }

/**
 * Offsets of the windows that contain rows `first` to `last` (inclusive) of `total`. While the total is unknown: only the first
 * window.
 */
export function windowsFor({ first, last }: Span, total: number | null): number[] {
  if (total === null || total <= 0) return [0]
  const top = Math.max(0, Math.min(first, total - 1))
  const bottom = Math.min(total - 1, Math.max(last, first))
  const offsets: number[] = []
  for (let offset = top - (top % windowSize); offset <= bottom; offset += windowSize) offsets.push(offset)
  return offsets
}

export type VisibleRange = Span & {
  /** Rows per frame, positive downwards. */
  speed: number
  /** Rows between them that are not shown: those of closed groups. */
  skipped?: readonly Span[]
}

/** True if all rows of a window are skipped. */
export const isSkipped = ({ skipped = [] }: VisibleRange, offset: number): boolean =>
  skipped.some(({ first, last }) => first <= offset && last >= offset + windowSize - 1)

/** Rows read ahead of the view at rest, and the maximum at speed. */
const readAhead = 60
const mostAhead = 8000
/** Number of frames of scrolling for which rows are read ahead. */
const framesAhead = 16
/** Rows per frame above which a window in view has passed before its response arrives. */
const fast = 20

/**
 * The windows to read, most urgent first. At rest and in slow scrolling: those in view, then their neighbours. In fast scrolling:
 * those that will be in view when a response can arrive (after `latency` frames), the ones beyond, and only then those on screen
 * now.
 */
export function wantedWindows(visible: VisibleRange, total: number | null, latency = 3): number[] {
  return offsetsFor(visible, total, latency).filter((offset) => !isSkipped(visible, offset))
}

function offsetsFor({ first, last, speed }: VisibleRange, total: number | null, latency: number): number[] {
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

/** The rows to draw: those in view, and the row with the keyboard focus, so that the focus is never lost. */
export function withActiveRow(visible: readonly number[], active: number, total: number): number[] {
  if (active < 0 || active >= total || visible.includes(active)) return [...visible]
  return [...visible, active].sort((left, right) => left - right)
}
