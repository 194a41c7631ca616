import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Extent, offsetAt, offsetToShow, rowsInView, scaleOf, scrolledHeight, scrollTopFor } from './geometry.ts'
import type { RowSource } from './row-source.ts'

/** What is on screen: the rows in view, where they stand, and a mark that changes with what is known of them. */
export type GridPlace = { first: number; last: number; base: number; baseTop: number; mark: number }

type Options<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  source: RowSource<Row>
  rows: number
  rowHeight: number
  startAt: number
}

/** Rows are placed relative to a row not far away: millions of pixels are more than a style holds exactly. */
const block = 1024

const nowhere: GridPlace = { first: 0, last: 0, base: 0, baseTop: 0, mark: 0 }

const extentOf = (element: HTMLElement, rows: number, rowHeight: number): Extent => ({
  rows,
  rowHeight,
  height: Math.max(rowHeight, element.clientHeight - rowHeight),
})

function placeOf(scrollTop: number, offset: number, extent: Extent): GridPlace {
  const { first, last } = rowsInView(offset, extent)
  const base = first - (first % block)
  return { first, last, base, baseTop: Math.round(scrollTop - offset + base * extent.rowHeight), mark: 0 }
}

const same = (left: GridPlace, right: GridPlace) =>
  left.first === right.first &&
  left.last === right.last &&
  left.baseTop === right.baseTop &&
  left.base === right.base &&
  left.mark === right.mark

/**
 * Follows scrolling and what arrives, at most once a frame and in that very frame, and tells the source what is looked
 * at. A long list's scroll bar is scaled, so the offset in rows is kept beside the browser's own.
 */
export function useGridView<Row>({ scroller, source, rows, rowHeight, startAt }: Options<Row>) {
  const [place, setPlace] = useState<GridPlace>(nowhere)
  const exact = useRef({ scrollTop: -1, offset: 0 })
  const latest = useRef({ rows, rowHeight })
  useLayoutEffect(() => {
    latest.current = { rows, rowHeight }
  })

  const offsetNow = useCallback((element: HTMLElement, extent: Extent) => {
    const { scrollTop, offset } = exact.current
    return Math.abs(element.scrollTop - scrollTop) < 1 ? offset : offsetAt(element.scrollTop, extent)
  }, [])

  const goTo = useCallback((element: HTMLElement, offset: number, extent: Extent) => {
    const most = Math.max(0, extent.rows * extent.rowHeight - extent.height)
    const wanted = Math.min(most, Math.max(0, offset))
    element.scrollTop = scrollTopFor(wanted, extent)
    exact.current = { scrollTop: element.scrollTop, offset: scaleOf(extent) === 1 ? element.scrollTop : wanted }
  }, [])

  const started = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || started.current) return
    started.current = true
    if (startAt > 0) goTo(element, startAt, extentOf(element, rows, rowHeight))
  }, [scroller, startAt, rows, rowHeight, goTo])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    let mark = 0
    let before = { first: 0, at: 0 }
    let shown: GridPlace | null = null
    const look = (): GridPlace => {
      const extent = extentOf(element, latest.current.rows, latest.current.rowHeight)
      const offset = offsetNow(element, extent)
      exact.current = { scrollTop: element.scrollTop, offset }
      const next = { ...placeOf(element.scrollTop, offset, extent), mark }
      const at = performance.now()
      const frames = Math.max(1, (at - before.at) / 16.7)
      const speed = before.at === 0 || frames > 12 ? 0 : (next.first - before.first) / frames
      before = { first: next.first, at }
      source.want({ first: next.first, last: next.last, speed })
      return next
    }
    const update = () => {
      frame = 0
      const next = look()
      if (shown && same(shown, next)) return
      shown = next
      flushSync(() => setPlace(next))
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    const onRows = () => {
      mark += 1
      soon()
    }
    shown = look()
    setPlace(shown)
    element.addEventListener('scroll', soon, { passive: true })
    const resized = new ResizeObserver(soon)
    resized.observe(element)
    const leave = source.subscribe(onRows)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
      resized.disconnect()
      leave()
    }
  }, [scroller, source, offsetNow])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Scaled, one turn of the wheel would pass several screens' rows: it is given its own measure.
    const onWheel = (event: WheelEvent) => {
      const extent = extentOf(element, rows, rowHeight)
      if (scaleOf(extent) === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      const step = event.deltaMode === 1 ? rowHeight : event.deltaMode === 2 ? extent.height : 1
      goTo(element, offsetNow(element, extent) + event.deltaY * step, extent)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, rows, rowHeight, goTo, offsetNow])

  const offsetNowOrLast = useCallback(() => exact.current.offset, [])
  const extent = { rows, rowHeight, height: 0 }
  return {
    place,
    height: scrolledHeight(extent),
    offset: offsetNowOrLast,
    /** Rows that fit in view, less one to keep one's place by. */
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    scrollToRow(row: number) {
      const element = scroller.current
      if (!element) return
      const now = extentOf(element, rows, rowHeight)
      const offset = offsetNow(element, now)
      const wanted = offsetToShow(Math.max(0, row), offset, now)
      if (wanted !== offset) goTo(element, wanted, now)
    },
  }
}
