import { parseArgs } from 'node:util'
import { judgeSeed } from './judge.ts'
import type { FileResult, Outcome, Result } from './results.ts'

const usage = `Usage: npm run statements -- [--seed S] [--runs N] [--notes] [--json]
  Firms, months and custodians' files with known truth, whole and damaged, read, answered and approved as an advisor would, and compared with
  the truth to the cent. The same seed is the same firm; a failing one is repeated by its own seed and --runs 1. --notes says what stayed open.`

const outcomes: readonly Outcome[] = ['exact', 'asked', 'refused', 'WRONG']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    notes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else process.exitCode = (await runAll(Number(values.seed), Number(values.runs))) ? 0 : 1

async function runAll(seed: number, runs: number): Promise<boolean> {
  const problems: string[] = []
  const files: FileResult[] = []
  const totals = { failed: 0, valuations: 0, accounts: 0 }
  const began = performance.now()
  for (let run = 0; run < runs; run += 1) {
    const result = await judgeSafely(seed + run)
    if (typeof result !== 'string') {
      files.push(...result.files)
      totals.valuations += result.valuations
      totals.accounts += result.accounts
    }
    const found = problemsOf(result)
    if (found.length > 0) totals.failed += 1
    for (const problem of found) console.log(problem)
    problems.push(...found)
    if (!values.notes || typeof result === 'string') continue
    for (const { name, damage, outcome, notes } of result.files)
      for (const note of new Set(notes)) console.log(`  seed ${seed + run} ${name}, ${damage}, ${outcome}: ${note}`)
  }
  console.log(tableBy(files, 'layout'))
  console.log(tableBy(files, 'damage'))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `seeds ${seed} to ${seed + runs - 1}: ${totals.failed} of ${runs} runs failed; ${files.length} files, ${totals.accounts} accounts in ${totals.valuations} valuations, ${seconds} s`,
  )
  if (values.json)
    console.log(
      JSON.stringify({ problems, figures: { firms: runs, files: files.length, valuations: totals.valuations } }),
    )
  return totals.failed === 0
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
