import { add, roundToCents, zero } from '../../../shared/domain/money.ts'
import type { ListGroup } from '../../../shared/ipc/roll-ups.ts'
import { type GroupKey, groupSql, inOrder } from '../lists/grouping.ts'
import { conditionOf, type ListOrder, listOrderOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import { fromUnits } from '../mirror/valuation-store.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { isSummed, sumsOf } from './list-totals.ts'
import type { InputOf, Reader } from './reader.ts'

type ListedIn = InputOf<'rollUps', 'groups'>['of']['what']

/** The groups of a list, in order. */
export function readGroups(reader: Reader, { of }: InputOf<'rollUps', 'groups'>): ListGroup[] {
  const { what, ...query } = of
  const shape = listShapes[what]
  const order = listOrderOf(shape, query, reader)
  if (order.group === null) return []
  const { rows, sums } = bookGroups(reader.mirror, order) ?? readAll(reader, what, order)
  return inOrder(reader.mirror, shape, order.group, rows.keys()).map((key) => ({
    key,
    rows: rows.get(key) ?? 0,
    directly_held_asset_value: sums?.get(key)?.directly_held_asset_value ?? null,
  }))
}

type Groups = {
  rows: ReadonlyMap<GroupKey, number>
  sums: ReadonlyMap<GroupKey, { directly_held_asset_value: string }> | null
}

/** The groups of any list, from its rows. */
function readAll({ mirror, lists, today }: Reader, what: ListedIn, order: ListOrder): Groups {
  const shape = listShapes[what]
  const by = groupSql(shape, order)
  return {
    rows: lists.groups(order),
    sums:
      by && isSummed(what) ? sumsOf(mirror, { what, condition: conditionOf(shape, order), today: today(), by }) : null,
  }
}

/** The groups of the whole list of entities, as far as they are kept. */
type BookGroups = {
  rows: Map<string, number>
  /** Sums of the groups with a valued entity. */
  sums: Map<string, { directly_held_asset_value: string }>
}

type Sum = { key: string; units: bigint; dust: bigint; beyond: bigint }

/**
 * All entities by kind or by estate status, from what is kept of the whole book (see `migrations/mirror-roll-ups.ts`). Null for other
 * groups, and if an amount fits no integer.
 */
function bookGroups(
  mirror: ReadableDatabase,
  { resource, filters, scope, group: column }: ListOrder,
): BookGroups | null {
  if (resource !== 'entities' || filters.length + scope.length > 0) return null
  if (column !== 'kind' && column !== 'in_estate_status') return null
  const lines = mirror
    .prepare<[], Sum>(
      `SELECT l.${column} AS key, h.units, h.dust, h.holdings - h.summed AS beyond
       FROM holding_total h CROSS JOIN balance_line l ON l.row = h.line WHERE h.holdings > 0`,
    )
    .safeIntegers()
    .all()
  if (lines.some(({ beyond }) => beyond > 0n)) return null
  const valued = mirror
    .prepare<[], string>(
      `SELECT DISTINCT l.${column} FROM line_total t CROSS JOIN balance_line l ON l.row = t.line WHERE t.valued > 0`,
    )
    .pluck()
    .all()
  const amounts = new Map(valued.map((key) => [key, zero]))
  for (const { key, units, dust } of lines) amounts.set(key, add(amounts.get(key) ?? zero, fromUnits({ units, dust })))
  const counted = mirror
    .prepare<[], { key: string; rows: number }>(
      `SELECT ${column} AS key, sum(entities) AS rows FROM entity_total WHERE entities > 0 GROUP BY ${column}`,
    )
    .all()
  // An empty word counts as no value.
  if (counted.some(({ key }) => key === '')) return null
  return {
    rows: new Map(counted.map(({ key, rows }) => [key, rows])),
    sums: new Map(
      [...amounts].map(([key, amount]) => [key, { directly_held_asset_value: String(roundToCents(amount)) }]),
    ),
  }
}
