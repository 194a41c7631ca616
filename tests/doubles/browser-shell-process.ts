import { Worker } from 'node:worker_threads'
import { runBrowserShell } from '../../electron/hosts/browser/run-browser-shell.ts'
import { parseStartArguments } from '../../electron/hosts/common/start-arguments.ts'
import { createCoreDouble } from './core.ts'

// Runs the browser shell in its own process, over a core in memory:
//   node tests/doubles/browser-shell-process.ts FOLDER-OF-THE-BUILT-RENDERER [the app's own arguments]

const [bundleRoot = '', ...argv] = process.argv.slice(2)
// As the app has for its stores: a worker passes its output on to that of its process, and with it the errors of that.
new Worker('setInterval(() => {}, 60_000)', { eval: true }).unref()

const ending = Promise.withResolvers<void>()
const running = await runBrowserShell({
  args: parseStartArguments(argv),
  bundleRoot,
  startCore: async () => createCoreDouble(({ name }) => console.log(`asked: ${name}`)),
  print: (line) => console.log(line),
  onEnd: ending.resolve,
})
if (running !== undefined) {
  process.on('SIGUSR2', running.printAddress)
  process.once('SIGTERM', () => ending.resolve())
  await ending.promise
  await running.close()
}
process.exit(0)
