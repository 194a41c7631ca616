import { type RefObject, useLayoutEffect, useState } from 'react'

/** Columns drawn beside those in view. */
const beyond = 2
/** More cells would take longer than a frame to draw. */
const mostCells = 3_000

/** The part in view, in shares of the whole width: 0 to 1. */
type View = { left: number; right: number }

function viewOf(element: HTMLElement | null, before: View): View {
  if (!element) return before
  const { scrollLeft, clientWidth, scrollWidth } = element
  const seen = { left: scrollLeft / scrollWidth, right: (scrollLeft + clientWidth) / scrollWidth }
  return before.left === seen.left && before.right === seen.right ? before : seen
}

/**
 * The columns in view in a scrolling table. Only their cells are drawn: a table of 200 columns and the rows of a large screen has
 * 20,000 cells.
 *
 * @param widths - of each column, in any unit
 * @param rows - number of rows drawn
 * @returns the first column, and the one after the last
 */
export function useColumnWindow(scroller: RefObject<HTMLElement | null>, widths: readonly number[], rows: number) {
  const [view, setView] = useState<View>({ left: 0, right: 0 })
  const total = widths.reduce((sum, width) => sum + width, 0)
  const look = () => setView((before) => viewOf(scroller.current, before))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const looked = () => setView((before) => viewOf(element, before))
    const observer = new ResizeObserver(looked)
    observer.observe(element)
    looked()
    return () => observer.disconnect()
  }, [scroller])
  let [first, last] = [0, 0]
  for (let [column, right] = [0, 0]; column < widths.length; column += 1) {
    const left = right
    right += widths[column] ?? 0
    if (right <= view.left * total) first = column + 1
    if (left <= view.right * total) last = column + 1
  }
  first = Math.max(0, first - beyond)
  last = Math.min(widths.length, last + beyond, first + Math.max(8, Math.floor(mostCells / Math.max(1, rows))))
  return { look, first, last }
}
