/** In tenths of a per cent: greater changes have more digits than a number. */
const maxTenths = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * A difference in per cent of the amount before, in tenths rounded towards zero; null if the amount before is zero or negative, of
 * which a share says nothing, and if the change has more than 15 digits.
 *
 * @param before - in whole cents, as `difference`
 */
export function perCentOf(before: bigint, difference: bigint): number | null {
  if (before <= 0n) return null
  const tenths = (difference * 1000n) / before
  return tenths <= maxTenths && tenths >= -maxTenths ? Number(tenths) / 10 : null
}

/** `+12.5%`, with a real minus sign; less than 0.1% is never shown as no change. Null if there is nothing to say. */
export function perCentWords(percent: number | null, difference: bigint): string | null {
  if (percent === null || difference === 0n) return null
  const sign = difference < 0n ? '−' : '+'
  const size = Math.abs(percent)
  return size < 0.1 ? `${sign}<0.1%` : `${sign}${size.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}
