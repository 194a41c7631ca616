import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  offsetAt,
  offsetToShow,
  rowsInView,
  scaleOf,
  scrolledHeight,
  scrollTopFor,
} from '../../../renderer/components/data-grid/geometry.ts'

const extents = fc.record({
  rows: fc.integer({ min: 1, max: 5_000_000 }),
  rowHeight: fc.constantFrom(26, 32),
  height: fc.integer({ min: 200, max: 2000 }),
  end: fc.constantFrom(0, 68, 140),
})

/** Browsers clamp an element to this height. */
const mostPixels = 33_554_428

describe('the height of a long list', () => {
  it('never exceeds what a browser can scroll, and the ends are its first and last row', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        const height = scrolledHeight(extent)
        expect(height).toBeLessThanOrEqual(mostPixels)
        expect(rowsInView(offsetAt(0, extent), extent).first).toBe(0)
        const end = offsetAt(Math.max(0, height - extent.height), extent)
        expect(rowsInView(end, extent).last).toBe(extent.rows - 1)
      }),
    )
  })

  it('is not scaled while it fits', () => {
    expect(scaleOf({ rows: 400_000, rowHeight: 32, height: 700, end: 0 })).toBe(1)
    expect(scaleOf({ rows: 1_000_000, rowHeight: 32, height: 700, end: 0 })).toBeGreaterThan(2)
  })

  it('goes to any row and back', () => {
    fc.assert(
      fc.property(extents, fc.nat(5_000_000), fc.nat(5_000_000), (extent, wanted, from) => {
        const row = wanted % extent.rows
        const most = Math.max(0, extent.rows * extent.rowHeight + extent.end - extent.height)
        const offset = Math.max(0, offsetToShow(row, Math.min(most, from), extent))
        const there = rowsInView(offsetAt(scrollTopFor(offset, extent), extent), extent)
        expect(there.first).toBeLessThanOrEqual(row)
        expect(there.last).toBeGreaterThanOrEqual(row)
      }),
    )
  })

  it('moves no further than it must to show a row', () => {
    const extent = { rows: 1000, rowHeight: 32, height: 320, end: 0 }
    expect(offsetToShow(3, 0, extent)).toBe(0)
    expect(offsetToShow(10, 0, extent)).toBe(32)
    expect(offsetToShow(2, 320, extent)).toBe(64)
  })
})
