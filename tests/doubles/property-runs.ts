/** The seed of `npm test`: a run that fails there fails again, and what passed on one computer passes on the next. */
const fixedSeed = 1

const { STEWARD_PROPERTY_RUNS: runs, STEWARD_PROPERTY_SEED: seed } = process.env

/**
 * The seed of every random input: fixed in `npm test`; what the user asks for, or a new one, in `npm run properties` and
 * `npm run safety`.
 */
export const propertySeed: number = Number(seed ?? (runs === undefined ? fixedSeed : Date.now() % 1_000_000))

/**
 * Returns how often a costly property is tested: `full` times in `npm run properties` and `npm run safety`, one of `share` in
 * `npm test`. The campaign may set the number and the seed.
 */
export function propertyRuns(full: number, share = 20): { numRuns: number; seed: number } {
  if (runs === undefined) return { numRuns: Math.ceil(full / share), seed: propertySeed }
  return { numRuns: runs === 'full' ? full : Number(runs), seed: propertySeed }
}
