import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { declared, dependenciesOf, filterCondition, type ListShape } from './list-shape.ts'

type Scope = Readonly<Record<string, string | undefined>>

/** A list's query without the window. */
export type ListQuery = {
  sort: { column: string; direction: 'asc' | 'desc' }
  filters?: readonly Filter[] | undefined
  scope?: Scope | undefined
  group?: string | undefined
}

/**
 * A set of rows in an order; the direction is applied when it is read, so that both directions share one view. In a grouped view,
 * which has rows without a value at the end of every group, it is part of the order instead.
 */
export type View = {
  resource: Resource
  column: string
  filters: readonly Filter[]
  scope: readonly (readonly [string, string])[]
  group: { column: string; direction: 'asc' | 'desc' } | null
  /** Calendar date from which days are counted back. */
  today: string
}

/** The view of a query, in a normal form that equal queries share. */
export function viewOf(shape: ListShape, query: ListQuery, today: string): View {
  const { sort, filters = [], scope = {}, group } = query
  const scoped = Object.entries(scope).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
  const relative =
    filters.some(({ operator }) => operator === 'within_days' || operator === 'older_than_days') ||
    (group !== undefined && declared(shape, group).grouping === 'age')
  return {
    resource: shape.resource,
    column: sort.column,
    filters,
    scope: scoped,
    group: group === undefined ? null : { column: group, direction: sort.direction },
    today: relative ? today : '',
  }
}

/** The whole list in the order of a column, such as that of a view. */
export const wholeOf = ({ resource, column }: Pick<View, 'resource' | 'column'>): View => ({
  resource,
  column,
  filters: [],
  scope: [],
  group: null,
  today: '',
})

/** True if a view is a whole list in an order. */
export const isWhole = ({ filters, scope, group }: View): boolean =>
  filters.length === 0 && scope.length === 0 && group === null

/** The key of a view in caches. */
export const keyOf = (view: View): string =>
  JSON.stringify([view.resource, view.column, view.filters, view.scope, view.group, view.today])

/** All resources whose changes invalidate a view. */
export function resourcesOf(
  shape: ListShape,
  { column, filters, group }: Pick<View, 'column' | 'filters' | 'group'>,
): Resource[] {
  const columns = [column, ...filters.map((filter) => filter.column), ...(group ? [group.column] : [])]
  const borrowed = columns.flatMap((name) => dependenciesOf(shape, name))
  const scoped: Resource[] = shape.resource === 'valuations' ? ['entities'] : []
  // Groups of a user's records are in the order of the users' names.
  const named: Resource[] = group?.column === 'owner_id' ? ['users'] : []
  return [...new Set([shape.resource, ...borrowed, ...scoped, ...named])]
}

/** Scope and filters of a view as one condition; null when it is the whole list. */
export function conditionOf(shape: ListShape, view: View): Condition | null {
  const { filters, scope, today } = view
  const alone = filters.length + scope.length === 1
  const conditions: Condition[] = [
    ...scope.map(([name, id]) => ({ sql: shape.scopes[name] ?? '0 = ?', parameters: [id] })),
    ...filters.map((filter) => filterCondition(shape, filter, { today, alone })),
  ]
  if (conditions.length === 0) return null
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

/**
 * The rows of a view in ascending order. The first `present` have a value in the sorted column; those without are last in both
 * directions.
 */
export type Vector = { rows: Int32Array; present: number }

export type Direction = 'asc' | 'desc'

/** The direction in which a view's rows are read. */
export const directionOf = ({ group }: View, asked: Direction): Direction => (group ? 'asc' : asked)

/** The rows of a {@link Vector}, of which only parts need to be in memory. */
export type Order = {
  length: number
  present: number
  /** Rows `from` up to `to` (exclusive) in ascending order. */
  slice(from: number, to: number): Int32Array
}

/** A {@link Vector} as an {@link Order}. */
export const orderIn = ({ rows, present }: Vector): Order => ({
  length: rows.length,
  present,
  slice: (from, to) => rows.subarray(from, to),
})

/** Rows `from` up to `to` (exclusive), in a direction. */
export const windowOf = (vector: Vector, direction: Direction, from: number, to: number): Int32Array =>
  windowIn(orderIn(vector), direction, from, to)

/** Rows `from` up to `to` (exclusive) of an order, in a direction. */
export function windowIn(order: Order, direction: Direction, from: number, to: number): Int32Array {
  const { length, present } = order
  const end = Math.min(to, length)
  const begin = Math.min(from, end)
  if (direction === 'asc') return order.slice(begin, end)
  const window = new Int32Array(end - begin)
  const withValue = Math.max(0, Math.min(end, present) - begin)
  if (withValue > 0) window.set(order.slice(present - begin - withValue, present - begin).toReversed())
  const without = window.length - withValue
  if (without > 0) {
    const last = length - (end - without - present)
    window.set(order.slice(last - without, last).toReversed(), withValue)
  }
  return window
}

/** A {@link Vector} in memory shared between threads, so that it is passed on without a copy. */
export function joinVector(present: readonly number[], absent: readonly number[]): Vector {
  const rows = sharedRows(present.length + absent.length)
  rows.set(present)
  rows.set(absent, present.length)
  return { rows, present: present.length }
}

/** The rows of an order that are in a set. `highest` is at least every row of either. */
export function keepOnly(order: Vector, kept: ArrayLike<number>, highest: number): Vector {
  const member = new Uint8Array(highest + 1)
  for (let at = 0; at < kept.length; at++) member[kept[at] ?? 0] = 1
  const found = new Int32Array(Math.min(kept.length, order.rows.length))
  let size = 0
  let present = 0
  for (let at = 0; at < order.rows.length && size < found.length; at++) {
    const row = order.rows[at] ?? 0
    if (member[row] !== 1) continue
    found[size++] = row
    if (at < order.present) present = size
  }
  const rows = sharedRows(size)
  rows.set(found.subarray(0, size))
  return { rows, present }
}

/** Memory that is shared between threads, for the rows of a {@link Vector}. */
export function sharedRows(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT))
}
