import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { besideOf, reachable, smallest } from '../../../electron/hosts/desktop/window-place.ts'

const side = fc.integer({ min: -100_000, max: 100_000 })
const length = fc.integer({ min: 1, max: 20_000 })
const rectangle = fc.record({ x: side, y: side, width: length, height: length })
const place = fc.record({ bounds: rectangle, maximised: fc.boolean() })

describe('a window that is found again', () => {
  it('lies whole on one display, whatever was kept and whatever displays there are, and can be used where there is room', () => {
    fc.assert(
      fc.property(place, fc.array(rectangle, { minLength: 1, maxLength: 4 }), (kept, areas) => {
        const found = reachable(kept, areas)
        const { x = 0, y = 0, width = 0, height = 0 } = found?.bounds ?? {}
        const on = areas.find(
          (area) =>
            x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height,
        )
        expect(on).toBeDefined()
        expect(width).toBeGreaterThanOrEqual(Math.min(smallest.width, ...areas.map((area) => area.width)))
        expect(height).toBeGreaterThanOrEqual(Math.min(smallest.height, ...areas.map((area) => area.height)))
        expect(found?.maximised).toBe(kept.maximised)
        expect(found && reachable(found, areas)?.bounds).toEqual(found?.bounds)
      }),
      { numRuns: 5_000 },
    )
  })

  it('stays where it was when that can still be seen', () => {
    const areas = [
      { x: 0, y: 40, width: 1920, height: 1040 },
      { x: 1920, y: 0, width: 1280, height: 1024 },
    ]
    const kept = { bounds: { x: 2000, y: 100, width: 900, height: 700 }, maximised: false }
    expect(reachable(kept, areas)).toEqual(kept)
    expect(reachable(kept, areas.slice(0, 1))?.bounds).toEqual({ x: 1020, y: 100, width: 900, height: 700 })
    expect(reachable(kept, [])).toBeNull()
  })

  it('opens another one a step aside', () => {
    const { bounds, maximised } = besideOf({ bounds: { x: 10, y: 10, width: 900, height: 700 }, maximised: true })
    expect([bounds, maximised]).toEqual([{ x: 38, y: 38, width: 900, height: 700 }, false])
  })
})
