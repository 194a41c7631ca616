/**
 * Maximum height of the scrolled element, in pixels. Browsers clamp elements to 33,554,428 pixels and lose precision before that.
 * A list that is higher is scaled: its scroll bar covers fewer pixels than its rows.
 */
const maxHeight = 15_000_000

export type Extent = {
  rows: number
  rowHeight: number
  /** Height of the viewport in pixels, without the header. */
  height: number
}

/** Height of the scrolled element, in pixels. */
export const scrolledHeight = ({ rows, rowHeight }: Extent): number => Math.min(rows * rowHeight, maxHeight)

/** Pixels of rows per pixel of scrolling; 1 if the list is not scaled. */
export function scaleOf(extent: Extent): number {
  const travel = scrolledHeight(extent) - extent.height
  const whole = extent.rows * extent.rowHeight - extent.height
  return travel > 0 && whole > travel ? whole / travel : 1
}

/** How far the first row is above the top of the viewport, in pixels of rows, at the browser's `scrollTop`. */
export function offsetAt(scrollTop: number, extent: Extent): number {
  const most = Math.max(0, extent.rows * extent.rowHeight - extent.height)
  return Math.min(most, Math.max(0, scrollTop * scaleOf(extent)))
}

/** The browser's `scrollTop` for an `offset` in pixels of rows. */
export const scrollTopFor = (offset: number, extent: Extent): number => offset / scaleOf(extent)

/** First and last row in view at an offset. */
export function rowsInView(offset: number, { rows, rowHeight, height }: Extent): { first: number; last: number } {
  const end = Math.max(0, rows - 1)
  const first = Math.min(end, Math.floor(offset / rowHeight))
  return { first, last: Math.min(end, Math.max(first, Math.ceil((offset + height) / rowHeight) - 1)) }
}

/** The offset that brings a row into view with the least scrolling. */
export function offsetToShow(row: number, offset: number, { rowHeight, height }: Extent): number {
  const top = row * rowHeight
  if (top < offset) return top
  return top + rowHeight > offset + height ? top + rowHeight - height : offset
}
