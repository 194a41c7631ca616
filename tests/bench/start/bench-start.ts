import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import type { BenchResult } from '../main.ts'

/** A static page for the same shell to show. */
const staticPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Static</title></head><body><h1>Static</h1></body></html>'

/**
 * Measures the time from starting the browser shell's process to the first painted household rows, with a full cache of the demo
 * firm and no service; beside the same built shell and cache, from its start to painting a static page. The browser is already
 * running, and each start gets a new profile.
 */
export async function benchStart({ rounds }: { rounds: number }): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-start-'))
  const browser = await chromium.launch(browserOptions())
  try {
    const userDataDir = join(folder, 'user')
    await fillCache(browser, userDataDir)
    const plain = shellWithStaticPage(join(folder, 'static'))
    const rows = (page: Page) => appears(page, '[role="grid"] [role="row"][data-line]:not([aria-busy])')
    const heading = (page: Page) => appears(page, 'h1')
    const times: { app: number; bare: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const bare = await timeStart({ browser, script: plain, userDataDir, painted: heading })
      const app = await timeStart({ browser, script: 'out/main/browser.js', userDataDir, painted: rows })
      console.log(`rows ${app.toFixed(0)} ms, static page ${bare.toFixed(0)} ms${round === 0 ? ' (warm-up)' : ''}`)
      if (round > 0) times.push({ app, bare })
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const ratio = median(times.map(({ app, bare }) => app / bare))
    return { figures: { start_ratio: Math.round(ratio * 100) / 100 }, goals: { start_ratio: '≤ 1.5' } }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

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

async function fillCache(browser: Browser, userDataDir: string): Promise<void> {
  const { url, stop } = await startShell('out/main/browser.js', ['--demo', '--user-data-dir', userDataDir])
  const page = await browser.newPage()
  await page.goto(await url)
  await page.getByRole('region', { name: 'Sync' }).getByText('Up to date').waitFor({ timeout: 120_000 })
  await page.close()
  await stop()
}

type Start = { browser: Browser; script: string; userDataDir: string; painted: (page: Page) => Promise<void> }

async function timeStart({ browser, script, userDataDir, painted }: Start): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const began = performance.now()
  const { url, stop } = await startShell(script, ['--demo-offline', '--user-data-dir', userDataDir])
  await page.goto(await url, { waitUntil: 'commit' })
  await painted(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const took = performance.now() - began
  await context.close()
  await stop()
  return took
}

async function startShell(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, '--headless', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { url: readyUrl(child), stop: () => stop(child) }
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
