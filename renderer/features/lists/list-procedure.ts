import type { QueryKey } from '@tanstack/react-query'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { ColumnsOf, FiltersOf } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WindowPage } from '../../components/data-grid/row-source.ts'
import type { Scope } from '../../lib/scope.ts'

/** Input of a list request: a window of rows, sorted and filtered. */
export type ListWindow<R extends Resource> = {
  connectionId: string
  offset: number
  limit: number
  sort: { column: ColumnsOf<R>; direction: 'asc' | 'desc' }
  filters?: Filter<FiltersOf<R>>[]
  scope?: Scope
  group?: string
}

/** One `list` procedure of the contract. */
export type ListProcedure<R extends Resource, Row> = {
  call: (input: ListWindow<R>, options?: { signal?: AbortSignal }) => Promise<WindowPage<Row>>
  key: () => QueryKey
}
