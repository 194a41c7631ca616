import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { startReader } from '../../electron/hosts/browser/start-service.ts'
import { findScanEngine } from '../../electron/texts/scan-engine-files.ts'
import { createTextReader, type ScannedPage, scanLimits } from '../../electron/texts/text-reader.ts'
import { drawPages } from './draw.ts'
import {
  coarser,
  faint,
  foundPart,
  type Gray,
  type PageName,
  pageNames,
  randomOf,
  readPage,
  scanPdf,
  stained,
  turned,
  wordsOf,
} from './pages.ts'

const usage = `Usage: npm run scans -- [--seed S --runs N] [--draw]
  The part of the words that is read on scans of several qualities. Fails if less than 97 % of them are read at 300 dpi.
  With --seed, N scans whose page, resolution, angle, direction, stains and ink are drawn by chance; fails if one is read with fewer words than its
  quality allows. The same seed gives the same scans. --draw first draws the pages again.`

const { values } = parseArgs({
  options: {
    draw: { type: 'boolean', default: false },
    seed: { type: 'string' },
    runs: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})

/** A quality of scans. `least`: the least part of the words that must be read. `only`: the page that is scanned; all if it is left out. */
type Quality = { make(page: Gray): Gray; dpi?: number; least?: number; only?: PageName }

const qualities: Record<string, Quality> = {
  '300 dpi': { make: (page) => page, least: 0.97 },
  '300 dpi, turned by 1°': { make: (page) => turned(page, 1) },
  '300 dpi, turned by 3°': { make: (page) => turned(page, -3) },
  '300 dpi, on its side': { make: (page) => turned(page, 90) },
  '300 dpi, on its head': { make: (page) => turned(page, 180) },
  '300 dpi, stained': { make: (page) => stained(page, 7) },
  '300 dpi, faint': { make: (page) => faint(page, 170, 235) },
  '150 dpi': { make: (page) => coarser(page, 2), dpi: 150 },
  '150 dpi, turned by 2°': { make: (page) => coarser(turned(page, 2), 2), dpi: 150 },
  '150 dpi, stained and faint': { make: (page) => faint(coarser(stained(page, 11), 2), 150, 235), dpi: 150 },
  '100 dpi': { make: (page) => coarser(page, 3), dpi: 100 },
}

/** Qualities that are drawn by chance. */
function byChance(seed: number, runs: number): Record<string, Quality> {
  const drawn = Array.from({ length: runs }, (_, run): [string, Quality] => {
    const random = randomOf(seed + run * 7919)
    // The first numbers of seeds that follow each other are close together.
    for (let skipped = 0; skipped < 8; skipped += 1) random()
    const oneOf = <Of>(...all: readonly [Of, ...Of[]]): Of => all[Math.floor(random() * all.length)] ?? all[0]
    const [only, dpi, quarter] = [oneOf(...pageNames), oneOf(300, 300, 150), oneOf(0, 0, 0, 90, 180, 270)]
    const angle = Math.round((random() * 4 - 2) * 10) / 10
    const [stains, ink] = [random() < 0.3 ? 1 + Math.floor(random() * 1000) : null, oneOf(0, 0, 90, 150)]
    const make = (page: Gray) => {
      const spotted = stains === null ? turned(page, angle) : stained(turned(page, angle), stains)
      const inked = ink === 0 ? spotted : faint(spotted, ink, 235)
      const side = quarter === 0 ? inked : turned(inked, quarter)
      return dpi === 300 ? side : coarser(side, 300 / dpi)
    }
    const words = [
      `${dpi} dpi`,
      `${angle}°`,
      quarter && `turned by ${quarter}°`,
      stains && 'stained',
      ink && `ink ${ink}`,
    ]
    const least = stains === null ? (dpi === 300 ? 0.97 : 0.93) : 0.75
    return [`${run + 1}: ${only}, ${words.filter(Boolean).join(', ')}`, { make, dpi, only, least }]
  })
  return Object.fromEntries(drawn)
}

async function measure(asked: Record<string, Quality>): Promise<boolean> {
  const engine = findScanEngine()
  if (engine === null) throw new Error('The engine that reads scans is not installed: npm install --include=optional')
  const root = resolve(import.meta.dirname, '../..')
  const outDir = await mkdtemp(join(root, '.cache', 'scans-'))
  await build({
    ...{ root, configFile: false, logLevel: 'warn', ssr: { target: 'node', noExternal: true } },
    build: {
      ssr: 'electron/texts/reader-process.ts',
      outDir,
      target: 'node22',
      rolldownOptions: { output: { entryFileNames: 'reader.mjs' } },
    },
  })
  const script = join(outDir, 'reader.mjs')
  const reader = createTextReader({
    start: ({ memoryMb }) => startReader(script, { memoryMb, mayRead: Object.values(engine) }),
    limits: scanLimits,
  })
  let isGood = true
  try {
    for (const [name, { make, dpi = 300, least = 0, only }] of Object.entries(asked)) {
      const pages = await Promise.all((only === undefined ? pageNames : [only]).map(readPage))
      const bytes = scanPdf(
        pages.map(({ page }) => make(page)),
        { dpi },
      )
      const scanned: ScannedPage[] = []
      const began = performance.now()
      const file = {
        mediaType: 'application/pdf',
        name: 'scan.pdf',
        size: bytes.byteLength,
        bytes: (async function* () {
          yield bytes
        })(),
      }
      await reader.readScan(
        file,
        { pages: pages.map((_, at) => at + 1), engine, onPage: (page) => scanned.push(page) },
        new AbortController().signal,
      )
      const seconds = (performance.now() - began) / 1000 / pages.length
      const parts = pages.map(({ words }, at) => {
        const page = scanned[at]
        return page?.is === 'text' ? foundPart(words, wordsOf(page.text)) : 0
      })
      const words = pages.reduce((sum, page) => sum + page.words.length, 0)
      const found = pages.reduce((sum, page, at) => sum + page.words.length * (parts[at] ?? 0), 0) / words
      const sure = scanned.map((page) => (page.is === 'text' ? page.confidence : page.is))
      const shown = parts.map((part) => (part * 100).toFixed(1)).join(' ')
      process.stdout.write(
        `${name.padEnd(only === undefined ? 30 : 56)} ${(found * 100).toFixed(1).padStart(5)} % of words (${shown}), confidence ${sure.join(' ')}, ${seconds.toFixed(1)} s a page${found < least ? `: less than ${least * 100} %` : ''}\n`,
      )
      isGood &&= found >= least
    }
  } finally {
    await reader.close()
    await rm(outDir, { recursive: true, force: true })
  }
  return isGood
}

if (values.help) console.log(usage)
else {
  if (values.draw) await drawPages()
  const asked = values.seed === undefined ? qualities : byChance(Number(values.seed), Number(values.runs))
  if (!(await measure(asked))) process.exitCode = 1
}
