import { expect, it } from 'vitest'
import { dotSize, drawDot } from '../../../electron/hosts/desktop/badge-dot.ts'

it('is a disc: full in its middle, nothing in its corners, and the same from every side', () => {
  const dot = drawDot()
  const alpha = (x: number, y: number) => dot[(y * dotSize + x) * 4 + 3]
  const last = dotSize - 1
  expect(dot).toHaveLength(dotSize * dotSize * 4)
  expect(alpha(dotSize / 2, dotSize / 2)).toBe(255)
  expect([alpha(0, 0), alpha(last, 0), alpha(0, last), alpha(last, last)]).toEqual([0, 0, 0, 0])
  for (let x = 0; x < dotSize; x += 1) {
    for (let y = 0; y < dotSize; y += 1) expect(alpha(x, y)).toBe(alpha(last - y, x))
  }
})
