import './electron/register.ts'
import { pathToFileURL } from 'node:url'
import { app } from './electron/app.ts'
import { calls } from './electron/calls.ts'
import { dialog } from './electron/dialog.ts'
import { forTests } from './electron/for-tests.ts'
import { becomeReady } from './electron/readiness.ts'

// Starts a built main process that does not open, under the double of `electron`, and prints its dialog as JSON:
//   node tests/doubles/desktop-refused-process.ts out/main/main.js FOLDER

const [entry = '', folder = ''] = process.argv.slice(2)
process.argv = [process.argv[0] ?? '', '.', '--no-sandbox', '--user-data-dir', folder]

const shown: { title: string; text: string }[] = []
dialog.showErrorBox = (title, text) => void shown.push({ title, text })
await import(pathToFileURL(entry).href)
becomeReady()
await app[forTests].exited
console.log(JSON.stringify({ ...shown[0], exitCodes: calls.exitCodes }))
process.exit(0)
