import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wantedWindows, windowSize, windowsFor, withActiveRow } from '../../../renderer/components/data-grid/windows.ts'

describe('the windows of a grid', () => {
  it('are the first alone while nobody knows how many rows there are', () => {
    expect(windowsFor({ first: 9000, last: 9030 }, null)).toEqual([0])
    expect(windowsFor({ first: 0, last: 0 }, 0)).toEqual([0])
  })

  it('hold every row in view and nothing else, and begin at their size’s multiples', () => {
    const place = fc.record({
      total: fc.integer({ min: 1, max: 2_000_000 }),
      first: fc.nat(2_000_000),
      height: fc.nat(200),
    })
    fc.assert(
      fc.property(place, ({ total, first, height }) => {
        const offsets = windowsFor({ first, last: first + height }, total)
        const top = Math.min(first, total - 1)
        const bottom = Math.min(first + height, total - 1)
        for (const row of [top, bottom]) expect(offsets).toContain(row - (row % windowSize))
        for (const offset of offsets) {
          expect(offset % windowSize).toBe(0)
          expect(offset).toBeGreaterThan(top - windowSize)
          expect(offset).toBeLessThanOrEqual(bottom)
        }
      }),
    )
  })

  it('are wanted in view first while scrolling is slow', () => {
    expect(wantedWindows({ first: 5000, last: 5024, speed: 0 }, 1_000_000)).toEqual([5000, 4800])
    expect(wantedWindows({ first: 5180, last: 5204, speed: 5 }, 1_000_000)).toEqual([5000, 5200])
  })

  it('are wanted where fast scrolling will be when they come, and then what is on the way', () => {
    const down = wantedWindows({ first: 5000, last: 5024, speed: 100 }, 1_000_000, 4)
    expect(down.slice(0, 3)).toEqual([5400, 5600, 5800])
    expect(down).toContain(5000)
    const up = wantedWindows({ first: 5000, last: 5024, speed: -100 }, 1_000_000, 4)
    expect(up.slice(0, 3)).toEqual([4600, 4400, 4200])
    expect(up).toContain(5000)
    expect(wantedWindows({ first: 0, last: 24, speed: 9_000_000 }, 1_000_000).length).toBeLessThan(50)
  })
})

describe('the rows drawn', () => {
  it('include the one with the keyboard’s focus, wherever it is', () => {
    expect(withActiveRow([50, 51, 52], 3, 100)).toEqual([3, 50, 51, 52])
    expect(withActiveRow([50, 51, 52], 99, 100)).toEqual([50, 51, 52, 99])
    expect(withActiveRow([50, 51, 52], 51, 100)).toEqual([50, 51, 52])
  })

  it('leave out a focus on the header or on a row that is gone', () => {
    expect(withActiveRow([0, 1], -1, 100)).toEqual([0, 1])
    expect(withActiveRow([0, 1], 100, 100)).toEqual([0, 1])
  })
})
