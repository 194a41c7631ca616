import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { findScanEngine, holdScans } from '../../../electron/texts/scan-engine-files.ts'
import { createTextReader, scanLimits } from '../../../electron/texts/text-reader.ts'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { pageNames, readPage, scanPdf } from '../../scans/pages.ts'
import { jump, scrollStretch } from '../grid/in-page.ts'
import type { BenchOptions, BenchResult } from '../result.ts'
import { serve } from '../serve.ts'
import { connect, openFreshStore, sweepOnce } from '../sync/parts.ts'

const readerScript = resolve(import.meta.dirname, '../../../out/main/text-reader.js')
/** Searches of one measurement, each for one more letter. */
const keystrokes = 120
const jumps = 12
const rowsPerFrame = 250
const frames = 240

type Which = 'alone' | 'waiting' | 'asked'
const order: readonly Which[] = ['alone', 'waiting', 'asked']
type Side = { typing: number; scrolling: number; sync: number; frames: number; late: number; pages: number }
type Connected = Awaited<ReturnType<typeof connect>>
type World = { page: Page; service: Connected['service']; rows: number; turn: number }

/**
 * Measures typing, scrolling and a sync beside the same without scans: with a page in progress that waits, as it does within a moment when somebody uses the
 * computer, and, for the report only, while scans are read that the user asked for. The sides take turns in each round. Scans are read in the process that Steward
 * starts for them. Needs a build.
 */
export async function benchScans({ individuals, households, rounds }: BenchOptions): Promise<BenchResult> {
  if (!existsSync(readerScript)) throw new Error('This bench needs a build: npm run build')
  const scans = await prepareScans()
  const sandbox = await startSandboxProcess(['--households', String(households), '--seed', '7', '--control'])
  const connected = await connect(sandbox)
  const { url, child } = await serve(new URL('../grid/serve.ts', import.meta.url), individuals)
  const browser = await chromium.launch(browserOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    await page.locator('[role="grid"] [data-line]:not([aria-busy])').first().waitFor()
    await page.locator('nav[aria-label="Main"] a', { hasText: 'People' }).first().click()
    await page.locator('[role="grid"][aria-label="People"] [data-line]:not([aria-busy])').first().waitFor()
    const world = { page, service: connected.service, rows: individuals }
    await measure({ ...world, turn: 0 })
    const sides: Record<Which, Side[]> = { alone: [], waiting: [], asked: [] }
    for (let round = 0; round < rounds; round += 1)
      for (const which of round % 2 === 0 ? order : order.toReversed()) {
        const reading = which === 'alone' ? null : await scans.begin(which === 'waiting')
        const side = await measure({ ...world, turn: round + 1 })
        const pages = (await reading?.end()) ?? 0
        sides[which].push({ ...side, pages })
        report(which === 'alone' ? 'no scan' : which === 'waiting' ? 'a page waits' : `${pages} pages read`, side)
      }
    const ratios = (of: 'typing' | 'scrolling' | 'sync') =>
      sides.waiting.map((side, at) => side[of] / (sides.alone[at]?.[of] ?? Number.NaN))
    const lateShare = (all: readonly Side[]) =>
      (100 * all.reduce((sum, { late }) => sum + late, 0)) / all.reduce((sum, side) => sum + side.frames, 0)
    return {
      figures: {
        scans_typing_ratio: ratios('typing'),
        scans_scrolling_ratio: ratios('scrolling'),
        scans_late_frames_points: Math.round((lateShare(sides.waiting) - lateShare(sides.alone)) * 100) / 100,
        scans_sync_ratio: ratios('sync'),
      },
    }
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await connected.close()
    await sandbox.stop()
    await scans.close()
  }
}

/** The process that reads scans, which reads the same pages again and again between `begin` and `end`. */
async function prepareScans() {
  const engine = findScanEngine()
  if (engine === null) throw new Error('The engine that reads scans is not installed: npm install --include=optional')
  const folder = mkdtempSync(join(tmpdir(), 'steward-scans-'))
  const hold = join(folder, 'hold')
  const reader = createTextReader({
    start: ({ memoryMb }) => startReader(readerScript, { memoryMb, mayRead: [...Object.values(engine), hold] }),
    limits: scanLimits,
  })
  const pages = await Promise.all(pageNames.map(readPage))
  const bytes = scanPdf(pages.map(({ page }) => page))
  return {
    /** Resolves once the first page was read, when the engine is loaded, with the second one in progress. */
    async begin(isWaiting: boolean) {
      const stop = new AbortController()
      const begun = Promise.withResolvers<void>()
      const next = Promise.withResolvers<void>()
      let count = 0
      const onPage = () => {
        count += 1
        if (count === 1) begun.resolve()
        else next.resolve()
      }
      const work = async () => {
        for (;;) {
          const content = (async function* () {
            yield bytes
          })()
          const file = { mediaType: 'application/pdf', name: 'scan.pdf', size: bytes.byteLength, bytes: content }
          await reader.readScan(
            file,
            { pages: pages.map((_, at) => at + 1), engine: { ...engine, hold }, onPage },
            stop.signal,
          )
        }
      }
      const ended = work().catch((problem: unknown) => {
        if (stop.signal.aborted) return
        begun.reject(problem)
        next.reject(problem)
      })
      // Rejected also where nothing waits for it yet.
      next.promise.catch(() => {})
      await begun.promise
      if (isWaiting) holdScans(hold, true)
      return {
        /** @returns the number of pages that were read in the meantime; a page that waited is read to its end first */
        async end() {
          const read = count - 1
          holdScans(hold, false)
          await next.promise
          stop.abort()
          await ended
          return read
        },
      }
    },
    async close() {
      await reader.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One measurement of everything, in ms; `turn` makes its searches and places others than those of the last one. */
async function measure({ page, service, rows, turn }: World): Promise<Omit<Side, 'pages'>> {
  const { store, remove } = await openFreshStore()
  try {
    const { ms: sync } = await sweepOnce({ store, service, parallel: 6 })
    await store.searchMerged()
    const typing = await timesOf(keystrokes, async (at) => {
      const name = names[(Math.floor(at / 6) + turn) % names.length] ?? ''
      await store.read('search.query', { text: name.slice(0, 1 + (at % 6)), limit: 20 })
    })
    const scrolling = await timesOf(jumps, (at) => page.evaluate(jump, (at * 0.618_034 + turn * 0.1) % 1))
    const from = Math.min(turn * rowsPerFrame * frames, Math.max(0, rows - rowsPerFrame * frames)) % rows
    const to = Math.min(rows, from + rowsPerFrame * frames)
    const stretch = await page.evaluate(scrollStretch, { from, to, rows, frames })
    return { sync, typing, scrolling, frames: stretch.frames, late: stretch.late }
  } finally {
    await remove()
  }
}

const names = ['Anders', 'Bennet', 'Carter', 'Harris', 'Mercer', 'Okafor', 'Thomas', 'Wilson']

/** The median time of a work, in ms. */
async function timesOf(count: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) {
    const began = performance.now()
    await work(at)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0
}

function report(name: string, { typing, scrolling, sync, frames: all, late }: Omit<Side, 'pages'>): void {
  const shown = [typing, scrolling, sync].map((ms) => ms.toFixed(1).padStart(8))
  console.log(
    `${name.padEnd(16)} keystroke ${shown[0]} ms, jump ${shown[1]} ms, sync ${shown[2]} ms, ${late} of ${all} frames late`,
  )
}
