/** Rows asked for at once. Windows begin at its multiples, so that neighbours share what is already read. */
export const windowSize = 150

type Span = { first: number; last: number }

/**
 * Offsets of the windows that hold rows `first` to `last` (inclusive) of `total`; before the total is known, the first
 * window alone. `ahead` rows on either side are read before they are seen.
 */
export function windowsFor({ first, last }: Span, total: number | null, ahead = 0): number[] {
  if (total === null) return [0]
  if (total <= 0) return [0]
  const top = Math.max(0, Math.min(first, total - 1) - ahead)
  const bottom = Math.min(total - 1, Math.max(last, first) + ahead)
  const offsets: number[] = []
  for (let offset = top - (top % windowSize); offset <= bottom; offset += windowSize) offsets.push(offset)
  return offsets
}

/** The rows to render: those in view, and the one that holds the keyboard's focus, so that focus is never lost. */
export function withActiveRow(visible: readonly number[], active: number, total: number): number[] {
  if (active < 0 || active >= total || visible.includes(active)) return [...visible]
  return [...visible, active].sort((left, right) => left - right)
}
