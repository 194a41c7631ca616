import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { keyringIsThere } from '../../tests/integration/support/keyring.ts'
import { root } from '../lib/run.mjs'
import type { KeyringState } from './step.ts'

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Programs with which Linux gives each start a keyring of its own. */
const needed = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon']

/** The names of missing programs, and the command that installs them on Debian and Ubuntu; null if none is missing. */
export function missingForKeyring(platform: NodeJS.Platform): string | null {
  if (platform !== 'linux' || needed.every(has)) return null
  return `It needs a keyring of its own. Install it first: sudo apt-get install dbus dbus-x11 gnome-keyring.`
}

/** The keyring's output ends in the middle of a line, where Playwright would not find the program's own lines. */
const commands: Readonly<Record<KeyringState, string>> = {
  unlocked: `printf test | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1; ${keyringIsThere}; exec "$@"`,
  locked: `gnome-keyring-daemon --start --components=secrets > /dev/null 2>&1; ${keyringIsThere}; exec "$@"`,
}

/**
 * Writes a script that runs the program on a D-Bus session of its own with a keyring in the given folder. A script, because
 * Playwright inserts its own switches directly after the program. Elsewhere than on Linux, and without a keyring, the program
 * itself is returned.
 */
export function behindKeyring(program: string, folder: string, state: KeyringState): string {
  if (process.platform !== 'linux' || missingForKeyring('linux') !== null) return program
  mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o700 })
  const script = join(folder, `${basename(program)}-${state}`)
  writeFileSync(script, `#!/bin/sh\nexec dbus-run-session -- sh -c '${commands[state]}' steward '${program}' "$@"\n`)
  chmodSync(script, 0o755)
  return script
}

/** Variables that keep the keyring of a start in its folder. */
export const keyringVariables = (folder: string): Record<string, string> =>
  process.platform === 'linux' ? { XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: join(folder, 'run') } : {}

const listSecrets =
  "require('keytar').findCredentials('Steward').then((all) => console.log(JSON.stringify(all.map(({ account }) => account))))"

/** The accounts that Steward has in the keychain: on Linux in the keyring of a step's folder, elsewhere in the user's own. */
export async function secretsOf(folder: string): Promise<string[]> {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...inherited } = process.env
  const options = { cwd: root, env: { ...inherited, ...keyringVariables(home) } }
  const { stdout } = await promisify(execFile)(
    behindKeyring(process.execPath, home, 'unlocked'),
    ['-e', listSecrets],
    options,
  )
  return JSON.parse(stdout)
}
