/** One value, or one of each round. */
export type Measured = number | readonly number[]

/** The values of all rounds: their median, extremes and quartiles. */
export type Spread = {
  median: number
  lowest: number
  highest: number
  lowerQuartile: number
  upperQuartile: number
  rounds: number
}

/** Summarizes the rounds of a figure, rounded to three significant digits or two decimal places, whichever keeps more. */
export function spreadOf(measured: Measured): Spread {
  const values = [typeof measured === 'number' ? [measured] : measured].flat().toSorted((a, b) => a - b)
  if (values.length === 0 || !values.every(Number.isFinite)) throw new Error('A bench returned no number.')
  const at = (share: number) => rounded(quantile(values, share))
  return {
    median: at(0.5),
    lowest: at(0),
    highest: at(1),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    rounds: values.length,
  }
}

/** The value at this share of sorted values; between two of them, in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [before = 0, after = before] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return before + (after - before) * (place % 1)
}

function rounded(value: number): number {
  const hundredths = Math.round(value * 100) / 100
  return Math.abs(value) < 1 ? Number(value.toPrecision(3)) : hundredths
}

/** How a figure changed: better, worse, or by less than its rounds differ. `unknown` if either side has too few rounds. */
export type Change = { percent: number; verdict: 'better' | 'worse' | 'noise' | 'unknown' }

/** With fewer rounds, quartiles say nothing. */
export const fewestRounds = 5

/** Compares two measurements: if the middle halves of their rounds overlap, the difference is noise. */
export function changeBetween(before: Spread, now: Spread, better: 'less' | 'more'): Change {
  const percent = before.median === 0 ? 0 : Math.round((now.median / before.median - 1) * 1000) / 10
  if (Math.min(before.rounds, now.rounds) < fewestRounds) return { percent, verdict: 'unknown' }
  const isOverlapping = now.lowerQuartile <= before.upperQuartile && before.lowerQuartile <= now.upperQuartile
  if (isOverlapping) return { percent, verdict: 'noise' }
  return { percent, verdict: now.median < before.median === (better === 'less') ? 'better' : 'worse' }
}
