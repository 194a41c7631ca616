import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { p50, round2 } from '../query/measure.ts'
import { openPeer, scrollPeer } from './in-page.ts'
import type { PeerRow } from './table.ts'

const grids = [
  {
    name: 'Steward’s grid',
    entry: resolve(import.meta.dirname, '../grid/own-grid.tsx'),
    remarks: 'The script includes React and Mantine. Rows are elements. No editing in cells.',
  },
  {
    name: 'AG Grid Community 36, infinite model',
    entry: resolve(import.meta.dirname, 'page/ag-grid.mjs'),
    remarks: 'Needs no framework. Rows are elements. Editing in cells, filters and menus of its own.',
  },
  {
    name: 'Glide Data Grid 6',
    entry: resolve(import.meta.dirname, 'page/glide.jsx'),
    remarks: 'Draws on a canvas. Editing in cells. Does not allow React 19, so this is with React 18.',
  },
]

type Built = {
  name: string
  remarks: string
  script: string
  style: string
  kib: number
  times: number[]
  late: number[]
  blank: number[]
}

/**
 * Shows a million rows, answered after about 1 ms, in each grid in the same Chromium: first rows in a new page with the script loaded,
 * then fast scrolling, a screen between any two frames (`bench grid` scrolls ten times as fast). The grids take turns within a round.
 */
export async function compareGrids(rounds: number): Promise<PeerRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-grids-'))
  const browser = await chromium.launch(browserOptions())
  try {
    const built: Built[] = []
    for (const [at, { name, remarks, entry }] of grids.entries())
      built.push({ name, remarks, ...(await bundle(entry, join(folder, String(at)))) })
    for (let round = -1; round < rounds; round += 1) {
      for (const grid of built) {
        const { firstRows, late, blank } = await measure(browser, grid)
        // The first round warms up.
        if (round < 0) continue
        grid.times.push(firstRows)
        grid.late.push(late)
        grid.blank.push(blank)
      }
    }
    return built.map(({ name, remarks, times, late, blank, kib }) => ({
      what: 'Grid of a million rows',
      name,
      remarks,
      figures: {
        'first rows': `${round2(p50(times))} ms`,
        'late frames': `${round2(p50(late))} %`,
        'frames with missing rows': `${round2(p50(blank))} %`,
        'script, gzip': `${kib} KiB`,
      },
      rounds: { 'first rows': times.map(round2) },
    }))
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bundle(entry: string, outDir: string): Promise<Omit<Built, 'name' | 'remarks'>> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      cssCodeSplit: false,
      lib: { entry, formats: ['iife'], name: 'bench', fileName: () => 'page.js', cssFileName: 'page' },
    },
  })
  const script = join(outDir, 'page.js')
  const kib = Math.round(gzipSync(readFileSync(script)).length / 1024)
  return { script, style: join(outDir, 'page.css'), kib, times: [], late: [], blank: [] }
}

async function measure(browser: Browser, { script, style }: Built) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.setContent(
      '<!doctype html><title>Rows</title><style>body{margin:0}#place{position:fixed;inset:0}#place>*{height:100%}</style><div id="place"></div><div id="portal"></div>',
    )
    if (statSync(style, { throwIfNoEntry: false })) await page.addStyleTag({ path: style })
    await page.addScriptTag({ path: script })
    const firstRows = await page.evaluate(openPeer)
    const { frames, late, blank } = await page.evaluate(scrollPeer, { rows: 1_000_000, perFrame: 25, frames: 300 })
    return { firstRows, late: (100 * late) / frames, blank: (100 * blank) / frames }
  } finally {
    await page.close()
  }
}
