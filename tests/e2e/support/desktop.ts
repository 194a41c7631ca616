import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type ElectronApplication, _electron as electron } from 'playwright'
import { displayOf } from '../../../tools/prove-desktop/display.ts'
import type { Clipboard } from './clipboard.ts'
import { following } from './following.ts'
import { countPapersIn, type Papers, papersIn } from './papers.ts'
import { type Computer, environment, type KeyringState, keyring, type Steward } from './steward.ts'

/** The window of the desktop shell under test; it exists only after Steward was started. */
export type DesktopWindow = {
  /** The current window, also after a restart. */
  readonly page: Page
  /** All windows of the current start. */
  readonly context: BrowserContext
  readonly clipboard: Clipboard
  readonly papers: Papers
  isOpen(): boolean
  show(app: ElectronApplication, page: Page): void
}

/** Creates a {@link DesktopWindow} that has no window yet. */
export function createDesktopWindow(): DesktopWindow {
  let shown: { app: ElectronApplication; page: Page } | null = null
  const app = following(() => shown?.app ?? null)
  return {
    page: following(() => shown?.page ?? null),
    context: following(() => shown?.page.context() ?? null),
    // Pages may not read the clipboard; the main process may.
    clipboard: {
      read: () => app.evaluate(({ clipboard }) => clipboard.readText()),
      write: (text) => app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text),
    },
    papers: () => papersIn(app),
    isOpen: () => shown !== null,
    show(openApp, page) {
      shown = { app: openApp, page }
    },
  }
}

/** Starts the built desktop shell in a real Electron, with a real keyring if D-Bus is available. */
export async function startDesktop(
  computer: Computer,
  {
    binary,
    isPacked,
    args,
    window,
    keyring,
  }: { binary: string; isPacked: boolean; args: readonly string[]; window: DesktopWindow; keyring: KeyringState },
): Promise<Steward> {
  const app = await electron.launch({
    executablePath: process.platform === 'linux' ? behindKeyring(computer, binary, keyring) : binary,
    args: [...(isPacked ? [] : ['.']), '--user-data-dir', computer.userDataDir, ...args],
    // The packed program refuses to run without it.
    chromiumSandbox: isPacked,
    env: definedIn(environment(computer)),
  })
  let output = ''
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  await recordOpenedAddresses(app, computer)
  await answerSaveDialogs(app, computer)
  await countPapersIn(app)
  const page = await app.firstWindow()
  // A test that goes elsewhere while the first page still loads is interrupted by it.
  await page.waitForURL(({ protocol }) => protocol === 'app:')
  window.show(app, page)
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()))
  return { url: 'app://steward/', output: () => output, ended, stop: () => app.close() }
}

/** Elsewhere than on Linux no stand-in for the opener can be put on the PATH: the main process records the addresses itself. */
async function recordOpenedAddresses(app: ElectronApplication, { openedLog }: Computer): Promise<void> {
  if (process.platform === 'linux') return
  await app.evaluate(({ shell }, file) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs')
    shell.openExternal = async (address) => appendFileSync(file, `${address}\n`)
  }, openedLog)
}

/** The system's dialog is answered by itself, with the computer's downloads folder, where the browser shell saves without asking. */
async function answerSaveDialogs(app: ElectronApplication, { folder }: Computer): Promise<void> {
  const downloads = join(folder, 'downloads')
  await app.evaluate(({ dialog }, to) => {
    const { mkdirSync } = process.getBuiltinModule('node:fs')
    const { basename, join: joined } = process.getBuiltinModule('node:path')
    const answer = async (...args: unknown[]) => {
      const { defaultPath = '' } = args.at(-1) as { defaultPath?: string }
      mkdirSync(to, { recursive: true })
      return { canceled: false, filePath: joined(to, basename(defaultPath)) }
    }
    dialog.showSaveDialog = answer
  }, downloads)
}

/**
 * A script, because Playwright inserts its own switches directly after the program. The display is given to the program alone: a keyring
 * without one opens no dialog.
 */
function behindKeyring(computer: Computer, binary: string, state: KeyringState): string {
  const script = join(computer.folder, 'bin/electron')
  const display = Object.entries(displayOf(process.env)).map(([name, value]) => `${name}='${value}'`)
  const program = ['env', ...display, `'${binary}'`].join(' ')
  writeFileSync(script, `#!/bin/sh\nexec dbus-run-session -- sh -c '${keyring(state)}' steward ${program} "$@"\n`)
  chmodSync(script, 0o755)
  return script
}

function definedIn(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
