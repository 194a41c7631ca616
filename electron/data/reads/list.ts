import { z } from 'zod'
import type { PackedWindow } from '../../../shared/ipc/packed-rows.ts'
import { windows } from '../../../shared/ipc/rows.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { toCacheError } from '../cache-errors.ts'
import { never } from '../days.ts'
import { type ListQuery, listOrderOf } from '../lists/list-order.ts'
import type { ListShape } from '../lists/list-shape.ts'
import { pendingSql } from '../overlay/open-operations.ts'
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
  const order = listOrderOf(definition.shape, input, reader)
  const { rows, total } = reader.lists.window(order, offset, offset + limit)
  return { rows: readRows(reader, definition, rows), total, offset }
}

/**
 * Every row number of a list in its order.
 * @throws Suspended while the order is made.
 */
export const orderOf = (reader: Reader, shape: ListShape, query: ListQuery): Int32Array =>
  reader.lists.order(listOrderOf(shape, query, reader))

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
    // An error of the store concerns more than this row.
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

/** The lists, by the read that answers them: the most frequent reads, with large answers. */
const listResources = {
  'households.list': 'households',
  'individuals.list': 'individuals',
  'entities.list': 'entities',
  'valuations.list': 'valuations',
  'documents.list': 'documents',
  'documentSummaries.list': 'document-summaries',
  'users.list': 'users',
} as const satisfies Record<string, Resource>

/** The reads that answer windows into lists. */
export type ListName = keyof typeof listResources

type Row = Readonly<Record<string, unknown>> & { unreadable?: readonly string[] | undefined }
type Window = { rows: readonly Row[]; total: number; offset: number }

/**
 * A window as JSON text, packed. Its cells were checked when the rows were read (`unreadableIn`).
 *
 * @throws TypeError for a row with more or fewer columns than the contract names
 */
export function listText(name: ListName, { rows, total, offset }: Window): string {
  const columns = rowColumnsOf(listResources[name])
  const cells: unknown[] = []
  const unreadable: [number, readonly string[]][] = []
  for (const [at, row] of rows.entries()) {
    for (const { name: column } of columns) {
      const value = row[column]
      if (value === undefined) throw new TypeError(`${name} has a row without ${column}.`)
      cells.push(value)
    }
    const given = Object.keys(row).length - (row.unreadable ? 1 : 0)
    if (given !== columns.length) throw new TypeError(`${name} has more columns than it may.`)
    if (row.unreadable) unreadable.push([at, row.unreadable])
  }
  const packed: PackedWindow['packed'] = { columns: columns.map((column) => column.name), cells }
  if (unreadable.length > 0) packed.unreadable = unreadable
  return JSON.stringify({ total, offset, packed } satisfies PackedWindow)
}

/** A column of a list's rows, with the check of its cells. */
type RowColumn = {
  name: string
  accepts: (value: unknown) => boolean
  /** The value of a cell that cannot be shown; `unreadable` of its row names the column. */
  empty: unknown
}

const known = new Map<Resource, readonly RowColumn[]>()

/** The columns of a list's rows, as the contract has them. */
function rowColumnsOf(resource: Resource): readonly RowColumn[] {
  const found = known.get(resource) ?? columnsOf(resource)
  known.set(resource, found)
  return found
}

const columnsOf = (resource: Resource) =>
  Object.entries<z.ZodType>(windows[resource].shape.rows.element.shape)
    .filter(([name]) => name !== 'unreadable')
    .map(([name, schema]): RowColumn => ({ name, accepts: checkOf(schema), empty: emptyOf(name, schema) }))

/** The columns whose cell in this row the contract does not allow; null if there is none, as in every row that has no bug. */
function unreadableIn(resource: Resource, row: Readonly<Record<string, unknown>>): string[] | null {
  let found: string[] | null = null
  for (const { name, accepts } of rowColumnsOf(resource)) {
    if (accepts(row[name])) continue
    found ??= []
    found.push(name)
  }
  return found
}

/** A row with these columns empty, and without columns that the contract does not name. */
function withEmpty<Row>(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  unreadable: readonly string[],
): Row {
  const cells = rowColumnsOf(resource).map(({ name, empty }) => [name, unreadable.includes(name) ? empty : row[name]])
  // Every column has an allowed value now.
  return { ...Object.fromEntries(cells), unreadable } as Row
}

/** A check of single values that gives the schema's own result, without the schema for the kinds that rows are made of. */
function checkOf(schema: z.ZodType): (value: unknown) => boolean {
  if (schema instanceof z.ZodNullable) {
    const check = checkOf(schema.unwrap() as z.ZodType)
    return (value) => value === null || check(value)
  }
  const { checks = [] } = schema.def as { checks?: readonly unknown[] }
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodString && checks.length === 0) return (value) => typeof value === 'string'
  if (schema instanceof z.ZodNumber && checks.length === 0) return Number.isFinite
  if (schema instanceof z.ZodNumber && checks.length === 1 && schema.format === 'safeint') return Number.isSafeInteger
  return (value) => schema.safeParse(value).success
}

function emptyOf(name: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  return name.endsWith('_at') ? never : ''
}
