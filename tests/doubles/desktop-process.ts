import './electron/register.ts'
import { pathToFileURL } from 'node:url'
import { type Scenario, windowLoaded } from './desktop/desk.ts'
import { app } from './electron/app.ts'
import { calls } from './electron/calls.ts'
import { forTests } from './electron/for-tests.ts'
import { becomeReady } from './electron/readiness.ts'

// Runs a built main process under the double of `electron`, runs one scenario on it, quits, and prints the result as
// one line of JSON:
//   node tests/doubles/desktop-process.ts out/main/main.js FOLDER SCENARIO [ARGUMENT…]
// The scenario is the file of that name in tests/doubles/desktop/; the arguments are Steward's own.

const [entry = '', folder = '', scenario = '', ...rest] = process.argv.slice(2)
process.argv = [process.argv[0] ?? '', '.', '--no-sandbox', '--user-data-dir', folder, ...rest]

const { run, beforeReady = () => {} }: { run: Scenario; beforeReady?: () => void } = await import(
  new URL(`./desktop/${scenario}.ts`, import.meta.url).href
)
await import(pathToFileURL(entry).href)
beforeReady()
becomeReady()
const report = await run({ folder, window: await windowLoaded(0) })
if (calls.exitCodes.length === 0) {
  app.quit()
  await app[forTests].exited
}
console.log(`REPORT ${JSON.stringify({ ...report, exitCodes: calls.exitCodes })}`)
process.exit(0)
