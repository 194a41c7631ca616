import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createReach, filesOf } from '../../tools/lib/reach.mjs'
import { createRandom, type Random } from '../faults/random.ts'
import type { OutsideOfTests, RunReply, RunRequest } from './kept-runner.ts'
import { describeMutant, type Mutant, mutantsOf, withMutant } from './mutants.ts'

/**
 * `explained`: not noticed, and a reason is on record why nothing could notice it. `unknown`: the tests ran out of time, and also do so
 * without the mutant.
 */
export type Outcome = 'killed' | 'survived' | 'explained' | 'unknown'

export type Judged = {
  place: string
  change: string
  kind: Mutant['kind']
  outcome: Outcome
  tests: number
  by: string | null
}

export type FolderScore = { folder: string; candidates: number; judged: Judged[] }

/** A survivor that no test can notice: its file, the line and change as {@link describeMutant} gives it, and the reason. */
export type Explained = { path: string; change: string; reason: string }

export type Judge = {
  /** Test files that failed without a mutant, and so say nothing about one. */
  readonly leftOut: ReadonlySet<string>
  /**
   * @param asked - `from`: the first of the sample that is planted, from 1, to go on where a run was interrupted; `most`: test files for one mutant; without it about 80
   * @param onEach - called after each mutant
   */
  score(
    folder: string,
    asked: { seed: number; sample: number; from?: number; most?: number },
    onEach?: (judged: Judged) => void,
  ): Promise<FolderScore>
  remove(): void
}

/**
 * Test files of the first, second, … run for a mutant: unit tests, then others that start more, in turns. The nearest fail first, so
 * most mutants need few.
 */
const stages = [
  { unit: 4, other: 0 },
  { unit: 0, other: 6 },
  { unit: 0, other: 14 },
  { unit: 20, other: 0 },
  { unit: 0, other: 40 },
]

/** ms; a stage that takes longer hangs, as a test would that notices it, or the computer is too busy to say. */
const stageLimit = { unit: 90_000, other: 180_000 }

const outside: OutsideOfTests = 'an error outside of tests'

/** Runs of tests in one process, which keeps the code of them all in memory. */
const mostRuns = 12

type JudgeOptions = { root: string; explained: readonly Explained[] }

/** Plants mutants in a copy of the project, one at a time, and runs the tests that reach them. */
export function createJudge({ root, explained }: JudgeOptions): Judge {
  const copy = copyOf(root)
  const reach = createReach(root)
  const leftOut = new Set<string>()
  /** Mutants that a test file noticed. It passed without them, and is asked earlier about the next one. */
  const kills = new Map<string, number>()
  const runner = createKeptRunner(copy)

  /** The tests that reach a file: one list for each stage, nearest first, without those that would go over `most`. */
  const stagesFor = (path: string, most: number): string[][] => {
    const near = [...reach(path)]
      .map(([test, distance]) => ({ test, weight: distance - kinship(path, test) - Math.min(3, kills.get(test) ?? 0) }))
      .sort((one, other) => one.weight - other.weight || one.test.localeCompare(other.test))
      .map(({ test }) => test)
      .filter((test) => !leftOut.has(test))
    const [unit, other] = [near.filter(isUnit), near.filter((test) => !isUnit(test))]
    let left = most
    return stages.map((size) => {
      const some = [...unit.splice(0, size.unit), ...other.splice(0, size.other)].slice(0, left)
      left -= some.length
      return some
    })
  }

  /** The test file that notices a mutant, or null; and the number of those that were run. */
  const notice = async (mutant: Mutant, text: string, most: number): Promise<Pick<Judged, 'tests' | 'by'>> => {
    const file = join(copy, mutant.path)
    const failure = async (tests: readonly string[]) => {
      writeFileSync(file, withMutant(text, mutant))
      try {
        return await runner.firstFailure({ tests, changed: mutant.path })
      } finally {
        writeFileSync(file, text)
      }
    }
    let tests = 0
    for (const some of stagesFor(mutant.path, most)) {
      if (some.length === 0) continue
      const by = await failure(some)
      tests += some.length
      if (by === null) continue
      if (by === 'time' || by === outside) {
        const without = await runner.firstFailure({ tests: some, changed: mutant.path })
        return { tests, by: without === by ? 'busy' : by }
      }
      if (kills.has(by) || (await runner.firstFailure({ tests: [by], changed: mutant.path })) === null) {
        kills.set(by, (kills.get(by) ?? 0) + 1)
        return { tests, by }
      }
      leftOut.add(by)
      return notice(mutant, text, most)
    }
    return { tests, by: null }
  }

  const judge = async (mutant: Mutant, most: number): Promise<Judged> => {
    const text = readFileSync(join(root, mutant.path), 'utf8')
    const { place, change } = describeMutant(text, mutant)
    const { tests, by } = await notice(mutant, text, most)
    const isExplained = explained.some((one) => one.path === mutant.path && one.change === change)
    const outcome = by === 'busy' ? 'unknown' : by !== null ? 'killed' : isExplained ? 'explained' : 'survived'
    return { place, change, kind: mutant.kind, outcome, tests, by }
  }

  return {
    leftOut,
    async score(folder, { seed, sample, from = 1, most = Number.POSITIVE_INFINITY }, onEach = () => {}) {
      const all = filesOf(root, folder).flatMap((path) => mutantsOf(path, readFileSync(join(root, path), 'utf8')))
      const judged: Judged[] = []
      for (const mutant of drawn(all, createRandom(seed), sample).slice(from - 1)) {
        const one = await judge(mutant, most)
        judged.push(one)
        onEach(one)
      }
      return { folder, candidates: all.length, judged }
    },
    remove() {
      runner.end()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

const isUnit = (test: string): boolean => test.startsWith('tests/unit/')

/**
 * How much nearer a test is by its name: that of the file, that of its folder, one with a word of the file's name (observed,
 * observations), or in a folder of the same name.
 */
function kinship(path: string, test: string): number {
  const folders = dirname(path).split('/')
  const [name = ''] = basename(test).split('.')
  const [file = ''] = basename(path).split('.')
  if (name === file) return 4
  const stems = (text: string) => text.split('-').map((word) => word.slice(0, 5))
  const isAlike = name === folders.at(-1) || stems(name).some((stem) => stem.length > 3 && stems(file).includes(stem))
  return Number(isAlike) * 3 + Number(folders.includes(basename(dirname(test)))) * 2
}

/** A sample without repetition; the same seed draws the same from the same code. */
function drawn(all: readonly Mutant[], random: Random, sample: number): Mutant[] {
  const left = [...all]
  const found: Mutant[] = []
  while (found.length < sample && left.length > 0) found.push(...left.splice(random.below(left.length), 1))
  return found
}

/** The project's code in a folder of its own: a mutant in the working tree would be committed one day. */
function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'steward-mutants-'))
  const left = new Set(['node_modules', '.git', '.cache', 'out', 'dist'].map((name) => join(root, name)))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs tests in a process that stays, which is several times quicker; one that hangs is replaced. */
function createKeptRunner(copy: string) {
  let runner: ChildProcess | null = null
  let runs = 0
  const start = () =>
    fork(join(import.meta.dirname, 'kept-runner.ts'), {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
  const stop = () => {
    end(runner?.pid)
    runner = null
  }
  return {
    /** The first test file that fails, or "time" when they take too long; null if all pass. */
    async firstFailure(request: RunRequest): Promise<string | null> {
      if (runs++ % mostRuns === 0) stop()
      runner ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<string | null>()
      const limit = setTimeout(() => resolve('time'), stageLimit[request.tests.every(isUnit) ? 'unit' : 'other'])
      const onEnd = () => reject(new Error('The test runner ended without a result.'))
      runner.once('message', ({ failed }: RunReply) => resolve(failed)).once('exit', onEnd)
      runner.send(request)
      const failed = await promise.finally(() => clearTimeout(limit))
      runner.off('exit', onEnd)
      if (failed === 'time') stop()
      return failed
    },
    end: stop,
  }
}

/** Ends a run with every process that it started: they are a group of their own. */
function end(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
