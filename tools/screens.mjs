// Runs the end-to-end tests that visit every screen, do a journey in another way, or take long; `npm test` runs a few of them, and all
// others: npm run screens -- [--seed S] [--runs N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseCampaign } from './lib/end-to-end.mjs'
import { run } from './lib/run.mjs'
import { ensureBuild, ensureTestTools } from './lib/setup.mjs'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, runs: { type: 'string' } } })
const isNumber = (text) => text === undefined || /^\d+$/.test(text)

async function main() {
  await ensureTestTools()
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'steward-screens-'))
  try {
    const choice = { seed: Number(values.seed), runs: Number(values.runs ?? Infinity) }
    const { only } = await chooseCampaign(choice, join(folder, 'tests'))
    return (await run('playwright', ['test', ...only])).code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  if (!isNumber(values.seed) || !isNumber(values.runs)) throw new Error('--seed and --runs take whole numbers.')
  process.exitCode = await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
