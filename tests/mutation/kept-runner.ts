import { copyFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'

/** Runs test files again and again in one process, which is several times quicker than a process for each run. */
export type RunRequest = { tests: readonly string[]; changed: string }

/** The runner itself failed, or code that no test was waiting for. */
export type OutsideOfTests = 'an error outside of tests'

/** The first test file that fails; null if all pass. */
export type RunReply = { failed: string | null }

const root = process.cwd()
let failed: string | null = null
/**
 * Ends a run at its first failure. The runner's own `bail` ends it once for each process with a failure, and at the second one it kills the
 * processes before they have named the file.
 */
function fail(module: TestModule): void {
  if (failed !== null) return
  failed = relative(root, module.moduleId)
  void vitest.cancelCurrentRun('test-failure')
}
const onTestCaseResult = (test: TestCase) => {
  if (test.result().state === 'failed') fail(test.module)
}
const onTestModuleEnd = (module: TestModule) => {
  if (!module.ok()) fail(module)
}
const vitest = await createVitest('test', {
  root,
  watch: false,
  silent: true,
  reporters: [{ onTestCaseResult, onTestModuleEnd }],
})
await vitest.standalone()

/** The bundle of the data worker that tests start, from the first run on. */
let bundled: string | null = null

/** Replaces that bundle by one of the code as it now is. */
async function bundleAgain(place: string): Promise<void> {
  const { default: bundle } = await import(join(root, 'tests/doubles/bundle-data-worker.ts'))
  const remove: () => Promise<void> = await bundle()
  copyFileSync(new URL(process.env.STEWARD_TEST_DATA_WORKER ?? ''), new URL(place))
  process.env.STEWARD_TEST_DATA_WORKER = place
  await remove()
}

/** Files that had a mutant: also what was put back must be read again. */
const touched = new Set<string>()

process.once('disconnect', () => process.exit())
process.on('message', (request: RunRequest) => void run(request))

async function run({ tests, changed }: RunRequest): Promise<void> {
  touched.add(join(root, changed))
  for (const path of touched) vitest.invalidateFile(path)
  const wanted = new Set(tests.map((test) => join(root, test)))
  const all = await vitest.globTestSpecifications([...wanted])
  const specifications = all.filter(({ moduleId }) => wanted.has(moduleId))
  failed = null
  if (bundled !== null && !tests.every((test) => test.startsWith('tests/unit/'))) await bundleAgain(bundled)
  const { unhandledErrors } = await vitest.rerunTestSpecifications(specifications)
  bundled ??= process.env.STEWARD_TEST_DATA_WORKER ?? null
  if (unhandledErrors.length > 0) failed ??= 'an error outside of tests' satisfies OutsideOfTests
  process.send?.({ failed } satisfies RunReply)
}
