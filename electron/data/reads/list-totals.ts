import { LRUCache } from 'lru-cache'
import { add, roundToCents, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { ListTotals } from '../../../shared/ipc/roll-ups.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Condition } from './conditions.ts'
import { dayBefore } from './days.ts'
import { listShapes } from './list-shapes.ts'
import type { Versions } from './versions.ts'
import { conditionOf, keyOf, resourcesOf, viewOf } from './view.ts'
import type { Views } from './views.ts'

type SummedList = ContractInputs['rollUps']['list']['of']

/** The valuations in a list, `v`, and the list's rows, `t`. */
const valued: Readonly<Record<SummedList['what'], { from: string; row: string }>> = {
  households: {
    from: 'households t CROSS JOIN entities e ON e.household_id = t.id CROSS JOIN valuations v ON v.entity_id = e.id',
    row: 't.id',
  },
  entities: { from: 'entities t CROSS JOIN valuations v ON v.entity_id = t.id', row: 't.id' },
  valuations: { from: '(SELECT * FROM valuations) t CROSS JOIN valuations v ON v.row = t.row', row: 't.entity_id' },
}

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
export const isSummed = (what: Resource): what is SummedList['what'] => Object.hasOwn(valued, what)

export type ListTotalsReader = { of(list: SummedList): ListTotals }

type Parts = { mirror: ReadableDatabase; versions: Versions; views: Pick<Views, 'total'>; today: () => string }

/**
 * The exact sums of the directly held values of filtered lists, rounded to cents once; cached until a record they depend on changes.
 * Amounts of up to four decimal places are summed by SQLite as integers, the others one by one as decimals.
 */
export function createListTotals({ mirror, versions, views, today }: Parts): ListTotalsReader {
  const cache = new LRUCache<string, ListTotals & { version: string }>({ max: maxCached })
  return {
    of({ what, ...query }) {
      const shape = listShapes[what]
      const day = today()
      const view = viewOf(shape, query, day)
      const key = `${day} ${keyOf({ ...view, column: '', group: null })}`
      const version = versions.of([...resourcesOf(shape, view), 'households', 'entities', 'valuations'])
      const known = cache.get(key)
      if (known?.version === version) return withoutVersion(known)
      const condition = conditionOf(shape, view)
      const sums = sumsOf(mirror, { what, condition, today: day, by: ungrouped }).get(null)
      const totals = { rows: views.total(view), ...(sums ?? noSums) }
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

/** The sums of a list, one of each group that has a valued row. */
export function sumsOf(mirror: ReadableDatabase, { what, condition, today, by }: Summed): Map<Key, Sums> {
  type Row = { key: Key; units: bigint | null; odd: bigint; valued: bigint; old: bigint }
  const { row, from } = valued[what]
  const source = `${from} ${by.join} WHERE (${condition?.sql ?? '1'})`
  const parameters = condition?.parameters ?? []
  const found = mirror
    .prepare<unknown[], Row>(
      `SELECT ${by.key.sql} AS key, sum(CASE WHEN ${isPlain} THEN ${scaled} END) AS units,
         count(CASE WHEN NOT ${isPlain} THEN 1 END) AS odd, count(DISTINCT ${row}) AS valued,
         count(DISTINCT CASE WHEN v.effective_date < ? THEN ${row} END) AS old
       FROM ${source} GROUP BY 1`,
    )
    .safeIntegers()
    .all(...by.key.parameters, dayBefore(today, oldDays), ...parameters)
  const totals = new Map(found.map(({ key, units }) => [key, add(zero, { units: units ?? 0n, scale: 4 })]))
  if (found.some(({ odd }) => odd > 0n)) {
    const odd = mirror
      .prepare<unknown[], { key: Key; value: number }>(
        `SELECT ${by.key.sql} AS key, ${amount} AS value FROM ${source} AND NOT ${isPlain}`,
      )
      .all(...by.key.parameters, ...parameters)
    for (const { key, value } of odd) totals.set(key, add(totals.get(key) ?? zero, toDecimal(value)))
  }
  return new Map(
    found.map(({ key, valued: rows, old }) => {
      const directly_held_asset_value = String(roundToCents(totals.get(key) ?? zero))
      return [key, { directly_held_asset_value, valued: Number(rows), old: Number(old) }]
    }),
  )
}
