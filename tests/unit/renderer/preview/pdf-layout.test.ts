import { describe, expect, it } from 'vitest'
import {
  layoutPages,
  maxPages,
  nextZoom,
  pageAt,
  pageGap,
  pagesAround,
  pixelsPerPoint,
  sensibleSize,
  turned,
  zoomOf,
} from '../../../../renderer/features/files/preview/pdf/pdf-layout.ts'

const letter = { width: 612, height: 792 }

describe('the zoom of a page', () => {
  const area = { width: 840, height: 640 }

  it('as wide as the view leaves the gap on both sides', () => {
    const zoom = zoomOf({ fit: 'width', page: letter, pages: 3, area })
    expect(zoom * letter.width * pixelsPerPoint).toBeCloseTo(area.width - 2 * pageGap)
  })

  it('of a whole page shows it whole, however it is turned', () => {
    for (const page of [letter, turned(letter, 90)]) {
      const zoom = zoomOf({ fit: 'page', page, pages: 3, area })
      expect(zoom * page.height * pixelsPerPoint).toBeLessThanOrEqual(area.height - 2 * pageGap + 0.001)
      expect(zoom * page.width * pixelsPerPoint).toBeLessThanOrEqual(area.width - 2 * pageGap + 0.001)
    }
  })

  it('is limited where many high pages would reach further than a page can', () => {
    const page = { width: 612, height: 14_400 }
    const zoom = zoomOf({ fit: 5, page, pages: maxPages, area })
    expect(layoutPages(maxPages, () => page, zoom).height).toBeLessThan(33_000_000)
  })

  it('steps through the usual ones and stays at the ends', () => {
    expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(0.93, 1), nextZoom(5, 1), nextZoom(0.25, -1)]).toEqual([
      1.1, 0.9, 1, 5, 0.25,
    ])
  })
})

describe('pages below each other', () => {
  const sizes = [letter, turned(letter, 90), { width: 300, height: 100 }, letter]
  const layout = layoutPages(4, (index) => sizes[index] ?? letter, 1)

  it('lie a gap apart, and are as wide as the widest', () => {
    const heights = sizes.map(({ height }) => height * pixelsPerPoint)
    for (let index = 1; index < 4; index += 1)
      expect((layout.tops[index] ?? 0) - (layout.tops[index - 1] ?? 0)).toBeCloseTo((heights[index - 1] ?? 0) + pageGap)
    expect(layout.width).toBeCloseTo(792 * pixelsPerPoint + 2 * pageGap)
  })

  it('are found by where they are', () => {
    for (let index = 0; index < 4; index += 1) {
      expect(pageAt(layout, (layout.tops[index] ?? 0) + 1)).toBe(index)
      expect(pageAt(layout, (layout.tops[index + 1] ?? 0) - 1)).toBe(index)
    }
    expect([pageAt(layout, -5), pageAt(layout, 1e9)]).toEqual([0, 3])
  })

  it('are drawn when they are in view or next to what is', () => {
    expect(pagesAround(layout, 0, 500)).toEqual([0, 1])
    expect(pagesAround(layout, (layout.tops[2] ?? 0) + 1, 10)).toEqual([1, 2, 3])
    expect(
      pagesAround(
        layoutPages(1, () => letter, 1),
        0,
        5000,
      ),
    ).toEqual([0])
  })
})

it.each([
  [
    { width: Number.NaN, height: 10 },
    { width: 792, height: 10 },
  ],
  [
    { width: 0, height: -5 },
    { width: 792, height: 792 },
  ],
  [
    { width: 1e12, height: Number.POSITIVE_INFINITY },
    { width: 20_000, height: 792 },
  ],
])('a page of %j is taken for %j', (said, taken) => expect(sensibleSize(said)).toEqual(taken))
