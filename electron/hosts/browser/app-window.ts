import { type ChildProcess, spawn } from 'node:child_process'

const graceMs = 5_000

/** A window that ends this soon was not closed by a person. */
const tooSoonMs = 3_000

export type AppWindow = {
  /**
   * How it ended: `closed` by a person; `handed-over` to a browser that already had the profile; `failed` to open.
   */
  readonly ended: Promise<'closed' | 'handed-over' | 'failed'>
  close(): Promise<void>
}

/**
 * Opens a page in a private window of its own, with a profile of its own, so that no extension, password manager or other
 * page shares it, and nothing of what it shows is written down.
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
 * A private window keeps what it showed in memory: no history, no open windows to restore, nothing typed. Titles name nobody, but
 * addresses hold what a list is filtered by. Edge has another word for it than Chromium.
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
  // Its own profile keeps no passwords; without this it would ask to unlock a keyring for them.
  '--password-store=basic',
  '--class=Steward',
  // Chromium refuses to start for root with its sandbox on. Whoever works as root has given up more than that.
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
