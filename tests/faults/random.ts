/** Seeded random numbers: the same seed gives the same sequence. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** Returns a whole number from 0 up to, but not including, `below`. */
  below(below: number): number
  pick<Value>(values: readonly Value[]): Value
  /** Returns one of the keys, with a probability proportional to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
      let left = next() * total
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      throw new RangeError('no weights')
    },
  }
}
