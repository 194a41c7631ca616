/**
 * How often a costly property is tried: `full` times by `npm run properties` and `npm run safety`, a twentieth of that by
 * `npm test`. The campaign may name the number and the seed.
 */
export function propertyRuns(full: number): { numRuns: number; seed?: number } {
  const { STEWARD_PROPERTY_RUNS: runs, STEWARD_PROPERTY_SEED: seed } = process.env
  if (runs === undefined) return { numRuns: Math.ceil(full / 20) }
  return { numRuns: runs === 'full' ? full : Number(runs), ...(seed ? { seed: Number(seed) } : {}) }
}
