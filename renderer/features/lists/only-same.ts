import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { type ListColumn, listColumns } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'

type Options<Row> = {
  resource: Resource
  column: string
  row: Row
  filters: readonly Filter[]
  onFilters: (filters: Filter[]) => void
}

/** The filter that keeps only rows with this value in a column; null if the column cannot be filtered by it. */
export function filterForValue(resource: Resource, column: string, value: unknown): Filter | null {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[resource]
  const known = Object.hasOwn(columns, column) ? columns[column] : undefined
  if (!known) return null
  if (value === null || value === undefined || value === '')
    return known.nullable ? { column, operator: 'has_not', values: [] } : null
  if (typeof value === 'boolean') return { column, operator: 'is', values: [value] }
  if (typeof value === 'number') return { column, operator: 'equals', values: [value] }
  if (typeof value !== 'string' || value.length > 500) return null
  if (known.kind === 'enum') return { column, operator: 'any_of', values: [value] }
  if (known.kind === 'text') return { column, operator: 'is', values: [value] }
  const day = value.slice(0, 10)
  return { column, operator: 'between', values: [day, day] }
}

/** Returns an action that narrows the list to a row's value in a column; null if that is not possible. */
export function onlySame<Row extends object>({ resource, column, row, filters, onFilters }: Options<Row>) {
  const value = Object.hasOwn(row, column) ? (row as Readonly<Record<string, unknown>>)[column] : undefined
  const filter = filterForValue(resource, column, value)
  return filter && (() => onFilters([...filters.filter((other) => other.column !== column), filter]))
}
