import { z } from 'zod'
import { isoTime, never } from '../../../shared/domain/days.ts'
import type { PackedWindow } from '../../../shared/ipc/packed-rows.ts'
import {
  type DocumentRow,
  type DocumentSummaryRow,
  type EntityRow,
  type HouseholdRow,
  type IndividualRow,
  type UserRow,
  type ValuationRow,
  windows,
} from '../../../shared/ipc/rows.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { type Fields, namesOf, namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { userFields } from '../../../shared/records/user.ts'
import { valuationFields } from '../../../shared/records/valuation.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { toCacheError } from '../cache-errors.ts'
import { type ListQuery, type ListShape, listOrderOf } from '../lists/list-order.ts'
import {
  documentShape,
  documentSummaryShape,
  entityShape,
  householdShape,
  individualShape,
  userShape,
  valuationShape,
} from '../lists/list-shapes.ts'
import type { HouseholdFigures } from '../mirror/household-totals.ts'
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

/** A row as SQLite returns it: times in ms, booleans as 0 and 1, without counts. */
type Stored<Row, Counted extends keyof Row = never, Flags extends keyof Row = never> = {
  [Key in Exclude<keyof Row, Flags | Counted | 'checked_at' | 'attention'>]: Row[Key]
} & { [Key in Flags]: number } & StoredMarks

type StoredMarks = { checked_at: number; attention: number }

/** The columns of a record's own listed fields. */
const fieldsOf = (fields: Fields): string =>
  namesWith(fields, 'listed')
    .map((name) => `t.${fields[name]?.column ?? name}`)
    .join(', ')

/** The properties that every row has. */
const marksOf = ({ checked_at, attention }: StoredMarks) => ({
  checked_at: isoTime(checked_at),
  attention: attention === 1,
})

const common = 't.id, t.created_at, t.updated_at'
const householdName = '(SELECT h.title FROM households h WHERE h.id = t.household_id) AS household_name'
const ownerOf = (householdId: string) =>
  `(SELECT h.owner_id FROM households h WHERE h.id = ${householdId}) AS owner_id,
    (SELECT u.title FROM households h JOIN users u ON u.id = h.owner_id WHERE h.id = ${householdId}) AS owner_name`

type StoredHousehold = Stored<
  HouseholdRow,
  'individual_count' | 'entity_count' | 'document_count' | 'against_amount' | keyof HouseholdFigures
>

const householdList: ListDefinition<StoredHousehold, HouseholdRow> = {
  shape: householdShape,
  select: `${common}, t.title, t.primaries, ${fieldsOf(householdFields)},
    (SELECT u.title FROM users u WHERE u.id = t.owner_id) AS owner_name`,
  toRow: (raw, { counts, householdFigures }) => ({
    ...raw,
    ...marksOf(raw),
    ...householdFigures.of(raw.id),
    individual_count: counts.of('individuals', 'household_id', raw.id),
    entity_count: counts.of('entities', 'household_id', raw.id),
    document_count: counts.of('documents', 'household_id', raw.id),
  }),
}

const personFlags = namesOf(individualFields, 'flag')

const individualList: ListDefinition<Stored<IndividualRow, never, (typeof personFlags)[number]>, IndividualRow> = {
  shape: individualShape,
  select: `${common}, t.title, ${householdName}, ${fieldsOf(individualFields)}`,
  toRow: (raw) => ({ ...raw, ...marksOf(raw), ...flagsOf(raw, personFlags) }),
}

/** SQLite has no booleans. */
const flagsOf = <Name extends string>(raw: Readonly<Record<Name, number>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, raw[name] === 1])) as Record<Name, boolean>

const valuationOf = (column: string) => `(SELECT v.${column} FROM valuations v WHERE v.entity_id = t.id)`

const entityList: ListDefinition<Stored<EntityRow, 'document_count'>, EntityRow> = {
  shape: entityShape,
  select: `${common}, t.title, ${householdName}, ${ownerOf('t.household_id')}, ${fieldsOf(entityFields)},
    ${valuationOf('directly_held_asset_value')} AS directly_held_asset_value,
    ${valuationOf('effective_date')} AS effective_date, ${valuationOf('id')} AS valuation_id`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    document_count: counts.of('documents', 'entity_id', raw.id),
  }),
}

const valuationList: ListDefinition<Omit<Stored<ValuationRow>, 'title'> & { title: string | null }, ValuationRow> = {
  shape: valuationShape,
  select: `${common}, (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS title, ${fieldsOf(valuationFields)},
    (SELECT e.household_id FROM entities e WHERE e.id = t.entity_id) AS household_id,
    (SELECT h.title FROM entities e JOIN households h ON h.id = e.household_id WHERE e.id = t.entity_id)
      AS household_name,
    ${ownerOf('(SELECT e.household_id FROM entities e WHERE e.id = t.entity_id)')}, t.asset_count`,
  toRow: (raw) => ({ ...raw, title: raw.title ?? raw.entity_id, ...marksOf(raw) }),
}

const documentList: ListDefinition<Stored<DocumentRow, 'summary_count'>, DocumentRow> = {
  shape: documentShape,
  select: `${common}, t.title, ${fieldsOf(documentFields)}, ${householdName},
    (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS entity_name,
    (SELECT i.title FROM individuals i WHERE i.id = t.individual_id) AS individual_name`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    summary_count: counts.of('document-summaries', 'document_id', raw.id),
  }),
}

const documentSummaryList: ListDefinition<Stored<DocumentSummaryRow, 'reviewed_at'>, DocumentSummaryRow> = {
  shape: documentSummaryShape,
  select: `${common}, t.title, ${fieldsOf(documentSummaryFields)}, ${householdName},
    (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS document_name`,
  toRow(raw, { reviewOf }) {
    const review = reviewOf(raw.id)
    const isCurrent = review?.updated_at === raw.updated_at
    return { ...raw, ...marksOf(raw), reviewed_at: isCurrent ? review.at : null }
  },
}

const userList: ListDefinition<Stored<UserRow, 'household_count'>, UserRow> = {
  shape: userShape,
  select: `${common}, t.title, ${fieldsOf(userFields)}`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    household_count: counts.of('households', 'owner_id', raw.id),
  }),
}

/** The list of each resource. */
export const recordLists = {
  households: householdList,
  individuals: individualList,
  entities: entityList,
  valuations: valuationList,
  documents: documentList,
  'document-summaries': documentSummaryList,
  users: userList,
} as const
