import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'
import { dependenciesOf, filterCondition, type ListShape, sourceOf } from './list-shape.ts'

export type Scope = Readonly<Record<string, string | undefined>>

/** A list's query without the window. */
export type ListQuery = {
  sort: { column: string; direction: 'asc' | 'desc' }
  filters?: readonly Filter[] | undefined
  scope?: Scope | undefined
}

/** A set of rows in an order; the direction is applied when it is read, so that both directions share one view. */
export type View = {
  resource: Resource
  column: string
  filters: readonly Filter[]
  scope: readonly (readonly [string, string])[]
  /** Calendar date from which days are counted back. */
  today: string
}

/** The view of a query, in a normal form that equal queries share. */
export function viewOf(shape: ListShape, { sort, filters = [], scope = {} }: ListQuery, today: string): View {
  const scoped = Object.entries(scope).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
  const relative = filters.some(({ operator }) => operator === 'within_days' || operator === 'older_than_days')
  return { resource: shape.resource, column: sort.column, filters, scope: scoped, today: relative ? today : '' }
}

/** The key of a view in caches. */
export const keyOf = (view: View): string =>
  JSON.stringify([view.resource, view.column, view.filters, view.scope, view.today])

/** All resources whose changes invalidate a view. */
export function resourcesOf(shape: ListShape, { column, filters }: Pick<View, 'column' | 'filters'>): Resource[] {
  const columns = [column, ...filters.map((filter) => filter.column)]
  const borrowed = columns.flatMap((name) => shape.words?.[name]?.dependsOn ?? dependenciesOf(sourceOf(shape, name)))
  const scoped: Resource[] = shape.resource === 'valuations' ? ['entities'] : []
  return [...new Set([shape.resource, ...borrowed, ...scoped])]
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
