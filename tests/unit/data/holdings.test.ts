import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUnits, holdingsOf, toUnits } from '../../../electron/data/mirror/valuation-store.ts'
import { add, compare, toDecimal, zero } from '../../../shared/domain/money.ts'
import { valuation as valuationSchema } from '../../../shared/service/valuation.ts'

const finite = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 10_000),
)

test('an amount in units is exactly that amount', () => {
  fc.assert(
    fc.property(finite, (value) => {
      const units = toUnits(toDecimal(value))
      if (units) expect(compare(fromUnits(units), toDecimal(value))).toBe(0)
    }),
  )
})

test.each([
  [12.34, { units: 123_400n, dust: 0n }],
  [-0.0001, { units: -1n, dust: 0n }],
  [123.45600000000002, { units: 1_234_560n, dust: 200n }],
  [879_609_302.2208, { units: 2n ** 43n, dust: 0n }],
  [879_609_302.2209, null],
  [1e308, null],
  [1e-16, { units: 0n, dust: 1n }],
  [1e-17, null],
])('%d is kept as %o', (value, units) => {
  expect(toUnits(toDecimal(value))).toEqual(units)
})

test('holdings by class, with what is left over, are the whole value', () => {
  const assets = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), finite), { maxLength: 6 })
  fc.assert(
    fc.property(finite, assets, (directly_held_asset_value, held) => {
      const directly_held_assets = held.map(([id, value], at) =>
        valuationSchema.shape.directly_held_assets.element.parse({
          id: `asset_${at}`,
          asset_class: { id, display_name: id },
          display_name: 'x',
          value,
        }),
      )
      const holdings = [...holdingsOf({ directly_held_asset_value, directly_held_assets }).values()]
      const sum = holdings.reduce((total, holding) => add(total, holding.amount), zero)
      expect(compare(sum, toDecimal(directly_held_asset_value))).toBe(0)
      expect(new Set(holdings.map((holding) => holding.assetClass?.id)).size).toBe(holdings.length)
    }),
  )
})
