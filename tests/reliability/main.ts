import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type ReliabilityResult, readResults, writeResults } from './results.ts'
import { type ReliabilityRow, reliabilityRows } from './rows.ts'
import { tableOf, withTable } from './table.ts'

const usage = `Usage: npm run reliability [-- [--short] [--seed S] [--runs N] [row …]]
  Runs the campaigns of these rows of RELIABILITY.md, or of all, stores the results in tests/reliability/results.json,
  and rewrites the page's table. --short takes minutes instead of hours; --table only writes the table.`

const page = fileURLToPath(new URL('../../RELIABILITY.md', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const unknown = positionals.filter((id) => !reliabilityRows.some((row) => row.id === id))

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no row ${unknown.join(', ')}.`)
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  if (!values.table) await runRows()
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(reliabilityRows, readResults())))
}

async function runRows(): Promise<void> {
  const asked =
    positionals.length === 0 ? reliabilityRows : reliabilityRows.filter(({ id }) => positionals.includes(id))
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']).catch(() => ({
    stdout: 'unknown',
  }))
  for (const row of asked) {
    const runs = values.runs === undefined ? row[values.short ? 'short' : 'long'] : Number(values.runs)
    const result = { ...(await runRow(row, { runs, seed: Number(values.seed) })), version: stdout.trim() }
    // Written at once: later rows may take hours and may be interrupted.
    writeResults({ ...readResults(), [row.id]: result })
    console.log(`${row.id.padEnd(8)} ${result.verdict}, ${result.runs} ${row.unit} in ${result.seconds} s`)
    if (result.verdict === 'violated') process.exitCode = 1
  }
}

async function runRow(row: ReliabilityRow, { runs, seed }: { runs: number; seed: number }) {
  const began = performance.now()
  const child = spawn(process.execPath, [...row.command(runs, seed), '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await once(child, 'close')
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { date: new Date().toISOString().slice(0, 10), seed, runs, seconds, ...outcomeOf(said) }
}

/** The last line of a campaign's output is its result. */
function outcomeOf(said: string): Pick<ReliabilityResult, 'verdict' | 'figures' | 'remarks'> {
  try {
    const last: unknown = JSON.parse(said.trim().split('\n').at(-1) ?? '')
    if (typeof last === 'string') return { verdict: 'not run', figures: {}, remarks: [last] }
    const { problems, figures } = last as { problems: string[]; figures: Record<string, number> }
    return { verdict: problems.length === 0 ? 'held' : 'violated', figures, remarks: problems.slice(0, 5) }
  } catch {
    return { verdict: 'violated', figures: {}, remarks: ['the campaign itself ended before its time'] }
  }
}
