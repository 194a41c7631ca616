import { test as base, expect } from '@playwright/test'
import { type SandboxProcess, startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { frame } from '../pages/frame.ts'
import { createDesktopWindow, type DesktopWindow, startDesktop } from './desktop.ts'
import { type Computer, copyUserData, createComputer, type Steward, startSteward } from './steward.ts'

/** What a project of the test runner may set. */
export type TestOptions = {
  /** Electron's program where the tests are about the desktop shell; null for the browser shell. */
  electron: string | null
}

type WorkerFixtures = TestOptions & {
  /** A computer on which the demo firm was read once: what it left there, to be copied. */
  explored: Computer
}

type Fixtures = {
  /** A computer of its own for each test, removed with everything on it. */
  computer: Computer
  /** Starts Steward on that computer; whatever was started is ended with the test. */
  launch: (args?: readonly string[]) => Promise<Steward>
  /** A tenant's service of 20 households, hostile records among them, with a registered redirect address and a control port. */
  tenant: SandboxProcess
}

const stopped = new WeakSet<Steward>()

/** Ends a Steward before its test does, as closing the app would. */
export async function close(steward: Steward): Promise<void> {
  stopped.add(steward)
  await steward.stop()
}

export const test = base.extend<Fixtures & { desktop: DesktopWindow }, WorkerFixtures>({
  electron: [null, { option: true, scope: 'worker' }],
  desktop: async ({ browserName: _browser }, use) => use(createDesktopWindow()),
  page: async ({ page, electron, desktop }, use) => use(electron === null ? page : desktop.page),
  explored: [
    async ({ browser }, use) => {
      const computer = createComputer()
      const steward = await startSteward(computer, ['--demo'])
      const page = await browser.newPage()
      await page.goto(steward.url)
      await expect(frame(page).sync).toContainText('Up to date')
      await page.close()
      await steward.stop()
      await use(computer)
      computer.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  computer: async ({ browserName: _browser }, use) => {
    const computer = createComputer()
    await use(computer)
    computer.remove()
  },
  launch: async ({ computer, explored, electron, desktop: window }, use) => {
    const started: Steward[] = []
    await use(async (args = []) => {
      // Reading the demo firm for the first time is a test of its own; all others begin where it ended.
      if (args.includes('--demo') && started.length === 0) copyUserData(explored, computer)
      const steward =
        electron === null
          ? await startSteward(computer, args)
          : await startDesktop(computer, { binary: electron, args, window })
      started.push(steward)
      return steward
    })
    for (const steward of started) if (!stopped.has(steward)) await steward.stop()
  },
  tenant: async ({ browserName: _browser }, use) => {
    const tenant = await startSandboxProcess(['--households', '20', '--seed', '11', '--hostile', '--control'])
    await use(tenant)
    await tenant.stop()
  },
})

/** One operation of the tenant's control port. */
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
