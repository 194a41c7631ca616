import type { ReactNode } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import type { GroupDisplay } from './GroupRow.tsx'
import type { GridColumn } from './grid-column.ts'
import type { RowSource } from './row-source.ts'
import type { RowSelection } from './selection.ts'
import type { GridView, SortState } from './view-state.ts'

/** Props of the grid, provided by the screen around it. */
export type DataGridProps<Row> = {
  label: string
  columns: readonly GridColumn<Row>[]
  /** The user's settings of all columns, in order. */
  layout: readonly ColumnLayout[]
  onLayout: (layout: ColumnLayout[]) => void
  sort: SortState
  onSort: (sort: SortState) => void
  source: RowSource<Row>
  idOf: (row: Row) => string
  /** Marks a row, such as one that is to be deleted; its text must say so as well. */
  markOf?: (row: Row) => string | null
  onOpen: (row: Row, index: number) => void
  /** The position in which the user left this list, and a callback to store a new one. */
  view: GridView
  onView: (change: GridView) => void
  rowHeight: number
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  /** Shows a message, for example about what was copied. */
  onSay: (text: string) => void
  /** Shows or hides a summary of a row beside the list (Space); without it, Space selects the row. */
  onPeek?: (index: number) => void
  /** True while a summary is shown. Escape hides it, and `onActive` is told to which row the focus moves. */
  peeking?: boolean
  onActive?: (index: number) => void
  /** Further items of a row's menu, about its record. */
  rowMenu?: (row: Row) => ReactNode
  onFilter: (column: string) => void
  /** Returns an action that narrows the list to a row's value in a column; null if that is not possible. */
  onOnlySame: (column: string, row: Row) => (() => void) | null
  /** Content of a column's cell in a row that stays below the list, such as a sum; null for an empty cell. */
  footer?: ((column: string, first: boolean) => ReactNode) | undefined
  /** Names and sums of the groups in a grouped list. */
  groups?: GroupDisplay | undefined
  /** Shown below the header if there are no rows. */
  empty: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
}
