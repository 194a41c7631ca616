/** A measurement at one number of people. */
type Point = { people: number; value: number }

/** The least-squares line through the logarithms of points: value = factor × people ^ exponent. */
type Growth = { exponent: number; factor: number }

/**
 * Returns how a value grows with the number of people: 0 if it stays the same, 1 if it doubles with twice the people.
 *
 * @throws RangeError for fewer than two numbers of people, or a value that has no logarithm
 */
export function growthOf(points: readonly Point[]): Growth {
  const logs = points.map(({ people, value }) => ({ x: Math.log(people), y: Math.log(value) }))
  if (!logs.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    throw new RangeError('Growth needs values above zero.')
  const mean = (of: 'x' | 'y') => logs.reduce((sum, log) => sum + log[of], 0) / logs.length
  const middle = { x: mean('x'), y: mean('y') }
  const squares = logs.reduce((sum, { x }) => sum + (x - middle.x) ** 2, 0)
  if (logs.length < 2 || squares === 0) throw new RangeError('Growth needs two numbers of people or more.')
  const exponent = logs.reduce((sum, { x, y }) => sum + (x - middle.x) * (y - middle.y), 0) / squares
  return { exponent, factor: Math.exp(middle.y - exponent * middle.x) }
}

/**
 * Returns one exponent for each round, from the values of that round at every number of people. Where a number of people has fewer
 * rounds, they are used again.
 */
export function exponentsOf(sizes: readonly number[], rounds: readonly (readonly number[])[]): number[] {
  const count = Math.max(...rounds.map(({ length }) => length))
  return Array.from({ length: count }, (_, round) => {
    const points = sizes.map((people, at) => {
      const values = rounds[at] ?? []
      return { people, value: values[round % values.length] ?? Number.NaN }
    })
    return growthOf(points).exponent
  })
}
