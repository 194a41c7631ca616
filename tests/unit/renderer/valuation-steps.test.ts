import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountTicks, linesOf, ticksOf } from '../../../renderer/components/step-chart/steps.ts'
import { stepsOf } from '../../../renderer/features/entities/steps.ts'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'

const noon = (date: string) => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12).toISOString()
}

let seq = 0
const seen = (effective_date: string, until: string, value: number, own = false): ObservedValuation => ({
  seq: ++seq,
  observed_at: noon(until),
  seen_until: noon(until),
  valuation_id: `v-${seq}`,
  effective_date,
  directly_held_asset_value: value,
  total_value: value,
  description: null,
  assets: [],
  own,
})

/** Newest first, as the app receives them. */
const told = (...oldestFirst: ObservedValuation[]) => {
  const { steps, gaps } = stepsOf(oldestFirst.toReversed())
  const days = ({ from, to }: { from: number; to: number }) => `${dateOfDay(from)} ${dateOfDay(to)}`
  return { steps: steps.map((step) => `${days(step)} ${step.held}`), gaps: gaps.map(days) }
}

describe('steps of what was observed', () => {
  it('end where the next valuation takes effect, if this computer looked until then', () => {
    expect(told(seen('2025-01-01', '2025-06-15', 1), seen('2025-06-01', '2025-07-01', 2))).toEqual({
      steps: ['2025-01-01 2025-06-01 1', '2025-06-01 2025-07-01 2'],
      gaps: [],
    })
  })

  it('end where this computer last looked, and leave a gap up to the next', () => {
    expect(told(seen('2025-01-01', '2025-02-01', 1), seen('2025-06-01', '2025-07-01', 2))).toEqual({
      steps: ['2025-01-01 2025-02-01 1', '2025-06-01 2025-07-01 2'],
      gaps: ['2025-02-01 2025-06-01'],
    })
  })

  it('never overlap when an earlier valuation becomes the latest again', () => {
    expect(told(seen('2025-06-01', '2025-07-01', 2), seen('2025-01-01', '2025-08-01', 1))).toEqual({
      steps: ['2025-06-01 2025-07-01 2', '2025-07-01 2025-08-01 1'],
      gaps: [],
    })
  })

  it('are a point for a valuation that is yet to take effect', () => {
    expect(told(seen('2030-01-01', '2025-07-01', 2)).steps).toEqual(['2030-01-01 2030-01-01 2'])
  })

  it('run forward, do not overlap, and have a gap exactly where they do not meet', () => {
    const day = fc.integer({ min: 18_000, max: 21_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(day, day, fc.integer())), (some) => {
        const observations = some.map(([from, until, value]) => seen(dateOfDay(from), dateOfDay(until), value))
        const { steps, gaps } = stepsOf(observations.toReversed())
        expect(steps).toHaveLength(some.length)
        const meetings = steps.slice(1).map((step, at) => [steps[at]?.to ?? 0, step.from] as const)
        for (const { from, to } of steps) expect(to).toBeGreaterThanOrEqual(from)
        for (const [end, begin] of meetings) expect(begin).toBeGreaterThanOrEqual(end)
        expect(gaps).toEqual(meetings.filter(([end, begin]) => begin > end).map(([from, to]) => ({ from, to })))
      }),
    )
  })
})

describe('the lines through the steps', () => {
  it('are broken at every gap and nowhere else, and only go through amounts that were seen', () => {
    const steps = stepsOf(
      [
        seen('2025-01-01', '2025-02-01', 1),
        seen('2025-03-01', '2025-05-01', 2),
        seen('2025-04-01', '2025-05-01', 3),
      ].toReversed(),
    )
    expect(linesOf(steps).map((line) => line.map(({ day, held }) => `${dateOfDay(day)} ${held}`))).toEqual([
      ['2025-01-01 1', '2025-02-01 1'],
      ['2025-03-01 2', '2025-04-01 2', '2025-04-01 3', '2025-05-01 3'],
    ])
  })
})

describe('the amounts at the axis', () => {
  it.each([
    [[0], [0, 0.25, 0.5, 0.75, 1]],
    [
      [10, 20],
      [0, 5, 10, 15, 20],
    ],
    [[1_234_567], [0, 500_000, 1_000_000, 1_500_000]],
    // A change of one per cent would be a flat line above zero.
    [
      [1_094_843, 1_107_915.06],
      [1_090_000, 1_095_000, 1_100_000, 1_105_000, 1_110_000],
    ],
    [
      [100, 124],
      [100, 110, 120, 130],
    ],
    [
      [100, 140],
      [0, 50, 100, 150],
    ],
    [
      [500, 500],
      [0, 200, 400, 600],
    ],
    [
      [-30, 50],
      [-40, -20, 0, 20, 40, 60],
    ],
    [[-7], [-8, -6, -4, -2, 0]],
  ])('of %j are %j', (amounts, ticks) => {
    expect(amountTicks(amounts)).toEqual(ticks)
  })

  it('are few, in order, and from end to end of all amounts, however large or small', () => {
    const amount = fc
      .double({ min: -1e300, max: 1e300, noNaN: true })
      .filter((value) => value === 0 || Math.abs(value) > 1e-9)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
        const ticks = amountTicks(amounts)
        expect(ticks.length).toBeLessThanOrEqual(8)
        expect(ticks).toEqual(ticks.toSorted((left, right) => left - right))
        expect(ticks.at(0)).toBeLessThanOrEqual(Math.min(...amounts))
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...amounts))
      }),
    )
  })
})

it('writes days from end to end of the axis, no two alike', () => {
  const first = dayNumber('2025-01-01') ?? 0
  expect(ticksOf(first, first, 6)).toEqual([first])
  expect(ticksOf(first, first + 2, 6)).toEqual([first, first + 1, first + 2])
  const ticks = ticksOf(first, first + 365, 6)
  expect(ticks).toHaveLength(6)
  expect([ticks[0], ticks.at(-1)]).toEqual([first, first + 365])
})
