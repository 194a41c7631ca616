import type { Rectangle } from 'electron'

/** Where a window stands. */
export type WindowPlace = { bounds: Rectangle; maximised: boolean }

/** Smaller than this no screen of Steward's can be used. */
export const smallest = { width: 760, height: 520 } as const
const usual = { width: 1360, height: 860 } as const
/** A window that is opened from another one does not hide it. */
const step = 28

/** What of a side lies on both. */
const shared = (a: number, aLength: number, b: number, bLength: number) =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b))

const sharedArea = (a: Rectangle, b: Rectangle) =>
  shared(a.x, a.width, b.x, b.width) * shared(a.y, a.height, b.y, b.height)

const within = (at: number, length: number, from: number, room: number) =>
  Math.max(from, Math.min(at, from + room - length))

/**
 * The same place where it can be reached: whole, on the display that most of it is on, or on the first one when its display is
 * gone. No larger than that display's free area, and no smaller than a window may be, where the display has room for that.
 *
 * @param areas - of the displays, without the system's own bars; the main one first
 */
export function reachable(place: WindowPlace, areas: readonly Rectangle[]): WindowPlace | null {
  const [first, ...rest] = areas
  if (first === undefined) return null
  const { bounds } = place
  let area = first
  for (const other of rest) if (sharedArea(bounds, other) > sharedArea(bounds, area)) area = other
  const width = Math.min(Math.max(bounds.width, smallest.width), area.width)
  const height = Math.min(Math.max(bounds.height, smallest.height), area.height)
  return {
    maximised: place.maximised,
    bounds: {
      x: within(bounds.x, width, area.x, area.width),
      y: within(bounds.y, height, area.y, area.height),
      width,
      height,
    },
  }
}

/** Beside a window that is open. */
export const besideOf = ({ bounds }: WindowPlace): WindowPlace => ({
  maximised: false,
  bounds: { ...bounds, x: bounds.x + step, y: bounds.y + step },
})

/** What Electron is told of a place; the system chooses where there is none. */
export const sizeOf = (place: WindowPlace | null): Partial<Rectangle> => place?.bounds ?? usual
