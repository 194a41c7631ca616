import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Condition } from './conditions.ts'
import { type ListShape, sourceOf, tieColumn } from './list-shape.ts'
import { rankedOrder } from './ranked-order.ts'
import type { Versions } from './versions.ts'
import { joinVector, type Vector } from './view.ts'
import { orderSql } from './view-sql.ts'

type Order = {
  shape: ListShape
  column: string
  condition: Condition | null
  /** The whole list in the order that breaks ties, if it is at hand. */
  byTie?: () => Int32Array
}

/** The rows of a list, or those of a condition, in the order of a column. */
export function order(mirror: ReadableDatabase, versions: Versions, asked: Order): Vector {
  const {
    shape,
    column,
    condition,
    byTie = () => order(mirror, versions, { ...asked, column: tieColumn }).rows,
  } = asked
  const source = sourceOf(shape, column)
  const driven = isDriven(versions, shape, column)
  const ranked = source.from === 'other' && driven && condition === null ? source.ranked : undefined
  if (ranked) return rankedOrder(mirror, ranked, byTie())
  const sql = orderSql(shape, column, { condition, driven })
  const present = rowsOf(mirror, sql.present)
  // Looking for rows without a value takes as long as sorting the others, and most columns that are borrowed have none.
  const isWhole = condition === null && present.length === sizeOf(mirror, shape)
  return joinVector(present, sql.absent && !isWhole ? rowsOf(mirror, sql.absent) : [])
}

/** True if the index exists by which the whole list is found from the records that lend it the column. */
export function isDriven(versions: Versions, shape: ListShape, column: string): boolean {
  const source = sourceOf(shape, column)
  const index: Resource | undefined = source.from === 'other' ? (source.drivenBy ?? shape.resource) : undefined
  return index === undefined || index === 'valuations' || versions.loaded(index)
}

/** The condition for some rows, by their numbers. */
export const among = (rows: readonly number[]): Condition => ({
  sql: 't.row IN (SELECT value FROM json_each(?))',
  parameters: [JSON.stringify(rows)],
})

/** The row numbers that a query finds. */
export function rowsOf(mirror: ReadableDatabase, { sql, parameters }: Condition): number[] {
  return mirror
    .prepare<unknown[], number>(sql)
    .pluck()
    .all(...parameters)
}

/** The number of rows of a list: SQLite counts the cells of its narrowest index. */
const sizeOf = (mirror: ReadableDatabase, { resource }: ListShape): number =>
  mirror
    .prepare<[], number>(`SELECT count(*) FROM ${tableOf(resource)}`)
    .pluck()
    .get() ?? 0
