import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initialsOf } from '../../../shared/domain/initials.ts'
import { stableColor } from '../../../shared/domain/stable-color.ts'

it('the palette gives a value one colour of the palette, whatever its case', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const color = stableColor('asset-class', value)
      expect(color).toMatch(/^var\(--category-[1-8]\)$/)
      expect(stableColor('asset-class', ` ${value} `)).toBe(color)
    }),
  )
  expect(stableColor('asset-class', 'US LARGE CAP')).toBe(stableColor('asset-class', 'us large cap'))
})

it('the palette tells the two sides of an estate apart, and draws grey what has none', () => {
  expect(stableColor('estate-status', 'in_estate')).not.toBe(stableColor('estate-status', 'out_of_estate'))
  expect(stableColor('estate-status', null)).toBe(stableColor('estate-status', 'none'))
})

it.each([
  ['Ada Lovelace', 'AL'],
  ['Åsa', 'Å'],
  ['Juan Pablo de la Cruz', 'JC'],
  ['“Bo” Diddley', 'BD'],
  ['🦊 Fox', 'F'],
  ['', ''],
])('writes the initials of %s as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
