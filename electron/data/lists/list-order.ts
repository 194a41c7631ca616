import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { declared, dependenciesOf, filterCondition, type ListShape } from './list-shape.ts'

export type Direction = 'asc' | 'desc'

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
}

/** The {@link ListOrder} of a query. */
export function listOrderOf(shape: ListShape, query: ListQuery, today: string): ListOrder {
  const { sort, filters = [], scope = {}, group } = query
  const isRelative =
    filters.some(({ operator }) => operator === 'within_days' || operator === 'older_than_days') ||
    (group !== undefined && declared(shape, group).grouping === 'age')
  return {
    resource: shape.resource,
    ...sort,
    filters,
    scope: Object.entries(scope).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const])),
    group: group ?? null,
    today: isRelative ? today : '',
  }
}

/** The key of an order in caches. */
export const keyOf = ({ resource, column, direction, filters, scope, group, today }: ListOrder): string =>
  JSON.stringify([resource, column, direction, filters, scope, group, today])

/** The key of an order's rows, whatever their order. */
export const rowsKeyOf = ({ resource, filters, scope, today }: ListOrder): string =>
  JSON.stringify([resource, filters, scope, today])

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
  { filters, scope, today }: Pick<ListOrder, 'filters' | 'scope' | 'today'>,
): Condition | null {
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
