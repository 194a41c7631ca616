import { tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Condition } from './conditions.ts'
import { grouped } from './grouping.ts'
import { countSql, type ListOrder, orderSql, resourcesOf } from './list-order.ts'
import { type ListShape, sourceOf } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import type { Versions } from './versions.ts'

/** Every row number of a list in an order, in memory that threads share, and the versions of its resources in that snapshot. */
export type MadeOrder = { rows: Int32Array; version: string }

/** The beginning of an order, the number of all its rows, and the versions of its resources in that snapshot. */
export type FirstRows = { rows: readonly number[]; total: number; version: string }

/** Rows at the beginning of a large list that are read while its whole order is made, or instead of it. */
export const nearBeginning = 1000

/** Orders made on one connection; each is read in a snapshot of its own. */
export type OrderMaker = {
  /** The whole order: of 300,000 rows in 0.1 to 0.3 s, of which sorting is the most. */
  whole(order: ListOrder): MadeOrder
  /**
   * The first rows, at most {@link nearBeginning}, of an order that is not grouped. SQLite passes once over the list's narrow index and holds no
   * more rows than these: 300,000 rows take 20 to 40 ms, and up to 160 if each row comes before those already held.
   */
  first(order: ListOrder): FirstRows
}

type Parts = { mirror: ReadableDatabase; versions: Versions }

export function createOrderMaker({ mirror, versions }: Parts): OrderMaker {
  const inSnapshot = <Made extends object>(order: ListOrder, make: () => Made) =>
    mirror.transaction(() => {
      versions.refresh()
      return { ...make(), version: versions.of(resourcesOf(listShapes[order.resource], order)) }
    })()
  return {
    whole: (order) => inSnapshot(order, () => ({ rows: makeOrder({ mirror, versions }, order) })),
    first: (order) =>
      inSnapshot(order, () => {
        const rows = firstRows({ mirror, versions }, order, nearBeginning)
        // Fewer rows than could be read are all of them: counting would be another pass.
        return { rows, total: rows.length < nearBeginning ? rows.length : countRows(mirror, order) }
      }),
  }
}

/** Every row number of a list in an order. */
export function makeOrder({ mirror, versions }: Parts, order: ListOrder): Int32Array {
  const shape = listShapes[order.resource]
  const [present = { sql: '', parameters: [] }, absent] = orderSql(shape, order, isIndexed(versions, shape, order))
  const found = numbersOf(mirror, present)
  const isWhole = order.filters.length + order.scope.length === 0
  // Looking for rows without a value takes as long as sorting the others, and most columns that are borrowed have none.
  const rest = absent && !(isWhole && found.length === countRows(mirror, order)) ? numbersOf(mirror, absent) : []
  const rows = new Int32Array(new SharedArrayBuffer((found.length + rest.length) * Int32Array.BYTES_PER_ELEMENT))
  rows.set(found)
  rows.set(rest, found.length)
  return order.group === null ? rows : grouped(mirror, order, rows)
}

/** The first rows of an order that is not grouped. */
export function firstRows({ mirror, versions }: Parts, order: ListOrder, most: number): number[] {
  const shape = listShapes[order.resource]
  const found: number[] = []
  for (const { sql, parameters } of orderSql(shape, order, isIndexed(versions, shape, order))) {
    if (found.length < most)
      found.push(...numbersOf(mirror, { sql: `${sql} LIMIT ?`, parameters: [...parameters, most - found.length] }))
  }
  return found
}

/** The number of an order's rows, counted by SQLite. */
export const countRows = (mirror: ReadableDatabase, order: ListOrder): number =>
  numbersOf(mirror, countSql(listShapes[order.resource], order))[0] ?? 0

/** The largest row number of a list; not less than its length. */
export const highestRow = (mirror: ReadableDatabase, { resource }: Pick<ListOrder, 'resource'>): number =>
  numbersOf(mirror, { sql: `SELECT coalesce(max(row), 0) FROM ${tableOf(resource)}`, parameters: [] })[0] ?? 0

/** True if the indexes exist by which a list is read in the order of a column: they are created when a first load ends. */
export function isIndexed(versions: Versions, shape: ListShape, { column }: ListOrder): boolean {
  const source = sourceOf(shape, column)
  const needed = [source.from === 'other' ? (source.drivenBy ?? shape.resource) : shape.resource]
  const lenders = source.from === 'other' ? source.dependsOn : []
  return [...needed, ...lenders].every((resource) => resource === 'valuations' || versions.loaded(resource))
}

function numbersOf(mirror: ReadableDatabase, { sql, parameters }: Condition): number[] {
  return mirror
    .prepare<unknown[], number>(sql)
    .pluck()
    .all(...parameters)
}
