import type { ReactNode } from 'react'

/** One column of a list or table. */
export type GridColumn<Row> = {
  /** The contract's sort column where `sortable`. */
  id: string
  header: string
  /** Least width in pixels. */
  width: number
  /** Share of the space that is left over; 0 keeps the least width. */
  grow?: number
  align?: 'end'
  sortable?: boolean
  cell: (row: Row) => ReactNode
}
