import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { createTexts } from '../../../electron/texts/read-texts.ts'
import { createTextReader } from '../../../electron/texts/text-reader.ts'
import { writePdf } from '../../../sandbox/files/pdf.ts'
import { makeFolder, openStore, removeFolder, sweep } from '../../integration/data/support/open-store.ts'
import { aDocument, aHousehold, many } from '../../integration/data/support/records.ts'
import { createPages } from './pages.ts'

const files = 16
/** Paragraphs of a file; each is about a page. */
const paragraphs = 30

export type Reading = {
  /** Pages a second beside pdfjs alone; one ratio a round. */
  ratios: number[]
  pagesPerSecond: number
  /** The most memory that the reading process had, in MiB; null where the system does not say. */
  readerMib: number | null
  /** Longest stall of the main thread while Steward reads, in ms. */
  stallMs: number
}

/**
 * Reads a folder of PDFs as Steward does, from the sealed files to the index; then the same PDFs with pdfjs alone, in this process and from
 * memory. `script` is the built program of the reading process.
 */
export async function measureReading(script: string, rounds: number): Promise<Reading> {
  const folder = makeFolder()
  const pdfs = makePdfs()
  const store = await openStore(folder)
  const reader = createTextReader({ start: ({ memoryMb }) => startReader(script, { memoryMb }) })
  const changed = { files: () => {} }
  const opened = await openConnectionFiles({
    rows: store,
    folders: { held: join(folder, 'files'), staged: join(folder, 'staged') },
    ofThisRun: null,
    onChanged: () => changed.files(),
  })
  let stallMs = 0
  try {
    await sweep(store, 'households', [[aHousehold(1)]])
    await sweep(store, 'documents', [many((n) => aDocument(n, { household_id: 'household_1' }), files)])
    for (const [at, bytes] of pdfs.entries()) {
      const sealed = await opened.held.store.write(once(bytes), { signal: new AbortController().signal })
      const facts = { name: `agreement-${at}.pdf`, etag: null, recordUpdatedAt: null }
      await opened.held.put({ kind: 'document', id: `document_${at + 1}` }, sealed, facts)
    }
    const texts = createTexts({
      ...{ store, files: opened, reader, connectionId: 'c'.repeat(32), publish: () => {} },
      scans: {
        reader: { readScan: () => Promise.reject(new Error('No scan is read here.')) },
        engine: null,
        surroundings: { idleMs: () => 0, isOnBattery: () => false, every: () => () => {}, hold: () => true },
      },
      fetcher: { fetch: () => Promise.reject(new Error('Nothing is downloaded here.')) },
      sync: { status: () => ({ state: 'idle', endedAt: null, resources: [] }) as never, onStatus: () => () => {} },
      travel: { setBudget: async () => {} },
      onFilesChanged(listener) {
        changed.files = listener
        return () => {}
      },
      rules: {
        mayRead: () => true,
        mustForget: () => false,
        mayKeepText: () => true,
        isSignedIn: async () => true,
      },
    })
    const readAll = async () => {
      await store.writeFileCache('texts.forgetAll', {})
      const stalls = monitorEventLoopDelay({ resolution: 5 })
      stalls.enable()
      const from = performance.now()
      texts.rulesChanged()
      await texts.idle()
      const ms = performance.now() - from
      stalls.disable()
      stallMs = Math.max(stallMs, stalls.max / 1e6)
      const { searchable } = await texts.coverage()
      if (searchable !== files) throw new Error(`${searchable} of ${files} files were read.`)
      return ms
    }
    // The process and its program are loaded, as they are after the first files of a folder.
    await texts.idle()
    await readAll()
    const pages = await withPdfjs(pdfs)
    stallMs = 0
    const ratios: number[] = []
    const times: number[] = []
    for (let at = 0; at < rounds; at += 1) {
      const ours = await readAll()
      const from = performance.now()
      await withPdfjs(pdfs)
      ratios.push((performance.now() - from) / ours)
      times.push(ours)
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const readerMib = mostMemoryOfChildren()
    await texts.close()
    return {
      ...{ ratios, readerMib, stallMs },
      pagesPerSecond: pages / (median / 1000),
    }
  } finally {
    await reader.close()
    await opened.close()
    await store.close()
    removeFolder(folder)
  }
}

/** Files of full pages. */
function makePdfs(): Uint8Array[] {
  const pages = createPages(11)
  return Array.from({ length: files }, (_, at) => {
    const pdf = writePdf(
      `Agreement ${at + 1}`,
      Array.from({ length: paragraphs }, () => pages.next()),
    )
    return new Uint8Array(pdf)
  })
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** Returns the number of pages. */
async function withPdfjs(pdfs: readonly Uint8Array[]): Promise<number> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  let pages = 0
  for (const bytes of pdfs) {
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
    const file = await task.promise
    for (let n = 1; n <= file.numPages; n += 1) await (await file.getPage(n)).getTextContent()
    pages += file.numPages
    await task.destroy()
  }
  return pages
}

/** The most memory that a program started by this process had, in MiB; Linux alone says it of a program that still runs. */
function mostMemoryOfChildren(): number | null {
  if (process.platform !== 'linux') return null
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const peaks = children.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))
  return peaks.length === 0 ? null : Math.max(...peaks) / 1024
}
