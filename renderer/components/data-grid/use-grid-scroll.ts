import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { GridView } from '../../lib/view-state.ts'
import { withActiveRow } from './windows.ts'

/** Height of every row and of the header, in pixels. */
export const rowHeight = 32
/** Rows drawn beyond either edge, so that fast scrolling rarely shows blanks. */
const overscan = 16

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  count: number
  activeRow: number
  view: GridView
  onView: (change: GridView) => void
}

/** Which rows are drawn and which are in view, and the memory of where the list was left. */
export function useGridScroll({ scroller, count, activeRow, view, onView }: Options) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialRect: { width: 1000, height: 800 },
    initialOffset: view.scrollTop ?? 0,
    // The header lies over the first 32 pixels.
    scrollPaddingEnd: rowHeight,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) =>
        withActiveRow(defaultRangeExtractor(range), activeRow, range.count),
      [activeRow],
    ),
  })

  const leaving = useRef({ activeRow, onView })
  useEffect(() => {
    leaving.current = { activeRow, onView }
  })
  useEffect(() => {
    const element = scroller.current
    let scrollTop = element?.scrollTop ?? 0
    const onScroll = () => {
      scrollTop = element?.scrollTop ?? scrollTop
    }
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element?.removeEventListener('scroll', onScroll)
      const last = leaving.current
      last.onView({ scrollTop, activeRow: last.activeRow })
    }
  }, [scroller])

  const indexes = virtualizer.getVirtualItems().map((item) => item.index)
  const range = virtualizer.range
  return {
    indexes,
    visible: { first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 },
    page: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / rowHeight) - 2),
    scrollTo: (row: number) => virtualizer.scrollToIndex(Math.max(0, row)),
  }
}
