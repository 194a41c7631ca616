import { LRUCache } from 'lru-cache'
import { add, roundToCents, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { ListTotals } from '../../../shared/ipc/roll-ups.ts'
import type { ReadableDatabase } from '../open-database.ts'
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
      const key = `${day} ${keyOf({ ...view, column: '' })}`
      const version = versions.of([...resourcesOf(shape, view), 'households', 'entities', 'valuations'])
      const known = cache.get(key)
      if (known?.version === version) return withoutVersion(known)
      const condition = conditionOf(shape, view) ?? { sql: '1', parameters: [] }
      const before = dayBefore(day, oldDays)
      const totals = { rows: views.total(view), ...sums(mirror, { ...valued[what], condition, before }) }
      cache.set(key, { ...totals, version })
      return totals
    },
  }
}

/** The sums below a filtered list. */
export const readListTotals = ({ listTotals }: { listTotals: ListTotalsReader }, { of }: { of: SummedList }) =>
  listTotals.of(of)

const withoutVersion = ({ version: _, ...totals }: ListTotals & { version: string }): ListTotals => totals

type Summed = {
  from: string
  row: string
  condition: { sql: string; parameters: readonly unknown[] }
  before: string
}

function sums(mirror: ReadableDatabase, { from, row, condition, before }: Summed): Omit<ListTotals, 'rows'> {
  type Row = { units: bigint | null; odd: bigint; valued: bigint; old: bigint }
  const found = mirror
    .prepare<unknown[], Row>(
      `SELECT sum(CASE WHEN ${isPlain} THEN ${scaled} END) AS units, count(CASE WHEN NOT ${isPlain} THEN 1 END) AS odd,
         count(DISTINCT ${row}) AS valued, count(DISTINCT CASE WHEN v.effective_date < ? THEN ${row} END) AS old
       FROM ${from} WHERE ${condition.sql}`,
    )
    .safeIntegers()
    .get(before, ...condition.parameters)
  const plain = { units: found?.units ?? 0n, scale: 4 }
  const odd = found && found.odd > 0n ? oddAmounts(mirror, { from, condition }) : []
  return {
    directly_held_asset_value: String(
      roundToCents(odd.reduce((sum, value) => add(sum, toDecimal(value)), add(zero, plain))),
    ),
    valued: Number(found?.valued ?? 0n),
    old: Number(found?.old ?? 0n),
  }
}

const oddAmounts = (mirror: ReadableDatabase, { from, condition }: Pick<Summed, 'from' | 'condition'>) =>
  mirror
    .prepare<unknown[], number>(`SELECT ${amount} FROM ${from} WHERE (${condition.sql}) AND NOT ${isPlain}`)
    .pluck()
    .all(...condition.parameters)
