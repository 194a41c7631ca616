import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { toCacheError } from '../cache-errors.ts'
import { pendingSql } from '../overlay/pending.ts'
import { nearEnd } from './first-rows.ts'
import { type ListShape, sourceOf } from './list-shape.ts'
import type { Reader } from './reader.ts'
import { never, unreadableIn, withEmpty } from './row-cells.ts'
import { type Direction, directionOf, type ListQuery, type View, viewOf, windowOf } from './view.ts'
import { walkSql } from './view-sql.ts'

export type ListDefinition<Raw, Row> = {
  shape: ListShape
  /** The displayed columns of a row, as a SELECT list over the table as `t`. */
  select: string
  toRow(raw: Raw, reader: Reader): Row
}

export type ListInput = ListQuery & { offset: number; limit: number }

/**
 * A window of a list and the total number of rows: the order comes from a view, the rows are read one by one.
 * @throws Suspended when the view is being built.
 */
export function readList<Raw, Row>(reader: Reader, definition: ListDefinition<Raw, Row>, input: ListInput) {
  const view = viewOf(definition.shape, input, reader.today())
  const found = early(reader, definition.shape, { view, input })
  if (found) return { rows: readRows(reader, definition, found.rows), total: found.total, offset: input.offset }
  const vector = reader.views.vector(view)
  const direction = directionOf(view, input.sort.direction)
  const window = windowOf(vector, direction, input.offset, input.offset + input.limit)
  return { rows: readRows(reader, definition, window), total: vector.rows.length, offset: input.offset }
}

/**
 * Every row number of a list in its order.
 * @throws Suspended when the view is being built.
 */
export function orderOf(reader: Reader, shape: ListShape, query: ListQuery): Int32Array {
  const view = viewOf(shape, query, reader.today())
  const vector = reader.views.vector(view)
  return windowOf(vector, directionOf(view, query.sort.direction), 0, vector.rows.length)
}

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
export function rowSql<Raw, Row>({ shape, select }: ListDefinition<Raw, Row>): string {
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

/** ISO 8601 from ms since the epoch; a time that is none counts as never. */
export function isoTime(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? never : time.toISOString()
}

type Asked = { view: View; input: ListInput }

type Window = { rows: Iterable<number>; total: number }

/** A window near an end that does not need the whole order; null if that is at hand, or is needed. */
function early(reader: Reader, shape: ListShape, { view, input }: Asked): Window | null {
  const { views } = reader
  const direction = directionOf(view, input.sort.direction)
  const to = input.offset + input.limit
  const stored = views.stored(view, direction, { from: input.offset, to })
  if (stored) return stored
  if (views.kept(view)) return null
  const walked = walk(reader, shape, { view, input })
  if (walked) return walked
  const first = views.first(view, direction, to)
  return first && { rows: first.rows.slice(input.offset, to), total: first.total }
}

/** A window near an end, read directly from an index while a large view is being built; null if no index provides it. */
function walk(reader: Reader, shape: ListShape, { view, input }: Asked): Window | null {
  const { views } = reader
  const { direction } = input.sort
  if (!views.isLarge(view) || !walkSql(shape, view, direction) || !isIndexed(reader, shape, view)) return null
  views.prepare(view)
  const total = views.total(view)
  const limit = Math.max(0, Math.min(input.limit, total - input.offset))
  if (input.offset + limit <= nearEnd) {
    const rows = take(reader, { shape, view, direction, limit, offset: input.offset })
    return rows.length === limit ? { rows, total } : null
  }
  const fromEnd = total - input.offset - limit
  // Rows without a value are last in both directions, so only an order without such rows can be read from its end.
  if (fromEnd + limit > nearEnd || sourceOf(shape, view.column).from !== 'own') return null
  const opposite = direction === 'asc' ? 'desc' : 'asc'
  const rows = take(reader, { shape, view, direction: opposite, limit, offset: fromEnd }).reverse()
  return rows.length === limit ? { rows, total } : null
}

/** True if the indexes that a walk needs exist: they are created when a first load ends. */
function isIndexed({ versions }: Reader, shape: ListShape, { column }: View): boolean {
  const source = sourceOf(shape, column)
  const needed = [source.from === 'other' ? (source.drivenBy ?? shape.resource) : shape.resource]
  const lenders = source.from === 'other' ? source.dependsOn : []
  return [...needed, ...lenders].every((resource) => resource === 'valuations' || versions.loaded(resource))
}

type Taken = { shape: ListShape; view: View; direction: Direction; limit: number; offset: number }

function take({ mirror }: Reader, { shape, view, direction, limit, offset }: Taken): number[] {
  const walked = walkSql(shape, view, direction)
  if (!walked || limit === 0) return []
  return mirror
    .prepare<unknown[], number>(walked.sql)
    .pluck()
    .all(...walked.parameters, limit, offset)
}
