/**
 * Returns how often a costly property is tested: `full` times in `npm run properties` and `npm run safety`, a twentieth of that
 * in `npm test`. The campaign may set the number and the seed.
 */
export function propertyRuns(full: number): { numRuns: number; seed?: number } {
  const { STEWARD_PROPERTY_RUNS: runs, STEWARD_PROPERTY_SEED: seed } = process.env
  if (runs === undefined) return { numRuns: Math.ceil(full / 20) }
  return { numRuns: runs === 'full' ? full : Number(runs), ...(seed ? { seed: Number(seed) } : {}) }
}
