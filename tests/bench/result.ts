import type { FigureName } from './figures.ts'
import type { Measured } from './spread.ts'

/** Result of a bench: its figures by name, ratios with one value for each round. Goals and units are in `figures.ts`. */
export type BenchResult = {
  figures: Partial<Record<FigureName, Measured>>
  /** Further results for the README, as plain data. */
  details?: unknown
}

/** Options of a command; each bench reads those that concern it. */
export type BenchOptions = {
  households: number
  individuals: number
  rounds: number
  mib: number
  /** Pages of documents. */
  pages: number
  sparse: boolean
  /** Numbers of people that growth compares. */
  sizes: readonly number[]
}

export type Bench = (options: BenchOptions) => Promise<BenchResult>
