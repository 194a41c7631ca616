import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { writeLedger } from '../../electron/data/ledger/write-ledger.ts'
import { writeFileCache } from '../../electron/data/mirror/cached-files.ts'
import { pagesPerFile } from '../../electron/data/mirror/page-texts.ts'
import type { WritableDatabase } from '../../electron/data/open-database.ts'
import { openStores } from '../../electron/data/open-stores.ts'
import { answerRead } from '../../electron/data/reads/read.ts'
import { createReader } from '../../electron/data/reads/reader.ts'
import { rebuiltNote } from '../../electron/data/rebuilt-note.ts'
import { removeRecords } from '../../electron/data/records.ts'
import { createWriter } from '../../electron/data/writer.ts'
import { openConnectionFiles } from '../../electron/documents/connection-files.ts'
import { createTexts } from '../../electron/texts/read-texts.ts'
import type { PageText, TextReader } from '../../electron/texts/text-reader.ts'
import { sweepAll } from '../integration/data/support/outbox-world.ts'
import { aDocument, aHousehold, many } from '../integration/data/support/records.ts'
import { filesIn } from './furnished.ts'

// Files whose texts are read, replaced and removed, and what the mirror must then have of them.

/** Pages of each file by its content; those of the third are written in several parts. */
const pagesOf: Readonly<Record<string, number>> = { one: 3, two: 2, long: 90, four: 1, other: 4 }

/** Words that are on the pages. */
export const canaries = ['health care proxy', 'care proxy of']

/** The pages of a file: those of the long one have 2,500 characters; the second of each is a scan. */
const textOf = (content: string): PageText[] =>
  Array.from({ length: pagesOf[content] ?? 0 }, (_, at) => ({
    page: at + 1,
    text: `${content} ${at + 1} ${`health care proxy of ${content}${at} `.repeat(content === 'long' ? 80 : 3)}`,
  }))

const isScan = ({ page }: { page: number }) => page === 2

async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let content = ''
  for await (const piece of bytes) content += Buffer.from(piece).toString()
  return content
}

/** A reader of files whose content is a name in {@link pagesOf}. */
const reader: Pick<TextReader, 'read' | 'prepare'> = {
  prepare: async (file) => file,
  async read({ bytes }) {
    const content = await contentOf(bytes)
    const pageCount = pagesOf[content] ?? 0
    const pages = textOf(content).filter((page) => !isScan(page))
    return { is: 'text', pages, pageCount, withoutText: pageCount > 1 ? [2] : [], cut: null }
  },
}

const readScan: TextReader['readScan'] = async ({ bytes }, { pages, onPage }) => {
  const all = textOf(await contentOf(bytes))
  for (const { page, text } of all.filter((one) => pages.includes(one.page)))
    onPage({ page, is: 'text', text, confidence: 90 })
}

/** The text of scans that were read before is in the ledger: nothing is read again. */
const readNoScan: TextReader['readScan'] = () => Promise.reject(new Error('A scan is read a second time.'))

/** The key for what is stored beside the files. */
const labelKey = new Uint8Array(32).fill(7)

/** Opens the stores and files in a folder, in this thread. With `scansAreRead` no scan is read again. */
export async function openTexts(folder: string, { scansAreRead = false } = {}) {
  const { mirror, ledger } = openStores(filesIn(folder))
  const writer = createWriter({ mirror, ledger, now: Date.now, onChanged: () => {} })
  const reads = createReader(mirror, ledger)
  const store = {
    isWritable: true,
    read: async (name: never, input: never) => answerRead(reads, name, input),
    writeFileCache: async (name: never, input: never) => writeFileCache(writer, name, input),
    writeLedger: async (name: never, input: never) => writeLedger(writer, name, input),
    onChanged: () => () => {},
  } as unknown as Parameters<typeof createTexts>[0]['store']
  const changed = { files: () => {} }
  const files = await openConnectionFiles({
    rows: store,
    folders: { held: join(folder, 'files'), staged: join(folder, 'staged') },
    ofThisRun: null,
    labelKey,
    isMirrorNew: existsSync(rebuiltNote(folder)),
    onChanged: () => changed.files(),
  })
  rmSync(rebuiltNote(folder), { force: true })
  const put = async (id: string, content: string) => {
    async function* source() {
      yield Buffer.from(content)
    }
    const file = await files.held.store.write(source(), { signal: new AbortController().signal })
    await files.held.put({ kind: 'document', id }, file, { name: `${content}.pdf`, etag: null, recordUpdatedAt: null })
  }
  const read = () =>
    createTexts({
      ...{ store, files, reader, connectionId: 'c'.repeat(32), publish: () => {} },
      scans: {
        reader: { readScan: scansAreRead ? readNoScan : readScan },
        engine: { code: '', wasm: '', data: '' },
        surroundings: {
          ...{ idleMs: () => Number.POSITIVE_INFINITY, isOnBattery: () => false },
          ...{ every: () => () => {}, hold: () => true },
        },
      },
      fetcher: { fetch: () => Promise.reject(new Error('Nothing is downloaded here.')) },
      sync: {
        status: () => ({ state: 'idle', endedAt: null, resources: [] }) as never,
        onStatus: () => () => {},
      },
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
  const close = async () => {
    writer.batch.end()
    await files.close()
    mirror.close()
    ledger.close()
  }
  return { mirror, ledger, writer, files, put, read, close }
}

type Opened = Awaited<ReturnType<typeof openTexts>>

async function list({ writer }: Pick<Opened, 'writer'>): Promise<void> {
  await sweepAll(writer, 'households', { records: [aHousehold(1)], pageSize: 10 })
  await sweepAll(writer, 'documents', { records: many((n) => aDocument(n), 5), pageSize: 10 })
  writer.batch.commit()
}

/** Four documents with their files; the text of the first is read. */
export async function begin(opened: Opened): Promise<void> {
  const { put, read } = opened
  await list(opened)
  await put('document_1', 'one')
  const texts = read()
  await texts.idle()
  await texts.close()
  await put('document_2', 'two')
  await put('document_3', 'long')
  await put('document_4', 'four')
}

/** The others are read; then a file is replaced, one is removed, and a document is deleted at the service. */
export async function goOn({ writer, files, put, read }: Opened): Promise<void> {
  const texts = read()
  await texts.idle()
  await put('document_2', 'other')
  await texts.idle()
  await files.held.remove({ kind: 'document', id: 'document_1' })
  removeRecords(writer, 'documents', ['document_4'])
  writer.batch.commit()
  await texts.idle()
  await texts.close()
}

/** Damages the mirror of closed stores, so that the next opening begins a new one. */
export function damageMirror(folder: string): void {
  const file = openSync(join(folder, 'mirror.db'), 'r+')
  writeSync(file, Buffer.alloc(64, 7), 0, 64, 600)
  closeSync(file)
}

/** The records come again, and the files that were found beside the mirror are read again. */
export async function listAgain(opened: Opened): Promise<void> {
  await list(opened)
  await finish(opened)
}

/** Files of {@link begin} that are not here, or are others. */
export async function fileProblems({ files }: Pick<Opened, 'files'>): Promise<string[]> {
  const problems: string[] = []
  for (const [at, content] of ['one', 'two', 'long', 'four'].entries()) {
    const pieces: Uint8Array[] = []
    try {
      for await (const piece of files.held.read({ kind: 'document', id: `document_${at + 1}` })) pieces.push(piece)
    } catch (problem) {
      problems.push(`the file of document_${at + 1} does not open: ${String(problem)}`)
      continue
    }
    if (Buffer.concat(pieces).toString() !== content) problems.push(`the file of document_${at + 1} is another one`)
  }
  return problems
}

/** Reads what is left to read. */
export async function finish({ read }: Opened): Promise<void> {
  const texts = read()
  await texts.idle()
  await texts.close()
}

type FileText = {
  row: number
  document_id: string
  state: string
  sha256: string
  held: string | null
  is_there: number
}

/** What is lost, doubled or wrong; while not everything is read, files may lack their text. */
export function textProblems({ mirror }: Pick<Opened, 'mirror'>, { isFinished }: { isFinished: boolean }): string[] {
  const texts = mirror
    .prepare<[], FileText>(
      `SELECT f.row, f.document_id, f.state, f.sha256, h.sha256 AS held, d.id IS NOT NULL AS is_there FROM file_text f
       LEFT JOIN held_file h ON h.kind = 'document' AND h.id = f.document_id LEFT JOIN documents d ON d.id = f.document_id`,
    )
    .all()
  const held = mirror
    .prepare<[], { id: string; name: string }>(
      "SELECT h.id, h.name FROM held_file h JOIN documents d ON d.id = h.id WHERE h.kind = 'document'",
    )
    .all()
  const whole = texts.filter(({ state }) => state === 'text')
  const expected = new Map(held.map(({ id, name }) => [id, textOf(name.replace('.pdf', ''))]))
  return [
    ...texts.filter(({ is_there }) => is_there === 0).map(({ document_id }) => `${document_id} has a text and is gone`),
    ...texts.filter((one) => one.sha256 !== one.held).map((one) => `${one.document_id} has the text of another file`),
    ...whole.flatMap(({ row, document_id }) => pageProblems(mirror, row, { document_id, expected, isFinished })),
    ...strayPages(mirror),
    ...(isFinished ? held : [])
      .filter(({ id }) => !whole.some(({ document_id }) => document_id === id))
      .map(({ id }) => `${id} was not read`),
  ]
}

function pageProblems(
  mirror: WritableDatabase,
  row: number,
  {
    document_id,
    expected,
    isFinished,
  }: { document_id: string; expected: ReadonlyMap<string, PageText[]>; isFinished: boolean },
): string[] {
  const [from, below] = [row * pagesPerFile, (row + 1) * pagesPerFile]
  const sources = mirror
    .prepare<[number, number], { number: number; text: Uint8Array }>(
      'SELECT number, text FROM page_source WHERE number >= ? AND number < ? ORDER BY number',
    )
    .all(from, below)
    .map(({ number, text }) => ({ page: number - from, text: inflateRawSync(text).toString() }))
  const hasScan = isFinished || sources.some(isScan)
  const wanted = (expected.get(document_id) ?? []).filter((page) => hasScan || !isScan(page))
  const isSame = JSON.stringify(sources) === JSON.stringify(wanted)
  const found = mirror.prepare<[string], number>('SELECT rowid FROM page_text WHERE page_text MATCH ?').pluck()
  const unfound = wanted.filter(({ page, text }) => {
    const [content, number] = text.split(' ')
    return !found.all(`"${content} ${number}"`).includes(from + page)
  })
  return [
    ...(isSame ? [] : [`${document_id} has ${sources.length} pages instead of ${wanted.length}, or others`]),
    ...unfound.map(({ page }) => `page ${page} of ${document_id} is not found`),
  ]
}

/** Pages of no text, and pages that are in the index alone. */
function strayPages(mirror: WritableDatabase): string[] {
  const count = (sql: string) => mirror.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0
  const stray = {
    'pages of no text': `page_source WHERE number / ${pagesPerFile} NOT IN (SELECT row FROM file_text)`,
    'pages in the index alone': 'page_text WHERE rowid NOT IN (SELECT number FROM page_source)',
    'pages that the index lacks': 'page_source WHERE number NOT IN (SELECT rowid FROM page_text)',
  }
  return Object.entries(stray).flatMap(([what, sql]) => (count(sql) === 0 ? [] : [`${count(sql)} ${what}`]))
}
