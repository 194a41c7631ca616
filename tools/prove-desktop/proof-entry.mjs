// The proof build starts here instead of in main.js, which is then the same file as in a release. Playwright starts the program with two
// switches that Steward refuses; here they are taken from the command line before Steward reads it. The list of worker threads lets
// a step end one of them.
import diagnostics from 'node:diagnostics_channel'
import { app } from 'electron'

const switches = ['inspect', 'remote-debugging-port']
for (const name of switches) app.commandLine.removeSwitch(name)
const isOurs = (argument) => switches.some((name) => argument === `--${name}` || argument.startsWith(`--${name}=`))
process.argv = process.argv.filter((argument) => !isOurs(argument))

globalThis.stewardWorkers = new Set()
diagnostics.subscribe('worker_threads', ({ worker }) => {
  globalThis.stewardWorkers.add(worker)
  worker.once('exit', () => globalThis.stewardWorkers.delete(worker))
})

await import('./main.js')
