import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { windowSize, windowsFor, withActiveRow } from '../../../renderer/components/data-grid/windows.ts'

describe('the windows of a grid', () => {
  it('are the first alone while nobody knows how many rows there are', () => {
    expect(windowsFor({ first: 9000, last: 9030 }, null)).toEqual([0])
    expect(windowsFor({ first: 0, last: 0 }, 0)).toEqual([0])
  })

  it('hold every row in view, begin at their size’s multiples, and reach no further than asked', () => {
    const place = fc.record({
      total: fc.integer({ min: 1, max: 2_000_000 }),
      first: fc.nat(2_000_000),
      height: fc.nat(200),
      ahead: fc.nat(100),
    })
    fc.assert(
      fc.property(place, ({ total, first, height, ahead }) => {
        const offsets = windowsFor({ first, last: first + height }, total, ahead)
        const top = Math.min(first, total - 1)
        const bottom = Math.min(first + height, total - 1)
        for (const row of [top, bottom]) expect(offsets).toContain(row - (row % windowSize))
        for (const offset of offsets) {
          expect(offset % windowSize).toBe(0)
          expect(offset).toBeLessThan(total)
          expect(offset).toBeGreaterThan(top - ahead - windowSize)
          expect(offset).toBeLessThanOrEqual(bottom + ahead)
        }
      }),
    )
  })

  it('jump to the end of a long list without asking for anything before it', () => {
    expect(windowsFor({ first: 29_970, last: 29_999 }, 30_000, 40)).toEqual([29_850])
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
