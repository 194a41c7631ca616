import { sumCents } from '../../../shared/domain/money.ts'
import type { Versions } from '../lists/versions.ts'
import { figuresOf, type HouseholdFigures, type HouseholdHolding } from '../mirror/household-totals.ts'
import type { ReadableDatabase } from '../open-database.ts'

const columns = 'e.in_estate_status AS status, v.directly_held_asset_value AS value, v.effective_date AS date'

/** The kept figures of one household, by its id; separate so that its plan can be tested. No row: it has no valuation. */
export const keptFiguresSql = `SELECT directly_held_asset_value, in_estate_share, out_of_estate_share, oldest_figure,
  valued_count FROM household_total WHERE household_id = ?`

/** The valuations of one household, by its id. */
export const holdingsSql = `SELECT ${columns} FROM entities e JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ?`

/** Below this many dollars a number has every cent of a sum. */
const hasCentsBelow = 2 ** 46

type Kept = Omit<HouseholdFigures, 'directly_held_asset_value'> & { directly_held_asset_value: number }

export type HouseholdFiguresReader = { of(householdId: string): HouseholdFigures }

/**
 * The figures of single households, as they are kept. Before the index of entities exists (during a first load) they are not:
 * then all are read in one pass over the valuations, which is repeated only when rows change. Sums of which the kept number has not
 * all digits are computed from the household's valuations.
 */
export function createHouseholdFigures(mirror: ReadableDatabase, versions: Versions): HouseholdFiguresReader {
  const kept = mirror.prepare<[string], Kept>(keptFiguresSql)
  const holdings = mirror.prepare<[string], HouseholdHolding>(holdingsSql)
  const keptOf = (id: string): HouseholdFigures => {
    const figures = kept.get(id)
    if (!figures) return figuresOf([])
    const { directly_held_asset_value: usd } = figures
    if (Math.abs(usd) >= hasCentsBelow) return figuresOf(holdings.all(id))
    return { ...figures, directly_held_asset_value: String(sumCents([usd])) }
  }
  let passed: { version: string; holdings: Map<string, HouseholdHolding[]> | null } | undefined
  return {
    of(id) {
      const version = versions.of(['households', 'entities', 'valuations'])
      if (passed?.version !== version) passed = { version, holdings: areTotalsKept(mirror) ? null : readAll(mirror) }
      return passed.holdings === null ? keptOf(id) : figuresOf(passed.holdings.get(id) ?? [])
    },
  }
}

/** True if the table `household_total` is up to date: no household waits for the index of entities. */
export const areTotalsKept = (mirror: ReadableDatabase): boolean =>
  mirror.prepare<[], number>('SELECT NOT EXISTS (SELECT 1 FROM household_dirty)').pluck().get() === 1

function readAll(mirror: ReadableDatabase): Map<string, HouseholdHolding[]> {
  const rows = mirror
    .prepare<[], HouseholdHolding & { household: string }>(
      `SELECT e.household_id AS household, ${columns} FROM valuations v CROSS JOIN entities e ON e.id = v.entity_id`,
    )
    .all()
  return Map.groupBy(rows, ({ household }) => household)
}
