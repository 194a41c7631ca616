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

it('the palette tells classes apart that are often held together', () => {
  const together = [
    ['US Large Cap Equity', 'International Developed Equity', 'Emerging Markets Equity', 'US Mid Cap Equity'],
    ['Corporate Bonds', 'US Government Bonds', 'High Yield Bonds', 'Cash'],
    ['Private Equity', 'Hedge Funds', 'Real Estate', 'Private Credit', 'Fixed Income', 'US Large Cap Equity'],
    ['Digital Assets', 'Fixed Income', 'Cash', 'Real Estate', 'US Large Cap Equity', 'Hedge Funds'],
  ]
  for (const classes of together)
    expect(new Set(classes.map((name) => stableColor('asset-class', name))).size).toBe(classes.length)
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
  ['Marilyn Vance, Esq.', 'MV'],
  ['Rebecca Okafor, Esq.', 'RO'],
  ['Robert Hale Jr.', 'RH'],
  ['Robert Hale III', 'RH'],
  ['Dr. Amara Obi, M.D., Ph.D.', 'AO'],
  ['Mrs. Prof. Ida Lund', 'IL'],
  ['Prince', 'P'],
  ['Cher, Jr.', 'C'],
  ['Dr. Jr.', 'DJ'],
  ['Anna Md', 'AM'],
  ['', ''],
])('writes the initials of %s as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
