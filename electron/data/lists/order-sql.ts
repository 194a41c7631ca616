import { tableOf } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { conditionOf, type ListOrder } from './list-order.ts'
import { type ListShape, sourceOf } from './list-shape.ts'

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
  const { key, value, join, drive, keysWhere } = source
  const from = isDriven && !condition && drive ? drive : `${table} ${join.replaceAll('JOIN', 'CROSS JOIN')}`
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
