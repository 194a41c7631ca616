import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rows drawn above and below the view. */
const beyond = 10
/** More rows than the largest screen shows: a view that has no height of its own must not draw all of its rows. */
const mostRows = 250

/**
 * The rows in view in a scrolling element with rows of equal height.
 *
 * @param start - the row to scroll to; null for none
 */
export function useRowWindow(count: number, rowHeight: number, start: number | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    setHeight(element.clientHeight)
    return () => observer.disconnect()
  }, [])
  const isMeasured = height > 0
  useEffect(() => {
    const element = scroller.current
    if (!element || start === null || !isMeasured) return
    element.scrollTop = Math.max(0, start * rowHeight - element.clientHeight / 2)
  }, [start, rowHeight, isMeasured])
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const last = Math.min(count, first + mostRows, Math.ceil((top + height) / rowHeight) + beyond)
  return {
    scroller,
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    rows: Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at),
  }
}
