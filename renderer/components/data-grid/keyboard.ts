/** A cell by position; row −1 is the header. */
export type Cell = { row: number; column: number }

type Press = { key: string; ctrlKey: boolean; metaKey: boolean }
type Extent = { rows: number; columns: number /** Rows that fit in view. */; page: number }

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Returns the cell that a key press moves the focus to, or null if the key is not handled here. */
export function moveFocus(from: Cell, press: Press, extent: Extent): Cell | null {
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  const far = press.ctrlKey || press.metaKey
  const to = (row: number, column: number): Cell => ({
    row: clamp(row, -1, lastRow),
    column: clamp(column, 0, lastColumn),
  })
  switch (press.key) {
    case 'ArrowDown':
      return to(far ? lastRow : from.row + 1, from.column)
    case 'ArrowUp':
      return to(far ? 0 : from.row - 1, from.column)
    case 'ArrowRight':
      return to(from.row, far ? lastColumn : from.column + 1)
    case 'ArrowLeft':
      return to(from.row, far ? 0 : from.column - 1)
    case 'PageDown':
      return to(from.row + extent.page, from.column)
    case 'PageUp':
      return to(Math.max(Math.min(0, lastRow), from.row - extent.page), from.column)
    case 'Home':
      return far ? to(Math.min(0, lastRow), 0) : to(from.row, 0)
    case 'End':
      return far ? to(lastRow, lastColumn) : to(from.row, lastColumn)
    default:
      return null
  }
}
