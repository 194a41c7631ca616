import {
  type ColumnDef,
  type ReactTable,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { GridColumn } from './grid-column.ts'
import type { SortState } from './view-state.ts'

const features = tableFeatures({ rowSortingFeature })

export type GridTable<Row> = ReactTable<typeof features, Row & object>

type Options<Row> = {
  columns: readonly GridColumn<Row>[]
  sort: SortState
  onSort: (sort: SortState) => void
}

/** The table model gets no rows: they are read and drawn by window. */
const noRows: never[] = []

/**
 * The column and sorting model of a grid. The main process sorts, so the sort is only state here. Rows never pass through the
 * model, which would hold all of them.
 */
export function useGridTable<Row>({ columns, sort, onSort }: Options<Row>): GridTable<Row> {
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row & object> => ({
          id: column.id,
          header: column.header,
          accessorFn: () => null,
          enableSorting: column.sortable === true,
          sortDescFirst: false,
        }),
      ),
    [columns],
  )
  const sorting = useMemo<SortingState>(() => [{ id: sort.column, desc: sort.direction === 'desc' }], [sort])
  return useTable({
    features,
    columns: definitions,
    data: noRows,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (updater: Updater<SortingState>) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      if (next) onSort({ column: next.id, direction: next.desc ? 'desc' : 'asc' })
    },
  })
}
