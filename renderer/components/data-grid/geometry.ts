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
  /** Free pixels below the last row, so that it can be scrolled above what floats over the lower edge. */
  end: number
}

/** Height of all rows and the free space below them, in pixels of rows. */
const wholeHeight = ({ rows, rowHeight, end }: Extent): number => rows * rowHeight + end

/** The greatest offset, in pixels of rows. */
export const lastOffset = (extent: Extent): number => Math.max(0, wholeHeight(extent) - extent.height)

/** Height of the scrolled element, in pixels. */
export const scrolledHeight = (extent: Extent): number => Math.min(wholeHeight(extent), maxHeight)

/** Pixels of rows per pixel of scrolling; 1 if the list is not scaled. */
export function scaleOf(extent: Extent): number {
  const travel = scrolledHeight(extent) - extent.height
  const whole = wholeHeight(extent) - extent.height
  return travel > 0 && whole > travel ? whole / travel : 1
}

/** How far the first row is above the top of the viewport, in pixels of rows, at the browser's `scrollTop`. */
export function offsetAt(scrollTop: number, extent: Extent): number {
  return Math.min(lastOffset(extent), Math.max(0, scrollTop * scaleOf(extent)))
}

/** The browser's `scrollTop` for an `offset` in pixels of rows. */
export const scrollTopFor = (offset: number, extent: Extent): number => offset / scaleOf(extent)

/** First and last row in view at an offset. */
export function rowsInView(offset: number, { rows, rowHeight, height }: Extent): { first: number; last: number } {
  const end = Math.max(0, rows - 1)
  const first = Math.min(end, Math.floor(offset / rowHeight))
  return { first, last: Math.min(end, Math.max(first, Math.ceil((offset + height) / rowHeight) - 1)) }
}

/** The offset that brings a row into view with the least scrolling, above what floats over the lower edge. */
export function offsetToShow(row: number, offset: number, { rowHeight, height, end }: Extent): number {
  const top = row * rowHeight
  const room = Math.max(rowHeight, height - end)
  if (top < offset) return top
  return top + rowHeight > offset + room ? top + rowHeight - room : offset
}
