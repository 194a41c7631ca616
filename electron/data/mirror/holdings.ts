import { add, type Decimal, subtract, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'

/** An entity's holding of one asset class; class null is the difference between its value and its listed assets. */
export type Holding = { assetClass: { id: string; name: string } | null; amount: Decimal }

/** A valuation's holdings by class, summed exactly; together they equal its `directly_held_asset_value`. */
export function holdingsOf(
  valuation: Pick<Valuation, 'directly_held_asset_value' | 'directly_held_assets'>,
): Map<string | null, Holding> {
  const holdings = new Map<string | null, Holding>()
  let rest = toDecimal(valuation.directly_held_asset_value)
  for (const { asset_class, value } of valuation.directly_held_assets) {
    const amount = toDecimal(value)
    const before = holdings.get(asset_class.id)?.amount ?? zero
    const assetClass = { id: asset_class.id, name: asset_class.display_name }
    holdings.set(asset_class.id, { assetClass, amount: add(before, amount) })
    rest = subtract(rest, amount)
  }
  if (rest.units !== 0n) holdings.set(null, { assetClass: null, amount: rest })
  return holdings
}

/** An amount as two whole numbers that SQLite sums exactly: `units` × 10^−4 + `dust` × 10^−16 dollars. */
export type Units = { units: bigint; dust: bigint }

/** A million rows of this size ($880 million each) still fit into SQLite's 64-bit integers. */
const maxUnits = 2n ** 43n
const unitScale = 4
const dustScale = 16
const dustPerUnit = 10n ** BigInt(dustScale - unitScale)

/** Null for an amount that is too large or too fine: it is read from the valuation itself and added with arbitrary precision. */
export function toUnits({ units, scale }: Decimal): Units | null {
  const excess = scale > dustScale ? 10n ** BigInt(scale - dustScale) : 1n
  if (units % excess !== 0n) return null
  const dust = scale > dustScale ? units / excess : units * 10n ** BigInt(dustScale - scale)
  const whole = dust / dustPerUnit
  return whole > maxUnits || whole < -maxUnits ? null : { units: whole, dust: dust % dustPerUnit }
}

/** The inverse of {@link toUnits}, for sums of any size. */
export function fromUnits({ units, dust }: Units): Decimal {
  return add({ units, scale: unitScale }, { units: dust, scale: dustScale })
}
