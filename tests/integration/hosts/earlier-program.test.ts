import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenForCallback } from '../../../electron/auth/loopback-listener.ts'
import { loadBundle } from '../../../electron/hosts/common/bundle.ts'
import { vetHttpsUrl } from '../../../electron/platform/https-url.ts'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { type EarlierProgram, type Habit, startEarlierProgram } from '../../doubles/earlier-program.ts'
import { openPage } from '../../doubles/headless-chromium.ts'
import { startHttpsServer } from '../support/https-server.ts'

// A program that had Steward's port before, of whatever user, may have left a service worker and cached pages in the user's browser.

let folder: string
const ends: Array<() => Promise<unknown>> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-earlier-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  profiles.clear()
  await rm(folder, { recursive: true, force: true })
})

const profiles = new Map<string, BrowserContext>()

/** The browser with this profile. It stays open: one that ends may not have stored yet what a program left in it. */
async function openProfile(name: string): Promise<BrowserContext> {
  const open = profiles.get(name)
  if (open !== undefined) return open
  const context = await chromium.launchPersistentContext(join(folder, name), {
    ...browserOptions({ headless: true }),
    ignoreHTTPSErrors: true,
    timeout: 180_000,
  })
  profiles.set(name, context)
  ends.push(() => context.close())
  return context
}

async function leftBy(habit: Habit, hosts: readonly string[]): Promise<EarlierProgram> {
  const program = await startEarlierProgram({ habit })
  ends.push(program.close)
  const browser = await openProfile('visited')
  for (const host of hosts) await program.infect(browser, host)
  await program.leave()
  return program
}

describe('the launch address', () => {
  it('on a port that another program had opens Steward, in a browser that visited that program and in one that did not', async () => {
    const program = await leftBy('answers', ['127.0.0.1', 'localhost', '[::1]'])
    await buildClientPage(join(folder, 'page'))
    const shell: ShellUnderTest = await startShell(await loadBundle(join(folder, 'page')), { port: program.port })
    ends.push(shell.server.close)
    for (const name of ['visited', 'other']) {
      const browser = await openProfile(name)
      const page = await openPage(browser)
      await page.goto(shell.server.launchUrl())
      await page.locator('html[data-link="ready"], title:text("stolen")').first().waitFor({ state: 'attached' })
      expect([name, await page.title(), program.stolen]).toEqual([name, 'Steward', []])
    }
  })
})

describe('the callback of a sign-in', () => {
  const state = 'S'.repeat(43)

  /** Signs in with the browser that visited the earlier program, at a server that authorizes at once. */
  const signIn = async (habit: Habit, host: string) => {
    const program = await leftBy(habit, [host])
    const redirectUri = `http://${host}:${program.port}/callback`
    const server = await startHttpsServer((_, response) => {
      response.writeHead(302, { location: `${redirectUri}?code=c1&state=${state}` }).end()
    })
    ends.push(server.close)
    const listener = await listenForCallback({ redirectUri, state })
    ends.push(listener.close)
    const page = await openPage(await openProfile('visited'))
    await page.goto(listener.leadTo(vetHttpsUrl(`${server.origin}/authorize`, server.origin)))
    return { program, listener, title: await page.title(), asked: server.seen.length }
  }

  it.each<[string, Habit, string]>([
    ['does not answer the start', 'falls-back', '127.0.0.1'],
    ['fetches the start itself', 'fetches', '127.0.0.1'],
    ['does not answer the start', 'falls-back', 'localhost'],
  ])('comes to Steward, although the service worker of an earlier program %s (%s, %s)', async (_what, habit, host) => {
    const { program, listener, title } = await signIn(habit, host)
    expect([title, program.stolen]).toEqual(['Back to Steward', []])
    expect((await listener.callback).get('code')).toBe('c1')
  })

  it('is never sent where the service worker answers the start itself', async () => {
    const { program, title, asked } = await signIn('answers', '127.0.0.1')
    expect([title, program.stolen.filter((address) => address.includes('code=')), asked]).toEqual(['stolen', [], 0])
  })
})
