import { tableOf } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { type ColumnSource, type ListShape, sourceOf } from './list-shape.ts'
import type { Direction, View } from './view.ts'

/** Rows in order: those that have a value in the sorted column, then those without. */
export type OrderSql = { present: Condition; absent: Condition | null }

type Part = { from: string; where: readonly string[]; order: string; parameters: Condition['parameters'] }

const rowsOf = ({ from, where, order, parameters }: Part): Condition => ({
  sql: `SELECT t.row FROM ${from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY ${order}`,
  parameters,
})

/**
 * Rows in order, ties by id in the same direction, as SQL. `driven` reads an order of the whole list from the record that provides the value,
 * which is only fast if the index back to this list exists.
 */
export function orderSql(
  shape: ListShape,
  column: string,
  { condition, driven, direction = 'asc' }: { condition: Condition | null; driven: boolean; direction?: Direction },
): OrderSql {
  const source = sourceOf(shape, column)
  const { value, from, missing } = partsOf(shape, source)
  const tie = `t.${shape.tieBreak}`
  const way = direction === 'asc' ? '' : ' DESC'
  const where = condition ? [`(${condition.sql})`] : []
  const parameters = condition?.parameters ?? []
  const whole = driven && !condition && source.from === 'other' ? source.drive : undefined
  const mayBeAbsent = missing !== null
  const present = source.from === 'own' && mayBeAbsent ? [...where, `${value} IS NOT NULL`] : where
  const absent = {
    from: `${tableOf(shape.resource)} t`,
    where: [...where, missing ?? ''],
    order: `+${tie}${way}`,
    parameters,
  }
  return {
    present: rowsOf({ from: whole ?? from, where: present, order: `${value}${way}, ${tie}${way}`, parameters }),
    absent: mayBeAbsent ? rowsOf(absent) : null,
  }
}

/** The sorted expression, its tables, and the condition for a row without a value (null: never). */
function partsOf(shape: ListShape, source: ColumnSource): { value: string; from: string; missing: string | null } {
  const table = `${tableOf(shape.resource)} t`
  if (source.from === 'own') {
    const { value, nullable } = source
    // Without NULLs, no second query for rows without a value is needed.
    return { value, from: table, missing: nullable ? `${value} IS NULL` : null }
  }
  if (source.from === 'other') {
    const { key, value, join, keysWhere } = source
    const missing = `(${key} IS NULL OR ${key} NOT IN (${keysWhere(`${value} IS NOT NULL`)}))`
    return { value, from: `${table} ${join.replaceAll('JOIN', 'CROSS JOIN')}`, missing }
  }
  const grouped = `SELECT c.${source.column} AS k, count(*) AS n FROM ${source.table} c GROUP BY c.${source.column}`
  return { value: 'coalesce(g.n, 0)', from: `${table} LEFT JOIN (${grouped}) g ON g.k = t.id`, missing: null }
}

/** The value by which a row is ordered, and what breaks ties, each as SQL with one parameter, the row. */
export function placeSql(shape: ListShape, source: ColumnSource): { value: string; tie: string } {
  const { value, from } = partsOf(shape, source)
  const tie = `t.${shape.tieBreak} AS tie`
  return {
    value: `SELECT ${value} AS value, ${tie} FROM ${from} WHERE t.row = ?`,
    tie: `SELECT ${tie} FROM ${tableOf(shape.resource)} t WHERE t.row = ?`,
  }
}

/** The rows of a condition in no order. */
export const setSql = (shape: ListShape, condition: Condition): Condition => ({
  sql: `SELECT t.row FROM ${tableOf(shape.resource)} t WHERE ${condition.sql}`,
  parameters: condition.parameters,
})

export const countSql = (shape: ListShape, condition: Condition | null): Condition => ({
  sql: `SELECT count(*) FROM ${tableOf(shape.resource)} t${condition ? ` WHERE ${condition.sql}` : ''}`,
  parameters: condition?.parameters ?? [],
})

/**
 * A window near the beginning of a view directly from an index, if one has that order: SQL whose last two parameters are limit
 * and offset. Null if no index does.
 */
export function walkSql(shape: ListShape, view: View, direction: 'asc' | 'desc'): Condition | null {
  if (view.group) return null
  const held = heldColumn(view)
  if (held === null || !shape.walks[held]?.includes(view.column)) return null
  const source = sourceOf(shape, view.column)
  if (source.from === 'count') return null
  const scoped = held === '' ? [] : [`t.${held} = ?`]
  const from = source.from === 'own' ? `${tableOf(shape.resource)} t` : source.drive
  if (from === undefined) return null
  const way = direction === 'asc' ? 'ASC' : 'DESC'
  const order = `${source.value} ${way}, t.${shape.tieBreak} ${way}`
  const { sql } = rowsOf({ from, where: scoped, order, parameters: [] })
  return { sql: `${sql} LIMIT ? OFFSET ?`, parameters: heldValue(view) }
}

/** The column that a view fixes to one value by its only condition; `''` when it has none, null when it has others. */
function heldColumn({ filters, scope }: View): string | null {
  if (filters.length + scope.length === 0) return ''
  if (filters.length + scope.length > 1) return null
  const [filter] = filters
  if (!filter) return scope[0]?.[0] ?? null
  return filter.operator === 'any_of' && filter.values.length === 1 ? filter.column : null
}

function heldValue({ filters, scope }: View): string[] {
  const value = filters[0]?.values[0] ?? scope[0]?.[1]
  return value === undefined ? [] : [String(value)]
}
