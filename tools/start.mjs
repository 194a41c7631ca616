// Opens Steward from a clone, after any set-up steps that are still missing. Runs on any Node version and has no dependencies.
import { join } from 'node:path'
import { electronBinary } from './lib/electron.mjs'
import { nodeBinary, root, runInFront } from './lib/run.mjs'
import { ensureBuild, ensureDependencies } from './lib/setup.mjs'

/** Takes `--shell desktop|browser` out of the arguments; the rest is for the app. */
function splitArguments(args) {
  const at = args.findIndex((arg) => arg === '--shell' || arg.startsWith('--shell='))
  if (at < 0) return { shell: null, rest: args }
  const inline = args[at].startsWith('--shell=')
  const shell = inline ? args[at].slice('--shell='.length) : args[at + 1]
  if (shell !== 'desktop' && shell !== 'browser') throw new Error('--shell takes desktop or browser.')
  return { shell, rest: args.toSpliced(at, inline ? 1 : 2) }
}

function command({ shell, rest }) {
  const electron = electronBinary()
  const wantsBrowser = shell === 'browser' || rest.includes('--headless')
  if (shell === 'desktop' && !electron) throw new Error('Electron is not installed: run npx install-electron.')
  if (electron && !wantsBrowser) return [electron, [root, ...rest]]
  return [nodeBinary(), ['--disable-sigusr1', join(root, 'out/main/browser.js'), ...rest]]
}

// SIGUSR1 would open the inspector of this process, through which every user of this computer could run code in it.
process.on('SIGUSR1', () => {})

try {
  const asked = splitArguments(process.argv.slice(2))
  await ensureDependencies()
  await ensureBuild()
  const [file, args] = command(asked)
  await runInFront(args, file)
} catch (error) {
  console.error(`Steward could not be opened. ${error.message}`)
  process.exitCode = 1
}
