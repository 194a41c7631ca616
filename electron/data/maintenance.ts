import { localToday, yearBefore } from '../../shared/domain/days.ts'
import { hasOnlyPlainWords } from '../../shared/domain/fold.ts'
import { add, compare } from '../../shared/domain/money.ts'
import { recordSchemas } from '../../shared/service/record-schemas.ts'
import { type ListedResource, type Resource, tableOf } from '../../shared/service/resource.ts'
import type { HouseholdTotals } from './mirror/household-totals.ts'
import type { RecordStore } from './mirror/record-store.ts'
import { recordTables } from './mirror/record-tables.ts'
import {
  createSearchIndex,
  type IdleMerge,
  type SearchIndex,
  type SearchMerge,
  valuationBody,
} from './mirror/search-index.ts'
import { fromUnits } from './mirror/valuation-store.ts'
import type { ReadableDatabase } from './open-database.ts'
import type { BatchedMirror } from './write-batch.ts'

/** The stores whose rows are folded again; see `writer.ts`. */
type Refolder = BatchedMirror & {
  records: Readonly<Record<ListedResource, Pick<RecordStore, 'searchedTo'>>>
  searchMerge: Pick<SearchMerge, 'begin'>
  onTrouble: (problem: unknown) => void
}

/** Rows that are looked at before other calls get a turn: about 5 ms. */
const chunk = 500

/**
 * Folds the rows again that a migration listed in `to_refold`: their sort columns and search rows are those of earlier rules. Progress
 * is saved with each step, so that a restart continues. Rows whose text is ASCII without apostrophes are the same by all rules.
 */
export function* refold(writer: Refolder): Generator<undefined, void> {
  const { mirror, batch } = writer
  const isMigrated = mirror.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM to_refold)').pluck().get() === 1
  if (!isMigrated) return
  const search = createSearchIndex(mirror)
  const waiting = mirror.prepare<[], Resource>('SELECT resource FROM to_refold').pluck().all()
  for (const resource of waiting) {
    const some = prepareRows(writer, resource, search)
    while (batch.write(some)) yield undefined
    batch.write(() => mirror.prepare('DELETE FROM to_refold WHERE resource = ?').run(resource))
  }
  // The replaced search rows are in segments of their own.
  batch.write(() => writer.searchMerge.begin())
  batch.commit()
}

/** The function refolds the next rows; it returns false once none is left. */
function prepareRows(writer: Refolder, resource: Resource, search: SearchIndex): () => boolean {
  const { mirror } = writer
  const next = mirror.prepare<[string, number], { row: number; json: string }>(
    `SELECT row, json FROM ${tableOf(resource)}
     WHERE row > (SELECT done_to FROM to_refold WHERE resource = ?) ORDER BY row LIMIT ?`,
  )
  const advance = mirror.prepare('UPDATE to_refold SET done_to = ? WHERE resource = ?')
  const one = resource === 'valuations' ? refoldValuation(search) : prepareRecord(writer, resource, search)
  return () => {
    const rows = next.all(resource, chunk)
    for (const { row, json } of rows) if (!hasOnlyPlainWords(json) || json.includes('\\u')) one(row, JSON.parse(json))
    const last = rows.at(-1)
    if (last) advance.run(last.row, resource)
    return rows.length === chunk
  }
}

type RefoldRow = (row: number, stored: unknown) => void

function refoldValuation(search: SearchIndex): RefoldRow {
  return (row, stored) => {
    const valuation = recordSchemas.valuations.safeParse(stored)
    if (valuation.success) search.put('valuations', row, { title: '', body: valuationBody(valuation.data) })
  }
}

function prepareRecord(writer: Refolder, resource: ListedResource, search: SearchIndex): RefoldRow {
  const { mirror, records, batch } = writer
  const table = recordTables[resource]
  const columns = table.columns.filter((column) => column.endsWith('_sort'))
  const write = mirror.prepare(
    `UPDATE ${table.table} SET ${columns.map((column) => `${column} = ?`).join(', ')}
     WHERE row = ? AND (${columns.map((column) => `${column} IS NOT ?`).join(' OR ')})`,
  )
  const searchedTo = records[resource].searchedTo()
  return (row, stored) => {
    const record = table.read(stored)
    if (record === null) return
    const values = columns.map((column) => record.values[table.columns.indexOf(column)] ?? null)
    if (write.run(...values, row, ...values).changes > 0) batch.changed(resource)
    if (row <= searchedTo) search.put(resource, row, record)
  }
}

/**
 * Refolds in small steps from the opening on.
 *
 * @returns the function that stops it
 */
function refoldLater(writer: Refolder): () => void {
  const work = refold(writer)
  let timer: NodeJS.Immediate | undefined
  const step = () => {
    try {
      if (!work.next().done) timer = setImmediate(step)
    } catch (problem) {
      // The next opening continues.
      writer.onTrouble(problem)
    }
  }
  timer = setImmediate(step)
  return () => clearImmediate(timer)
}

/** The stores with the totals that are kept; see `writer.ts`. */
type TotalsKeeper = BatchedMirror & {
  totals: HouseholdTotals
  now: () => number
  onTrouble: (problem: unknown) => void
}

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

/** True also if the sums cannot be compared: some households wait to be summed, or a holding fits no integer. */
function areHouseholdsTheBook(mirror: ReadableDatabase): boolean {
  if (mirror.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM household_dirty)').pluck().get() === 1) return true
  const [households, large, book] = (['households', 'large', 'book'] as const).map((name) =>
    mirror.prepare<[], Sum>(sumSql[name]).safeIntegers().get(),
  )
  if (!households || !large || !book || households.valued !== book.valued) return false
  return book.beyond > 0n || compare(add(fromUnits(households), fromUnits(large)), fromUnits(book)) === 0
}

/** Computes everything that is kept again from the records. */
function rebuildTotals({ batch, mirror, totals }: Pick<TotalsKeeper, 'mirror' | 'batch' | 'totals'>): void {
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
function followDate({ batch, totals, now }: TotalsKeeper): () => void {
  const timer = setInterval(() => {
    if (totals.oldTo() === yearBefore(localToday(new Date(now())))) return
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
export function settleWaiting({ mirror, batch, totals }: Pick<TotalsKeeper, 'mirror' | 'batch' | 'totals'>): void {
  const isWaiting = mirror
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM household_dirty)
         AND EXISTS (SELECT 1 FROM resource_state WHERE resource = 'entities' AND complete_began_at IS NOT NULL)`,
    )
    .pluck()
  if (isWaiting.get() !== 1 && !totals.isBehind()) return
  batch.write(() => mirror.exec(`CREATE INDEX IF NOT EXISTS entities_household ON entities ${entityIndex}`))
  while (batch.write(() => totals.settle()));
  batch.changed('households')
  batch.commit()
}

/** Creates the indexes that a list which was read by an earlier version lacks. Of 300,000 people this takes a second, once. */
export function createMissingIndexes({ mirror, batch }: Pick<TotalsKeeper, 'mirror' | 'batch'>): void {
  const loaded = mirror.prepare<[], string>('SELECT resource FROM resource_state WHERE loaded = 1').pluck().all()
  const known = new Set(mirror.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all())
  for (const { resource, table, indexes } of Object.values(recordTables)) {
    for (const [name, columns] of loaded.includes(resource) ? Object.entries(indexes) : []) {
      if (known.has(`${table}_${name}`)) continue
      batch.write(() => mirror.exec(`CREATE INDEX IF NOT EXISTS ${table}_${name} ON ${table} ${columns}`))
      batch.commit()
    }
  }
}

const entityIndex = recordTables.entities.indexes.household

/** ms after the opening, when the first screen has its rows. */
const firstCheckAfter = 5000

/**
 * Checks once, some time after the opening and in small steps, that what is kept is right; computes it again if it is not.
 *
 * @returns the function that stops it
 */
function checkTotalsLater(writer: TotalsKeeper): () => void {
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
  next(firstCheckAfter)
  return () => clearTimeout(timer)
}

/**
 * Starts the work that the writing thread does beside its calls, in small steps: checking totals, following the date, folding rows again and
 * merging the search index. Stores that cannot be written are only checked.
 *
 * @returns the function that stops it
 */
export function startMaintenance(
  writer: TotalsKeeper & Refolder & { idleMerge: IdleMerge },
  isWritable: boolean,
): () => void {
  const stops = [checkTotalsLater(writer)]
  if (isWritable) {
    stops.push(followDate(writer), refoldLater(writer), writer.idleMerge.stop)
    writer.idleMerge.start()
  }
  return () => {
    for (const stop of stops) stop()
  }
}
