import './electron/register.ts'
import { pathToFileURL } from 'node:url'
import { app } from './electron/app.ts'
import { calls } from './electron/calls.ts'
import { forTests } from './electron/for-tests.ts'
import { becomeReady } from './electron/readiness.ts'

// Runs the command line of a built main process under the double of `electron`, and ends with its exit code:
//   node tests/doubles/desktop-cli-process.ts out/main/main.js ARGUMENT…
// What it did to Electron is its last line on the standard error.

const [entry = '', ...rest] = process.argv.slice(2)
process.argv = [process.argv[0] ?? '', '.', '--cli', ...rest]
// As Electron has it, which ends at once.
process.exit = app.exit.bind(app) as typeof process.exit

await import(pathToFileURL(entry).href)
becomeReady()
await app[forTests].exited
const { exitCodes, windows, singleInstanceLocks, paths, switches, tooLate } = calls
const report = { exitCodes, windows: windows.length, singleInstanceLocks, paths, switches, tooLate }
process.stderr.write(`REPORT ${JSON.stringify(report)}\n`)
process.exitCode = exitCodes[0] ?? 0
process.stdin.destroy()
