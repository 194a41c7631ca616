import type { ReactNode } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import type { GroupDisplay } from './GroupRow.tsx'
import type { GridColumn } from './grid-column.ts'
import type { RowSource } from './row-source.ts'
import type { RowSelection } from './selection.ts'
import type { GridView, SortState } from './view-state.ts'

/** The rows of a grid, and how each is drawn and opened. */
export type GridRows<Row> = {
  source: RowSource<Row>
  idOf: (row: Row) => string
  /** In pixels. */
  height: number
  /** Marks a row, such as one that is to be deleted; its text must say so as well. */
  markOf?: (row: Row) => string | null
  onOpen: (row: Row, index: number) => void
  /** Further items of a row's menu, about its record. */
  menu?: (row: Row) => ReactNode
  /** Names and sums of the groups in a grouped list. */
  groups?: GroupDisplay | undefined
  /** Shown below the header if there are no rows. */
  empty: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
}

/** The columns of a grid with the user's settings, and the order of the rows. */
export type GridColumns<Row> = {
  all: readonly GridColumn<Row>[]
  /** The user's settings of all columns, in order. */
  layout: readonly ColumnLayout[]
  onLayout: (layout: ColumnLayout[]) => void
  sort: SortState
  onSort: (sort: SortState) => void
  onFilter: (column: string) => void
  /** Returns an action that narrows the list to a row's value in a column; null if that is not possible. */
  onOnlySame: (column: string, row: Row) => (() => void) | null
  /** Content of a column's cell in a row that stays below the list, such as a sum; null for an empty cell. */
  footer?: ((column: string, first: boolean) => ReactNode) | undefined
}

/** A summary of the active row beside the grid. Space shows or hides it, and Escape hides it. */
export type GridPeek = {
  isShown: boolean
  onToggle: (index: number) => void
  /** Called when the focus moves to another row. */
  onActive: (index: number) => void
}

/** Props of the grid, provided by the screen around it. */
export type DataGridProps<Row> = {
  label: string
  rows: GridRows<Row>
  columns: GridColumns<Row>
  selection: { rows: RowSelection<Row>; onChange: (rows: RowSelection<Row>) => void }
  /** The position in which the user left this list, and a callback to store a new one. */
  place: { view: GridView; onView: (change: GridView) => void }
  /** Without it, Space selects the active row. */
  peek?: GridPeek
  /** Pixels at the lower edge over which something floats: the last row can be scrolled above it. */
  covered?: number
  /** Shows a message, for example about what was copied. */
  onMessage: (text: string) => void
}
