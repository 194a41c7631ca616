import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { endProgram } from './run-program.ts'

/** A window that ends sooner than this was not closed by the user, in ms. */
const tooSoonMs = 3_000

export type AppWindow = {
  /** How it ended: `closed` by the user; `handed-over` to a browser process that already uses the profile; `failed` to open. */
  readonly ended: Promise<'closed' | 'handed-over' | 'failed'>
  close(): Promise<void>
}

/**
 * Opens a page in a private window with its own profile, so that no extension, password manager or other page shares it, and none
 * of its content is written to disk.
 *
 * @param browser - the executable
 * @param profile - folder of the profile
 * @param url - of a page without secrets: every user of the computer can read a program's arguments
 */
export function openAppWindow(browser: string, profile: string, url: string): AppWindow {
  const started = performance.now()
  const child = spawn(browser, [...switches, `--user-data-dir=${profile}`, `--app=${url}`], {
    stdio: 'ignore',
    shell: false,
  })
  const ended = new Promise<'closed' | 'handed-over' | 'failed'>((resolve) => {
    child.once('error', () => resolve('failed'))
    child.once('exit', (code) => {
      if (performance.now() - started > tooSoonMs) resolve('closed')
      else resolve(code === 0 ? 'handed-over' : 'failed')
    })
  })
  const close = () => {
    child.kill('SIGTERM')
    return endProgram(child, ended)
  }
  return { ended, close }
}

/**
 * A private window keeps its content in memory: no history, no windows to restore, no form input. Titles contain no names, but
 * addresses contain the filters of a list. Edge names the switch differently than Chromium.
 */
export const inMemory = ['--incognito', '--inprivate']

const switches = [
  ...inMemory,
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-mode',
  '--disable-breakpad',
  '--disable-extensions',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter',
  // Its own profile stores no passwords; without this switch it would ask to unlock a keyring for them.
  '--password-store=basic',
  '--class=Steward',
  // Chromium refuses to start as root with its sandbox enabled. A user who works as root has given up more than the sandbox.
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

type Surroundings = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> }

const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** Paths where Chrome, Chromium or Edge may be installed, in order of preference. */
function browserCandidates({ platform, env }: Surroundings): string[] {
  if (platform === 'darwin') return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    return windowsPrograms.flatMap((program) => roots.map((root) => `${root}\\${program}`))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}

const here: Surroundings = { platform: process.platform, env: process.env }

/** The browser in which to show Steward; undefined if there is none, or no screen. */
export async function findBrowser(surroundings: Surroundings = here): Promise<string | undefined> {
  const { platform, env } = surroundings
  const hasScreen = platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return hasScreen ? findBrowserProgram(surroundings) : undefined
}

/** The first browser that is installed, which may also work without a window; undefined if there is none. */
export async function findBrowserProgram(surroundings: Surroundings = here): Promise<string | undefined> {
  for (const candidate of browserCandidates(surroundings)) {
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return candidate
  }
  return undefined
}
