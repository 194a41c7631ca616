import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Fit,
  layoutPages,
  type PageLayout,
  type PageSize,
  pageAt,
  pageGap,
  pagesAround,
  sensibleSize,
  turned,
  zoomOf,
} from './pdf-layout.ts'

type Options = {
  first: PageSize
  count: number
  fit: Fit
  rotation: number
  /** Index of the page that is shown first. */
  start: number
}

export type PageWindow = {
  scroller: RefObject<HTMLDivElement | null>
  zoom: number
  layout: PageLayout
  sizeOf(index: number): PageSize
  shown: readonly number[]
  /** Index of the page in the middle of the view, starting at 0. */
  currentPage: number
  onScroll(): void
  onSize(index: number, size: PageSize): void
  goTo(index: number): void
}

function useArea(scroller: RefObject<HTMLDivElement | null>) {
  const [area, setArea] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setArea({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return area
}

/**
 * The pages to draw and their positions. Pages not loaded yet are assumed to be as large as the first one. If a size turns out to
 * differ or the zoom changes, the scroll position is kept.
 */
export function usePageWindow({ first, count, fit, rotation, start }: Options): PageWindow {
  const scroller = useRef<HTMLDivElement>(null)
  const area = useArea(scroller)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const [scrolled, setScrolled] = useState(0)
  /** The position at the top of the view: a page, and the fraction of it above the view. */
  const anchor = useRef({ page: Math.min(start, count - 1), part: 0 })

  const sizeOf = useCallback((index: number) => turned(sizes.get(index) ?? first, rotation), [sizes, first, rotation])
  const page = turned(first, rotation)
  const zoom = area.width === 0 ? 0 : zoomOf({ fit, page, pages: count, area })
  const layout = useMemo(() => layoutPages(count, sizeOf, zoom), [count, sizeOf, zoom])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || zoom === 0) return
    const { page: at, part } = anchor.current
    const top = layout.tops[at] ?? 0
    element.scrollTop = at === 0 && part <= 0 ? 0 : top + part * ((layout.tops[at + 1] ?? top) - top)
    setScrolled(element.scrollTop)
  }, [layout, zoom])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content's width depends on the zoom
  useEffect(() => {
    const element = scroller.current
    if (element) element.scrollLeft = Math.max(0, (element.scrollWidth - element.clientWidth) / 2)
  }, [zoom])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const at = pageAt(layout, element.scrollTop)
    const top = layout.tops[at] ?? 0
    anchor.current = { page: at, part: (element.scrollTop - top) / Math.max(1, (layout.tops[at + 1] ?? top) - top) }
    setScrolled(element.scrollTop)
  }
  const onSize = useCallback(
    (index: number, size: PageSize) =>
      setSizes((known) => {
        const sensible = sensibleSize(size)
        const before = known.get(index) ?? first
        if (before.width === sensible.width && before.height === sensible.height) return known
        return new Map(known).set(index, sensible)
      }),
    [first],
  )
  const goTo = (index: number) => {
    const element = scroller.current
    const to = Math.min(Math.max(index, 0), count - 1)
    if (element) element.scrollTop = to === 0 ? 0 : (layout.tops[to] ?? 0) - pageGap / 2
  }
  return {
    scroller,
    zoom,
    layout,
    sizeOf,
    shown: zoom === 0 ? [] : pagesAround(layout, scrolled, area.height),
    currentPage: pageAt(layout, scrolled + area.height / 2),
    onScroll,
    onSize,
    goTo,
  }
}
