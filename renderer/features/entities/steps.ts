import { dayNumber } from '../../../shared/domain/day-numbers.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import { localToday } from '../../lib/today.ts'

/** A valuation on the chart: from its effective date to the last day on which it was observed to be the latest. */
export type Step = {
  seq: number
  /** Day numbers, both inclusive. */
  from: number
  to: number
  held: number
  total: number
  own: boolean
}

/** A range of days for which this computer does not know the value. */
export type Gap = { from: number; to: number }

export type Steps = { steps: Step[]; gaps: Gap[] }

/** The day number of an ISO 8601 timestamp, in the local time zone. */
const dayOfMoment = (at: string) => dayNumber(localToday(new Date(at)))

/**
 * Turns observations into steps, in the order they were observed. A step ends at the effective date of the next valuation, or
 * at the last observation before that; the days between are a gap, and no line is drawn through it.
 *
 * @param observations - newest first
 */
export function stepsOf(observations: readonly ObservedValuation[]): Steps {
  const steps: Step[] = []
  const gaps: Gap[] = []
  for (const seen of observations.toReversed()) {
    const effective = dayNumber(seen.effective_date)
    if (effective === null) continue
    const before = steps.at(-1)
    // A valuation with an earlier effective date than the previous one was not in force then: it starts where the previous one
    // was last observed.
    const from = before && effective < before.from ? before.to : effective
    if (before) {
      if (from <= before.to) before.to = from
      else gaps.push({ from: before.to, to: from })
    }
    const { seq, own } = seen
    const to = Math.max(from, dayOfMoment(seen.seen_until) ?? from)
    steps.push({ seq, from, to, held: seen.directly_held_asset_value, total: seen.total_value, own })
  }
  return { steps, gaps }
}

/** A point of the line; its amounts are null where the line is interrupted. */
export type Corner = {
  day: number
  held: number | null
  total: number | null
  /** Set at the point where a step begins. */
  step: Step | null
}

/** The points of the line through all steps, interrupted at every gap. */
export function cornersOf({ steps }: Pick<Steps, 'steps'>): Corner[] {
  return steps.flatMap((step, at) => {
    const corners: Corner[] = [{ day: step.from, held: step.held, total: step.total, step }]
    if (step.to > step.from) corners.push({ day: step.to, held: step.held, total: step.total, step: null })
    if ((steps[at + 1]?.from ?? step.to) > step.to) corners.push({ day: step.to, held: null, total: null, step: null })
    return corners
  })
}

/** Day numbers for the axis labels: both ends, and evenly spaced days between them, at most `most`. */
export function ticksOf(first: number, last: number, most: number): number[] {
  const count = Math.min(most, last - first + 1)
  if (count <= 1) return [first]
  return Array.from({ length: count }, (_, at) => Math.round(first + ((last - first) * at) / (count - 1)))
}
