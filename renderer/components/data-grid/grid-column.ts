import type { ReactNode } from 'react'
import type { Resource } from '../../../shared/service/resource.ts'

/** One column of a list or table. */
export type GridColumn<Row> = {
  /** In a list: the contract's column. */
  id: string
  header: string
  /** Minimum width in pixels. */
  width: number
  /** Pixels beside the text, such as those of an avatar. */
  beside?: number
  /** True if it becomes wider than its content in a wide window. */
  grow?: true
  align?: 'end'
  sortable?: boolean
  /** Hidden by default. */
  hidden?: boolean
  /** Content in a page's table. */
  cell: (row: Row) => ReactNode
  /** Content in a list as plain text, which is drawn much faster than elements; '' if there is no value. `now`: ms since 1970. */
  text?: (row: Row, now: number) => string
  /** Content in a list if text is not enough; default: `text`, then `cell`. */
  draw?: (row: Row) => ReactNode
  /** In a list: the id of a column whose value is drawn behind this one's, such as the age of an amount, unless that column is shown itself. */
  behind?: string
  /** Text instead of one that does not fit, which would read as something else if it was cut, such as an amount. */
  short?: (row: Row) => string
  /** Text for the clipboard; default: `text`. */
  copy?: (row: Row) => string
  /** Set if an empty value only says that the first sync has not read this resource yet: shown as not known until then. */
  empty?: {
    of: Resource
    is: (row: Row) => boolean
    /** Said of none, which is only known once the service answered for all. */
    none?: string
    /** A value that is not empty counts or adds up records, and grows until all of them are read. */
    grows?: true
  }
  /** Colour of the text, which must carry the same meaning. */
  tone?: (row: Row, now: number) => 'negative' | 'quiet' | 'old' | undefined
  /** The value behind a cell's content, such as the date of an age: its tooltip, and its content while it has the focus. */
  hint?: (row: Row) => string | undefined
}
