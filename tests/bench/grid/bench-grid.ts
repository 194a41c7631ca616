import { once } from 'node:events'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { words } from '../../e2e/words.ts'
import type { BenchResult } from '../result.ts'
import { serve } from '../serve.ts'
import { firstRows, jump, type Stretch, scrollStretch } from './in-page.ts'
import { installPlainList } from './plain-page.ts'

/** Rows scrolled per frame in the fast scroll: ten screens per frame, 15,000 rows per second. */
const rowsPerFrame = 250
const framesPerStretch = 400

const { households, individuals: people } = words.lists

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number) => Math.round(value * 100) / 100

async function openPages(browser: Browser, url: string, individuals: number) {
  const viewport = { width: 1280, height: 800 }
  const app = await browser.newPage({ viewport })
  await app.goto(url)
  await app.locator('[role="grid"] [data-line]:not([aria-busy])').first().waitFor()
  const plain = await browser.newPage({ viewport })
  await plain.setContent('<!doctype html><title>Plain list</title><body></body>')
  await plain.evaluate(installPlainList, { rows: individuals, names: [households, people] })
  return { app, plain }
}

type Pages = { app: Page; plain: Page }

async function measureFirstRows({ app, plain }: Pages, rounds: number) {
  const times = { app: [] as number[], plain: [] as number[] }
  for (let at = -2; at < rounds; at += 1) {
    const name = at % 2 === 0 ? people : households
    await plain.bringToFront()
    const plainMs = await plain.evaluate(firstRows, { name, plain: true })
    await app.bringToFront()
    const appMs = await app.evaluate(firstRows, { name, plain: false })
    if (at < 0) {
      console.log(`first visit of ${name}: ${appMs.toFixed(0)} ms`)
      continue
    }
    times.app.push(appMs)
    times.plain.push(plainMs)
  }
  console.log(`first rows: ${median(times.app).toFixed(1)} ms, plain list ${median(times.plain).toFixed(1)} ms`)
  return times.app.map((ms, at) => ms / (times.plain[at] ?? Number.NaN))
}

async function measureJumps({ app }: Pages) {
  await app.bringToFront()
  const times: number[] = []
  for (let at = 0; at < 20; at += 1) times.push(await app.evaluate(jump, (at * 0.618_034 + 0.1) % 1))
  const sorted = [...times].sort((a, b) => a - b)
  console.log(`20 jumps: p50 ${median(times).toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms`)
}

async function heapMib(cdp: CDPSession): Promise<number> {
  for (let at = 0; at < 3; at += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

const sum = (stretches: readonly Stretch[], of: 'frames' | 'late' | 'blank') =>
  stretches.reduce((total, stretch) => total + stretch[of], 0)

/** Scrolls the whole set from its first to its last row, in stretches that alternate between the two lists. */
async function measureScroll({ app, plain }: Pages, rows: number) {
  const cdp = await app.context().newCDPSession(app)
  await cdp.send('HeapProfiler.enable')
  await app.bringToFront()
  await app.evaluate(jump, 0)
  const before = await heapMib(cdp)
  const seen = { app: [] as Stretch[], plain: [] as Stretch[] }
  const stretch = rowsPerFrame * framesPerStretch
  for (let from = 0; from < rows; from += stretch) {
    const to = Math.min(rows, from + stretch)
    const frames = Math.max(1, Math.round((to - from) / rowsPerFrame))
    for (const [name, page] of [
      ['plain', plain],
      ['app', app],
    ] as const) {
      await page.bringToFront()
      seen[name].push(await page.evaluate(scrollStretch, { from, to, rows, frames }))
    }
  }
  const growth = (await heapMib(cdp)) - before
  const share = (name: 'app' | 'plain', of: 'late' | 'blank') => (100 * sum(seen[name], of)) / sum(seen[name], 'frames')
  const longest = (name: 'app' | 'plain') => Math.max(...seen[name].map(({ longestTask }) => longestTask))
  for (const name of ['app', 'plain'] as const) {
    console.log(
      `${name === 'app' ? 'the grid' : 'plain list'}: ${sum(seen[name], 'frames')} frames, late ${share(name, 'late').toFixed(2)} %, ` +
        `blank ${share(name, 'blank').toFixed(2)} %, longest task ${longest(name).toFixed(0)} ms (0: none over 50)`,
    )
  }
  console.log(
    `renderer heap: ${before.toFixed(1)} MiB at the start, ${(before + growth).toFixed(1)} MiB after the last row`,
  )
  return { late: share('app', 'late') - share('plain', 'late'), blank: share('app', 'blank'), growth }
}

/** Measures the grid in a real Chromium, over the real IPC and a generated mirror, beside a plain list in the same browser. */
export async function benchGrid({ individuals }: { individuals: number }): Promise<BenchResult> {
  await ensureBuild()
  const { url, child } = await serve(new URL('./serve.ts', import.meta.url), individuals)
  const browser = await chromium.launch(browserOptions())
  try {
    const pages = await openPages(browser, url, individuals)
    const ratios = await measureFirstRows(pages, 20)
    await pages.app.evaluate(firstRows, { name: people, plain: false })
    await pages.plain.evaluate(firstRows, { name: people, plain: true })
    await measureJumps(pages)
    const scroll = await measureScroll(pages, individuals)
    const figures = {
      first_rows_ratio: ratios,
      late_frames_points: round(scroll.late),
      blank_percent: round(scroll.blank),
      heap_growth_mib: round(scroll.growth),
    }
    return { figures }
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
