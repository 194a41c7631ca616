// Runs one of the project's own scripts under the project's Node, also on a fresh clone.
import { runInFront } from './lib/run.mjs'
import { ensureDependencies } from './lib/setup.mjs'

try {
  await ensureDependencies()
  await runInFront(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
