/**
 * Amounts are JSON numbers in USD. Sums of floating-point numbers drift, so amounts are added exactly as decimals, from their
 * shortest text, and rounded to cents once at the end.
 */

/** An exact decimal: `units` × 10^−`scale`, `scale` ≥ 0. */
export type Decimal = { readonly units: bigint; readonly scale: number }

export const zero: Decimal = { units: 0n, scale: 0 }

const shortestText = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * The decimal with the shortest text that represents the number: 0.1 is one tenth, not the nearest binary fraction.
 * @throws RangeError for `NaN` and infinities, which JSON cannot contain.
 */
export function toDecimal(value: number): Decimal {
  const tenThousandths = Math.round(value * 10_000)
  // Fast path for the usual amounts: up to four decimal places and 13 digits that convert back to the same number.
  if (Math.abs(tenThousandths) <= 2 ** 43 && tenThousandths / 10_000 === value) {
    return { units: BigInt(tenThousandths), scale: 4 }
  }
  const match = shortestText.exec(String(value))
  if (!match) throw new RangeError('An amount must be a finite number.')
  const [, sign, whole = '0', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  const units = sign === '-' ? -digits : digits
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** The exact sum of two decimals. */
export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale }
}

/** The exact difference of two decimals. */
export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, { units: -right.units, scale: right.scale })
}

/** Compares two decimals: negative, 0 or positive, as for `sort`. */
export function compare(left: Decimal, right: Decimal): number {
  const { units } = subtract(left, right)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Converts whole cents to a decimal in dollars. */
export const ofCents = (cents: bigint): Decimal => ({ units: cents, scale: 2 })

/** Rounds to whole cents; half a cent is rounded away from zero, as on a statement. */
export function roundToCents({ units, scale }: Decimal): bigint {
  if (scale <= 2) return units * 10n ** BigInt(2 - scale)
  const divisor = 10n ** BigInt(scale - 2)
  const magnitude = units < 0n ? -units : units
  const cents = (magnitude + divisor / 2n) / divisor
  return units < 0n ? -cents : cents
}

/**
 * Rounds amounts to whole cents that add up to `total`, their exact sum rounded. Each amount is rounded on its own; leftover
 * cents, positive or negative, go to the largest remainders.
 */
export function apportion(amounts: readonly Decimal[], total: bigint): bigint[] {
  const cents = amounts.map(roundToCents)
  const amiss = total - cents.reduce((sum, value) => sum + value, 0n)
  if (amiss === 0n) return cents
  const step = amiss > 0n ? 1n : -1n
  const lost = amounts.map((amount, at) => ({ at, by: subtract(amount, ofCents(cents[at] ?? 0n)) }))
  lost.sort((a, b) => Number(step) * compare(b.by, a.by) || a.at - b.at)
  for (const { at } of lost.slice(0, Number(amiss * step))) cents[at] = (cents[at] ?? 0n) + step
  return cents
}

/**
 * `part` of a positive `whole` in per cent, to one decimal, half away from zero. Null for a share that no number can show: of nothing or
 * less, and one with more digits than a number has.
 *
 * @param part - in whole cents, as `whole`
 */
export function shareInPerCent(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null
  const doubled = part * 2000n
  const tenths = (doubled + (part < 0n ? -whole : whole)) / (2n * whole)
  return tenths <= maxShare && tenths >= -maxShare ? Number(tenths) / 10 : null
}

/** In tenths of a per cent. */
const maxShare = BigInt(Number.MAX_SAFE_INTEGER)

/** Whole cents as the nearest number of dollars, for drawing and for orders; the largest number for sums beyond it. */
export function toDollars(cents: bigint): number {
  const nearest = Number(`${cents}e-2`)
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, nearest))
}

/** All digits of whole cents as a plain decimal of dollars, without zeros at its end: `-1234.5`. */
export function plainDollars(cents: bigint): string {
  const magnitude = cents < 0n ? -cents : cents
  const fraction = String(magnitude % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${cents < 0n ? '-' : ''}${magnitude / 100n}${fraction === '' ? '' : `.${fraction}`}`
}

/** The decimal of a plain text such as `-1234.5`; null for any other text. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  if (whole === '') return null
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, scale: fraction.length }
}

/** All digits of a decimal as a plain text with at least two decimal places: `-1234.50`. The inverse of {@link parseDecimal}. */
export function decimalDollars({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = digits
    .slice(digits.length - scale)
    .replace(/0+$/, '')
    .padEnd(2, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${fraction}`
}

const unitsAt = ({ units, scale }: Decimal, wanted: number) =>
  wanted === scale ? units : units * 10n ** BigInt(wanted - scale)

/**
 * The exact sum of USD amounts, rounded once to whole cents. The order of the amounts makes no difference. Throws a RangeError
 * for `NaN` and infinities, which JSON cannot contain.
 */
export function sumCents(values: readonly number[]): bigint {
  return roundToCents(values.reduce((sum, value) => add(sum, toDecimal(value)), zero))
}

/** Whole cents as `$1,234,567.89`; negatives carry a true minus sign in front of the dollar sign. */
export function formatCents(cents: bigint): string {
  const magnitude = cents < 0n ? -cents : cents
  const dollars = String(magnitude / 100n).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = String(magnitude % 100n).padStart(2, '0')
  return `${cents < 0n ? '\u2212' : ''}$${dollars}.${rest}`
}

/** One USD amount, rounded to cents, as `$1,234,567.89`. */
export function formatUsd(value: number): string {
  return formatCents(sumCents([value]))
}

/** The most digits, in cents, that fit the space for one figure: below ten quadrillion dollars. */
const roomyDigits = 18

/**
 * Formats whole cents for limited space: exact below ten quadrillion dollars, otherwise with four digits and a power of ten
 * (`$1.798 × 10^308`). The exact figure is in the tooltip and can be copied.
 */
export function formatCentsShown(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents)
  if (digits.length <= roomyDigits) return formatCents(cents)
  const exponent = digits.length - 3
  return `${cents < 0n ? '\u2212' : ''}$${digits[0]}.${digits.slice(1, 4)}… × 10^${exponent}`
}

let short: Intl.NumberFormat | null = null

/** Made on the first use, since it takes 20 ms: most threads never format an amount in short. */
function formatShort(amount: number): string {
  short ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
  return short.format(amount)
}

/** Whole cents shortened: `$1.25M`. Not for exact figures. */
export function formatCentsShort(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents)
  if (digits.length <= roomyDigits) return formatUsdShort(toDollars(cents))
  return `${cents < 0n ? '\u2212' : ''}$${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 3}`
}

/** A USD amount shortened for a chart axis: `$1.25M`. Not for exact figures. */
export function formatUsdShort(value: number): string {
  // Less than half a cent would be formatted with all its leading zeros.
  const magnitude = Math.abs(value) < 0.005 ? 0 : Math.abs(value)
  const text = magnitude < 1e18 ? formatShort(magnitude) : magnitude.toExponential(2).replace('e+', ' × 10^')
  return `${value < 0 ? '\u2212' : ''}$${text}`
}

/** How amounts are written. While presenting, pages hide them. */
export type AmountFormats = {
  /** Whole cents, exact. */
  exact(cents: bigint): string
  /** Whole cents, shortened where they are too long for their place. */
  shown(cents: bigint): string
  /** USD, shortened. */
  short(usd: number): string
}

/** The formats of paper: nothing is hidden. */
export const exactAmounts: AmountFormats = { exact: formatCents, shown: formatCentsShown, short: formatUsdShort }
