/**
 * The rows of a view in ascending order. The first `present` have a value in the sorted column; those without are last in both
 * directions.
 */
export type Vector = { rows: Int32Array; present: number }

export type Direction = 'asc' | 'desc'

/** Rows `from` up to `to` (exclusive), in a direction. */
export function windowOf({ rows, present }: Vector, direction: Direction, from: number, to: number): Int32Array {
  const end = Math.min(to, rows.length)
  if (direction === 'asc') return rows.subarray(Math.min(from, end), end)
  const window = new Int32Array(Math.max(0, end - from))
  for (let at = from; at < end; at++) {
    const place = at < present ? present - 1 - at : rows.length - 1 - (at - present)
    window[at - from] = rows[place] ?? 0
  }
  return window
}

/** A {@link Vector} in memory shared between threads, so that it is passed on without a copy. */
export function joinVector(present: readonly number[], absent: readonly number[]): Vector {
  const rows = sharedRows(present.length + absent.length)
  rows.set(present)
  rows.set(absent, present.length)
  return { rows, present: present.length }
}

/** The rows of an order that are in a set. `highest` is at least every row of either. */
export function keepOnly(order: Vector, kept: ArrayLike<number>, highest: number): Vector {
  const member = new Uint8Array(highest + 1)
  for (let at = 0; at < kept.length; at++) member[kept[at] ?? 0] = 1
  const found = new Int32Array(Math.min(kept.length, order.rows.length))
  let size = 0
  let present = 0
  for (let at = 0; at < order.rows.length && size < found.length; at++) {
    const row = order.rows[at] ?? 0
    if (member[row] !== 1) continue
    found[size++] = row
    if (at < order.present) present = size
  }
  const rows = sharedRows(size)
  rows.set(found.subarray(0, size))
  return { rows, present }
}

function sharedRows(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT))
}
