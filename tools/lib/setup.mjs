import { existsSync } from 'node:fs'
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

/** Makes sure that node_modules is what the lock file says. */
export async function ensureDependencies() {
  await whenStale({
    stamp: 'node_modules/.steward-installed',
    inputs: ['package-lock.json', 'package.json', 'tools/node-runtime/package.json'],
    async work() {
      console.log('Steward: installing its packages (once)…')
      await must('Installing the packages', 'npm', ['ci', '--no-audit', '--no-fund'], { env: headers() })
    },
  })
}

/** Compiles the keychain module where the system's library arrived after the packages did. */
export async function ensureKeychainModule() {
  if (existsSync(join(root, 'node_modules/keytar/build/Release/keytar.node'))) return
  await must('Compiling the keychain module', 'npm', ['ci', '--no-audit', '--no-fund'], { env: headers() })
}

/** Makes sure that out/ is built from the present sources. */
export async function ensureBuild() {
  await whenStale({
    stamp: 'out/.steward-built',
    inputs: [
      ...['package-lock.json', 'electron.vite.config.ts', 'tools/package'],
      ...['electron', 'renderer', 'shared', 'sandbox', 'resources'],
    ],
    async work() {
      console.log('Steward: building (only when its sources changed)…')
      await must('The build', 'npm', ['run', 'build'])
    },
  })
}
