import type { EstateEntity } from '../../ipc/estate.ts'
import { compare, type Decimal, roundToCents, toDecimal } from '../money.ts'
import { rollUp } from '../roll-up.ts'

/** Kinds that belong together in the picture, in its order. */
export const kindFamilies = ['Trusts', 'Accounts', 'Companies', 'Charitable', 'Other'] as const

export type KindFamily = (typeof kindFamilies)[number]

const charitable = new Set(['CRT_TRUST', 'CLT_TRUST', 'DONOR_ADVISED_FUND', 'PRIVATE_FOUNDATION'])

/** The family of a kind. A kind that Steward does not know yet is “Other”, unless its ending says what it is. */
export function kindFamily(kind: string): KindFamily {
  if (charitable.has(kind)) return 'Charitable'
  if (kind.endsWith('_TRUST')) return 'Trusts'
  if (kind.endsWith('_ACCOUNT')) return 'Accounts'
  return kind.endsWith('_BUSINESS_ENTITY') ? 'Companies' : 'Other'
}

/** An entity with its value: exact, in whole cents, and as a signed share of the largest absolute value of the household. */
export type EntityFigure = { entity: EstateEntity; amount: Decimal | null; cents: bigint | null; share: number }

/** Entities of one estate status and one kind, with the sum of the balance sheet's line. */
export type LaneKind = {
  kind: string
  cents: bigint
  valued: number
  /** The oldest date of a valuation. */
  oldest: string | null
  entities: EntityFigure[]
}

/** The entities of one estate status. `cents` is equal to the balance sheet's sum of that status. */
export type EstateLane = { status: string; cents: bigint; valued: number; kinds: LaneKind[] }

/**
 * The entities of a household by estate status and kind, in the order of its balance sheet. Sums are computed by the balance sheet's
 * own code, so that both agree to the cent. Within a kind the largest value comes first, entities without a valuation last.
 */
export function estateLanes(entities: readonly EstateEntity[]): EstateLane[] {
  const largest = entities.reduce((most, { value }) => Math.max(most, Math.abs(value ?? 0)), 0)
  const figures = new Map<string, EntityFigure[]>()
  for (const entity of entities) {
    const amount = entity.value === null ? null : toDecimal(entity.value)
    const key = JSON.stringify([entity.in_estate_status, entity.kind])
    const figure: EntityFigure = {
      entity,
      amount,
      cents: amount === null ? null : roundToCents(amount),
      share: largest === 0 ? 0 : (entity.value ?? 0) / largest,
    }
    figures.set(key, [...(figures.get(key) ?? []), figure])
  }
  const { lines } = rollUp(
    entities.map(({ in_estate_status, kind, value, effective_date }) => ({
      in_estate_status,
      kind,
      entities: 1,
      valued: value === null ? 0 : 1,
      oldest: value === null ? null : effective_date,
      // Not read here.
      newest: null,
      holdings: value === null ? [] : [{ asset_class: null, amount: toDecimal(value), entities: 1 }],
    })),
  )
  const lanes = new Map<string, EstateLane>()
  for (const { in_estate_status: status, kind, value, entities: count, unvalued, oldest } of lines) {
    const lane = lanes.get(status) ?? { status, cents: 0n, valued: 0, kinds: [] }
    const own = figures.get(JSON.stringify([status, kind])) ?? []
    lanes.set(status, lane)
    lane.cents += BigInt(value)
    lane.valued += count - unvalued
    lane.kinds.push({ kind, cents: BigInt(value), valued: count - unvalued, oldest, entities: own.sort(byValue) })
  }
  return [...lanes.values()]
}

/** The largest value first, then zero and negative ones, then those without a valuation; equal ones by name. */
export function byValue(a: EntityFigure, b: EntityFigure): number {
  if (a.amount === null || b.amount === null) {
    return Number(a.amount === null) - Number(b.amount === null) || byName(a, b)
  }
  return compare(b.amount, a.amount) || byName(a, b)
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const byName = ({ entity: a }: Pick<EntityFigure, 'entity'>, { entity: b }: Pick<EntityFigure, 'entity'>) =>
  byText(a.name, b.name) || byText(a.id, b.id)
