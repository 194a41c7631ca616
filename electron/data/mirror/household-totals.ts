import { aboveLimit, limitOf } from '../../../shared/domain/estate-gauge.ts'
import {
  add,
  type Decimal,
  roundToCents,
  shareInPerCent,
  sumCents,
  toDecimal,
  toDollars,
  zero,
} from '../../../shared/domain/money.ts'
import type { EstateAmounts } from '../../../shared/ipc/estate.ts'
import type { HouseholdRow } from '../../../shared/ipc/rows.ts'
import type { ReadableDatabase, WritableDatabase } from '../open-database.ts'
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

/** Counts the living primaries of a household. */
const livingSql = `SELECT count(*) FROM individuals INDEXED BY individuals_household
  WHERE household_id = ? AND is_primary = 1 AND is_deceased IS NOT 1`

/** The sum of what is in the estate; null if no value of it is known. */
function inEstateOf(holdings: readonly HouseholdHolding[]): bigint | null {
  const inside = holdings.filter(({ status }) => status === 'in_estate')
  return inside.length === 0 ? null : sumCents(inside.map(({ value }) => value))
}

/**
 * By how much what is in a household's estate is above the amount that the firm set for each living primary, in whole cents; null without an
 * amount, a value in the estate or a living primary. Needs the index of individuals.
 */
export function createAgainstAmount(
  mirror: ReadableDatabase,
): (household: string, amounts: SetAmounts, holdings: readonly HouseholdHolding[]) => bigint | null {
  let living: ReturnType<typeof prepare> | undefined
  const prepare = () => mirror.prepare<[string], number>(livingSql).pluck()
  return (household, amounts, holdings) => {
    const inEstate = inEstateOf(holdings)
    // Most firms set no amount: nothing is counted then.
    if (inEstate === null || limitOf(amounts, 0) === null) return null
    living ??= prepare()
    const limit = limitOf(amounts, living.get(household) ?? 0)
    return limit === null ? null : aboveLimit(inEstate, limit)
  }
}

type SetAmounts = Pick<EstateAmounts, 'firm' | 'own'>

/** The amounts for living primaries, which are in the ledger; see `ledger/estate-amounts.ts`. */
type Amounts = {
  of(householdId: string): SetAmounts
  /** The number of the last change; 0 before the first. */
  lastChange(): number
  /** The households whose own amount changed after a change; null if the firm's did. */
  changedAfter(change: number): string[] | null
}

/** Keeps the table `household_total`; always inside an open transaction. */
export type HouseholdTotals = {
  /**
   * Computes the figures of households again that changed in this transaction, or since the index of entities exists; of as many as take
   * about 100 ms. Returns true if more are waiting.
   */
  settle(): boolean
  /** True if an amount changed that is not in the figures yet. */
  isBehind(): boolean
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
export function createHouseholdTotals(db: WritableDatabase, amounts: Amounts): HouseholdTotals {
  const isDirty = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM household_dirty)').pluck()
  const isIndexed = db
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'entities_household')")
    .pluck()
  const oldTo = db.prepare<[], string>('SELECT old_to FROM totals_state').pluck()
  const setOldTo = db.prepare(
    'INSERT INTO totals_state (one, old_to) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET old_to = excluded.old_to',
  )
  const amountsTo = db.prepare<[], number>('SELECT amounts_to FROM totals_state').pluck()
  const setAmountsTo = db.prepare('UPDATE totals_state SET amounts_to = ?')
  const arePeopleIndexed = db
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'individuals_household')")
    .pluck()
  const markAll = db.prepare(
    'INSERT INTO household_dirty SELECT household_id FROM household_total WHERE true ON CONFLICT DO NOTHING',
  )
  const markOne = db.prepare(
    'INSERT INTO household_dirty SELECT household_id FROM household_total WHERE household_id = ? ON CONFLICT DO NOTHING',
  )
  const against = createAgainstAmount(db)
  const lastAmount = () => (arePeopleIndexed.get() === 1 ? amounts.lastChange() : 0)
  /** Marks the households whose amount changed since the last call. */
  const followAmounts = () => {
    const [to = 0, last] = [amountsTo.get(), lastAmount()]
    if (to === last) return
    // Without the index of people, or after an older ledger, every amount may differ.
    const changed = to === 0 || last < to ? null : amounts.changedAfter(to)
    if (changed === null) markAll.run()
    else for (const household of changed) markOne.run(household)
    setAmountsTo.run(last)
  }
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
      followAmounts()
      if (isDirty.get() === 0 || isIndexed.get() === 0) return false
      select ??= prepareSelect(db)
      const old = oldTo.get() ?? ''
      const isCompared = arePeopleIndexed.get() === 1
      for (let chunks = 0; chunks < mostChunks; chunks++) {
        const rows = select.all(chunk)
        if (rows.length === 0) return false
        for (const [household, theirs] of Map.groupBy(rows, (row) => row.household)) {
          const holdings = theirs.flatMap(holdingIn)
          if (holdings.length === 0) remove.run(household)
          else {
            const above = isCompared ? against(household, amounts.of(household), holdings) : null
            put({ household, listed: theirs[0]?.listed ?? 0, holdings, old, above })
          }
        }
        clean.run(rows.at(-1)?.household)
      }
      return isDirty.get() === 1
    },
    isBehind: () => amountsTo.get() !== undefined && amountsTo.get() !== lastAmount(),
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

type Put = {
  household: string
  listed: number
  holdings: readonly HouseholdHolding[]
  old: string
  /** See {@link createAgainstAmount}. */
  above: bigint | null
}

/** Sums of up to a million households with so many cents each fit into an integer. */
const maxCents = 2n ** 43n

function preparePut(db: WritableDatabase): (put: Put) => void {
  const put = db.prepare(
    `INSERT OR REPLACE INTO household_total (household_id, listed, valued_count, directly_held_asset_value,
       in_estate_share, out_of_estate_share, oldest_figure, units, dust, old_entities, old_cents, in_estate_value, against_amount)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const sum = (holdings: readonly HouseholdHolding[]) =>
    holdings.reduce((whole, { value }) => add(whole, toDecimal(value)), zero)
  return ({ household, listed, holdings, old, above }) => {
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
      toDollars(inEstateOf(holdings) ?? 0n),
      above === null ? null : toDollars(above),
    )
  }
}
