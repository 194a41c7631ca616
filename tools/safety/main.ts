// Runs the tests and commands that SECURITY.md lists for each promise, and reports which promises hold.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../lib/run.mjs'
import { ensureBuild, ensureTestTools } from '../lib/setup.mjs'
import { type Row, readRows } from './rows.ts'
import { type Counts, countsOf, runTests } from './run-tests.ts'

const usage = `Usage: npm run safety [-- [--list] [T1 T5 …]]
       npm run safety -- --fuzz [--seed S] [--calls N]
       npm run safety -- --programs [--seed S] [--calls N] [--json]
  Runs the tests and checks of these rows of SECURITY.md, or of all of them; --list tells what they are.
  --fuzz calls every procedure with hostile inputs, 10,000 times by default; the same seed sends the same inputs.
  --programs sends hostile calls of another program, 2,000 by default; its last line is its result.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    fuzz: { type: 'boolean', default: false },
    programs: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const rows = readRows()
const unknown = positionals.filter((id) => !rows.some((row) => row.id === id))

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`SECURITY.md has no row ${unknown.join(', ')}.`)
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else if (values.fuzz) {
  const env = { STEWARD_FUZZ_SEED: values.seed, STEWARD_FUZZ_CALLS: values.calls ?? '10000' }
  const { code } = await run('vitest', ['run', 'tests/integration/api/fuzz.test.ts'], { env })
  process.exitCode = code
} else if (values.programs) process.exitCode = await runHostileCalls(values.calls ?? '2000')
else {
  const asked = positionals.length === 0 ? rows : rows.filter(({ id }) => positionals.includes(id))
  if (values.list) for (const row of asked) console.log(lineOf(row, 'runs', [...row.tests, ...row.commands].join(' ')))
  else process.exitCode = (await runRows(asked)) ? 0 : 1
}

function lineOf({ id, what }: Row, verdict: string, more: string): string {
  return `${id.padEnd(4)} ${verdict.padEnd(6)} ${what}: ${more}`
}

async function runRows(asked: readonly Row[]): Promise<boolean> {
  await ensureTestTools()
  await ensureBuild()
  const tests = await runTests([...new Set(asked.flatMap((row) => row.tests))])
  const codes = new Map<string, number>()
  for (const command of new Set(asked.flatMap((row) => row.commands))) {
    const [program = '', ...words] = command.split(' ')
    codes.set(command, (await run(program, words)).code)
  }
  console.log('')
  const failed = asked.filter((row) => !tell(row, tests, codes)).length
  console.log(`${asked.length - failed} passed, ${failed} failed`)
  return failed === 0 && asked.length > 0
}

/** Prints the result of a row; anything that did not run counts as failed. */
function tell(row: Row, tests: ReadonlyMap<string, Counts>, codes: ReadonlyMap<string, number>): boolean {
  const counts = row.tests.map((path) => ({ path, ...countsOf(path, tests) }))
  const wrong = [
    ...counts.flatMap(({ path, passed, failed }) =>
      failed > 0 ? [`${failed} tests of ${path} failed`] : passed === 0 ? [`nothing of ${path} ran`] : [],
    ),
    ...row.commands.filter((command) => codes.get(command) !== 0).map((command) => `${command} failed`),
  ]
  if (row.tests.length + row.commands.length === 0) wrong.push('it has neither test nor command')
  const tried = counts.reduce((sum, { passed }) => sum + passed, 0)
  const all = [`${tried} tests in ${counts.length} places`, ...row.commands].join(', ')
  console.log(lineOf(row, wrong.length === 0 ? 'passed' : 'FAILED', wrong.length === 0 ? all : wrong.join('; ')))
  return wrong.length === 0
}

/** Runs the test of that name with more calls, and prints its figures, or that it failed. */
async function runHostileCalls(calls: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-hostile-calls-'))
  const report = join(folder, 'figures.json')
  const env = { STEWARD_CALLS: calls, STEWARD_SEED: values.seed, STEWARD_CALLS_REPORT: report }
  const args = ['run', 'tests/integration/programs/hostile-calls.test.ts', '--reporter', 'dot']
  const { code, output } = await run('vitest', args, { env, quiet: true })
  if (code !== 0) console.error(output)
  const problems = code === 0 ? [] : ['the test failed; its output has the call']
  const figures: unknown = code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : {}
  rmSync(folder, { recursive: true, force: true })
  console.log(JSON.stringify({ problems, figures }, null, values.json ? 0 : 2))
  return code
}
