import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTestBrowser } from './browser.mjs'
import { root, run } from './run.mjs'
import { missingPackages } from './system-packages.mjs'

const userNamespaces = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/**
 * @typedef {object} System
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {string} distribution `debian` and `ubuntu` include the systems made from them; otherwise `other`
 * @property {boolean} isRoot
 * @property {boolean} hasBrowser if a browser for the tests is installed
 * @property {boolean} allowsUserNamespaces if Chromium's sandbox works for any program
 * @property {(path: string) => boolean} exists
 */

/**
 * Returns `debian`, `ubuntu` or `other`.
 *
 * @param {string} osRelease the text of `/etc/os-release`
 */
export function distributionOf(osRelease) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)/gm)].flatMap(([, names]) => names.split(' '))
  return ['ubuntu', 'debian'].find((name) => ids.includes(name)) ?? 'other'
}

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** @returns {System} */
const thisSystem = () => ({
  platform: process.platform,
  arch: process.arch,
  distribution: distributionOf(textOf('/etc/os-release')),
  isRoot: process.getuid?.() === 0,
  hasBrowser: findTestBrowser().kind !== 'none',
  allowsUserNamespaces: textOf(userNamespaces).trim() !== '1',
  exists: existsSync,
})

/** Downloads the Chromium that belongs to the project's Playwright into the user's cache. */
const download = ['node', join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium']

/**
 * Returns what a task lacks on a system, and the commands that install it.
 *
 * @param {string} task `tests`, `desktop` or `package`
 * @param {System} system
 * @returns {{ missing: string[], commands: string[][] }} commands: empty if only the user can know them. `browser` is among the
 *   missing if it is to be downloaded, which needs the project's packages.
 */
export function prerequisitesOf(task, system) {
  const packages = system.platform === 'linux' ? missingPackages(task, system).map(({ name }) => name) : []
  const asRoot = (...command) => (system.isRoot ? command : ['sudo', ...command])
  const known = system.distribution !== 'other'
  const apt = [asRoot('apt-get', 'update'), asRoot('apt-get', 'install', '-y', '--no-install-recommends', ...packages)]
  const needsNamespaces = task === 'desktop' && system.platform === 'linux' && !system.allowsUserNamespaces
  const needsBrowser = !system.hasBrowser && !packages.includes('chromium')
  return {
    missing: [
      ...packages,
      ...(needsNamespaces ? ['user namespaces for Chromium’s sandbox'] : []),
      ...(needsBrowser ? ['browser'] : []),
    ],
    commands: [
      ...(packages.length > 0 && known ? apt : []),
      ...(needsNamespaces ? [asRoot('sysctl', '-w', 'kernel.apparmor_restrict_unprivileged_userns=0')] : []),
      ...(needsBrowser ? [download] : []),
    ],
  }
}

async function runAll(commands) {
  for (const [program, ...args] of commands) {
    const { code, output } = await run(program, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
    if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed:\n${output.slice(-4000)}`)
  }
}

/**
 * Returns the message that names what is missing and the commands that install it.
 *
 * @param {{ missing: string[], commands: string[][] }} lack
 */
export function messageOf({ missing, commands }) {
  const head = `Not installed: ${missing.join(', ')}.`
  if (commands.length === 0)
    return `${head} Install these Debian packages’ equivalents with your system’s package manager.`
  return `${head} Run this first:\n${commands.map((command) => `  ${command.join(' ')}`).join('\n')}`
}

/**
 * Ensures that a task's programs are installed. As root on Debian or Ubuntu, missing packages are installed.
 *
 * @param {'tests' | 'desktop' | 'package'} task
 * @param {{ install?: boolean }} [options] install: also as another user, by `sudo`
 * @throws with the commands to run first
 */
export async function ensurePrerequisites(task, { install = false } = {}) {
  const system = thisSystem()
  const lack = prerequisitesOf(task, system)
  if (lack.missing.length === 0) return
  // A browser is downloaded after the project's packages are installed.
  const commands = lack.commands.filter((command) => command !== download)
  const rest = lack.missing.filter((name) => name !== 'browser')
  if (rest.length === 0) return
  if (commands.length === 0 || !(install || system.isRoot)) throw new Error(messageOf(lack))
  console.log(`Steward: installing ${rest.join(', ')}…`)
  await runAll(commands)
}

/** Ensures that there is a browser for the tests. Call it after the project's packages are installed. */
export async function ensureBrowser() {
  if (findTestBrowser().kind !== 'none') return
  console.log('Steward: downloading Chromium for the tests (once)…')
  await runAll([download.with(1, join(root, download[1]))])
}
