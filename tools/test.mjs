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

async function staticChecks(print = printNow) {
  const { check, staticSteps } = await import('./check.mjs')
  return check(staticSteps, (line) => print(`${line}\n`))
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

async function vitest(print) {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', args, { print })
  return countsOf(file, code, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
}

async function endToEnd(print) {
  if (process.platform !== 'linux' && electronBinary() === null) {
    const say = print ?? printNow
    say('Not run: without Electron, only Linux has end-to-end tests. To install it: npx install-electron\n')
    return { passed: 0, failed: 0 }
  }
  const file = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { without } = await chooseCampaign({ seed: 1, runs: 2 }, join(reports, 'campaign'))
  const { code } = await run('playwright', ['test', ...without, '--reporter=list,json'], { env, print })
  return countsOf(file, code, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))
}

/**
 * All parts, in the order in which they are printed. `after` names the part that ends before it starts: every end-to-end test starts several
 * processes, and the checks and the other tests alone keep all cores busy.
 */
const parts = [
  { name: 'vitest', title: 'Unit and integration tests', work: vitest, after: null },
  { name: 'static', title: 'Types, lint, boundaries, dead code', work: staticChecks, after: null },
  { name: 'e2e', title: 'End-to-end tests in Chromium', work: endToEnd, after: 'static' },
]

const printNow = (text) => process.stdout.write(text)

/** Output of a part that runs beside another one: it is held until the other one has printed all of its own. */
function holdOutput() {
  let held = []
  return {
    print: (text) => (held === null ? printNow(text) : held.push(text)),
    release() {
      for (const text of held) printNow(text)
      held = null
    },
  }
}

/** Runs a part between two lines: its title, and its counts. @param print - undefined if its output goes to the terminal directly */
async function runPart({ title, work }, print) {
  const say = print ?? printNow
  say(`\n== ${title}\n`)
  const { passed, failed } = await work(print)
  say(`== ${title}: ${passed} passed, ${failed} failed\n`)
  return { passed, failed }
}

/** Runs parts beside each other, because none of them keeps every core busy to its end. */
async function main() {
  const asked = process.argv.slice(2)
  const chosen = parts.filter(({ name }) => asked.length === 0 || asked.includes(name))
  await ensureTestTools()
  for (const { title } of chosen.slice(1))
    console.log(`\n== ${title}: runs beside the others; the results follow below`)
  const build = ensureBuild()
  const running = new Map()
  let printed = Promise.allSettled([build])
  for (const [at, part] of chosen.entries()) {
    const output = holdOutput()
    const before = [part.name === 'static' ? null : build, running.get(part.after)]
    const ran = Promise.all(before).then(() => runPart(part, at === 0 ? undefined : output.print))
    running.set(part.name, ran)
    printed.then(output.release)
    printed = Promise.allSettled([printed, ran])
  }
  await printed
  await build
  const counts = await Promise.all(running.values())
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
