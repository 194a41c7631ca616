import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'
import { whenStale } from './stale.mjs'

async function must(what, command, args, options) {
  const { code, output } = await run(command, args, { quiet: true, ...options })
  if (code !== 0) throw new Error(`${what} failed (${command} ${args.join(' ')}):\n${output.slice(-4000)}`)
}

/**
 * Node's own headers, which come with the Node that the project carries: without them the keychain module, which is
 * compiled here, would be left out in silence.
 */
function headers() {
  const carried = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  return process.platform === 'linux' && !process.env.npm_config_nodedir ? { npm_config_nodedir: carried } : {}
}

/**
 * Which packages are left out by an install is decided here, not by the environment: `NODE_ENV=production` would leave out what
 * builds Steward, `omit=optional` in a user's settings the compiled parts of the bundler.
 */
const install = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']

/** When node_modules is what the lock file says: a question for `whenStale`. */
export const dependencies = {
  stamp: 'node_modules/.steward-installed',
  inputs: ['package-lock.json', 'package.json', 'tools/node-runtime/package.json'],
}

/** Makes sure that node_modules is what the lock file says. */
export async function ensureDependencies() {
  await whenStale({
    ...dependencies,
    async work() {
      console.log('Steward: installing its packages (once)…')
      await must('Installing the packages', 'npm', install, { env: headers() })
    },
  })
}

/**
 * Compiles the keychain module where the compiler or the system's library arrived after the packages did: npm leaves a package
 * that it could not compile out without a word. To be called after {@link ensureDependencies}.
 */
export async function ensureKeychainModule() {
  const compiled = join(root, 'node_modules/keytar/build/Release/keytar.node')
  if (existsSync(compiled)) return
  rmSync(join(root, dependencies.stamp), { force: true })
  await ensureDependencies()
  if (!existsSync(compiled))
    throw new Error('The keychain module (keytar) could not be compiled: npm ci --foreground-scripts shows why.')
}

/** Makes sure that out/ is built from the present sources. */
export async function ensureBuild() {
  await whenStale({
    stamp: 'out/.steward-built',
    inputs: [
      // What is installed is part of it: the notice of licences names optional packages where they are there.
      ...['package-lock.json', 'node_modules/.package-lock.json', 'electron.vite.config.ts', 'tools/package'],
      ...['electron', 'renderer', 'shared', 'sandbox', 'resources'],
    ],
    async work() {
      console.log('Steward: building (only when its sources changed)…')
      await must('The build', 'npm', ['run', 'build'])
    },
  })
}
