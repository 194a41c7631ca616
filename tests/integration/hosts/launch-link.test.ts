import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { type Folders, makeFolders } from '../../doubles/bundle-folder.ts'
import { askSession, enter, nonceOf, openSignedIn } from '../../doubles/loopback.ts'
import { readyAddress, type ShellProcess, startShellProcess } from '../../doubles/start-browser-shell.ts'

let folders: Folders
let shell: ShellProcess
beforeEach(async () => {
  folders = await makeFolders()
  await buildClientPage(folders.bundleRoot)
  shell = startShellProcess({
    bundleRoot: folders.bundleRoot,
    args: ['--headless', '--user-data-dir', folders.userDataDir],
  })
})
afterEach(async () => {
  await shell.stop()
  await folders.remove()
})

/** Returns every command line and environment on this computer that can be read. */
async function processTexts(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const texts = pids.flatMap((pid) => ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1')))
  return (await Promise.allSettled(texts)).map((read) => (read.status === 'fulfilled' ? read.value : '')).join('\n')
}

async function folderTexts(folder: string): Promise<{ files: number; text: string }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  return { files: files.length, text: texts.join('\n') }
}

it('the session token is in no command line, log, profile or history, while the page is open and after it', async () => {
  const address = await readyAddress(shell)
  const profile = join(folders.userDataDir, 'browser-profile')
  const context = await chromium.launchPersistentContext(profile, browserOptions())
  const secrets: { token: string; resume: string }[] = []
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(180_000)
  page.on('response', async (response) => {
    if (response.url().endsWith('/session') && response.ok()) secrets.push(await response.json())
  })
  try {
    await page.goto(address.href)
    await page.locator('html[data-link="ready"]').waitFor({ state: 'attached' })
    await page.reload()
    await page.locator('html[data-link="ready"]').waitFor({ state: 'attached' })
    await expect.poll(() => secrets.length).toBeGreaterThan(0)
    expect(page.url()).not.toContain('launch')
    const processes = await processTexts()
    expect(processes).toContain(profile)
    for (const { token } of secrets) expect(processes).not.toContain(token)
  } finally {
    await context.close()
  }
  const { files, text } = await folderTexts(folders.userDataDir)
  expect(files).toBeGreaterThan(20)
  for (const { token } of secrets) {
    expect(text).not.toContain(token)
    expect(shell.output()).not.toContain(token)
  }
})

it('a link used twice gets 401 the second time, and ends the session of the first', async () => {
  const address = await readyAddress(shell)
  const { origin } = address
  const { socket, closed } = await openSignedIn(origin, (await enter(address.href)).token)
  expect(socket.readyState).toBe(socket.OPEN)
  expect((await askSession(origin, { launch: nonceOf(address.href) })).status).toBe(401)
  expect(await closed).toBe(4410)
})

it('the browser shell prints a fresh address when a spent link was opened, and not for each of a flood', async () => {
  const address = await readyAddress(shell)
  const { origin } = address
  const began = performance.now()
  for (let index = 0; index < 20; index += 1) await askSession(origin, { launch: 'A'.repeat(43) })
  await shell.line(/^A used or expired link was opened/)
  const notices = shell.output().match(/^A used or expired link was opened.*$/gm) ?? []
  // One in 5 s at most, however long a busy computer takes for the flood. An address is good for 30 s.
  expect(notices.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 5_000)
  const fresh = notices.at(-1)?.replace(/^.*(?=http:)/, '') ?? ''
  expect((await askSession(origin, { launch: nonceOf(fresh) })).status).toBe(200)
})

it('the browser shell lets several windows in, each by a link of its own', async () => {
  const address = await readyAddress(shell)
  const { origin } = address
  const first = await openSignedIn(origin, (await enter(address.href)).token)
  shell.signal('SIGUSR2')
  const line = await shell.line(/^A new address/)
  await openSignedIn(origin, (await enter(line.slice(line.indexOf('http://')))).token)
  expect(first.socket.readyState).toBe(first.socket.OPEN)
})
