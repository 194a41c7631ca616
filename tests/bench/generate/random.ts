/** Pseudo-random values that depend only on the seed. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below(end: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Returns true with this probability. */
  chance(share: number): boolean
  /** Returns `length` letters and digits, for ids. */
  word(length: number): string
}

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Creates a {@link Random} with the mulberry32 generator. */
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
