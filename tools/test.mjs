// Runs every check, also on a fresh clone: set-up, static checks, unit, integration and end-to-end tests. Ends with one line, `N
// passed, N failed`. Arguments select parts: static, vitest, e2e.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronBinary } from './lib/electron.mjs'
import { chooseCampaign } from './lib/end-to-end.mjs'
import { run } from './lib/run.mjs'
import { ensureBuild, ensureTestTools } from './lib/setup.mjs'

const reports = mkdtempSync(join(tmpdir(), 'steward-test-'))

async function staticChecks(print) {
  const { check, staticSteps } = await import('./check.mjs')
  return check(staticSteps, print)
}

/** Reads the counts of a JSON report; a runner that died without a report counts as one failure. */
function countsOf(file, code, read) {
  try {
    const counts = read(JSON.parse(readFileSync(file, 'utf8')))
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', args)
  return countsOf(file, code, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
}

async function endToEnd() {
  if (process.platform !== 'linux' && electronBinary() === null) {
    console.log('Not run: without Electron, only Linux has end-to-end tests. To install it: npx install-electron')
    return { passed: 0, failed: 0 }
  }
  const file = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { without } = await chooseCampaign({ seed: 1, runs: 2 }, join(reports, 'campaign'))
  const { code } = await run('playwright', ['test', ...without, '--reporter=list,json'], { env })
  return countsOf(file, code, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))
}

const checks = { name: 'static', title: 'Types, lint, boundaries, dead code', work: staticChecks }
const tests = [
  { name: 'vitest', title: 'Unit and integration tests', work: vitest },
  { name: 'e2e', title: 'End-to-end tests in Chromium', work: endToEnd },
]

/** Runs a part between two lines: its title, and its counts. */
async function runPart({ title, work }, print = console.log) {
  print(`\n== ${title}`)
  const { passed, failed } = await work(print)
  print(`== ${title}: ${passed} passed, ${failed} failed`)
  return { passed, failed }
}

async function main() {
  const asked = process.argv.slice(2)
  const isAsked = ({ name }) => asked.length === 0 || asked.includes(name)
  const nothing = { passed: 0, failed: 0 }
  await ensureTestTools()
  const [next, ...later] = tests.filter(isAsked)
  // The longest check uses one core for most of its time. So all checks run beside the build and the first tests, and print afterwards.
  const lines = []
  const print = next === undefined ? console.log : (line) => lines.push(line)
  if (isAsked(checks) && next !== undefined) console.log(`\n== ${checks.title}: running; the results follow below`)
  const counts = await Promise.all([
    isAsked(checks) ? runPart(checks, print) : nothing,
    ensureBuild().then(() => (next === undefined ? nothing : runPart(next))),
  ])
  for (const line of lines) console.log(line)
  for (const part of later) counts.push(await runPart(part))
  const sum = (of) => counts.reduce((total, count) => total + count[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

try {
  const { passed, failed } = await main()
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} catch (error) {
  console.error(error.message)
  console.log('\n0 passed, 1 failed')
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
