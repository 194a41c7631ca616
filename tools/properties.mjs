// Runs every property test with a new seed, and the costly ones at full count, of which `npm test` runs a twentieth or less:
// npm run properties -- [--runs N] [--seed S]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './lib/run.mjs'
import { ensureDependencies } from './lib/setup.mjs'

const { values } = parseArgs({ options: { runs: { type: 'string', default: 'full' }, seed: { type: 'string' } } })
/** The test files with random inputs. */
const files = readdirSync('tests', { recursive: true })
  .map((name) => join('tests', name).replaceAll('\\', '/'))
  .filter((path) => /\.test\.tsx?$/.test(path) && /fast-check|property-runs/.test(readFileSync(path, 'utf8')))

const isNumber = (text) => text === undefined || /^\d+$/.test(text)
if (!(values.runs === 'full' || isNumber(values.runs)) || !isNumber(values.seed)) {
  console.error('Usage: npm run properties -- [--runs N] [--seed S]: whole numbers')
  process.exitCode = 2
} else {
  await ensureDependencies()
  const env = { STEWARD_PROPERTY_RUNS: values.runs, ...(values.seed ? { STEWARD_PROPERTY_SEED: values.seed } : {}) }
  process.exitCode = (await run('vitest', ['run', ...files], { env })).code
}
