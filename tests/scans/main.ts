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
  pageNames,
  readPage,
  scanPdf,
  stained,
  turned,
  wordsOf,
} from './pages.ts'

// npm run scans: the part of the words that is read on scans of several qualities. `--draw` first draws the pages again.

const { values } = parseArgs({ options: { draw: { type: 'boolean', default: false } } })

type Quality = { make(page: Gray): Gray; dpi?: number; least?: number }

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

async function measure(): Promise<boolean> {
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
    const pages = await Promise.all(pageNames.map(readPage))
    for (const [name, { make, dpi = 300, least = 0 }] of Object.entries(qualities)) {
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
        `${name.padEnd(30)} ${(found * 100).toFixed(1).padStart(5)} % of words (${shown}), confidence ${sure.join(' ')}, ${seconds.toFixed(1)} s a page\n`,
      )
      isGood &&= found >= least
    }
  } finally {
    await reader.close()
    await rm(outDir, { recursive: true, force: true })
  }
  return isGood
}

if (values.draw) await drawPages()
if (!(await measure())) process.exitCode = 1
