import * as fc from 'fast-check'
import { add, subtract, toDecimal, zero } from '../../../../shared/domain/money.ts'
import { type HoldingPart, rollUp } from '../../../../shared/domain/roll-up.ts'
import type { RollUp } from '../../../../shared/ipc/roll-ups.ts'
import { anEntity } from './records.ts'

/** An entity with its latest valuation, reduced to the fields that balance sheets use. */
export type HeldEntity = {
  id: string
  household: string
  status: string
  kind: string
  valuation: { date: string; value: number; assets: readonly (readonly [string, number])[] } | null
}

const amount = fc.oneof(
  fc.integer({ min: -100_000_000, max: 100_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => units / 10_000),
  fc.double({ noNaN: true, min: -1e7, max: 1e7 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 0.005, -0.005, 0.1 + 0.2, 1e15, -1e15, 1e308, -1e308, 5e-324, 879_609_302.22, 123.45600000000002),
)

const valuation = fc
  .record({
    date: fc.constantFrom('2019-12-31', '2024-02-29', '2026-01-01'),
    assets: fc.array(fc.tuple(fc.constantFrom('cash', 'bond', 'art'), amount), { maxLength: 5 }),
    beyond: fc.option(amount, { freq: 2 }),
  })
  // Half of the valuations are worth the sum of their assets, added as doubles; the others have a different value.
  .map(({ date, assets, beyond }) => ({ date, assets, value: beyond ?? clamp(assets.reduce((s, [, v]) => s + v, 0)) }))

const clamp = (value: number) => (Number.isFinite(value) ? value : 1e308)

/** Any entity in one of two households; the caller must make its id unique. */
export const heldEntity: fc.Arbitrary<HeldEntity> = fc.record({
  id: fc.constant('entity'),
  household: fc.constantFrom('household_1', 'household_2'),
  status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'under_water'),
  kind: fc.constantFrom('REVOCABLE_TRUST', 'GRAT_TRUST', 'A_KIND_TO_COME'),
  valuation: fc.option(valuation, { freq: 4 }),
})

/** Returns the entity as the service would send it. */
export const record = ({ id, household, status, kind }: HeldEntity) =>
  anEntity(0, { id, household_id: household, in_estate_status: status, kind })

/** Returns the valuation as the service would send it; null if there is none. */
export function valuationRecord({ id, valuation: held }: HeldEntity) {
  if (!held) return null
  return {
    id: `valuation_of_${id}`,
    created_at: '2024-01-02T03:04:05.000Z',
    updated_at: '2024-01-02T03:04:05.000Z',
    entity_id: id,
    effective_date: held.date,
    directly_held_asset_value: held.value,
    total_value: 12345.67,
    directly_held_assets: held.assets.map(([id, value], at) => ({
      id: `asset_${at}`,
      asset_class: { id, display_name: `Class ${id}` },
      display_name: `Asset ${at}`,
      value,
    })),
  }
}

/** Computes the balance sheet entity by entity from the plain list. */
export function balanceOf(entities: readonly HeldEntity[]): RollUp {
  return rollUp(
    entities.map(({ status, kind, valuation: held }) => ({
      in_estate_status: status,
      kind,
      entities: 1,
      valued: held ? 1 : 0,
      oldest: held?.date ?? null,
      newest: held?.date ?? null,
      holdings: held ? holdings(held) : [],
    })),
  )
}

function holdings({ value, assets }: NonNullable<HeldEntity['valuation']>): HoldingPart[] {
  const classes = [...new Set(assets.map(([id]) => id))]
  const sumOf = (listed: typeof assets) => listed.reduce((sum, [, asset]) => add(sum, toDecimal(asset)), zero)
  const listed = classes.map((id) => ({
    asset_class: { id, name: `Class ${id}` },
    amount: sumOf(assets.filter(([of]) => of === id)),
    entities: 1,
  }))
  const rest = subtract(toDecimal(value), sumOf(assets))
  return rest.units === 0n ? listed : [...listed, { asset_class: null, amount: rest, entities: 1 }]
}
