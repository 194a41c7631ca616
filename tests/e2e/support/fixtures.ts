import { test as base, expect } from '@playwright/test'
import { type SandboxProcess, startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { frame } from '../pages/frame.ts'
import { words } from '../words.ts'
import { type Clipboard, clipboardOf } from './clipboard.ts'
import { createDesktopWindow, type DesktopWindow, startDesktop } from './desktop.ts'
import { following } from './following.ts'
import { countPapersOf, type Papers } from './papers.ts'
import {
  type Computer,
  copyUserData,
  createComputer,
  type KeyringState,
  type Steward,
  startSteward,
} from './steward.ts'

/** Options that a Playwright project may set. */
export type TestOptions = {
  /** Path of Electron's program if the desktop shell is tested; null for the browser shell. */
  electron: string | null
  /** True if that program is the packed Steward, which finds its own files. */
  isPacked: boolean
}

type WorkerFixtures = TestOptions & {
  /** A computer that has read the demo firm once; its data is copied to other computers. */
  explored: Computer
}

type Fixtures = {
  clipboard: Clipboard
  papers: Papers
  /** A new computer for each test, removed with everything on it. */
  computer: Computer
  /** Starts Steward on that computer; it is stopped at the end of the test. */
  launch: (args?: readonly string[], keyring?: KeyringState) => Promise<Steward>
  /** Further options of that service. */
  tenantOptions: readonly string[]
  /** A tenant's service with 20 households, some of them hostile, a registered redirect URI and a control port. */
  tenant: SandboxProcess
}

const stopped = new WeakSet<Steward>()

/** Stops Steward before the test ends, as closing the app would. */
export async function close(steward: Steward): Promise<void> {
  stopped.add(steward)
  await steward.stop()
}

export const test = base.extend<Fixtures & { desktop: DesktopWindow }, WorkerFixtures>({
  electron: [null, { option: true, scope: 'worker' }],
  isPacked: [false, { option: true, scope: 'worker' }],
  desktop: async ({ browserName: _browser }, use) => use(createDesktopWindow()),
  // The browser's own page is made in its own context, before Steward starts.
  context: async ({ context, electron, desktop }, use) => {
    const current = () => (desktop.isOpen() ? desktop.context : context)
    await use(electron === null ? context : following(current))
  },
  clipboard: async ({ page, context, electron, desktop }, use) =>
    use(electron === null ? await clipboardOf(page, context) : desktop.clipboard),
  papers: async ({ page, electron, desktop }, use) =>
    use(electron === null ? await countPapersOf(page) : desktop.papers),
  page: async ({ page, electron, desktop }, use) => {
    // Asked for on the first listener, and only later in force; until then a file dialog would open and be cancelled.
    page.on('filechooser', () => {})
    await use(electron === null ? page : desktop.page)
  },
  explored: [
    async ({ browser }, use) => {
      const computer = createComputer()
      const steward = await startSteward(computer, ['--demo'])
      try {
        const page = await browser.newPage()
        await page.goto(steward.url)
        await expect(frame(page).sync).toContainText(words.frame.upToDate)
        await page.close()
      } finally {
        await steward.stop()
      }
      await use(computer)
      computer.remove()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  computer: async ({ browserName: _browser }, use) => {
    const computer = createComputer()
    await use(computer)
    computer.remove()
  },
  launch: async ({ computer, explored, electron, isPacked, desktop: window }, use) => {
    const started: Steward[] = []
    await use(async (args = [], keyring = 'unlocked') => {
      // A separate test covers the first read of the demo firm; all others start from its result.
      if (args.includes('--demo') && started.length === 0) copyUserData(explored, computer)
      const steward =
        electron === null
          ? await startSteward(computer, args, { keyring })
          : await startDesktop(computer, { binary: electron, isPacked, args, window, keyring })
      started.push(steward)
      return steward
    })
    for (const steward of started) if (!stopped.has(steward)) await steward.stop()
  },
  tenantOptions: [['--hostile'], { option: true }],
  tenant: async ({ tenantOptions }, use) => {
    const tenant = await startSandboxProcess(['--households', '20', '--seed', '11', '--control', ...tenantOptions])
    await use(tenant)
    await tenant.stop()
  },
})

/** Runs one operation of the tenant's control port. */
export async function control(tenant: SandboxProcess, operation: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${tenant.controlUrl}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${operation}: ${await response.text()}`)
  return response.json()
}

export { expect }
