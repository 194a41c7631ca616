import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensurePrerequisites } from './prerequisites.mjs'
import { installArguments, thisComputer } from './programs.mjs'
import { root, run } from './run.mjs'
import { whenStale } from './stale.mjs'

async function must(what, command, args, options) {
  const { code, output } = await run(command, args, { quiet: true, ...options })
  if (code !== 0) throw new Error(`${what} failed (${command} ${args.join(' ')}):\n${output.slice(-4000)}`)
}

/**
 * Node's headers from the project's own Node package. Without them, compiling the keychain module fails and npm silently skips
 * it.
 */
function headers() {
  const carried = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  return process.platform === 'linux' && !process.env.npm_config_nodedir ? { npm_config_nodedir: carried } : {}
}

/** The inputs for `whenStale`: node_modules is current if it matches the lock file. */
export const dependencies = {
  stamp: 'node_modules/.steward-installed',
  inputs: ['package-lock.json', 'package.json', 'tools/node-runtime/package.json'],
}

/** Ensures that node_modules matches the lock file. */
export async function ensureDependencies() {
  await whenStale({
    ...dependencies,
    async work() {
      console.log('Steward: installing its packages (once)…')
      await must('Installing the packages', 'npm', installArguments(thisComputer(root)), { env: headers() })
    },
  })
}

/**
 * Compiles the keychain module if the compiler or the system library was installed after the packages: npm silently skips an
 * optional package that it could not compile. Call it after {@link ensureDependencies}.
 */
export async function ensureKeychainModule() {
  // On other systems npm downloads a compiled one, and the second keychain module does the same.
  if (process.platform !== 'linux') return
  const compiled = join(root, 'node_modules/keytar/build/Release/keytar.node')
  if (existsSync(compiled)) return
  rmSync(join(root, dependencies.stamp), { force: true })
  await ensureDependencies()
  if (!existsSync(compiled))
    throw new Error('The keychain module (keytar) could not be compiled: npm ci --foreground-scripts shows why.')
}

/**
 * Ensures that everything the tests need is installed: programs of the system, packages, the keychain module, a browser.
 *
 * @throws with the commands to run first, if they need another user's rights
 */
export async function ensureTestTools() {
  await ensurePrerequisites('tests')
  await ensureDependencies()
  await ensureKeychainModule()
  await ensureBrowser()
}

/** Ensures that out/ is built from the current sources. */
export async function ensureBuild() {
  await whenStale({
    stamp: 'out/.steward-built',
    inputs: [
      // Installed packages are an input too: the licence notice lists optional packages only if they are installed.
      ...['package-lock.json', 'node_modules/.package-lock.json', 'electron.vite.config.ts', 'tools/package'],
      ...['electron', 'renderer', 'shared', 'sandbox', 'resources', 'docs/manual'],
    ],
    async work() {
      console.log('Steward: building (only when its sources changed)…')
      await must('The build', 'npm', ['run', 'build'])
    },
  })
}
