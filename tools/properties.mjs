// Runs the costly property tests at full count; `npm test` runs a twentieth of it: npm run properties -- [--runs N] [--seed S]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './lib/run.mjs'
import { ensureDependencies } from './lib/setup.mjs'

const { values } = parseArgs({ options: { runs: { type: 'string', default: 'full' }, seed: { type: 'string' } } })
/** The test files that ask for their number of runs. */
const files = readdirSync('tests', { recursive: true })
  .map((name) => join('tests', name))
  .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('/property-runs.ts'))

const isNumber = (text) => text === undefined || /^\d+$/.test(text)
if (!(values.runs === 'full' || isNumber(values.runs)) || !isNumber(values.seed)) {
  console.error('Usage: npm run properties -- [--runs N] [--seed S]: whole numbers')
  process.exitCode = 2
} else {
  await ensureDependencies()
  const env = { STEWARD_PROPERTY_RUNS: values.runs, ...(values.seed ? { STEWARD_PROPERTY_SEED: values.seed } : {}) }
  process.exitCode = (await run('vitest', ['run', ...files], { env })).code
}
