import {
  add,
  type Decimal,
  roundToCents,
  shareInPerCent,
  toDecimal,
  toDollars,
  zero,
} from '../../../shared/domain/money.ts'
import type { HouseholdRow } from '../../../shared/ipc/rows.ts'
import type { WritableDatabase } from '../open-database.ts'
import { toUnits } from './valuation-store.ts'

/** The columns of a household that are computed from the latest valuations of its entities. */
export type HouseholdFigures = Pick<
  HouseholdRow,
  'directly_held_asset_value' | 'in_estate_share' | 'out_of_estate_share' | 'oldest_figure' | 'valued_count'
>

/** A valuation as a household's figures use it. */
export type HouseholdHolding = { status: string; value: number; date: string }

/**
 * The figures of a household's valuations: summed exactly and rounded to cents once, as on its balance sheet. Pending writes are
 * in the mirror's rows, so they are included.
 */
export function figuresOf(holdings: readonly HouseholdHolding[]): HouseholdFigures {
  let whole = zero
  const byStatus = new Map<string, Decimal>()
  let oldest: string | null = null
  for (const { status, value, date } of holdings) {
    const amount = toDecimal(value)
    whole = add(whole, amount)
    byStatus.set(status, add(byStatus.get(status) ?? zero, amount))
    if (oldest === null || date < oldest) oldest = date
  }
  const total = roundToCents(whole)
  const shareOf = (status: string) => shareInPerCent(roundToCents(byStatus.get(status) ?? zero), total)
  return {
    directly_held_asset_value: holdings.length === 0 ? null : String(total),
    in_estate_share: shareOf('in_estate'),
    out_of_estate_share: shareOf('out_of_estate'),
    oldest_figure: oldest,
    valued_count: holdings.length,
  }
}

/** Keeps the table `household_total`; always inside an open transaction. */
export type HouseholdTotals = {
  /**
   * Computes the figures of households again that changed in this transaction, or since the index of entities exists; of as many as take
   * about 100 ms. Returns true if more are waiting.
   */
  settle(): boolean
  /** Figures up to this date, `YYYY-MM-DD`, count as old from now on. */
  setOldTo(date: string): void
  /** The date up to which figures count as old; undefined before the first batch. */
  oldTo(): string | undefined
  /** All figures are computed again by the next {@link HouseholdTotals.settle}. */
  rebuild(): void
}

/** Households of which the figures are computed by one statement. */
const chunk = 500

/** Chunks in one transaction: after a migration every household waits, and other writes have their turn in between. */
const mostChunks = 4

type Row = { household: string; listed: number; status: string | null; value: number | null; date: string | null }

/** {@link HouseholdTotals} on one connection; statements are prepared once. */
export function createHouseholdTotals(db: WritableDatabase): HouseholdTotals {
  const isDirty = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM household_dirty)').pluck()
  const isIndexed = db
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'entities_household')")
    .pluck()
  const oldTo = db.prepare<[], string>('SELECT old_to FROM totals_state').pluck()
  const setOldTo = db.prepare('INSERT OR REPLACE INTO totals_state (one, old_to) VALUES (1, ?)')
  const markBetween = db.prepare(
    `INSERT INTO household_dirty SELECT e.household_id FROM balance_line l
       CROSS JOIN valuations v ON v.line = l.row AND v.effective_date > ? AND v.effective_date <= ?
       CROSS JOIN entities e ON e.id = v.entity_id WHERE true ON CONFLICT DO NOTHING`,
  )
  const put = preparePut(db)
  const remove = db.prepare('DELETE FROM household_total WHERE household_id = ?')
  const clean = db.prepare('DELETE FROM household_dirty WHERE household_id <= ?')
  // The index that it names exists only after the first load.
  let select: ReturnType<typeof prepareSelect> | undefined

  return {
    settle() {
      if (isDirty.get() === 0 || isIndexed.get() === 0) return false
      select ??= prepareSelect(db)
      const old = oldTo.get() ?? ''
      for (let chunks = 0; chunks < mostChunks; chunks++) {
        const rows = select.all(chunk)
        if (rows.length === 0) return false
        for (const [household, theirs] of Map.groupBy(rows, (row) => row.household)) {
          const holdings = theirs.flatMap(holdingIn)
          if (holdings.length === 0) remove.run(household)
          else put({ household, listed: theirs[0]?.listed ?? 0, holdings, old })
        }
        clean.run(rows.at(-1)?.household)
      }
      return isDirty.get() === 1
    },
    oldTo: () => oldTo.get(),
    setOldTo(date) {
      const before = oldTo.get()
      if (before === date) return
      if (before !== undefined) markBetween.run(...(before < date ? [before, date] : [date, before]))
      setOldTo.run(date)
    },
    rebuild() {
      db.exec(`DELETE FROM household_total; DELETE FROM household_dirty;
        INSERT INTO household_dirty
          SELECT DISTINCT e.household_id FROM valuations v CROSS JOIN entities e ON e.id = v.entity_id`)
    },
  }
}

/** The valuations of dirty households in the order of their ids; a household without any has one row of nulls. */
const prepareSelect = (db: WritableDatabase) =>
  db.prepare<[number], Row>(
    `SELECT d.household_id AS household, EXISTS (SELECT 1 FROM households WHERE id = d.household_id) AS listed,
       e.in_estate_status AS status, v.directly_held_asset_value AS value, v.effective_date AS date
     FROM (SELECT household_id FROM household_dirty ORDER BY household_id LIMIT ?) d
       LEFT JOIN entities e INDEXED BY entities_household ON e.household_id = d.household_id
       LEFT JOIN valuations v INDEXED BY valuations_list ON v.entity_id = e.id
     ORDER BY d.household_id`,
  )

const holdingIn = ({ status, value, date }: Row): HouseholdHolding[] =>
  status === null || value === null || date === null ? [] : [{ status, value, date }]

type Put = { household: string; listed: number; holdings: readonly HouseholdHolding[]; old: string }

/** Sums of up to a million households with so many cents each fit into an integer. */
const maxCents = 2n ** 43n

function preparePut(db: WritableDatabase): (put: Put) => void {
  const put = db.prepare(
    `INSERT OR REPLACE INTO household_total (household_id, listed, valued_count, directly_held_asset_value,
       in_estate_share, out_of_estate_share, oldest_figure, units, dust, old_entities, old_cents, in_estate_value)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const sum = (holdings: readonly HouseholdHolding[]) =>
    holdings.reduce((whole, { value }) => add(whole, toDecimal(value)), zero)
  return ({ household, listed, holdings, old }) => {
    const figures = figuresOf(holdings)
    const whole = sum(holdings)
    const fitting = toUnits(whole)
    const oldHoldings = holdings.filter(({ date }) => date <= old)
    const cents = roundToCents(sum(oldHoldings))
    put.run(
      household,
      listed,
      figures.valued_count,
      // The column orders and filters; where its number has not all digits, reads sum again (`reads/reader.ts`).
      toDollars(roundToCents(whole)),
      figures.in_estate_share,
      figures.out_of_estate_share,
      figures.oldest_figure,
      fitting?.units ?? null,
      fitting?.dust ?? null,
      oldHoldings.length,
      cents < maxCents && cents > -maxCents ? cents : null,
      toDollars(roundToCents(sum(holdings.filter(({ status }) => status === 'in_estate')))),
    )
  }
}
