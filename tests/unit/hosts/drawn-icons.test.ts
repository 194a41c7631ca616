import { expect, it } from 'vitest'
import { dotSize, drawDot, drawSheet, sheetSize } from '../../../electron/hosts/desktop/drawn-icons.ts'

it('the dot is a disc: full in its middle, nothing in its corners, and the same from every side', () => {
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

it('the sheet is opaque inside its border, and nothing outside', () => {
  const sheet = drawSheet()
  const at = (x: number, y: number) => [...sheet.subarray((y * sheetSize + x) * 4, (y * sheetSize + x) * 4 + 4)]
  expect(sheet).toHaveLength(sheetSize * sheetSize * 4)
  expect(at(0, 0)).toEqual([0, 0, 0, 0])
  expect(at(6, 10)).toEqual([0x6b, 0x6b, 0x6b, 255])
  expect(at(8, 8)).toEqual([0xfa, 0xfa, 0xfa, 255])
})
