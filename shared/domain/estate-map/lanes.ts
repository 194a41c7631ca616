import type { EstateEntity } from '../../ipc/estate.ts'
import { compare, type Decimal, roundToCents, toDecimal, zero } from '../money.ts'
import { rollUp } from '../roll-up.ts'

/** An entity with a positive value; `weight` is its value as a share of the largest one. */
export type ValuedEntity = { entity: EstateEntity; cents: bigint; weight: number }

/**
 * The entities of one estate status. `cents` is the lane's total of all its valuations, equal to the balance sheet's line of that
 * status. Only positive values have an area; the others are listed.
 */
export type EstateLane = {
  status: string
  cents: bigint
  /** Largest first. */
  valued: ValuedEntity[]
  /** Without a valuation, by name. */
  unvalued: EstateEntity[]
  /** Zero or less, largest first. */
  apart: { entity: EstateEntity; cents: bigint }[]
}

type Figure = { entity: EstateEntity; amount: Decimal }

/** The lanes of a household in the order of its balance sheet, without empty ones. */
export function estateLanes(entities: readonly EstateEntity[]): EstateLane[] {
  const totals = laneTotals(entities)
  const all = entities
    .flatMap((entity): Figure[] => (entity.value === null ? [] : [{ entity, amount: toDecimal(entity.value) }]))
    .sort((a, b) => compare(b.amount, a.amount) || byName(a.entity, b.entity))
  const largest = all[0]?.entity.value ?? 0
  return [...totals].map(([status, cents]): EstateLane => {
    const own = all.filter(({ entity }) => entity.in_estate_status === status)
    const figures = own.map(({ entity, amount }) => ({ entity, amount, cents: roundToCents(amount) }))
    const isPositive = ({ amount }: Figure) => compare(amount, zero) > 0
    return {
      status,
      cents,
      valued: figures.filter(isPositive).map((figure) => ({
        entity: figure.entity,
        cents: figure.cents,
        weight: (figure.entity.value ?? 0) / largest,
      })),
      apart: figures
        .filter((figure) => !isPositive(figure))
        .map((figure) => ({ entity: figure.entity, cents: figure.cents })),
      unvalued: entities
        .filter((entity) => entity.in_estate_status === status && entity.value === null)
        .toSorted(byName),
    }
  })
}

/** The totals of the balance sheet by status, in its order: computed by the same code, so that both agree to the cent. */
function laneTotals(entities: readonly EstateEntity[]): Map<string, bigint> {
  const { lines } = rollUp(
    entities.map(({ in_estate_status, kind, value, effective_date }) => ({
      in_estate_status,
      kind,
      entities: 1,
      valued: value === null ? 0 : 1,
      oldest: value === null ? null : effective_date,
      newest: value === null ? null : effective_date,
      holdings: value === null ? [] : [{ asset_class: null, amount: toDecimal(value), entities: 1 }],
    })),
  )
  const totals = new Map<string, bigint>()
  for (const { in_estate_status, value } of lines) {
    totals.set(in_estate_status, (totals.get(in_estate_status) ?? 0n) + BigInt(value))
  }
  return totals
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byName = (a: EstateEntity, b: EstateEntity) => byText(a.name, b.name) || byText(a.id, b.id)
