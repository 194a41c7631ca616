import { createEmitter } from '../../../shared/lib/emitter.ts'
import { type Extent, offsetAt, rowsInView, scaleOf, scrollTopFor } from './geometry.ts'

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

/** Rows per frame above which rows cannot be read: two screens of them. */
export const fastRows = 40

/** The list's position, kept outside the component, so that only the code that draws rows runs on every frame. */
export type PlaceStore = {
  get(): GridPlace
  set(place: GridPlace): void
  subscribe(listener: () => void): () => void
}

export function createPlaceStore(start: GridPlace): PlaceStore {
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

export function placeOf(scrollTop: number, offset: number, extent: Extent): GridPlace {
  const { first, last } = rowsInView(offset, extent)
  const base = first - (first % block)
  return { first, last, base, baseTop: Math.round(scrollTop - offset + base * extent.rowHeight), mark: 0, fast: false }
}

export const samePlace = (left: GridPlace, right: GridPlace): boolean =>
  left.first === right.first &&
  left.last === right.last &&
  left.baseTop === right.baseTop &&
  left.base === right.base &&
  left.mark === right.mark &&
  left.fast === right.fast

/** Scroll position of a list: `offset` in pixels of rows, and the browser's own `scrollTop`, which is scaled in a long list. */
export type Scroll = { scrollTop: number; offset: number }

/**
 * The current scroll position. The browser's `scrollTop` is coarse in a long list, so the last offset is kept until it changes by
 * a pixel or more.
 */
export function scrollNow(element: HTMLElement, last: Scroll, extent: Extent): Scroll {
  const { scrollTop } = element
  return { scrollTop, offset: Math.abs(scrollTop - last.scrollTop) < 1 ? last.offset : offsetAt(scrollTop, extent) }
}

/** Scrolls to an offset and returns the resulting position. */
export function scrollTo(element: HTMLElement, offset: number, extent: Extent): Scroll {
  const most = Math.max(0, extent.rows * extent.rowHeight - extent.height)
  const wanted = Math.min(most, Math.max(0, offset))
  element.scrollTop = scrollTopFor(wanted, extent)
  const { scrollTop } = element
  return { scrollTop, offset: scaleOf(extent) === 1 ? scrollTop : wanted }
}

/** Creates a meter of the scroll speed in rows per frame. A single frame without movement only halves the speed. */
export function createSpeed(): (first: number, at: number) => number {
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
