import { add, compare } from '../../shared/domain/money.ts'
import { localToday, sameDayLastYear } from './days.ts'
import { recordTables } from './mirror/record-tables.ts'
import { fromUnits } from './mirror/valuation-store.ts'
import type { ReadableDatabase } from './open-database.ts'
import type { Writer } from './writer.ts'

/** True if two queries return different rows. */
const differ = (one: string, other: string) =>
  `SELECT EXISTS (${one} EXCEPT ${other}) OR EXISTS (${other} EXCEPT ${one})`

const checks = {
  entities: differ(
    'SELECT in_estate_status, kind, count(*) FROM entities GROUP BY in_estate_status, kind',
    'SELECT in_estate_status, kind, entities FROM entity_total WHERE entities <> 0',
  ),
  /** Parameter `@line`. */
  valued: differ(
    'SELECT count(*) FROM valuations WHERE line = @line',
    'SELECT coalesce(sum(valued), 0) FROM line_total WHERE line = @line',
  ),
  /** Parameter `@line`. */
  holdings: differ(
    `SELECT class, count(*), count(units), coalesce(sum(units), 0), coalesce(sum(dust), 0) FROM holding
     WHERE line = @line GROUP BY class`,
    `SELECT class, holdings, summed, units, dust FROM holding_total
     WHERE line = @line AND (holdings <> 0 OR summed <> 0 OR units <> 0 OR dust <> 0)`,
  ),
}

const rebuildBook = `
  DELETE FROM entity_total;
  DELETE FROM line_total;
  DELETE FROM holding_total;
  INSERT INTO entity_total SELECT in_estate_status, kind, count(*) FROM entities GROUP BY in_estate_status, kind;
  INSERT INTO line_total SELECT line, count(*) FROM valuations WHERE line IS NOT NULL GROUP BY line;
  INSERT INTO holding_total
    SELECT line, class, count(*), count(units), coalesce(sum(units), 0), coalesce(sum(dust), 0)
    FROM holding WHERE line IS NOT NULL GROUP BY line, class`

/**
 * Compares what is kept of the whole book with its records, a line at each step: writes may come between two steps. Households are
 * compared as a whole: together they are the book.
 *
 * @returns true if everything is right
 */
export function* checkTotals(mirror: ReadableDatabase): Generator<undefined, boolean> {
  const isWrong = (sql: string) => mirror.prepare<[], number>(sql).pluck().get() === 1
  if (isWrong(checks.entities)) return false
  const lines = mirror.prepare<[], number>('SELECT row FROM balance_line').pluck().all()
  const valued = mirror.prepare<[{ line: number }], number>(checks.valued).pluck()
  const holdings = mirror.prepare<[{ line: number }], number>(checks.holdings).pluck()
  for (const line of lines) {
    yield undefined
    if (valued.get({ line }) === 1 || holdings.get({ line }) === 1) return false
  }
  yield undefined
  return areHouseholdsTheBook(mirror)
}

type Sum = { valued: bigint; units: bigint; dust: bigint; beyond: bigint }

const sumSql = {
  households: `SELECT coalesce(sum(valued_count), 0) AS valued, coalesce(sum(units), 0) AS units,
      coalesce(sum(dust), 0) AS dust, 0 AS beyond
    FROM household_total`,
  /** Households of which the sum fits no integer, from their records. */
  large: `SELECT 0 AS valued, coalesce(sum(h.units), 0) AS units, coalesce(sum(h.dust), 0) AS dust, 0 AS beyond
    FROM household_total t CROSS JOIN entities e ON e.household_id = t.household_id
      CROSS JOIN valuations v ON v.entity_id = e.id CROSS JOIN holding h ON h.valuation = v.row
    WHERE t.units IS NULL`,
  book: `SELECT (SELECT coalesce(sum(valued), 0) FROM line_total) AS valued, coalesce(sum(units), 0) AS units,
      coalesce(sum(dust), 0) AS dust, coalesce(sum(holdings - summed), 0) AS beyond
    FROM holding_total`,
} as const

/** True also while it cannot be known: some households wait for the index of entities, or a holding fits no integer. */
function areHouseholdsTheBook(mirror: ReadableDatabase): boolean {
  if (mirror.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM household_dirty)').pluck().get() === 1) return true
  const [households, large, book] = (['households', 'large', 'book'] as const).map((name) =>
    mirror.prepare<[], Sum>(sumSql[name]).safeIntegers().get(),
  )
  if (!households || !large || !book || households.valued !== book.valued) return false
  return book.beyond > 0n || compare(add(fromUnits(households), fromUnits(large)), fromUnits(book)) === 0
}

/** Computes everything that is kept again from the records. */
export function rebuildTotals({ batch, mirror, totals }: Writer): void {
  batch.write(() => {
    mirror.exec(rebuildBook)
    totals.rebuild()
  })
  for (const resource of ['households', 'entities', 'valuations'] as const) batch.changed(resource)
  batch.commit()
}

/** ms between two looks at the date. */
const lookAtDateEvery = 60_000

/**
 * Moves the date up to which figures count as old on when a day begins, so that Today is right without a write.
 *
 * @returns the function that stops it
 */
export function followDate({ batch, totals, now }: Writer): () => void {
  const timer = setInterval(() => {
    if (totals.oldTo() === sameDayLastYear(localToday(new Date(now())))) return
    try {
      batch.write(() => {})
      batch.changed('valuations')
      batch.commit()
    } catch {
      // The next look tries again.
    }
  }, lookAtDateEvery)
  return () => clearInterval(timer)
}

/**
 * Computes every household that waits, before the first screen reads: after the migration of an older mirror, which may lack the index of entities
 * as well. Of 50,000 households this takes some seconds, once.
 */
export function settleWaiting({ mirror, batch, totals }: Writer): void {
  const isWaiting = mirror
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM household_dirty)
         AND EXISTS (SELECT 1 FROM resource_state WHERE resource = 'entities' AND complete_began_at IS NOT NULL)`,
    )
    .pluck()
  if (isWaiting.get() !== 1) return
  batch.write(() => mirror.exec(`CREATE INDEX IF NOT EXISTS entities_household ON entities ${entityIndex}`))
  while (batch.write(() => totals.settle()));
  batch.changed('households')
  batch.commit()
}

const entityIndex = recordTables.entities.indexes.household

/** ms after the opening, when the first screen has its rows. */
const defaultDelay = 5000

/**
 * Checks once, some time after the opening and in small steps, that what is kept is right; computes it again if it is not.
 *
 * @returns the function that stops it
 */
export function checkTotalsLater(writer: Writer, delay = defaultDelay): () => void {
  const check = checkTotals(writer.mirror)
  let timer: NodeJS.Timeout | undefined
  const next = (wait: number) => {
    timer = setTimeout(step, wait)
  }
  const step = () => {
    try {
      const { done, value } = check.next()
      if (!done) next(0)
      else if (!value) rebuildTotals(writer)
    } catch (problem) {
      writer.onTrouble(problem)
    }
  }
  next(delay)
  return () => clearTimeout(timer)
}
