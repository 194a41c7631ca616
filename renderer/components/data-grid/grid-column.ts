import type { ReactNode } from 'react'

/** One column of a list or table. */
export type GridColumn<Row> = {
  /** The contract's column, in a list. */
  id: string
  header: string
  /** Least width in pixels. */
  width: number
  /** Share of the space that is left over; 0 keeps the least width. */
  grow?: number
  align?: 'end'
  sortable?: boolean
  /** Not shown until a person asks for it. */
  hidden?: boolean
  /** In a page's table. */
  cell: (row: Row) => ReactNode
  /** In a list, as plain text, which is drawn far faster than elements; '' where there is none. `now`: ms since 1970. */
  text?: (row: Row, now: number) => string
  /** In a list, where text is not enough; else `text`, else `cell`. */
  draw?: (row: Row) => ReactNode
  /** For a spreadsheet; else `text`. */
  copy?: (row: Row) => string
  /** What colour alone would not say is in the text, too. */
  tone?: (row: Row) => 'negative' | 'quiet' | undefined
}
