import { sumCents } from '../../../shared/domain/money.ts'
import { figuresOf, type HouseholdFigures, type HouseholdHolding } from '../mirror/household-totals.ts'
import type { ReadableDatabase } from '../open-database.ts'

/** The kept figures of one household, by its id. No row: it has no valuation. */
const keptFiguresSql = `SELECT directly_held_asset_value, in_estate_share, out_of_estate_share, oldest_figure,
  valued_count FROM household_total WHERE household_id = ?`

const holdingsSql = `SELECT e.in_estate_status AS status, v.directly_held_asset_value AS value, v.effective_date AS date
  FROM entities e JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ?`

/** Below this many dollars a number has every cent of a sum. */
const hasCentsBelow = 2 ** 46

type Kept = Omit<HouseholdFigures, 'directly_held_asset_value'> & { directly_held_asset_value: number }

export type HouseholdFiguresReader = { of(householdId: string): HouseholdFigures }

/**
 * The figures of single households, as they are kept; none before the first sweep of entities ends, when screens say that they are not read
 * yet. Sums of which the kept number has not all digits are computed from the household's valuations.
 */
export function createHouseholdFigures(mirror: ReadableDatabase): HouseholdFiguresReader {
  const kept = mirror.prepare<[string], Kept>(keptFiguresSql)
  const holdings = mirror.prepare<[string], HouseholdHolding>(holdingsSql)
  return {
    of(id) {
      const figures = kept.get(id)
      if (!figures) return figuresOf([])
      const { directly_held_asset_value: usd } = figures
      if (Math.abs(usd) >= hasCentsBelow) return figuresOf(holdings.all(id))
      return { ...figures, directly_held_asset_value: String(sumCents([usd])) }
    },
  }
}
