import { type BenchName, describeFigure, type FigureName, figuresOf, goalText, isMet, names } from './figures.ts'
import type { Machine } from './machine.ts'
import type { BenchResult } from './result.ts'
import { type Change, changeBetween, fewestRounds, type Spread, spreadOf } from './spread.ts'

/** One run of a bench: its result, or why there is none. */
export type BenchRun = {
  bench: BenchName
  seconds: number
  /** Programs that wanted a core just before, on average. */
  loadBefore: number
} & ({ result: BenchResult } | { failure: string })

type Place = { commit: string; at: string }

/** A figure as it was measured, with when and where. */
type Measurement = Place & { spread: Spread; bench: BenchName; loadBefore: number; machine: Machine }

export type PageFigure = {
  /** The median of all rounds; null if it was not measured. */
  value: number | null
  unit: string
  goal: string
  /** Null without a goal or a value. */
  met: boolean | null
  benches: readonly BenchName[]
  about: string
  dependsOn: string | null
  measured: Measurement | null
  /** Why there is no value, or why it is an earlier one. */
  missing: string | null
  /** The measurement on the page before. */
  before: (Place & { value: number }) | null
  change: Change | null
  /** Says what makes this value less certain. */
  note: string | null
}

/** All figures of a run, each beside its goal and the figure before. */
export type Page = Place & {
  machine: Machine
  figures: Record<FigureName, PageFigure>
  runs: { bench: BenchName; seconds: number; loadBefore: number; failure: string | null }[]
  /** Further results for the README, by bench. */
  details: Partial<Record<BenchName, unknown>>
}

type Parts = Place & { machine: Machine; runs: readonly BenchRun[]; before: Page | null }

/**
 * Puts a page together. A figure that no bench of this run measured keeps its earlier measurement, with its commit, and says why it
 * is an earlier one.
 */
export function makePage({ runs, before, ...parts }: Parts): Page {
  const measurements = new Map<FigureName, Measurement>()
  for (const run of runs) {
    if (!('result' in run)) continue
    const { commit, at, machine } = parts
    for (const name of figuresOf(run.bench)) {
      const measured = run.result.figures[name]
      if (measured === undefined) continue
      const spread = spreadOf(measured)
      measurements.set(name, { spread, bench: run.bench, loadBefore: run.loadBefore, commit, at, machine })
    }
  }
  const describe = (name: FigureName) =>
    figureOnPage(name, { now: measurements.get(name) ?? null, before: before?.figures[name] ?? null, runs })
  const details = Object.fromEntries(runs.flatMap((run) => ('result' in run ? [[run.bench, run.result.details]] : [])))
  return {
    ...parts,
    runs: runs.map((run) => ({
      bench: run.bench,
      seconds: Math.round(run.seconds),
      loadBefore: run.loadBefore,
      failure: 'failure' in run ? run.failure : null,
    })),
    figures: Object.fromEntries(names().map((name) => [name, describe(name)])) as Page['figures'],
    details: { ...before?.details, ...details },
  }
}

type Sides = { now: Measurement | null; before: PageFigure | null; runs: readonly BenchRun[] }

function figureOnPage(name: FigureName, { now, before, runs }: Sides): PageFigure {
  const { benches, unit, goal, better, about, dependsOn = null } = describeFigure(name)
  const earlier = before?.measured ?? null
  const measured = now ?? earlier
  const value = measured?.spread.median ?? null
  return {
    value,
    unit,
    goal: goalText(goal),
    met: goal && value !== null ? isMet(goal, value) : null,
    benches,
    about,
    dependsOn,
    measured,
    missing: now ? null : whyMissing(name, benches, runs),
    before: now && earlier ? { value: earlier.spread.median, commit: earlier.commit, at: earlier.at } : null,
    change: now && earlier ? changeBetween(earlier.spread, now.spread, better) : null,
    note: measured ? noteOn(unit, measured.spread) : null,
  }
}

function whyMissing(name: FigureName, benches: readonly BenchName[], runs: readonly BenchRun[]): string {
  const ran = runs.filter(({ bench }) => benches.includes(bench))
  const failed = ran.find((run) => 'failure' in run)
  if (failed && 'failure' in failed) return `Bench ${failed.bench} failed: ${failed.failure}`
  if (ran.length > 0) return `Bench ${ran[0]?.bench} did not report ${name}.`
  return `Bench ${benches.join(' or ')} did not run.`
}

function noteOn(unit: string, { rounds }: Spread): string | null {
  return unit === 'ratio' && rounds < fewestRounds ? `Only ${rounds} rounds: noise cannot be told from change.` : null
}
