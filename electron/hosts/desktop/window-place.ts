import type { Rectangle } from 'electron'

/** Position and size of a window. */
export type WindowPlace = { bounds: Rectangle; maximised: boolean }

/** Minimum size at which Steward's screens are usable, in pixels. */
export const smallest = { width: 760, height: 520 } as const
const usual = { width: 1360, height: 860 } as const
/** Offset of a window opened from another one, so that it does not hide it, in pixels. */
const step = 28

/** Length of the overlap of two intervals. */
const shared = (a: number, aLength: number, b: number, bLength: number) =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b))

const sharedArea = (a: Rectangle, b: Rectangle) =>
  shared(a.x, a.width, b.x, b.width) * shared(a.y, a.height, b.y, b.height)

const within = (at: number, length: number, from: number, room: number) =>
  Math.max(from, Math.min(at, from + room - length))

/**
 * The same place, moved to where it can be reached: entirely on the display that shows most of it, or on the first one if its
 * display is gone. No larger than that display's free area, and no smaller than the minimum size if the display has room for
 * that.
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

/** Offset from a window that is already open. */
export const besideOf = ({ bounds }: WindowPlace): WindowPlace => ({
  maximised: false,
  bounds: { ...bounds, x: bounds.x + step, y: bounds.y + step },
})

/** The options for Electron; without a place the system chooses the position. */
export const sizeOf = (place: WindowPlace | null): Partial<Rectangle> => place?.bounds ?? usual
