import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

/** Runs test files again and again in one process, which is several times quicker than a process for each run. */
export type RunRequest = { tests: readonly string[]; changed: string }

/** The runner itself failed, or code that no test was waiting for. */
export type OutsideOfTests = 'an error outside of tests'

/** The first test file that fails; null if all pass. */
export type RunReply = { failed: string | null }

const root = process.cwd()
let failed: string | null = null
const onTestModuleEnd = (module: TestModule) => {
  if (!module.ok()) failed ??= relative(root, module.moduleId)
}
const vitest = await createVitest('test', {
  root,
  watch: false,
  silent: true,
  bail: 1,
  reporters: [{ onTestModuleEnd }],
})
await vitest.standalone()

/** The data worker as it now is, for the tests that start it; returns a function that removes the bundle. */
async function bundle(): Promise<() => Promise<void>> {
  const path = join(root, 'tests/doubles/bundle-data-worker.ts')
  if (!existsSync(path)) return async () => {}
  const { default: bundleDataWorker } = await import(path)
  return bundleDataWorker()
}

/** Files that had a mutant: also what was put back must be read again. */
const touched = new Set<string>()

process.once('disconnect', () => process.exit())
process.on('message', async ({ tests, changed }: RunRequest) => {
  touched.add(join(root, changed))
  for (const path of touched) vitest.invalidateFile(path)
  const wanted = new Set(tests.map((test) => join(root, test)))
  const all = await vitest.globTestSpecifications([...wanted])
  const specifications = all.filter(({ moduleId }) => wanted.has(moduleId))
  failed = null
  const unbundle = tests.every((test) => test.startsWith('tests/unit/')) ? null : await bundle()
  const { unhandledErrors } = await vitest.rerunTestSpecifications(specifications)
  await unbundle?.()
  if (unhandledErrors.length > 0) failed ??= 'an error outside of tests' satisfies OutsideOfTests
  process.send?.({ failed } satisfies RunReply)
})
