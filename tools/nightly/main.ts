// Runs one campaign with a new seed, or the given one, and writes a report into a folder:
// npm run nightly -- faults --into nightly-reports [--seed N]
import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../lib/run.mjs'
import { commandOf } from './campaigns.ts'
import { runCampaign } from './run-campaign.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, into: { type: 'string', default: 'nightly-reports' } },
})

try {
  const [campaign = '', ...rest] = positionals
  const seed = Number(values.seed ?? randomInt(1, 2 ** 31))
  if (rest.length > 0 || !Number.isSafeInteger(seed)) throw new Error('Usage: npm run nightly -- CAMPAIGN [--seed N]')
  const report = await runCampaign(campaign, seed, (program, args) => run(program, args, { quiet: true }))
  console.log(report.output)
  await mkdir(values.into, { recursive: true })
  await writeFile(join(values.into, `${campaign}.json`), JSON.stringify(report))
  console.log(report.passed ? 'Passed.' : `FAILED. To repeat it: ${commandOf(campaign, seed)}`)
  process.exitCode = report.passed ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
