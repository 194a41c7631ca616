import { describe, expect, it } from 'vitest'
import { exponentsOf, growthOf } from '../../bench/growth/exponent.ts'
import type { GrowthDetails } from '../../bench/growth/kinds.ts'
import { plotGrowth } from '../../bench/growth/plot.ts'

const sizes = [10_000, 100_000, 1_000_000, 3_000_000]
const at = (value: (people: number) => number) => sizes.map((people) => ({ people, value: value(people) }))

describe('growth with the number of people', () => {
  it.each([
    ['stays the same', 0, () => 5],
    ['grows with the square root', 0.5, Math.sqrt],
    ['doubles with twice the people', 1, (people: number) => people / 1000],
    ['shrinks', -1, (people: number) => 1e9 / people],
  ])('has an exponent for a time that %s', (_, exponent, value) => {
    expect(growthOf(at(value)).exponent).toBeCloseTo(exponent, 10)
  })

  it('is a line through the middle of points that lie on none', () => {
    const { exponent, factor } = growthOf([
      { people: 10, value: 1 },
      { people: 100, value: 100 },
      { people: 1000, value: 10 },
    ])
    expect(exponent).toBeCloseTo(0.5, 10)
    expect(factor * 100 ** exponent).toBeCloseTo(10, 10)
  })

  it('has one exponent for each round, and uses the rounds of a large firm again', () => {
    const rounds = [[1, 2, 4], [10, 20, 40], [100], [300]]
    const exponents = exponentsOf(sizes, rounds)
    expect(exponents).toHaveLength(3)
    expect(exponents[0]).toBeCloseTo(1, 10)
    expect(exponents[1]).toBeLessThan(1)
    expect(exponents[2]).toBeLessThan(exponents[1] ?? 0)
  })

  it.each([[at(() => 0)], [at(() => Number.NaN)], [[{ people: 10, value: 1 }]], [[]]])('refuses %j', (points) => {
    expect(() => growthOf(points)).toThrow(RangeError)
  })
})

describe('the plot of growth', () => {
  const details: GrowthDetails = {
    sizes,
    medians: { page: [1, 1, 1, 1], sweep: [0.5, 5, 50, 150] },
    exponents: { page: 0, sweep: 1.001 },
  }
  const svg = plotGrowth(details)
  const count = (mark: string) => svg.split(`<${mark}`).length - 1

  it('has a panel with a point for each number of people and a line for each kind that was measured', () => {
    expect(count('circle')).toBe(8)
    expect(count('path class="fit"')).toBe(2)
    expect(svg).toContain('exponent 1.00, goal ≤ 1.05')
    expect(svg).toContain('>3M<')
    expect(svg).not.toContain('NaN')
  })

  it('draws a flat line flat, and a growing one upward', () => {
    const heights = [...svg.matchAll(/<circle class="mark" cx="[\d.]+" cy="([\d.]+)"/g)].map(([, y]) => Number(y))
    expect(new Set(heights.slice(0, 4)).size).toBe(1)
    expect(heights.slice(4)).toEqual(heights.slice(4).toSorted((a, b) => b - a))
  })

  it('has colours for both themes', () => {
    expect(svg).toContain('prefers-color-scheme: dark')
  })
})
