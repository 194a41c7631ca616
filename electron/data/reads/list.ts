import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { toCacheError } from '../cache-errors.ts'
import { type ListQuery, listOrderOf } from '../lists/list-order.ts'
import type { ListShape } from '../lists/list-shape.ts'
import { pendingSql } from '../overlay/pending.ts'
import { unreadableIn, withEmpty } from './list-text.ts'
import type { Reader } from './reader.ts'

export type ListDefinition<Raw, Row> = {
  shape: ListShape
  /** The displayed columns of a row, as a SELECT list over the table as `t`. */
  select: string
  toRow(raw: Raw, reader: Reader): Row
}

export type ListInput = ListQuery & { offset: number; limit: number }

/**
 * A window of a list and the total number of rows.
 * @throws Suspended while the list's order is made.
 */
export function readList<Raw, Row>(reader: Reader, definition: ListDefinition<Raw, Row>, input: ListInput) {
  const { offset, limit } = input
  const order = listOrderOf(definition.shape, input, reader.today())
  const { rows, total } = reader.lists.window(order, offset, offset + limit)
  return { rows: readRows(reader, definition, rows), total, offset }
}

/**
 * Every row number of a list in its order.
 * @throws Suspended while the order is made.
 */
export const orderOf = ({ lists, today }: Reader, shape: ListShape, query: ListQuery): Int32Array =>
  lists.order(listOrderOf(shape, query, today()))

/**
 * Rows as a list shows them, in the given order. A cell that cannot be computed is empty, and `unreadable` of its row names it: one
 * value never takes the others with it.
 */
export function readRows<Raw, Row>(
  reader: Reader,
  definition: ListDefinition<Raw, Row>,
  rows: Iterable<number>,
): Row[] {
  const select = reader.rowStatement(rowSql(definition))
  const found: Row[] = []
  for (const row of rows) {
    const raw = select.get(row)
    // The definition's own SELECT returns this type.
    if (raw !== undefined) found.push(shownRow(reader, definition, raw as Raw))
  }
  return found
}

/** A row as an object of any columns; rows are objects. */
type AnyRow = Readonly<Record<string, unknown>>

function shownRow<Raw, Row>(reader: Reader, { shape: { resource }, toRow }: ListDefinition<Raw, Row>, raw: Raw): Row {
  let row: Row & AnyRow
  let problem: unknown = null
  try {
    row = toRow(raw, reader) as Row & AnyRow
  } catch (thrown) {
    // A store that cannot be read is no matter of one row.
    if (toCacheError(thrown) !== thrown) throw thrown
    row = raw as unknown as Row & AnyRow
    problem = thrown
  }
  const unreadable = unreadableIn(resource, row)
  if (unreadable === null) return row
  reader.onUnreadable({ resource, columns: unreadable, problem })
  return withEmpty(resource, row, unreadable)
}

/** SQL for one row of a list, by its number. */
function rowSql<Raw, Row>({ shape, select }: ListDefinition<Raw, Row>): string {
  const { columns, join } = pendingSql(shape.resource)
  return `SELECT ${select}, ${checkedAtOf(shape.resource)}, ${columns} FROM ${tableOf(shape.resource)} t ${join} WHERE t.row = ?`
}

/**
 * SQL for when the service last confirmed a row, ms since the epoch: the last complete sweep saw every row that is not marked as
 * unconfirmed; a row read or changed later has its own time.
 */
export function checkedAtOf(resource: Resource): string {
  if (resource === 'valuations') {
    return 'coalesce((SELECT c.checked_at FROM valuation_check c WHERE c.entity_id = t.entity_id), t.checked_at) AS checked_at'
  }
  return `CASE WHEN EXISTS (SELECT 1 FROM unconfirmed u WHERE u.resource = '${resource}' AND u.row = t.row)
    THEN t.checked_at
    ELSE max(t.checked_at, coalesce((SELECT s.complete_began_at FROM resource_state s WHERE s.resource = '${resource}'), 0))
    END AS checked_at`
}
