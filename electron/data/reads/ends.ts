import type { Range } from './conditions.ts'

/** True if an item that is in order already comes before another one. */
export type IsBefore = (item: number) => boolean

/** The first position, from `start` on, of which the item is not before; the items before it all are. */
export function firstAfter(items: Int32Array, start: number, isBefore: IsBefore): number {
  let low = start
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(items[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

type Bound = string | number

/** The part of items in ascending order that is in a range: from the first position up to, but not including, the second. */
export function endsOf(
  items: Int32Array,
  { from, to, before }: Range<Bound>,
  compare: (comparison: '<' | '<=', bound: Bound) => IsBefore,
): [number, number] {
  const end = (comparison: '<' | '<=', bound: Bound | undefined, otherwise: number) =>
    bound === undefined ? otherwise : firstAfter(items, 0, compare(comparison, bound))
  const first = end('<', from, 0)
  return [first, Math.max(first, Math.min(end('<=', to, items.length), end('<', before, items.length)))]
}
