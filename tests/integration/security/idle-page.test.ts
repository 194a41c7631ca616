import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createIpcHandler } from '../../../electron/api/transport/handler.ts'
import { startBrowserServer } from '../../../electron/hosts/browser/server.ts'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { idleClockDouble } from '../../doubles/idle-clock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, cleanUp } = createTenantCores()

let browser: Browser
beforeAll(async () => {
  await ensureBuild()
  browser = await launchChromium()
})
afterAll(() => browser.close())
afterEach(cleanUp)

/** Opens the built page over a real core whose clock the test controls; `signs` counts the page's reports of user activity. */
async function openBuiltPage(idleMinutes: number) {
  const time = idleClockDouble()
  const core = await startCore({
    userDataDir: await tempFolder(),
    keychain: createKeychainDouble(),
    idleClock: time.clock,
  })
  await core.app.setPreferences({ idle_minutes: idleMinutes })
  await expect.poll(async () => (await core.lock.state({})).idle_minutes).toBe(idleMinutes)
  const state = { signs: 0 }
  const lock: typeof core.lock = {
    ...core.lock,
    async active() {
      await core.lock.active({})
      state.signs += 1
    },
  }
  const server = await startBrowserServer({
    bundle: await loadBundle(resolve(import.meta.dirname, '../../../out/renderer')),
    handler: createIpcHandler({ core: { ...core, lock } }),
    takeFile: core.takeFile,
    port: 0,
    onStaleLink: () => {},
  })
  const page: Page = await openPage(browser)
  await page.goto(server.launchUrl())
  await page.getByRole('button', { name: 'Open the demo firm' }).waitFor()
  const close = async () => {
    await page.close()
    await server.close()
  }
  return { time, core, page, state, close }
}

it('Steward stays open while a page is used, and locks when none is', async () => {
  const { time, core, page, state, close } = await openBuiltPage(5)
  time.pass(4)
  await page.mouse.move(100, 100)
  await expect.poll(() => state.signs).toBe(1)
  time.pass(4)
  expect(core.isLocked()).toBe(false)
  time.pass(1.1)
  await page.getByRole('heading', { name: 'Steward is locked' }).waitFor()
  await page.getByText('It was locked after being idle for 5 minutes.').waitFor()
  expect(await page.getByRole('button', { name: 'Open the demo firm' }).count()).toBe(0)

  // The keys that unlock Steward are not reported as activity themselves.
  const before = state.signs
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open the demo firm' }).waitFor()
  expect(state.signs).toBe(before)
  expect(core.isLocked()).toBe(false)
  await close()
})

it('Steward reports activity also where no limit is set, for the work that waits until nobody uses it, and stays open', async () => {
  const { time, core, page, state, close } = await openBuiltPage(0)
  await page.mouse.move(100, 100)
  await expect.poll(() => state.signs).toBe(1)
  time.pass(600)
  expect(core.isLocked()).toBe(false)
  await close()
})
