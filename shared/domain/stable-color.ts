/** Groups of values that have colours of their own. */
export type ColorGroup = 'asset-class' | 'entity-kind' | 'estate-status' | 'person'

/** Number of colours in the palette, `--category-1` to `--category-8` in `renderer/app/theme.css`. */
const paletteSize = 8

/** Colours that are chosen, not computed: the two sides of an estate are told apart at a glance, and grey is what has no side. */
const chosen: Readonly<Record<ColorGroup, Readonly<Record<string, number>>>> = {
  'estate-status': { in_estate: 1, out_of_estate: 3, none: 6 },
  // Classes that are often held together differ; relatives may share a colour, and carry a number besides.
  'asset-class': {
    'us large cap equity': 1,
    'us mid cap equity': 8,
    'us small cap equity': 8,
    'international developed equity': 5,
    'emerging markets equity': 2,
    'concentrated stock': 1,
    'private equity': 5,
    'venture capital': 5,
    'operating business': 5,
    'corporate bonds': 3,
    'us government bonds': 7,
    'municipal bonds': 7,
    'high yield bonds': 2,
    'fixed income': 3,
    'private credit': 2,
    'promissory notes': 3,
    'hedge funds': 8,
    commodities: 8,
    'real estate': 4,
    'primary residence': 4,
    'vacation property': 4,
    'farmland and timber': 4,
    'digital assets': 2,
    cash: 6,
    'cash equivalents': 6,
    'money market funds': 6,
  },
  'entity-kind': {},
  person: {},
}

/** FNV-1a over UTF-16 code units; 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/**
 * The number, from 1, of a value's colour in the palette. It depends on the value alone, so that a class or a kind has the same
 * colour on every screen, whatever its rank there.
 *
 * @param value - an enum value, a name or an id; letters' case and outer spaces make no difference; null is grey
 */
function stableColorNumber(group: ColorGroup, value: string | null): number {
  const key = (value ?? '').trim().toLowerCase()
  if (key === '') return 6
  const own = Object.hasOwn(chosen[group], key) ? chosen[group][key] : undefined
  return own ?? (hash(key) % paletteSize) + 1
}

/** The same colour as a CSS value, `var(--category-3)`. Text on it has the colour `var(--category-ink)`. */
export const stableColor = (group: ColorGroup, value: string | null): string =>
  `var(--category-${stableColorNumber(group, value)})`
