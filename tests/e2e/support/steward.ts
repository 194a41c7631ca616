import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { keyringIsThere } from '../../integration/support/keyring.ts'

/** The data that survives one run of Steward: its user data, and the user's keyring. */
export type Computer = {
  readonly folder: string
  readonly userDataDir: string
  /** Returns the addresses that Steward asked the system's browser opener to open; a stand-in for the opener records them. */
  readonly openedAddresses: () => string[]
  /** The file with those addresses, one a line. */
  readonly openedLog: string
  /** Environment variables for the next start. */
  readonly variables: Record<string, string>
  remove(): void
}

/** Creates a computer with its own keyring and with a browser opener that only records addresses. */
export function createComputer(): Computer {
  const folder = mkdtempSync(join(tmpdir(), 'steward-e2e-'))
  for (const name of ['data', 'run', 'bin', 'user']) mkdirSync(join(folder, name), { mode: 0o700 })
  // Saved changes are sent at once: only the spec about undo is about the time before that.
  writeFileSync(join(folder, 'user/preferences.json'), JSON.stringify({ undo_seconds: 0 }), { mode: 0o600 })
  const log = join(folder, 'opened.txt')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'bin/xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${log}'\n`)
  chmodSync(join(folder, 'bin/xdg-open'), 0o755)
  return {
    folder,
    userDataDir: join(folder, 'user'),
    variables: {},
    openedLog: log,
    openedAddresses: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Copies Steward's data from one computer to a new one. It skips the demo service's port, since two services may run side by
 * side, the lock on the folder, the browser's profile, and the preferences, which each computer has already.
 */
export function copyUserData(from: Pick<Computer, 'userDataDir'>, to: Pick<Computer, 'userDataDir'>): void {
  const own = new Set([
    ...['preferences.json', 'port.json', 'instance.lock', 'instance.sock'],
    ...['window-profile', 'desktop-profile'],
  ])
  cpSync(from.userDataDir, to.userDataDir, { recursive: true, filter: (path) => !own.has(basename(path)) })
}

export type Steward = {
  /** The address to open; valid once. */
  readonly url: string
  readonly output: () => string
  /** Resolves when the process has ended, by itself or because it was stopped. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** The keyring at a start: `locked` is one that an earlier start created. No display shows a dialog for it. */
export type KeyringState = 'unlocked' | 'locked'

const keyringStarts: Readonly<Record<KeyringState, string>> = {
  unlocked: 'printf test | gnome-keyring-daemon --unlock',
  locked: 'gnome-keyring-daemon --start',
}

/**
 * Starts a keyring, then runs the program that follows. Contains no single quotes. The keyring's output ends in the middle of a line, where
 * Playwright would not find the program's own lines.
 */
export const keyring = (state: KeyringState): string =>
  `${keyringStarts[state]} --components=secrets > /dev/null 2>&1 && ${keyringIsThere} && exec "$@"`

/** Unlocks the keyring of a Steward that runs on this computer through the daemon's own socket, as signing in to the system does. */
export async function unlockKeyring(computer: Computer): Promise<void> {
  const socket = connect(join(computer.folder, 'run/keyring/control'))
  const password = Buffer.from('test')
  const request = Buffer.alloc(12)
  request.writeUInt32BE(request.length + password.length, 0)
  const unlock = 1
  request.writeUInt32BE(unlock, 4)
  request.writeUInt32BE(password.length, 8)
  // The first byte carries the sender's credentials.
  socket.write(Buffer.concat([Buffer.alloc(1), request, password]))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  if (answer.readUInt32BE(4) !== 0) throw new Error(`The keyring was not unlocked: ${answer.toString('hex')}`)
}

/** Returns the environment of a program on a computer. */
export function environment(computer: Computer): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env
  return {
    ...inherited,
    PATH: `${join(computer.folder, 'bin')}${delimiter}${inherited.PATH ?? ''}`,
    XDG_DATA_HOME: join(computer.folder, 'data'),
    XDG_RUNTIME_DIR: join(computer.folder, 'run'),
    XDG_DOWNLOAD_DIR: join(computer.folder, 'downloads'),
    ...computer.variables,
  }
}

/**
 * Starts the built browser shell on a computer, with a real keyring unless another state is given. `program` is what Node runs: its
 * options and the built file.
 */
export async function startSteward(
  computer: Computer,
  args: readonly string[] = [],
  {
    keyring: state = 'unlocked',
    program = ['out/main/browser.js'],
  }: { keyring?: KeyringState | null; program?: readonly string[] } = {},
): Promise<Steward> {
  const command = [process.execPath, ...program, '--headless', '--user-data-dir', computer.userDataDir, ...args]
  // Windows and macOS have their own keychains.
  const wrapped =
    state !== null && process.platform === 'linux'
      ? ['dbus-run-session', '--', 'sh', '-c', keyring(state), 'steward', ...command]
      : command
  const [file = '', ...rest] = wrapped
  // A separate process group, so that the session bus and the keyring end with it.
  const child = spawn(file, rest, { env: environment(computer), detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const { output, url } = watch(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { url: await url, output, ended, stop: () => stop(child) }
}

function watch(child: ChildProcess) {
  let output = ''
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Steward is ready at (\S+)/.exec(output)
      if (found?.[1]) resolve(found[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('close', (code) => reject(new Error(`Steward ended with ${code} before it was ready:\n${output}`)))
  })
  return { output: () => output, url }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  if (process.platform === 'win32') child.kill()
  else process.kill(-child.pid, 'SIGTERM')
  await closed
}

/** Returns the accounts that the computer's keyring keeps for Steward. Call it only while Steward is not running there. */
export async function secretsInKeyring(computer: Computer): Promise<string[]> {
  const program =
    "require('keytar').findCredentials('Steward').then((all) => console.log(JSON.stringify(all.map((each) => each.account))))"
  const command = [
    'dbus-run-session',
    '--',
    'sh',
    '-c',
    keyring('unlocked'),
    'steward',
    process.execPath,
    '-e',
    program,
  ]
  const { stdout } = await promisify(execFile)(command[0] ?? '', command.slice(1), { env: environment(computer) })
  return JSON.parse(stdout)
}
