import { type Extent, offsetAt, rowsInView, scaleOf, scrollTopFor } from './geometry.ts'

/** What is on screen: the rows in view, where they stand, and a mark that changes with what is known of them. */
export type GridPlace = {
  first: number
  last: number
  base: number
  baseTop: number
  mark: number
  /** Rows pass too quickly to be read: none are drawn but those in view, and of them their names alone. */
  fast: boolean
}

/** Rows per frame that nobody reads as they pass: two screens of them. */
export const fastRows = 40

/** Where a list stands, kept apart from the list: only what draws rows has to know of every frame. */
export type PlaceStore = {
  get(): GridPlace
  set(place: GridPlace): void
  subscribe(listener: () => void): () => void
}

export function createPlaceStore(start: GridPlace): PlaceStore {
  const listeners = new Set<() => void>()
  let place = start
  return {
    get: () => place,
    set(next) {
      place = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Rows are placed relative to a row not far away: millions of pixels are more than a style holds exactly. */
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

/** Where a scrolled list stands, in pixels of rows; `scrollTop` is the browser's own, which a long list scales. */
export type Scroll = { scrollTop: number; offset: number }

/** Where the list stands now. The browser's own place is coarse in a long list, so ours counts while it has not moved. */
export function scrollNow(element: HTMLElement, last: Scroll, extent: Extent): Scroll {
  const { scrollTop } = element
  return { scrollTop, offset: Math.abs(scrollTop - last.scrollTop) < 1 ? last.offset : offsetAt(scrollTop, extent) }
}

/** Scrolls to an offset and answers with where that led. */
export function scrollTo(element: HTMLElement, offset: number, extent: Extent): Scroll {
  const most = Math.max(0, extent.rows * extent.rowHeight - extent.height)
  const wanted = Math.min(most, Math.max(0, offset))
  element.scrollTop = scrollTopFor(wanted, extent)
  const { scrollTop } = element
  return { scrollTop, offset: scaleOf(extent) === 1 ? scrollTop : wanted }
}

/** Rows per frame, as they pass; a still moment in fast scrolling is not yet its end. */
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
