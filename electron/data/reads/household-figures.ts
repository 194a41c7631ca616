import { add, type Decimal, roundToCents, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { HouseholdRow } from '../../../shared/ipc/rows.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { ColumnSource } from './list-shape.ts'
import type { Versions } from './versions.ts'

/** The columns of a household that are computed from the latest valuations of its entities. */
export type HouseholdFigures = Pick<
  HouseholdRow,
  'directly_held_asset_value' | 'in_estate_share' | 'out_of_estate_share' | 'oldest_figure' | 'valued_count'
>

type Holding = { status: string; value: number; date: string }

/**
 * The figures of a household's valuations: summed exactly and rounded to cents once, as on its balance sheet. Pending writes are
 * in the mirror's rows, so they are included.
 */
export function figuresOf(holdings: readonly Holding[]): HouseholdFigures {
  let whole = zero
  const byStatus = new Map<string, Decimal>()
  let oldest: string | null = null
  for (const { status, value, date } of holdings) {
    const amount = toDecimal(value)
    whole = add(whole, amount)
    byStatus.set(status, add(byStatus.get(status) ?? zero, amount))
    if (oldest === null || date < oldest) oldest = date
  }
  const total = dollars(whole)
  const shareOf = (status: string) =>
    total > 0 ? Number(((100 * dollars(byStatus.get(status) ?? zero)) / total).toFixed(1)) : null
  return {
    directly_held_asset_value: holdings.length === 0 ? null : total,
    in_estate_share: shareOf('in_estate'),
    out_of_estate_share: shareOf('out_of_estate'),
    oldest_figure: oldest,
    valued_count: holdings.length,
  }
}

/** Rounded to cents. JSON has no infinity, so a sum beyond the largest double becomes that double. */
const dollars = (amount: Decimal): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(roundToCents(amount)) / 100))

const columns = 'e.in_estate_status AS status, v.directly_held_asset_value AS value, v.effective_date AS date'

/** The statement of one household's valuations, separate so that its plan can be tested. One parameter: the household's id. */
export const holdingsSql = `SELECT ${columns} FROM entities e
  JOIN valuations v INDEXED BY valuations_list ON v.entity_id = e.id WHERE e.household_id = ?`

export type HouseholdFiguresReader = { of(householdId: string): HouseholdFigures }

/**
 * The figures of single households, by index. Before the index of entities exists (during a first load), they are read in one pass
 * over the valuations, which is repeated only when rows change.
 */
export function createHouseholdFigures(mirror: ReadableDatabase, versions: Versions): HouseholdFiguresReader {
  const select = mirror.prepare<[string], Holding>(holdingsSql)
  let passed: { version: string; holdings: Map<string, Holding[]> } | undefined
  return {
    of(id) {
      if (versions.loaded('entities')) {
        passed = undefined
        return figuresOf(select.all(id))
      }
      const version = versions.of(['entities', 'valuations'])
      if (passed?.version !== version) passed = { version, holdings: readAll(mirror) }
      return figuresOf(passed.holdings.get(id) ?? [])
    },
  }
}

function readAll(mirror: ReadableDatabase): Map<string, Holding[]> {
  const rows = mirror
    .prepare<[], Holding & { household: string }>(
      `SELECT e.household_id AS household, ${columns} FROM valuations v CROSS JOIN entities e ON e.id = v.entity_id`,
    )
    .all()
  return Map.groupBy(rows, ({ household }) => household)
}

/** A value per household, computed from its entities' valuations; `n` is not null. */
function figureColumn(value: string): ColumnSource {
  const figures = `(SELECT k, n FROM (SELECT e.household_id AS k, ${value} AS n
    FROM entities e CROSS JOIN valuations v ON v.entity_id = e.id GROUP BY e.household_id) WHERE n IS NOT NULL)`
  return {
    from: 'other',
    key: 't.id',
    value: 'b.n',
    keysWhere: (condition) => `SELECT b.k FROM ${figures} b WHERE ${condition}`,
    join: `JOIN ${figures} b ON b.k = t.id`,
    drive: `${figures} b CROSS JOIN households t ON t.id = b.k`,
    dependsOn: ['entities', 'valuations'],
  }
}

/**
 * SQLite adds doubles with compensation (Kahan and Neumaier), so after rounding to cents the sums are those of
 * {@link figuresOf} up to ten trillion dollars, beyond which doubles have no cents.
 */
const heldWhere = (condition: string) => `round(total(CASE WHEN ${condition} THEN v.directly_held_asset_value END), 2)`
const held = 'round(total(v.directly_held_asset_value), 2)'

/** Sources of the columns in {@link HouseholdFigures}. */
export const figureColumns = {
  directly_held_asset_value: figureColumn(held),
  in_estate_share: figureColumn(
    `CASE WHEN ${held} > 0 THEN round(100.0 * ${heldWhere("e.in_estate_status = 'in_estate'")} / ${held}, 1) END`,
  ),
  oldest_figure: figureColumn('min(v.effective_date)'),
} as const satisfies Record<string, ColumnSource>
