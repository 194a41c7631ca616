import { p50 } from '../query/measure.ts'
import type { BenchOptions, BenchResult } from '../result.ts'
import { exponentsOf } from './exponent.ts'
import { add, figureOf, type GrowthDetails, kindNames, kinds, type Rounds } from './kinds.ts'
import { measureReads } from './reads.ts'
import { measureGrowthOfSaves, measureGrowthOfStarts } from './screens.ts'
import { measureSweeps } from './sweeps.ts'

/** The number of people whose sweep has to stay within a limit of memory. */
const firmOfMemoryGoal = 3_000_000

/**
 * Measures the same work at several numbers of people, and its exponent: the slope of log time over log people by least squares, one
 * for each round. Times are medians. The memory that a sweep adds counts only for three million.
 */
export async function benchGrowth({ sizes, rounds }: Pick<BenchOptions, 'sizes' | 'rounds'>): Promise<BenchResult> {
  if (new Set(sizes).size < 2) throw new Error('--sizes takes two numbers of people or more.')
  const found: Rounds[] = await measureReads(sizes, rounds)
  let memory: number | null = null
  for (const [at, people] of sizes.entries()) {
    const into = found[at] ?? {}
    await measureGrowthOfSaves(people, rounds, into)
    await measureGrowthOfStarts(people, rounds, into)
    const sweeps = await measureSweeps(people, rounds)
    for (const { seconds } of sweeps) add(into, 'sweep', seconds)
    if (people >= firmOfMemoryGoal) memory = Math.max(...sweeps.map(({ rss_growth_mib }) => rss_growth_mib))
  }
  return summarize(sizes, found, memory)
}

function summarize(sizes: readonly number[], found: readonly Rounds[], memory: number | null): BenchResult {
  const figures: BenchResult['figures'] = memory === null ? {} : { rss_growth_mib: memory }
  const details: GrowthDetails = { sizes: [...sizes], medians: {}, exponents: {} }
  for (const kind of kindNames()) {
    const rounds = found.map((of) => of[kind] ?? [])
    if (rounds.some(({ length }) => length === 0)) continue
    const exponents = exponentsOf(sizes, rounds)
    const medians = rounds.map((values) => Number(p50(values).toPrecision(4)))
    figures[figureOf(kind)] = exponents
    details.medians[kind] = medians
    details.exponents[kind] = Number(p50(exponents).toFixed(3))
    const line = medians.map((value, at) => `${sizes[at]}: ${value} ${kinds[kind].unit}`).join('   ')
    console.log(`${kinds[kind].title.padEnd(12)} ${line}   exponent ${p50(exponents).toFixed(2)}`)
  }
  return { figures, details }
}
