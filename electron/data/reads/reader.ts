import { localToday } from '../../../shared/domain/days.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { HouseholdRow } from '../../../shared/ipc/rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { readApart } from '../ledger/doubles.ts'
import { readEstateAmounts } from '../ledger/estate-amounts.ts'
import { prepareActing, prepareTrustees } from '../ledger/estate-links.ts'
import { prepareLeftOut } from '../ledger/rule-exceptions.ts'
import { prepareReview, prepareReviewed } from '../ledger/summary-reviews.ts'
import type { BesideMirror, ReadOrder } from '../lists/list-order.ts'
import {
  type Counts,
  createCounts,
  createLists,
  createVersions,
  type Lists,
  type OrdersElsewhere,
  type Versions,
} from '../lists/lists.ts'
import {
  createAgainstAmount,
  figuresOf,
  type HouseholdFigures,
  type HouseholdHolding,
} from '../mirror/household-totals.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { createListTotals, type ListTotalsReader } from './list-totals.ts'
import { createSearcher, type Searcher } from './search.ts'
import { createTextSearcher, type TextSearcher } from './text-search.ts'

/** The input of a procedure that a read serves, without the connection's id: a store belongs to one connection. */
export type InputOf<Domain extends keyof ContractInputs, Name extends keyof ContractInputs[Domain]> = Omit<
  ContractInputs[Domain][Name],
  'connectionId'
>

/** The output of a procedure that a read serves. */
export type OutputOf<
  Domain extends keyof ContractOutputs,
  Name extends keyof ContractOutputs[Domain],
> = ContractOutputs[Domain][Name]

/** Dependencies of all reads, over one pair of connections. */
export type Reader = {
  mirror: ReadableDatabase
  ledger: ReadableDatabase
  versions: Versions
  lists: Lists
  counts: Counts
  householdFigures: HouseholdFiguresReader
  reviewOf: ReturnType<typeof prepareReview>
  listTotals: ListTotalsReader
  search: Searcher
  texts: TextSearcher
  /** Called for a row of which cells cannot be shown; `problem` was thrown by their computation, null if their values are not allowed. */
  onUnreadable(row: UnreadableRow): void
  /** Runs a read, and reports it if it is slow. */
  time<Result>(read: string, work: () => Result, order?: ReadOrder | null): Result
  /** The statement that reads a list's row, prepared once. */
  rowStatement(sql: string): RowStatement
  /** Calendar date from which filters count days back. */
  today: () => string
  /** The user’s notes for a column, as JSON: when summaries were reviewed, roles, or what is left out of rules. */
  noted: BesideMirror['noted']
}

type UnreadableRow = { resource: Resource; columns: readonly string[]; problem: unknown }

/** Looks up one row by its number. */
type RowStatement = { get(row: number): unknown }

type ReaderOptions = {
  /** The thread that sorts large lists; without it they are sorted in this one. */
  elsewhere?: OrdersElsewhere
  rowsInPlace?: number
  today?: () => string
  onUnreadable?: (row: UnreadableRow) => void
  /** Called for a slow read that lacks an index; without it no read is timed. */
  onSlow?: (slow: SlowRead) => void
  /** ms from any moment on. */
  now?: () => number
}

/** A {@link Reader}; call `refresh` on its versions at the start of every read. */
export function createReader(
  opened: ReadableDatabase,
  ledger: ReadableDatabase,
  {
    today = localToday,
    onUnreadable = () => {},
    onSlow,
    now = () => performance.now(),
    elsewhere,
    rowsInPlace,
  }: ReaderOptions = {},
): Reader {
  const { mirror, time }: WatchedReads = onSlow
    ? watchReads(opened, { onSlow, now })
    : { mirror: opened, time: (_, work) => work() }
  const versions = createVersions(mirror)
  const lists = createLists({ mirror, versions, elsewhere: elsewhere ?? null, rowsInPlace })
  const counts = createCounts(mirror, versions)
  const householdFigures = createHouseholdFigures(mirror, ledger)
  const reviewOf = prepareReview({ ledger })
  const trustees = prepareTrustees({ mirror, ledger })
  const acting = prepareActing({ mirror, ledger })
  const reviewed = prepareReviewed({ mirror, ledger })
  const leftOut = prepareLeftOut({ ledger })
  const noted: BesideMirror['noted'] = (column, values) => {
    if (column === 'left_out') return leftOut(values.map(String))
    if (column === 'possible_double') return readApart({ ledger })
    if (column === 'acts_for_others') return acting()
    return column === 'trustees' ? trustees() : reviewed()
  }
  const listTotals = createListTotals({ mirror, versions, lists, today, noted })
  const search = createSearcher(mirror, ledger, versions)
  const texts = createTextSearcher(mirror)
  const rowStatements = new Map<string, RowStatement>()
  const rowStatement = (sql: string) => {
    const statement = rowStatements.get(sql) ?? mirror.prepare<[number]>(sql)
    rowStatements.set(sql, statement)
    return statement
  }
  return {
    ...{ mirror, ledger, versions, lists, counts, householdFigures, reviewOf, noted, today, listTotals, search, texts },
    ...{ rowStatement, onUnreadable, time },
  }
}

/** The kept figures of one household, by its id. No row: it has no valuation. */
const keptFiguresSql = `SELECT directly_held_asset_value, in_estate_share, out_of_estate_share, oldest_figure,
  valued_count, against_amount FROM household_total WHERE household_id = ?`

const holdingsSql = `SELECT e.in_estate_status AS status, v.directly_held_asset_value AS value, v.effective_date AS date
  FROM entities e JOIN valuations v ON v.entity_id = e.id WHERE e.household_id = ?`

/** Below this many dollars a number has every cent of a sum. */
const hasCentsBelow = 2 ** 46

type Kept = Omit<HouseholdFigures, 'directly_held_asset_value'> & {
  directly_held_asset_value: number
  against_amount: number | null
}

type ShownFigures = HouseholdFigures & Pick<HouseholdRow, 'against_amount'>

type HouseholdFiguresReader = { of(householdId: string): ShownFigures }

/**
 * The figures of single households, as they are kept; none before the first sweep of entities ends, when screens say that they are not read
 * yet. Sums of which the kept number has not all digits are computed from the household's valuations.
 */
function createHouseholdFigures(mirror: ReadableDatabase, ledger: ReadableDatabase): HouseholdFiguresReader {
  const kept = mirror.prepare<[string], Kept>(keptFiguresSql)
  const holdings = mirror.prepare<[string], HouseholdHolding>(holdingsSql)
  const against = createAgainstAmount(mirror)
  const centsOf = (usd: number) => String(sumCents([usd]))
  return {
    of(id) {
      const figures = kept.get(id)
      if (!figures) return { ...figuresOf([]), against_amount: null }
      const { directly_held_asset_value: usd, against_amount: above } = figures
      if (Math.abs(usd) < hasCentsBelow && Math.abs(above ?? 0) < hasCentsBelow)
        return {
          ...figures,
          directly_held_asset_value: centsOf(usd),
          against_amount: above === null ? null : centsOf(above),
        }
      const held = holdings.all(id)
      const exact = above === null ? null : against(id, readEstateAmounts({ ledger }, { household_id: id }), held)
      return { ...figuresOf(held), against_amount: exact === null ? null : String(exact) }
    },
  }
}

/** A read that took long, and what SQLite had to do for it because no index has the rows as they were asked for. */
export type SlowRead = { read: string; ms: number; order: ReadOrder | null; missing: readonly MissingIndex[] }

/** `scan`: every row of a table was read; `walk`: every entry of an index; `build`: an index was made for the statement; `sort`: the result was sorted. */
type MissingIndex = { step: 'scan' | 'walk' | 'build' | 'sort'; table: string | null }

/** ms from which a read counts as slow: a user waits for it. */
const slowFrom = 250

type WatchedReads = {
  /** The same mirror; statements that are prepared on it belong to the read that is running. */
  mirror: ReadableDatabase
  /** Runs a read; if it is slow, reports what SQLite has to do for want of an index, once for each statement. */
  time<Result>(read: string, work: () => Result, order?: ReadOrder | null): Result
}

/** Finds the index that a slow read lacks, so that one is added where it is needed. */
function watchReads(
  mirror: ReadableDatabase,
  { onSlow, now }: Required<Pick<ReaderOptions, 'onSlow' | 'now'>>,
): WatchedReads {
  const explained = new Set<string>()
  const statements = new Set<string>()
  const report = (read: string, ms: number, order: ReadOrder | null) => {
    const unexplained = [...statements].filter((sql) => !explained.has(sql))
    for (const sql of unexplained) explained.add(sql)
    const missing = unexplained.flatMap((sql) => missingIn(mirror, sql))
    if (missing.length > 0) onSlow({ read, ms: Math.round(ms), order, missing })
  }
  const watched = {
    prepare(sql: string) {
      statements.add(sql)
      return mirror.prepare(sql)
    },
    transaction: <Result>(work: () => Result) => mirror.transaction(work),
    pragma: (query: string, asked: { simple: true }) => mirror.pragma(query, asked),
    close: () => mirror.close(),
  }
  return {
    // All that a database for reading has; its mark is only a type.
    mirror: watched as unknown as ReadableDatabase,
    time(read, work, order = null) {
      statements.clear()
      const began = now()
      try {
        return work()
      } finally {
        const ms = now() - began
        if (ms > slowFrom)
          report(read, ms, order && { resource: order.resource, column: order.column, direction: order.direction })
      }
    },
  }
}

/** The work of SQLite for a statement because no index has its rows as they are asked for. */
function missingIn(mirror: ReadableDatabase, sql: string): MissingIndex[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
  const parameters = names.length > 0 ? [Object.fromEntries(names)] : (sql.match(/\?/g) ?? []).map(() => null)
  const steps = mirror.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters)
  return steps.flatMap(({ detail }): MissingIndex[] => {
    if (detail.startsWith('USE TEMP B-TREE')) return [{ step: 'sort', table: null }]
    const [, access, alias = '', rest = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? []
    const table = tableOf(sql, alias)
    if (rest.includes('AUTOMATIC')) return [{ step: 'build', table }]
    return access === 'SCAN' && rest.includes(' USING ')
      ? [{ step: 'walk', table }]
      : access === 'SCAN'
        ? [{ step: 'scan', table }]
        : []
  })
}

/** The table that a statement calls by this name, such as `individuals t`; null if it is no table of the store. */
function tableOf(sql: string, name: string): string | null {
  const [, named, own] = new RegExp(`\\b(?:FROM|JOIN) (?:(\\w+) (?:AS )?${name}|(${name}))\\b(?!\\()`).exec(sql) ?? []
  return named ?? own ?? null
}
