import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { lookInto, openStore, sweep } from '../../integration/data/support/open-store.ts'
import { aDocument, aHousehold, aUser, many } from '../../integration/data/support/records.ts'
import { heldRow } from '../../integration/data/support/texts.ts'
import type { BenchOptions, BenchResult } from '../result.ts'
import { createPages } from './pages.ts'
import { measureReading } from './reading.ts'

const pagesPerDocument = 20
/** Phrases of pages that are typed letter by letter. */
const typed = 30
const readerScript = resolve(import.meta.dirname, '../../../out/main/text-reader.js')

/**
 * Writes the text of many pages into a store, then types sentences of them letter by letter; and reads a folder of PDFs as Steward does and
 * with pdfjs alone. Needs a build.
 */
export async function benchDocuments({ pages: count, rounds }: BenchOptions): Promise<BenchResult> {
  if (!existsSync(readerScript)) throw new Error('This bench needs a build: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-documents-'))
  const stalls = monitorEventLoopDelay({ resolution: 5 })
  const store = await openStore(folder)
  try {
    const documents = Math.ceil(count / pagesPerDocument)
    await sweep(store, 'users', [[aUser(1)]])
    await sweep(store, 'households', [many(aHousehold, 200)])
    await sweep(store, 'documents', inPages(documents))
    await store.searchMerged()
    const pages = createPages(7)
    const phrases: string[] = []
    const before = sizeOf(folder)
    stalls.enable()
    const began = performance.now()
    for (let n = 1; n <= documents; n += 1) {
      const texts = Array.from({ length: pagesPerDocument }, (_, at) => ({ page: at + 1, text: pages.next() }))
      if (n % Math.ceil(documents / typed) === 1) phrases.push(pages.phraseOf(texts[3]?.text ?? ''))
      await put(store, `document_${n}`, texts)
    }
    const writing = performance.now() - began
    await store.searchMerged()
    const bytes = sizeOf(folder) - before
    const times: number[] = []
    const processor: number[] = []
    for (const phrase of phrases) {
      for (let length = 1; length <= phrase.length; length += 1) {
        const [from, used] = [performance.now(), process.cpuUsage()]
        await store.read('texts.search', { text: phrase.slice(0, length), filters: {}, offset: 0, limit: 10 })
        times.push(performance.now() - from)
        const { user, system } = process.cpuUsage(used)
        processor.push((user + system) / 1000)
      }
    }
    stalls.disable()
    for (const list of [times, processor]) list.sort((a, b) => a - b)
    const { bytes: estimated } = await store.read('texts.coverage', { scope: 'here', user: null, reader_version: 1 })
    const reading = await measureReading(readerScript, rounds)
    console.log(
      `${count} pages: ${Math.round((documents * pagesPerDocument) / (writing / 1000))} pages a second are indexed`,
    )
    console.log(
      `${times.length} keystrokes: median ${round(times[Math.floor(times.length / 2)])} ms, slowest ${round(times.at(-1))} ms; in processor time, which other programs hardly lengthen: p95 ${round(processor[Math.floor(processor.length * 0.95)])} ms`,
    )
    console.log(
      `${Math.round(bytes / (documents * pagesPerDocument))} bytes a page, text and index; Steward says ${Math.round((estimated / bytes) * 100)} % of them`,
    )
    console.log(`${Math.round(reading.pagesPerSecond)} pages of PDFs a second are read and indexed`)
    return {
      figures: {
        documents_keystroke_p95_ms: round(times[Math.floor(times.length * 0.95)]),
        documents_index_mib: round((bytes / (documents * pagesPerDocument)) * (100_000 / 1024 / 1024)),
        documents_stall_ms: round(Math.max(stalls.max / 1e6, reading.stallMs)),
        documents_reading_ratio: reading.ratios,
        ...(reading.readerMib === null ? {} : { documents_reader_mib: Math.round(reading.readerMib) }),
      },
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const round = (ms = 0) => Math.round(ms * 10) / 10

const inPages = (documents: number) =>
  Array.from({ length: Math.ceil(documents / 1000) }, (_, at) =>
    many(
      (n) => aDocument(n, { household_id: `household_${1 + (n % 200)}` }),
      Math.min(1000, documents - at * 1000),
      at * 1000 + 1,
    ),
  )

async function put(store: OpenedStore, document_id: string, pages: readonly { page: number; text: string }[]) {
  const held = heldRow(document_id)
  await store.writeFileCache('files.putHeld', held)
  await store.writeFileCache('texts.put', {
    ...{ document_id, sha256: held.sha256, pages, isFirst: true, read_at: held.held_at, reader_version: 1 },
    end: { state: 'text', why: null, page_count: pages.length, without_text: [], cut: null, attempts: 0 },
  })
}

/** Bytes of the mirror that are in use. */
const sizeOf = (folder: string) =>
  lookInto(folder, 'mirror', (db) => {
    const value = (name: string) => Number(db.pragma(name, { simple: true }))
    return (value('page_count') - value('freelist_count')) * value('page_size')
  })
