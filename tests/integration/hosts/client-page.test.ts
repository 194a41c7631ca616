import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bundle, loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'

describe('the page of the browser shell, in a real browser', () => {
  let folder: string
  let bundle: Bundle
  let browser: Browser
  let shell: ShellUnderTest
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-page-'))
    await buildClientPage(folder)
    bundle = await loadBundle(folder)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    shell = await startShell(bundle)
    page = await openPage(browser)
    complaints = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
  })
  afterEach(async () => {
    await page.close()
    await shell.server.close()
  })

  const standing = (state: string) => page.locator(`html[data-link="${state}"]`).waitFor({ state: 'attached' })
  const askInfo = () => page.evaluate(async () => (await window.client).app.info({}))

  it('connects by its link, takes the link out of the address, and calls the core, all within the policy', async () => {
    await page.goto(shell.server.launchUrl())
    await standing('ready')
    expect(page.url()).toBe(`${shell.origin}/`)
    expect(await askInfo()).toMatchObject({ shell: 'browser' })
    expect(complaints).toEqual([])
  })

  it('survives reloads, one after the other, at whatever address it is', async () => {
    await page.goto(shell.server.launchUrl())
    await standing('ready')
    await page.evaluate(() =>
      history.pushState(null, '', '/c/0123456789abcdef0123456789abcdef/households/hh-1?tab=people'),
    )
    for (let round = 0; round < 3; round += 1) {
      await page.reload()
      await standing('ready')
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      expect(await askInfo()).toMatchObject({ shell: 'browser' })
    }
    expect(page.url()).toBe(`${shell.origin}/c/0123456789abcdef0123456789abcdef/households/hh-1?tab=people`)
  })

  it('keeps nothing where another page or a later visit could find it', async () => {
    await page.goto(shell.server.launchUrl())
    await standing('ready')
    const kept = await page.evaluate(() => ({
      cookies: document.cookie,
      local: localStorage.length,
      session: sessionStorage.length,
      state: history.state,
    }))
    expect(kept).toEqual({ cookies: '', local: 0, session: 0, state: null })
    expect(await page.context().cookies()).toEqual([])
  })

  it('says that a link is spent, and asks for a fresh one', async () => {
    const link = shell.server.launchUrl()
    shell.pass(30_001)
    await page.goto(link)
    await standing('expired-link')
    expect(await page.locator('html').getAttribute('data-failure')).toBe('expired-link')
    expect(shell.staleLinks()).toBe(1)
  })

  it('says the same when it was opened without a link', async () => {
    await page.goto(`${shell.origin}/`)
    await standing('expired-link')
    expect(shell.staleLinks()).toBe(1)
  })

  it('loses its session when somebody else uses its link again, and says so', async () => {
    const link = shell.server.launchUrl()
    await page.goto(link)
    await standing('ready')
    const other = await openPage(browser)
    await other.goto(link)
    await other.locator('html[data-link="expired-link"]').waitFor({ state: 'attached' })
    await standing('expired-link')
    await expect(askInfo()).rejects.toThrow('The connection to Steward was lost.')
    await other.close()
  })

  it('mends a dropped connection by itself; calls wait, streams end with a name', async () => {
    await page.goto(shell.server.launchUrl())
    await standing('ready')
    const stream = page.evaluate(async () => {
      const events = await (await window.client).events.subscribe({})
      return events.next().catch((failure: { data?: { code?: string } }) => failure.data?.code)
    })
    await expect.poll(() => shell.core.openStreams.size).toBe(1)
    shell.dropConnections()
    expect(await stream).toBe('ipc/session-ended')
    expect(await askInfo()).toMatchObject({ shell: 'browser' })
    expect(await page.evaluate(() => window.states)).toEqual(['connecting', 'ready', 'connecting', 'ready'])
  })

  it('says that Steward is gone when it is', async () => {
    await page.clock.install()
    await page.goto(shell.server.launchUrl())
    await standing('ready')
    await shell.server.close()
    await standing('connecting')
    // In small steps: a refused connection needs real time, and must arrive before the page's time limit for an answer.
    const state = async () => {
      await page.clock.runFor(1_000)
      return page.locator('html').getAttribute('data-link')
    }
    await expect.poll(state, { interval: 50 }).toBe('disconnected')
  })
})
