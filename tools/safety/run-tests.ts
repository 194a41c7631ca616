import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { root, run } from '../lib/run.mjs'

/** Results of one test file. */
export type Counts = { passed: number; failed: number }

type VitestReport = { testResults: { name: string; status: string; assertionResults: { status: string }[] }[] }
type Suite = { file: string; specs?: { ok: boolean }[]; suites?: Suite[] }
type PlaywrightReport = { config: { rootDir: string }; suites: Suite[] }

const isEndToEnd = (path: string): boolean => path.endsWith('.spec.ts')

/**
 * Runs these test files, and those in these folders, in one run per runner.
 *
 * @returns results by path from the root; a file of which no test ran is missing
 */
export async function runTests(paths: readonly string[]): Promise<Map<string, Counts>> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-safety-'))
  try {
    const counts = new Map<string, Counts>()
    const [specs, files] = [paths.filter(isEndToEnd), paths.filter((path) => !isEndToEnd(path))]
    if (files.length > 0) await underVitest(files, join(folder, 'vitest.json'), counts)
    if (specs.length > 0) await underPlaywright(specs, join(folder, 'playwright.json'), counts)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the results of a file, or the sum of all files in a folder. */
export function countsOf(path: string, all: ReadonlyMap<string, Counts>): Counts {
  const own = [...all].filter(([file]) => file === path || (path.endsWith('/') && file.startsWith(path)))
  return own.reduce((sum, [, { passed, failed }]) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

async function underVitest(files: readonly string[], report: string, counts: Map<string, Counts>): Promise<void> {
  const words = ['--silent=passed-only', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', ['run', ...files, ...words], { env: { STEWARD_PROPERTY_RUNS: 'full' } })
  for (const { name, status, assertionResults } of read<VitestReport>(report)?.testResults ?? []) {
    const passed = assertionResults.filter((one) => one.status === 'passed').length
    // A file that could not be loaded has no tests; it counts as one failure.
    const failed = assertionResults.length - passed + (assertionResults.length === 0 && status !== 'passed' ? 1 : 0)
    counts.set(fromRoot(name), { passed, failed })
  }
}

async function underPlaywright(specs: readonly string[], report: string, counts: Map<string, Counts>): Promise<void> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, STEWARD_PROPERTY_RUNS: 'full' }
  await run('playwright', ['test', ...specs, '--reporter=dot,json'], { env })
  const found = read<PlaywrightReport>(report)
  for (const suite of found?.suites ?? []) {
    const specsOf = ({ specs: own = [], suites = [] }: Suite): boolean[] => [
      ...own.map(({ ok }) => ok),
      ...suites.flatMap(specsOf),
    ]
    const ended = specsOf(suite)
    const passed = ended.filter((ok) => ok).length
    const file = fromRoot(join(found?.config.rootDir ?? root, suite.file))
    const before = counts.get(file) ?? { passed: 0, failed: 0 }
    counts.set(file, { passed: before.passed + passed, failed: before.failed + ended.length - passed })
  }
}

/** Returns null if the report is missing or incomplete because the runner died. */
function read<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}

const fromRoot = (path: string): string => (isAbsolute(path) ? relative(root, path) : path).replaceAll('\\', '/')
