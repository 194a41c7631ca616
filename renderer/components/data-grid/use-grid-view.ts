import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createEmitter } from '../../../shared/lib/calls.ts'
import {
  type Extent,
  lastOffset,
  offsetAt,
  offsetToShow,
  rowsInView,
  scaleOf,
  scrolledHeight,
  scrollTopFor,
} from './geometry.ts'
import { fastRows, type RowSource } from './row-source.ts'
import { type GridSize, useViewState } from './view-state.ts'

/** The visible part of a list: the rows in view, their position, and a counter that changes when rows arrive. */
export type GridPlace = {
  first: number
  last: number
  base: number
  baseTop: number
  mark: number
  /** True while rows scroll too fast to be read: only the rows in view are drawn, with just their names. */
  fast: boolean
}

/** The list's position, kept outside the component, so that only the code that draws rows runs on every frame. */
export type PlaceStore = {
  get(): GridPlace
  set(place: GridPlace): void
  subscribe(listener: () => void): () => void
}

function createPlaceStore(start: GridPlace): PlaceStore {
  const changes = createEmitter<void>()
  let place = start
  return {
    get: () => place,
    set(next) {
      place = next
      changes.emit()
    },
    subscribe: changes.on,
  }
}

/** Rows are positioned relative to a nearby row, because CSS cannot represent millions of pixels exactly. */
const block = 1024

function placeOf(scrollTop: number, offset: number, extent: Extent): GridPlace {
  const { first, last } = rowsInView(offset, extent)
  const base = first - (first % block)
  return { first, last, base, baseTop: Math.round(scrollTop - offset + base * extent.rowHeight), mark: 0, fast: false }
}

const samePlace = (left: GridPlace, right: GridPlace): boolean =>
  left.first === right.first &&
  left.last === right.last &&
  left.baseTop === right.baseTop &&
  left.base === right.base &&
  left.mark === right.mark &&
  left.fast === right.fast

/** Scroll position of a list: `offset` in pixels of rows, and the browser's own `scrollTop`, which is scaled in a long list. */
type Scroll = { scrollTop: number; offset: number }

/**
 * The current scroll position. The browser's `scrollTop` is coarse in a long list, so the last offset is kept until it changes by
 * a pixel or more.
 */
function scrollNow(element: HTMLElement, last: Scroll, extent: Extent): Scroll {
  const { scrollTop } = element
  return { scrollTop, offset: Math.abs(scrollTop - last.scrollTop) < 1 ? last.offset : offsetAt(scrollTop, extent) }
}

/** Scrolls to an offset and returns the resulting position. */
function scrollTo(element: HTMLElement, offset: number, extent: Extent): Scroll {
  const wanted = Math.min(lastOffset(extent), Math.max(0, offset))
  element.scrollTop = scrollTopFor(wanted, extent)
  const { scrollTop } = element
  return { scrollTop, offset: scaleOf(extent) === 1 ? scrollTop : wanted }
}

/** Creates a meter of the scroll speed in rows per frame. A single frame without movement only halves the speed. */
function createSpeed(): (first: number, at: number) => number {
  const last = { first: 0, at: 0, speed: 0 }
  return (first, at) => {
    const frames = Math.max(1, (at - last.at) / 16.7)
    const moved = first - last.first
    const fresh = last.at === 0 || frames > 12
    last.speed = fresh ? 0 : moved === 0 ? last.speed / 2 : moved / frames
    last.first = first
    last.at = at
    return last.speed
  }
}

type Options<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  source: RowSource<Row>
  rows: number
  rowHeight: number
  /** In pixels, header included. */
  height: number
  /** See `Extent`. */
  end: number
  startAt: number
}

type FollowOptions<Row> = {
  element: HTMLElement
  source: RowSource<Row>
  extent: () => Extent
  scroll: { current: Scroll }
  start: GridPlace
  show: (place: GridPlace) => void
}

/** Fast scrolling has ended if nothing moved for this many ms. */
const settledMs = 150

/** Shows the rows in view after scrolling or after rows arrived, at most once per frame and within that frame. */
function follow<Row>({ element, source, extent, scroll, start, show }: FollowOptions<Row>) {
  const speedAt = createSpeed()
  const state = { frame: 0, mark: start.mark, shown: start, height: scrolledHeight(extent()), moved: false }
  let settling: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      state.shown = { ...state.shown, fast: false }
      show(state.shown)
    }, settledMs)
  }
  const update = () => {
    state.frame = 0
    const now = extent()
    const height = scrolledHeight(now)
    // Reading the position forces a layout of the rows that were just drawn, and arriving rows do not move the list.
    if (state.moved || height < state.height) scroll.current = scrollNow(element, scroll.current, now)
    state.moved = false
    state.height = height
    const place = placeOf(scroll.current.scrollTop, scroll.current.offset, now)
    const speed = speedAt(place.first, performance.now())
    source.want({ first: place.first, last: place.last, speed })
    const fast = Math.abs(speed) > fastRows || (state.shown.fast && speed !== 0)
    if (fast) settle()
    const next = { ...place, mark: state.mark, fast }
    if (samePlace(state.shown, next)) return
    state.shown = next
    show(next)
  }
  const soon = () => {
    if (state.frame === 0) state.frame = requestAnimationFrame(update)
  }
  const onScroll = () => {
    state.moved = true
    soon()
  }
  element.addEventListener('scroll', onScroll, { passive: true })
  const leave = source.subscribe(() => {
    state.mark += 1
    soon()
  })
  // Uses the initial position, because reading the element's would force a layout.
  source.want({ first: start.first, last: start.last, speed: 0 })
  return {
    soon,
    stop() {
      cancelAnimationFrame(state.frame)
      clearTimeout(settling)
      element.removeEventListener('scroll', onScroll)
      leave()
    },
  }
}

/**
 * Follows scrolling and arriving rows, and tells the source which rows are in view. A long list's scroll bar is scaled, so the
 * offset in rows is kept in addition to the browser's.
 */
export function useGridView<Row>({ scroller, source, rows, rowHeight, height, end, startAt }: Options<Row>) {
  const extent: Extent = { rows, rowHeight, height: Math.max(rowHeight, height - rowHeight), end }
  const [places] = useState(() => createPlaceStore(placeOf(scrollTopFor(startAt, extent), startAt, extent)))
  const scroll = useRef<Scroll>({ scrollTop: 0, offset: 0 })
  const latest = useRef({ extent })
  const following = useRef<{ soon: () => void } | null>(null)

  useLayoutEffect(() => {
    const before = latest.current.extent
    latest.current = { extent }
    if (before.rows !== rows || before.height !== extent.height || before.rowHeight !== rowHeight)
      following.current?.soon()
  })
  const started = useRef(false)
  useLayoutEffect(() => {
    if (started.current || !scroller.current) return
    started.current = true
    if (startAt > 0) scroll.current = scrollTo(scroller.current, startAt, latest.current.extent)
  }, [scroller, startAt])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const followed = follow({
      element,
      source,
      extent: () => latest.current.extent,
      scroll,
      start: places.get(),
      show: (next) => flushSync(() => places.set(next)),
    })
    following.current = followed
    if (source.loaded()) followed.soon()
    return followed.stop
  }, [scroller, source, places])
  useEffect(() => {
    const element = scroller.current
    // In a scaled list one turn of the wheel would skip several screens, so the distance is applied to the rows instead.
    const onWheel = (event: WheelEvent) => {
      const { extent: now } = latest.current
      if (!element || scaleOf(now) === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      const step = event.deltaMode === 1 ? now.rowHeight : event.deltaMode === 2 ? now.height : 1
      const { offset } = scrollNow(element, scroll.current, now)
      scroll.current = scrollTo(element, offset + event.deltaY * step, now)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [scroller])

  return {
    places,
    height: scrolledHeight(extent),
    offset: useCallback(() => scroll.current.offset, []),
    /** Rows that fit in view, less one for orientation. */
    page: () => Math.max(1, Math.floor(height / rowHeight) - 2),
    scrollToRow(row: number) {
      const element = scroller.current
      if (!element) return
      const now = scrollNow(element, scroll.current, extent)
      const wanted = offsetToShow(Math.max(0, row), now.offset, extent)
      if (wanted !== now.offset) scroll.current = scrollTo(element, wanted, extent)
    },
  }
}

/**
 * Approximate size in pixels of the elements beside and above a list. It is slightly too small, so that no row in view is missing
 * in the first render.
 */
const around = { width: 224, height: 130 }

/** Size before the first measurement. */
const guess = (): GridSize => ({
  width: window.innerWidth - around.width,
  height: window.innerHeight - around.height,
})

/**
 * The size in pixels of a list's viewport. A new list starts with the previous list's size, so that it renders once and no layout
 * is forced to measure it.
 */
export function useGridSize(scroller: RefObject<HTMLDivElement | null>): GridSize {
  const size = useViewState((state) => state.gridSize)
  const remember = useViewState((state) => state.rememberGridSize)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const before = useViewState.getState().gridSize
      if (before?.width !== width || before.height !== height) remember({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, remember])
  return size ?? guess()
}
