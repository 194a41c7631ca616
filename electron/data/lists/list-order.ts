import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { declared, dependenciesOf, filterCondition, isNoted, type ListShape, notedIds, sourceOf } from './list-shape.ts'

type Direction = 'asc' | 'desc'

/** A list as a caller asks for it, without a window. */
export type ListQuery = {
  sort: { column: string; direction: Direction }
  filters?: readonly Filter[] | undefined
  scope?: Readonly<Record<string, string | undefined>> | undefined
  group?: string | undefined
}

/** The rows of a list in an order: the normal form of a query, which equal queries share. */
export type ListOrder = {
  resource: Resource
  column: string
  direction: Direction
  filters: readonly Filter[]
  scope: readonly (readonly [string, string])[]
  /** The column by whose values the rows are grouped; null for a plain list. */
  group: string | null
  /** Calendar date from which days are counted back; empty if nothing depends on it. */
  today: string
  /** The user’s notes, as JSON, of the column that depends on it; empty if none does. */
  noted: string
}

/** The order of a list without the values of its filters. */
export type ReadOrder = Pick<ListOrder, 'resource' | 'column' | 'direction'>

/** The data besides the mirror that an order may depend on. */
export type BesideMirror = {
  today(): string
  /** The user’s notes for a column, as JSON. */
  noted(column: string): string
}

/** The {@link ListOrder} of a query. */
export function listOrderOf(shape: ListShape, query: ListQuery, { today, noted }: BesideMirror): ListOrder {
  const { sort, filters = [], scope = {}, group } = query
  const isRelative =
    filters.some(({ operator }) => operator === 'within_days' || operator === 'older_than_days') ||
    (group !== undefined && declared(shape, group).grouping === 'age')
  const column = [sort, ...filters].map((one) => one.column).find((one) => isNoted(shape, one))
  return {
    resource: shape.resource,
    ...sort,
    filters,
    scope: Object.entries(scope).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const])),
    group: group ?? null,
    today: isRelative ? today() : '',
    noted: column === undefined ? '' : noted(column),
  }
}

/** The key of an order in caches. */
export const keyOf = ({ resource, column, direction, filters, scope, group, today, noted }: ListOrder): string =>
  JSON.stringify([resource, column, direction, filters, scope, group, today, noted])

/** The key of an order's rows, whatever their order. */
export const rowsKeyOf = ({ resource, filters, scope, today, noted }: ListOrder): string =>
  JSON.stringify([resource, filters, scope, today, noted])

/** All resources whose changes can change an order. */
export function resourcesOf(
  shape: ListShape,
  { column, filters, group }: Pick<ListOrder, 'column' | 'filters' | 'group'>,
): Resource[] {
  const columns = [column, ...filters.map((filter) => filter.column), ...(group === null ? [] : [group])]
  const borrowed = columns.flatMap((name) => dependenciesOf(shape, name))
  const scoped: Resource[] = shape.resource === 'valuations' ? ['entities'] : []
  // Groups of a user's records are in the order of the users' names.
  const named: Resource[] = group === 'owner_id' ? ['users'] : []
  return [...new Set([shape.resource, ...borrowed, ...scoped, ...named])]
}

/** Scope and filters of an order as one condition; null for the whole list. */
export function conditionOf(
  shape: ListShape,
  { filters, scope, today, noted }: Pick<ListOrder, 'filters' | 'scope' | 'today' | 'noted'>,
): Condition | null {
  const alone = filters.length + scope.length === 1
  const conditions: Condition[] = [
    ...scope.map(([name, id]) => ({ sql: shape.scopes[name] ?? '0 = ?', parameters: [id] })),
    ...filters.map((filter) => filterCondition(shape, filter, { today, noted, alone })),
  ]
  if (conditions.length === 0) return null
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

/**
 * The rows of an order as SQL: the statements' rows one after the other. Rows without a value are last in both directions, ties are by id in the
 * same direction. `isDriven` reads an order of the whole list from the records that lend it the value, which is only fast if the index back to this
 * list exists.
 */
export function orderSql(shape: ListShape, order: ListOrder, isDriven: boolean): Condition[] {
  const source = sourceOf(shape, order.column)
  const condition = conditionOf(shape, order)
  const table = `${tableOf(shape.resource)} t`
  const tie = `t.${shape.tieBreak}`
  const way = order.direction === 'asc' ? '' : ' DESC'
  const rows = (from: string, by: string, where: readonly string[] = []): Condition => {
    const all = [...(condition ? [`(${condition.sql})`] : []), ...where]
    const filtered = all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''
    return { sql: `SELECT t.row FROM ${from}${filtered} ORDER BY ${by}`, parameters: condition?.parameters ?? [] }
  }
  if (source.from === 'own') {
    // With NULLS LAST no index has the order, so it is only asked for where a row may have no value. Beside a filter, an index that has the order
    // but not the filtered column would read every wide row: the plus keeps SQLite from it.
    const plus = condition && !isWalked(shape, order) ? '+' : ''
    const last = source.nullable ? ' NULLS LAST' : ''
    return [rows(table, `${plus}${source.value}${way}${last}, ${tie}${way}`)]
  }
  if (source.from === 'count') {
    const counted = `SELECT c.${source.column} AS k, count(*) AS n FROM ${source.table} c GROUP BY c.${source.column}`
    return [rows(`${table} LEFT JOIN (${counted}) g ON g.k = t.id`, `coalesce(g.n, 0)${way}, ${tie}${way}`)]
  }
  if (source.from === 'noted') {
    const { noted } = order
    const rest = source.rest === undefined ? '' : `${source.rest}, `
    const present = rows(`json_each(?) b CROSS JOIN ${table} ON t.id = b.key`, `b.value${way}, ${tie}${way}`)
    const absent = rows(table, `${rest}+${tie}${way}`, [`t.id NOT IN (${notedIds})`])
    return [
      { ...present, parameters: [noted, ...present.parameters] },
      { ...absent, parameters: [...absent.parameters, noted] },
    ]
  }
  const { key, value, join, drive, keysWhere } = source
  // One pass: looking for filtered rows without a value would be another one.
  if (condition)
    return [rows(`${table} ${join.replaceAll('JOIN', 'LEFT JOIN')}`, `${value}${way} NULLS LAST, ${tie}${way}`)]
  const from = isDriven && drive ? drive : `${table} ${join.replaceAll('JOIN', 'CROSS JOIN')}`
  const absent = `(${key} IS NULL OR ${key} NOT IN (${keysWhere(`${value} IS NOT NULL`)}))`
  return [rows(from, `${value}${way}, ${tie}${way}`, [`${value} IS NOT NULL`]), rows(table, `+${tie}${way}`, [absent])]
}

/** The number of an order's rows as SQL. */
export function countSql(shape: ListShape, order: ListOrder): Condition {
  const condition = conditionOf(shape, order)
  return {
    sql: `SELECT count(*) FROM ${tableOf(shape.resource)} t${condition ? ` WHERE ${condition.sql}` : ''}`,
    parameters: condition?.parameters ?? [],
  }
}

/** True if an index has the order, so that its first rows cost nothing more; see {@link ListShape.walks}. */
export function isWalked(shape: ListShape, { column, filters, scope, group }: ListOrder): boolean {
  if (group !== null || filters.length + scope.length > 1) return false
  const [filter] = filters
  if (filter && (filter.operator !== 'any_of' || filter.values.length !== 1)) return false
  return shape.walks[filter?.column ?? scope[0]?.[0] ?? '']?.includes(column) ?? false
}
