/** Groups of values that have colours of their own. */
export type ColorGroup = 'asset-class' | 'entity-kind' | 'estate-status' | 'person'

/** Number of colours in the palette, `--category-1` to `--category-8` in `renderer/app/theme.css`. */
const paletteSize = 8

/** Colours that are chosen, not computed: the two sides of an estate are told apart at a glance, and grey is what has no side. */
const chosen: Readonly<Record<ColorGroup, Readonly<Record<string, number>>>> = {
  'estate-status': { in_estate: 1, out_of_estate: 3, none: 6 },
  'asset-class': { cash: 6, 'cash equivalents': 6, 'real estate': 4, 'fixed income': 3, 'private equity': 5 },
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
export function stableColorNumber(group: ColorGroup, value: string | null): number {
  const key = (value ?? '').trim().toLowerCase()
  if (key === '') return 6
  return chosen[group][key] ?? (hash(key) % paletteSize) + 1
}

/** The same colour as a CSS value, `var(--category-3)`. Text on it has the colour `var(--category-ink)`. */
export const stableColor = (group: ColorGroup, value: string | null): string =>
  `var(--category-${stableColorNumber(group, value)})`
