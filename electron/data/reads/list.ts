import type { Resource } from '../../../shared/service/resource.ts'
import type { Reader } from './reader.ts'
import type { View } from './views.ts'

/** How a column orders a list. `nullable` values stand last in both directions. */
export type SortColumn = { sql: string; nullable?: boolean; join?: string; dependsOn?: readonly Resource[] }

export type ListDefinition<Raw, Row> = {
  resource: Resource
  table: string
  /** Column that breaks ties. */
  tieBreak: string
  /** What a row shows, as a SELECT list over the table as `t`. */
  select: string
  sorts: Readonly<Record<string, SortColumn>>
  /** Scopes this list knows, as conditions over `t` with one parameter. */
  scopes: Readonly<Record<string, string>>
  toRow(raw: Raw, reader: Reader): Row
}

export type ListInput = {
  offset: number
  limit: number
  sort: { column: string; direction: 'asc' | 'desc' }
  scope?: Readonly<Record<string, string | undefined>> | undefined
}

/** A window of a list: its order comes from a view, its rows one by one. */
export function readList<Raw, Row>(reader: Reader, definition: ListDefinition<Raw, Row>, input: ListInput) {
  const rows = reader.views.rows(viewOf(definition, input))
  const window = rows.subarray(input.offset, input.offset + input.limit)
  return { rows: readRows(reader, definition, window), total: rows.length, offset: input.offset }
}

/** Rows as a list shows them, in the order given. */
export function readRows<Raw, Row>(
  reader: Reader,
  definition: ListDefinition<Raw, Row>,
  rows: Iterable<number>,
): Row[] {
  const select = reader.mirror.prepare<[number], Raw>(
    `SELECT ${definition.select}, ${checkedAtOf(definition.resource)} FROM ${definition.table} t WHERE t.row = ?`,
  )
  const found: Row[] = []
  for (const row of rows) {
    const raw = select.get(row)
    if (raw !== undefined) found.push(definition.toRow(raw, reader))
  }
  return found
}

/** The order of a list as SQL; also what EXPLAIN tests look at. */
export function viewOf<Raw, Row>(definition: ListDefinition<Raw, Row>, input: ListInput): View {
  const sort = definition.sorts[input.sort.column]
  if (!sort) throw new RangeError('A list is sorted by a column it does not have.')
  const scopes = Object.entries(input.scope ?? {}).filter(([, id]) => id !== undefined)
  const conditions = scopes.map(([name]) => definition.scopes[name] ?? '0 = ?')
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const direction = input.sort.direction === 'asc' ? 'ASC' : 'DESC'
  const nulls = sort.nullable ? `${sort.sql} IS NULL, ` : ''
  return {
    sql: `SELECT t.row FROM ${definition.table} t ${sort.join ?? ''} ${where}
      ORDER BY ${nulls}${sort.sql} ${direction}, t.${definition.tieBreak} ${direction}`,
    parameters: scopes.map(([, id]) => id ?? ''),
    dependsOn: [definition.resource, ...(sort.dependsOn ?? [])],
  }
}

/**
 * When the service last confirmed a row, ms since the epoch: every row was seen by the last complete sweep, unless it is
 * marked otherwise; a row fetched or changed later carries its own time.
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

/** A column compared without regard to ASCII case. */
export const text = (sql: string): SortColumn => ({ sql: `${sql} COLLATE NOCASE`, nullable: true })
/** A timestamp, date or number, never null. */
export const plain = (sql: string): SortColumn => ({ sql })

/** Orders by the name of the household that `t.household_id` names. */
export const byHousehold: SortColumn = {
  sql: 'h.title_sort',
  nullable: true,
  join: 'LEFT JOIN households h ON h.id = t.household_id',
  dependsOn: ['households'],
}

/** ISO 8601 from ms since the epoch. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
