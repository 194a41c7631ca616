/**
 * A small seeded generator (sfc32): the same seed gives the same firm on every machine. Its 128 bits of state keep ids unique;
 * with 32 bits, ids would collide within one large firm.
 */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Picks an item by weight; the weights need not sum to a particular total. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item
  id(prefix: string): string
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

export function createRandom(...seeds: readonly number[]): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (const seed of seeds) {
    a ^= Math.trunc(seed)
    for (let round = 0; round < 15; round += 1) next()
  }
  const random: Random = {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('Nothing to pick from.')
      return item
    },
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      throw new RangeError('Nothing to pick from.')
    },
    id(prefix) {
      let id = prefix
      for (let letter = 0; letter < 22; letter += 1) id += ALPHABET[Math.floor(next() * 36)]
      return id
    },
  }
  return random
}
