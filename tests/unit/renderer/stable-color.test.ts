import { readFileSync } from 'node:fs'
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

/** Relative luminance as in WCAG 2, from 0 for black to 1 for white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminanceOf(one), luminanceOf(other)].sort((left, right) => left - right)
  return (bright + 0.05) / (dark + 0.05)
}

const css = readFileSync('renderer/app/theme.css', 'utf8')
const [light = '', dark = ''] = css.split('[data-mantine-color-scheme="dark"]')

it.each([
  ['light', light],
  ['dark', dark],
])(
  'areas of a colour differ from the page, do not glare, and have readable text on them in the %s theme',
  (_, rules) => {
    const colorOf = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(rules)?.[1] ?? ''
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const area = colorOf(`category-${at}`)
      expect(luminanceOf(area), area).toBeLessThan(0.2)
      expect(contrast(area, colorOf('category-ink')), area).toBeGreaterThan(4.5)
      for (const ground of ['ground', 'ground-raised', 'ground-quiet'])
        expect(contrast(area, colorOf(ground)), `${area} on ${ground}`).toBeGreaterThan(3)
    }
  },
)
