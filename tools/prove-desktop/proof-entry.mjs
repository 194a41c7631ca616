// The proof build starts here instead of in main.js, which is then the same file as in a release. Playwright starts the program with two
// switches that are no options of Steward's; here they are taken out of the arguments that Steward reads. They stay on Electron's command
// line, because Electron opens the debugging port only after this file has run. The list of worker threads lets a step end one of them.
import diagnostics from 'node:diagnostics_channel'

const switches = ['inspect', 'remote-debugging-port']
const isOurs = (argument) => switches.some((name) => argument === `--${name}` || argument.startsWith(`--${name}=`))
process.argv = process.argv.filter((argument) => !isOurs(argument))

globalThis.stewardWorkers = new Set()
diagnostics.subscribe('worker_threads', ({ worker }) => {
  globalThis.stewardWorkers.add(worker)
  worker.once('exit', () => globalThis.stewardWorkers.delete(worker))
})

await import('./main.js')
