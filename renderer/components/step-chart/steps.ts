/** A value on the chart, from its effective date to the last day on which it is known to be the latest. */
export type Step = {
  seq: number
  /** Day numbers, both inclusive. */
  from: number
  to: number
  held: number
  total: number
  own: boolean
}

/** A range of days of which the value is not known. */
export type Gap = { from: number; to: number }

export type Steps = { steps: Step[]; gaps: Gap[] }

/** A point of a line. */
export type Corner = { day: number; held: number; total: number }

/** The lines through all steps: a new one begins after every gap. */
export function linesOf({ steps }: Pick<Steps, 'steps'>): Corner[][] {
  const lines: Corner[][] = []
  for (const [at, { from, to, held, total }] of steps.entries()) {
    const isGap = from > (steps[at - 1]?.to ?? Number.NEGATIVE_INFINITY)
    if (isGap) lines.push([])
    lines.at(-1)?.push({ day: from, held, total }, ...(to > from ? [{ day: to, held, total }] : []))
  }
  return lines
}

/** Amounts that differ by at most this part of the greatest have an axis of their own, on which the difference is seen. */
const narrow = 0.25
/** Smaller differences are within what the service rounds. */
const mostEqual = 1e-6

/**
 * Round amounts for the axis, about five: from zero or below the least to the greatest or above. Positive amounts that hardly differ have an
 * axis that does not begin at zero; its chart says so.
 */
export function amountTicks(amounts: readonly number[]): number[] {
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const isNarrow = low > 0 && high - low > high * mostEqual && high - low < high * narrow
  const least = isNarrow ? low : Math.min(0, low)
  const most = Math.max(least === 0 ? 1 : 0, high)
  const rough = (most - least) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(least / step)
  const last = Math.ceil(most / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Day numbers for the axis labels: both ends, and evenly spaced days between them, at most `most`. */
export function ticksOf(first: number, last: number, most: number): number[] {
  const count = Math.min(most, last - first + 1)
  if (count <= 1) return [first]
  return Array.from({ length: count }, (_, at) => Math.round(first + ((last - first) * at) / (count - 1)))
}
