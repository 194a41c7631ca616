/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** From 0, below 1. */
  next(): number
  /** A whole number from 0, below `end`. */
  below(end: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Whether something happens that happens this often. */
  chance(share: number): boolean
  /** So many letters and digits, for ids. */
  word(length: number): string
}

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A {@link Random} by the mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('There is nothing to pick from.')
      return item
    },
    chance: (share) => next() < share,
    word: (length) => Array.from({ length }, () => letters[below(letters.length)]).join(''),
  }
}
