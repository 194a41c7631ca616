import { LRUCache } from 'lru-cache'
import { dayBefore } from '../../../shared/domain/days.ts'
import { add, roundToCents, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { ListTotals } from '../../../shared/ipc/roll-ups.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Condition } from '../lists/conditions.ts'
import { type BesideMirror, conditionOf, listOrderOf, resourcesOf, rowsKeyOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import type { Lists, Versions } from '../lists/lists.ts'
import { fromUnits } from '../mirror/valuation-store.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { sumBook } from './roll-ups.ts'

type SummedList = ContractInputs['rollUps']['list']['of']

/** The valuations in a list, `v`, and the list's rows, `t`. */
const valued = {
  entities: { from: 'entities t CROSS JOIN valuations v ON v.entity_id = t.id', row: 't.id' },
  valuations: { from: '(SELECT * FROM valuations) t CROSS JOIN valuations v ON v.row = t.row', row: 't.entity_id' },
} as const

const amount = 'v.directly_held_asset_value'
const scaled = `CAST(round(${amount} * 10000) AS INTEGER)`
/** Whole ten-thousandths of a dollar, small enough that ten million of them fit into an integer. */
const isPlain = `(abs(${amount}) <= 80000000.0 AND ${scaled} / 10000.0 = ${amount})`

/** A figure is old from this many days on. */
const oldDays = 365

const maxCached = 200

const ungrouped = { key: { sql: 'NULL', parameters: [] }, join: '' }
const noSums = { directly_held_asset_value: '0', valued: 0, old: 0 }

/** True if a list has values that can be summed. */
export const isSummed = (what: Resource): what is SummedList['what'] =>
  what === 'households' || Object.hasOwn(valued, what)

export type ListTotalsReader = { of(list: SummedList): ListTotals }

type Parts = BesideMirror & { mirror: ReadableDatabase; versions: Versions; lists: Pick<Lists, 'total'> }

/**
 * The exact sums of the directly held values of filtered lists, rounded to cents once; cached until a record they depend on changes.
 * Amounts of up to four decimal places are summed by SQLite as integers, the others one by one as decimals.
 */
export function createListTotals({ mirror, versions, lists, today, noted }: Parts): ListTotalsReader {
  const cache = new LRUCache<string, ListTotals & { version: string }>({ max: maxCached })
  return {
    of({ what, ...query }) {
      const shape = listShapes[what]
      const day = today()
      const order = listOrderOf(shape, query, { today: () => day, noted })
      const key = `${day} ${rowsKeyOf(order)}`
      const version = versions.of([...resourcesOf(shape, order), 'households', 'entities', 'valuations'])
      const known = cache.get(key)
      if (known?.version === version) return withoutVersion(known)
      const condition = conditionOf(shape, order)
      const sums =
        (condition === null ? wholeSums(mirror, what, day) : null) ??
        sumsOf(mirror, { what, condition, today: day, by: ungrouped }).get(null) ??
        noSums
      const totals = { rows: lists.total(order), ...sums }
      cache.set(key, { ...totals, version })
      return totals
    },
  }
}

/** The sums below a filtered list. */
export const readListTotals = ({ listTotals }: { listTotals: ListTotalsReader }, { of }: { of: SummedList }) =>
  listTotals.of(of)

const withoutVersion = ({ version: _, ...totals }: ListTotals & { version: string }): ListTotals => totals

type Key = string | null
type Sums = Omit<ListTotals, 'rows'>

type Summed = {
  what: SummedList['what']
  condition: Condition | null
  today: string
  /** The group of a row of the list, `t`, and what it joins. */
  by: { key: Condition; join: string }
}

/** The sums of a whole list of entities or valuations are the book's. Null if they are not: some valuations have no entity here. */
function wholeSums(mirror: ReadableDatabase, what: SummedList['what'], today: string): Sums | null {
  const one = (sql: string, ...parameters: string[]) =>
    mirror
      .prepare<string[], number>(sql)
      .pluck()
      .get(...parameters)
  if (what === 'households' || one('SELECT EXISTS (SELECT 1 FROM valuations WHERE line IS NULL)') === 1) return null
  const book = sumBook(mirror)
  const old = one(
    `SELECT coalesce(sum((SELECT count(*) FROM valuations WHERE line = l.row AND effective_date < ?)), 0)
     FROM balance_line l`,
    dayBefore(today, oldDays),
  )
  return { directly_held_asset_value: book.total, valued: book.entities - book.unvalued, old: old ?? 0 }
}

/** The sums of a list, one of each group that has a valued row. */
export function sumsOf(mirror: ReadableDatabase, summed: Summed): Map<Key, Sums> {
  const { what, ...rest } = summed
  return what === 'households' ? keptSums(mirror, rest) : fullSums(mirror, { what, ...rest })
}

type SumRow = { key: Key; units: bigint | null; dust: bigint | null; odd: bigint; valued: bigint; old: bigint }

/** From the kept figures of households. */
function keptSums(mirror: ReadableDatabase, { condition, today, by }: Omit<Summed, 'what'>): Map<Key, Sums> {
  const isWhole = condition === null && by === ungrouped
  const source = isWhole
    ? 'household_total v WHERE v.listed = 1'
    : `households t CROSS JOIN household_total v ON v.household_id = t.id ${by.join} WHERE (${condition?.sql ?? '1'})`
  const parameters = condition?.parameters ?? []
  const found = mirror
    .prepare<unknown[], SumRow>(
      `SELECT ${by.key.sql} AS key, sum(v.units) AS units, sum(v.dust) AS dust, count(*) - count(v.units) AS odd,
         count(*) AS valued, count(CASE WHEN v.oldest_figure < ? THEN 1 END) AS old
       FROM ${source} GROUP BY 1`,
    )
    .safeIntegers()
    .all(...by.key.parameters, dayBefore(today, oldDays), ...parameters)
  const odd = `households t CROSS JOIN household_total k ON k.household_id = t.id AND k.units IS NULL
    CROSS JOIN entities e ON e.household_id = t.id CROSS JOIN valuations v ON v.entity_id = e.id
    ${by.join} WHERE (${condition?.sql ?? '1'})`
  return totalsOf(found, () =>
    mirror
      .prepare<unknown[], OddRow>(`SELECT ${by.key.sql} AS key, ${amount} AS value FROM ${odd}`)
      .all(...by.key.parameters, ...parameters),
  )
}

/** From the valuations themselves. */
function fullSums(
  mirror: ReadableDatabase,
  { what, condition, today, by }: Summed & { what: keyof typeof valued },
): Map<Key, Sums> {
  const { row, from } = valued[what]
  const source = `${from} ${by.join} WHERE (${condition?.sql ?? '1'})`
  const parameters = condition?.parameters ?? []
  const found = mirror
    .prepare<unknown[], SumRow>(
      `SELECT ${by.key.sql} AS key, sum(CASE WHEN ${isPlain} THEN ${scaled} END) AS units, NULL AS dust,
         count(CASE WHEN NOT ${isPlain} THEN 1 END) AS odd, count(DISTINCT ${row}) AS valued,
         count(DISTINCT CASE WHEN v.effective_date < ? THEN ${row} END) AS old
       FROM ${source} GROUP BY 1`,
    )
    .safeIntegers()
    .all(...by.key.parameters, dayBefore(today, oldDays), ...parameters)
  return totalsOf(found, () =>
    mirror
      .prepare<unknown[], OddRow>(`SELECT ${by.key.sql} AS key, ${amount} AS value FROM ${source} AND NOT ${isPlain}`)
      .all(...by.key.parameters, ...parameters),
  )
}

type OddRow = { key: Key; value: number }

/** `readOdd` reads the amounts that are in no integer sum, if there are any. */
function totalsOf(found: readonly SumRow[], readOdd: () => readonly OddRow[]): Map<Key, Sums> {
  const totals = new Map(
    found.map(({ key, units, dust }) => [key, fromUnits({ units: units ?? 0n, dust: dust ?? 0n })]),
  )
  if (found.some(({ odd }) => odd > 0n)) {
    for (const { key, value } of readOdd()) totals.set(key, add(totals.get(key) ?? zero, toDecimal(value)))
  }
  return new Map(
    found.map(({ key, valued: rows, old }) => {
      const directly_held_asset_value = String(roundToCents(totals.get(key) ?? zero))
      return [key, { directly_held_asset_value, valued: Number(rows), old: Number(old) }]
    }),
  )
}
