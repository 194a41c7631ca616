import { type ChildProcess, spawn } from 'node:child_process'

const graceMs = 5_000

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
  return { ended, close: () => end(child, ended) }
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

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
