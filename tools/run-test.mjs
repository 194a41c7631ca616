// Runs some of the tests under the project's Node, also on a fresh clone. The first argument names the runner (`vitest` or
// `playwright`); the others are passed to it.
import { ensureDebianPackages } from './lib/debian.mjs'
import { runInFront } from './lib/run.mjs'
import { ensureBuild, ensureDependencies, ensureKeychainModule } from './lib/setup.mjs'

const runners = { vitest: 'node_modules/vitest/vitest.mjs', playwright: 'node_modules/@playwright/test/cli.js' }

try {
  const [runner, ...args] = process.argv.slice(2)
  await ensureDebianPackages()
  await ensureDependencies()
  await ensureKeychainModule()
  if (runner === 'playwright') await ensureBuild()
  await runInFront([runners[runner], ...args])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
