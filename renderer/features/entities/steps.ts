import { dayNumber } from '../../../shared/domain/day-numbers.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import { localToday } from '../../lib/today.ts'

/** A valuation on the chart: from the day it is effective to the day until which it was seen to be the latest. */
export type Step = {
  seq: number
  /** Day numbers; both included. */
  from: number
  to: number
  held: number
  total: number
  own: boolean
}

/** A stretch of days of which this computer does not know the value. */
export type Gap = { from: number; to: number }

export type Steps = { steps: Step[]; gaps: Gap[] }

/** The local calendar day of a moment. */
const dayOfMoment = (at: string) => dayNumber(localToday(new Date(at)))

/**
 * What was seen, as steps in the order it was seen. A step ends where the next valuation takes effect, or where this computer
 * last looked before that; what lies between is a gap, and nothing is drawn through it.
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
    // One that takes effect before the last one did was not in force then: it follows from where that one was last seen.
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

/** A corner of the line; without amounts where it is broken. */
export type Corner = {
  day: number
  held: number | null
  total: number | null /** Where a step begins. */
  step: Step | null
}

/** The corners of the line through all steps, broken at every gap. */
export function cornersOf({ steps }: Pick<Steps, 'steps'>): Corner[] {
  return steps.flatMap((step, at) => {
    const corners: Corner[] = [{ day: step.from, held: step.held, total: step.total, step }]
    if (step.to > step.from) corners.push({ day: step.to, held: step.held, total: step.total, step: null })
    if ((steps[at + 1]?.from ?? step.to) > step.to) corners.push({ day: step.to, held: null, total: null, step: null })
    return corners
  })
}

/** Days to write below the axis: the ends, and as many between as are asked for at most. */
export function ticksOf(first: number, last: number, most: number): number[] {
  const count = Math.min(most, last - first + 1)
  if (count <= 1) return [first]
  return Array.from({ length: count }, (_, at) => Math.round(first + ((last - first) * at) / (count - 1)))
}
