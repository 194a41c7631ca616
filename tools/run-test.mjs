// Runs some of the tests under the project's Node, also on a fresh clone. The first argument names the runner (`vitest` or
// `playwright`); the others are passed to it.
import { runInFront } from './lib/run.mjs'
import { ensureBuild, ensureTestTools } from './lib/setup.mjs'

const runners = { vitest: 'node_modules/vitest/vitest.mjs', playwright: 'node_modules/@playwright/test/cli.js' }

try {
  const [runner, ...args] = process.argv.slice(2)
  await ensureTestTools()
  if (runner === 'playwright') {
    await ensureBuild()
    // One spec has the computer to itself: what is not on screen after this time will not come.
    process.env.STEWARD_SPEC_ALONE ??= '1'
  }
  await runInFront([runners[runner], ...args])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
