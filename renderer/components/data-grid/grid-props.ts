import type { ReactNode } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import type { GridView, SortState } from '../../lib/view-state.ts'
import type { GridColumn } from './grid-column.ts'
import type { RowSource } from './row-source.ts'
import type { RowSelection } from './selection.ts'

/** All that a grid is given by the screen around it. */
export type DataGridProps<Row> = {
  label: string
  columns: readonly GridColumn<Row>[]
  /** How a person set the columns up; whole, in order. */
  layout: readonly ColumnLayout[]
  onLayout: (layout: ColumnLayout[]) => void
  sort: SortState
  onSort: (sort: SortState) => void
  source: RowSource<Row>
  idOf: (row: Row) => string
  /** Sets a row apart, such as one that is to be deleted; its text says so, too. */
  markOf?: (row: Row) => string | null
  onOpen: (row: Row) => void
  /** Where the person left this list, and how to remember where they leave it now. */
  view: GridView
  onView: (change: GridView) => void
  rowHeight: number
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  /** Tells the person what was done, such as what was copied. */
  onSay: (text: string) => void
  onFilter: (column: string) => void
  /** The list narrowed to what a row holds in a column; null where it cannot be. */
  onOnlySame: (column: string, row: Row) => (() => void) | null
  /** Stands below the header when there are no rows. */
  empty: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
}
