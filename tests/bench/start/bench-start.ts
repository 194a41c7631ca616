import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { connectionFolder } from '../../../electron/connections/connection-folder.ts'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { copyStore } from '../copy-store.ts'
import { generatedMirror } from '../generate/mirror-cache.ts'
import type { BenchResult } from '../result.ts'

/** A static page for the same shell to show. */
const staticPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Static</title></head><body><h1>Static</h1></body></html>'

/**
 * Measures the time from starting the browser shell's process to the first painted household rows, with a full cache of a generated
 * firm and no service; beside the same built shell and cache, from its start to painting a static page. The browser is already
 * running, and each start gets a new profile. When the rows are painted, the memory of the shell and of its page is measured.
 */
export async function benchStart({ rounds, individuals }: Options): Promise<BenchResult> {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-start-'))
  const browser = await chromium.launch(browserOptions())
  try {
    const userDataDir = join(folder, 'user')
    await fillCache(browser, userDataDir, individuals)
    const plain = shellWithStaticPage(join(folder, 'static'))
    const heading = (page: Page) => appears(page, 'h1')
    const found: { app: number; bare: number; mib: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const bare = await timeStart({ browser, script: plain, userDataDir, painted: heading })
      const app = await timeStart({ browser, script: 'out/main/browser.js', userDataDir, painted: showsRows })
      const said = `rows ${app.ms.toFixed(0)} ms, static page ${bare.ms.toFixed(0)} ms`
      const memory = `Steward ${app.memory.shell.toFixed(0)} MiB and its page ${app.memory.page.toFixed(0)} MiB`
      console.log(`${said}; ${memory}${round === 0 ? ' (warm-up)' : ''}`)
      if (round > 0) found.push({ app: app.ms, bare: bare.ms, mib: app.memory.shell + app.memory.page })
    }
    const figures = {
      start_ratio: found.map(({ app, bare }) => app / bare),
      app_memory_mib: found.map(({ mib }) => mib),
    }
    return { figures }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Options = { rounds: number; individuals: number }

/** Waits for the first rows of a list. */
export const showsRows = (page: Page) => appears(page, '[role="grid"] [role="row"][data-line]:not([aria-busy])')

/** Checks at every frame; a locator's own waiting soon polls only twice a second. */
async function appears(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((css) => document.querySelector(css) !== null, selector, { polling: 'raf' })
}

/** Copies the built shell with its page replaced. */
function shellWithStaticPage(folder: string): string {
  cpSync('out', join(folder, 'out'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'out/renderer/index.html'), staticPage)
  return join(folder, 'out/main/browser.js')
}

/** Opens the demo firm once, then puts a generated firm into its stores. */
export async function fillCache(browser: Browser, userDataDir: string, individuals: number): Promise<void> {
  const { url, stop } = await startShell('out/main/browser.js', ['--demo', '--user-data-dir', userDataDir])
  const page = await browser.newPage()
  await page.goto(await url)
  await page.getByRole('region', { name: 'Sync' }).getByText('Up to date').waitFor({ timeout: 120_000 })
  await page.close()
  await stop()
  await replaceStores(userDataDir, individuals)
}

async function replaceStores(userDataDir: string, individuals: number): Promise<void> {
  const { files } = await generatedMirror(7, { individuals })
  const [id = ''] = readdirSync(join(userDataDir, 'connections'))
  const { folder } = connectionFolder(userDataDir, id)
  const secretsPath = join(userDataDir, 'demo', 'demo-secrets.json')
  const secrets = JSON.parse(readFileSync(secretsPath, 'utf8')) as Record<string, string>
  for (const name of ['mirror', 'ledger'] as const) {
    // With the files that belong to the store before: its write-ahead log, and the marker of its key.
    for (const file of readdirSync(folder)) if (file.startsWith(`${name}.`)) rmSync(join(folder, file))
    copyStore(join(files.folder, `${name}.db`), join(folder, `${name}.db`))
    secrets[keychainAccount(id, `${name}-key`)] = files[name].key
  }
  writeFileSync(secretsPath, JSON.stringify(secrets))
}

type Start = { browser: Browser; script: string; userDataDir: string; painted: (page: Page) => Promise<void> }

/** Starts the program; returns the ms until its page is painted, and the memory of both then. */
export async function timeStart({ browser, script, userDataDir, painted }: Start) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const began = performance.now()
  const { url, pid, stop } = await startShell(script, ['--demo-offline', '--user-data-dir', userDataDir])
  await page.goto(await url, { waitUntil: 'commit' })
  await painted(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const ms = performance.now() - began
  const memory = { shell: memoryOf(pid), page: await largestRenderer(browser) }
  await context.close()
  await stop()
  return { ms, memory }
}

/** MiB of memory that a process takes; what it shares with others is divided by their number (Linux only). */
function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1024
}

/** The page is the only one that is open, beside an empty process that the browser keeps in reserve. */
async function largestRenderer(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id)))
}

async function startShell(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, '--headless', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { url: readyUrl(child), pid: child.pid ?? Number.NaN, stop: () => stop(child) }
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Steward is ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`Steward ended with ${code} before it was ready.`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
