import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron as electron } from 'playwright'
import { endOf, killGroup, outputOf, remember, start } from './children.ts'
import { displayOf } from './display.ts'
import { behindKeyring, keyringVariables } from './keyring.ts'
import type { Released, Running, StartOptions } from './step.ts'

/** How long the program may take to show its first window, in ms. */
const startMs = 240_000

/** Variables of a start: the user's own without those that name a session or a debugger, and a keyring's folder. */
function variables(folder: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, NODE_OPTIONS: _options, ...others } = process.env
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = others
  const all = { ...inherited, ...displayOf(process.env), ...keyringVariables(folder), ...env }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Makes a user-data folder whose changes are sent at once, so that no step waits for the time in which they can be undone. */
export function newUserData(folder: string): string {
  const made = mkdtempSync(join(folder, 'user-'))
  writeFileSync(join(made, 'preferences.json'), JSON.stringify({ undo_seconds: 0 }), { mode: 0o600 })
  return made
}

/** Starts the proof build in Chromium's sandbox, and resolves once its first window is there. */
export async function startProof(program: string, folder: string, options: StartOptions = {}): Promise<Running> {
  const userDataDir = options.userDataDir ?? newUserData(folder)
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const app = await electron.launch({
    executablePath: behindKeyring(program, home, options.keyring ?? 'unlocked'),
    args: ['--user-data-dir', userDataDir, ...(options.args ?? [])],
    env: variables(home, options.env),
    chromiumSandbox: true,
    timeout: startMs,
  })
  const child = app.process()
  remember(child)
  const output = outputOf(child)
  const ended = endOf(child).then(() => {})
  const gone = ended.then(() => {
    throw new Error(`The program ended before it showed a window.\n${output().slice(-1_000)}`)
  })
  gone.catch(() => {})
  const page = await Promise.race([app.firstWindow({ timeout: startMs }), gone])
  const versions = await app.evaluate(() => process.versions)
  return {
    page,
    electron: versions.electron ?? 'unknown',
    main: app.evaluate.bind(app) as Running['main'],
    userDataDir,
    output,
    ended,
    stop: () => app.close(),
    kill: () => killGroup(child.pid ?? 0),
  }
}

/** Starts the released build, which nothing can drive. */
export function startReleased(program: string, folder: string, options: StartOptions = {}): Released {
  const userDataDir = options.userDataDir ?? newUserData(folder)
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const command = behindKeyring(program, home, options.keyring ?? 'unlocked')
  const child = start(command, ['--user-data-dir', userDataDir, ...(options.args ?? [])], {
    env: variables(home, options.env),
  })
  const output = outputOf(child)
  const ended = endOf(child)
  return {
    output,
    ended,
    ready: (withinMs) => saysReady(child, { output, ended, withinMs }),
    kill: () => killGroup(child.pid ?? 0),
  }
}

type Watched = { output(): string; ended: Promise<unknown>; withinMs: number }

function saysReady(child: ReturnType<typeof start>, { output, ended, withinMs }: Watched): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs)
    const end = (ready: boolean) => {
      clearTimeout(timer)
      resolve(ready)
    }
    const look = () => void (output().includes('Steward is ready at') && end(true))
    child.stdout?.on('data', look)
    look()
    void ended.then(() => end(output().includes('Steward is ready at')))
  })
}
