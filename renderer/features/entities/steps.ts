import { dayNumber } from '../../../shared/domain/day-numbers.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import type { Gap, Step, Steps } from '../../components/step-chart/steps.ts'

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
