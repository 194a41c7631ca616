import { parseArgs } from 'node:util'
import { createCoreGround, runCore } from './core/run.ts'
import { judgeSeed } from './judge.ts'
import type { FileResult, Outcome, Result } from './results.ts'

const usage = `Usage: npm run statements -- [--seed S] [--runs N] [--stage 1|2] [--notes] [--json]
  Firms, months and custodians' files with known truth, whole and damaged, read, answered and approved as an advisor would, and compared with
  the truth to the cent. Stage 1 reads and plans; stage 2, for every tenth seed, is the same history over the core of Steward and the sandbox,
  with faults, kills, Undo and colleagues. --stage runs one of them for all seeds. The same seed is the same firm; a failing one is repeated by
  its own seed, --runs 1 and its --stage. --notes says what stayed open. SIGINT or SIGTERM ends it after the run at work, with the figures so far.`

const outcomes: readonly Outcome[] = ['exact', 'asked', 'refused', 'WRONG']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    stage: { type: 'string', default: '' },
    notes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function runAll(seed: number, runs: number): Promise<boolean> {
  const problems: string[] = []
  const files: FileResult[] = []
  const totals = { failed: 0, valuations: 0, accounts: 0 }
  const core = new CoreRuns()
  const began = performance.now()
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopped = true
    })
  let done = 0
  for (let run = 0; run < runs && !isStopped; run += 1) {
    done += 1
    const isOfCore = values.stage === '2' || (values.stage === '' && run % 10 === 0)
    const ofCore = isOfCore ? await core.run(seed + run) : []
    for (const problem of ofCore) console.log(problem)
    problems.push(...ofCore)
    if (values.stage === '2') {
      if (ofCore.length > 0) totals.failed += 1
      continue
    }
    const result = await judgeSafely(seed + run)
    if (typeof result !== 'string') {
      files.push(...result.files)
      totals.valuations += result.valuations
      totals.accounts += result.accounts
    }
    const found = problemsOf(result)
    if (found.length + ofCore.length > 0) totals.failed += 1
    for (const problem of found) console.log(problem)
    problems.push(...found)
    if (!values.notes || typeof result === 'string') continue
    for (const { name, damage, outcome, notes } of result.files)
      for (const note of new Set(notes)) console.log(`  seed ${seed + run} ${name}, ${damage}, ${outcome}: ${note}`)
  }
  core.end()
  if (values.stage !== '2') {
    console.log(tableBy(files, 'layout'))
    console.log(tableBy(files, 'damage'))
  }
  if (values.stage !== '1') console.log(core.table())
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `seeds ${seed} to ${seed + done - 1}: ${totals.failed} of ${done} runs failed; ${files.length} files, ${totals.accounts} accounts in ${totals.valuations} valuations, ${seconds} s`,
  )
  if (done < runs) console.log(`Stopped by a signal: ${runs - done} of ${runs} runs were not done.`)
  if (values.json)
    console.log(
      JSON.stringify({ problems, figures: { firms: done, files: files.length, valuations: totals.valuations } }),
    )
  return totals.failed === 0 && done === runs
}

/** Runs of stage 2, and what happened in them. */
class CoreRuns {
  private readonly ground = createCoreGround()
  private readonly figures = new Map<string, number>()

  /** The problems of a seed; one that does not come to an end is a problem. */
  async run(seed: number): Promise<string[]> {
    this.add('runs', 1)
    try {
      const { problems, seed: _, ...counted } = await runCore(this.ground, seed)
      for (const [name, count] of Object.entries(counted)) this.add(name, count)
      if (problems.length > 0) this.add('failed', 1)
      return problems.map((problem) => `seed ${seed}, stage 2: ${problem}`)
    } catch (error) {
      this.add('failed', 1)
      return [`seed ${seed}, stage 2: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
    }
  }

  table(): string {
    const lines = [...this.figures].map(([name, count]) => `${name.padEnd(22)}${String(count).padStart(8)}`)
    return ['stage 2', ...lines].join('\n')
  }

  end(): void {
    this.ground.remove()
  }

  private add(name: string, count: number): void {
    this.figures.set(name, (this.figures.get(name) ?? 0) + count)
  }
}

/** Judges a seed; a reader that throws is a failure of that seed alone. */
async function judgeSafely(seed: number): Promise<Result | string> {
  try {
    return await judgeSeed(seed)
  } catch (error) {
    return `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}

function problemsOf(result: Result | string): string[] {
  if (typeof result === 'string') return [result]
  const ofFiles = result.files.flatMap(({ name, damage, problems }) =>
    [...new Set(problems)].map((problem) => `seed ${result.seed}: ${name}, ${damage}: ${problem}`),
  )
  return [...ofFiles, ...result.problems.map((problem) => `seed ${result.seed}: ${problem}`)]
}

function tableBy(files: readonly FileResult[], column: 'layout' | 'damage'): string {
  const lines = [...Map.groupBy(files, (file) => file[column])]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) =>
      [
        name.padEnd(22),
        ...outcomes.map((outcome) => String(own.filter((file) => file.outcome === outcome).length).padStart(8)),
      ].join(''),
    )
  return [[column.padEnd(22), ...outcomes.map((outcome) => outcome.padStart(8))].join(''), ...lines].join('\n')
}

if (values.help) console.log(usage)
else process.exitCode = (await runAll(Number(values.seed), Number(values.runs))) ? 0 : 1
