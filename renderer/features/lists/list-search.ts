import { type Filter, filterProblem } from '../../../shared/domain/filter-rules.ts'
import {
  filterColumns,
  groupColumnsOf,
  type ListColumn,
  listColumns,
  sortColumns,
} from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { SortState } from '../../components/data-grid/view-state.ts'

/** The list settings in an address; `null` where the address has none and the view's setting applies. */
export type ListSearch = {
  view: string | null
  filters: Filter[] | null
  sort: SortState | null
  /** The column by which the list is grouped, or {@link notGrouped}. */
  group: string | null
}

/** In an address: the list is not grouped, although its view is. */
export const notGrouped = 'none'

const columnsOf = (resource: Resource): Readonly<Record<string, ListColumn>> => sortColumns[resource]

const isValue = (value: unknown): value is Filter['values'][number] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Parses a filter; null if it is invalid for the resource. Addresses and old views may contain anything. */
export function readFilter(resource: Resource, from: unknown): Filter | null {
  if (typeof from !== 'object' || from === null) return null
  const { column, operator, values } = from as Readonly<Record<string, unknown>>
  if (typeof column !== 'string' || typeof operator !== 'string') return null
  if (!Array.isArray(values) || !values.every(isValue)) return null
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const known = Object.hasOwn(columns, column) ? columns[column] : undefined
  const filter = { column, operator: operator as Filter['operator'], values }
  return known && filterProblem(known, filter) === null ? filter : null
}

export const readFilters = (resource: Resource, from: readonly unknown[]): Filter[] =>
  from.flatMap((one) => readFilter(resource, one) ?? []).slice(0, 30)

function readSort(resource: Resource, from: unknown): SortState | null {
  const [, column = '', direction = ''] = /^(\w+)\.(asc|desc)$/.exec(typeof from === 'string' ? from : '') ?? []
  if (!Object.hasOwn(columnsOf(resource), column)) return null
  return { column, direction: direction === 'desc' ? 'desc' : 'asc' }
}

/** Parses a column to group by; null if the resource's list cannot be grouped by it. */
export const readGroup = (resource: Resource, from: unknown): string | null =>
  typeof from === 'string' && groupColumnsOf(columnsOf(resource)).includes(from) ? from : null

/** Parses the list settings of an address. Settings that do not fit the resource are left out. */
export function readListSearch(resource: Resource, search: Readonly<Record<string, unknown>>): ListSearch {
  return {
    view: typeof search.view === 'string' ? search.view : null,
    filters: Array.isArray(search.filters) ? readFilters(resource, search.filters) : null,
    sort: readSort(resource, search.sort),
    group: search.group === notGrouped ? notGrouped : readGroup(resource, search.group),
  }
}

/** The reverse of `readListSearch`: the search parameters for these settings. */
export function writeListSearch({ view, filters, sort, group }: ListSearch) {
  return {
    ...(view === null ? {} : { view }),
    ...(filters === null ? {} : { filters }),
    ...(sort === null ? {} : { sort: `${sort.column}.${sort.direction}` }),
    ...(group === null ? {} : { group }),
  }
}

type OnlySame<Row> = {
  resource: Resource
  column: string
  row: Row
  filters: readonly Filter[]
  onFilters: (filters: Filter[]) => void
}

/** The filter that keeps only rows with this value in a column; null if the column cannot be filtered by it. */
function filterForValue(resource: Resource, column: string, value: unknown): Filter | null {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[resource]
  const known = Object.hasOwn(columns, column) ? columns[column] : undefined
  // A share is drawn as a bar, of which no other row has exactly the same.
  if (!known || ('unit' in known && known.unit === 'percent')) return null
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
export function onlySame<Row extends object>({ resource, column, row, filters, onFilters }: OnlySame<Row>) {
  const value = Object.hasOwn(row, column) ? (row as Readonly<Record<string, unknown>>)[column] : undefined
  const filter = filterForValue(resource, column, value)
  return filter && (() => onFilters([...filters.filter((other) => other.column !== column), filter]))
}
