import { describe, expect, it } from 'vitest'
import { changeBetween, spreadOf } from '../../bench/spread.ts'

describe('the spread of a figure', () => {
  it('is its median with extremes and quartiles', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({
      median: 3,
      lowest: 1,
      highest: 5,
      lowerQuartile: 2,
      upperQuartile: 4,
      rounds: 5,
    })
  })

  it('of one value is that value', () => {
    expect(spreadOf(7.123456)).toMatchObject({ median: 7.12, lowest: 7.12, highest: 7.12, rounds: 1 })
  })

  it('keeps three digits of small values', () => {
    expect(spreadOf(0.012345).median).toBe(0.0123)
    expect(spreadOf(-0.0004567).median).toBe(-0.000457)
  })

  it.each([[[]], [[1, Number.NaN]]])('refuses rounds without a number: %j', (rounds) => {
    expect(() => spreadOf(rounds)).toThrow('no number')
  })
})

describe('a change', () => {
  const before = spreadOf([10, 11, 12, 13, 14])

  it('is noise while the middle halves overlap', () => {
    expect(changeBetween(before, spreadOf([9, 10, 11, 12, 13]), 'less')).toEqual({ percent: -8.3, verdict: 'noise' })
  })

  it('is better or worse by the direction of the figure', () => {
    const now = spreadOf([5, 5.5, 6, 6.5, 7])
    expect(changeBetween(before, now, 'less')).toEqual({ percent: -50, verdict: 'better' })
    expect(changeBetween(before, now, 'more')).toEqual({ percent: -50, verdict: 'worse' })
    expect(changeBetween(now, before, 'less')).toEqual({ percent: 100, verdict: 'worse' })
  })

  it('of fewer than five rounds is unknown', () => {
    expect(changeBetween(before, spreadOf(6), 'less')).toEqual({ percent: -50, verdict: 'unknown' })
    expect(changeBetween(spreadOf(6), before, 'less').verdict).toBe('unknown')
  })
})
