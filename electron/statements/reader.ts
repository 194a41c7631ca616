import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/domain/app-error.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { ConfirmedTexts } from '../../shared/statements/scan-figures.ts'
import type { PlacedPage } from '../../shared/tables/placed-rows.ts'
import type { SheetRow } from '../../shared/tables/split.ts'
import { type CarriedError, uncarryError } from '../data/workers/protocol.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { noEngine } from '../texts/read-scans.ts'
import type { ScanEngine, TextReader } from '../texts/text-reader.ts'
import { type FileReading, type FileToRead, isPdf, type PdfPages } from './read-bytes.ts'

/** The reading of a file; `rowCount` rows of it can be asked for. */
export type ReadFile = Omit<FileReading, 'rows'> & { rowCount: number }

export type RowWindow = { rows: SheetRow[]; total: number; width: number }

/** A call to the thread that reads; see `worker.ts`. */
export type ReadRequest =
  | { number: number; call: 'read'; id: string; file: FileToRead & { pdf: PdfPages | null } }
  | { number: number; call: 'rows'; id: string; offset: number; limit: number }

export type ReadResponse = { number: number; output: ReadFile | RowWindow | null; error: CarriedError | null }

/** Reads custodians' files in another thread, one at a time. */
export type StatementReader = {
  /**
   * The file's bytes are transferred.
   * @param id - of the file, unique among all connections
   * @param scan - the words of a scan, with the texts that the user confirmed; null or absent where they were not read
   * @throws AppError `import/unreadable`, also when reading takes too long or needs too much memory
   */
  read(id: string, file: FileToRead, scan?: ReadScan | null): Promise<ReadFile>
  /**
   * Reads the words on the pages of a scan, in the process that reads scans.
   * @param onPage - called with the number of pages that were read, and of all pages
   * @throws AppError `import/unreadable` if a page cannot be read, `texts/no-engine`
   */
  scan(
    file: Pick<FileToRead, 'bytes' | 'name'>,
    options: { signal: AbortSignal; onPage(read: number, of: number): void },
  ): Promise<PlacedPage[]>
  /** False if the program that reads scans was not installed. */
  canScan: boolean
  /** Rows of a file as they are in it; null if the thread does not have them any more, so that the file must be read again. */
  rows(id: string, window: { offset: number; limit: number }): Promise<RowWindow | null>
  close(): Promise<void>
}

export type ReadScan = { pages: PlacedPage[]; confirmed: ConfirmedTexts }

/** The most pages of a scan that are read. */
const mostScanPages = 60
/** The longest time for one file, in ms. */
const longestMs = 60_000
/** Time without work after which the thread ends, in ms. */
const idleMs = 60_000
/** The most memory of the thread, in MiB. */
const memoryMb = 1024

type ReaderOptions = {
  workerUrl: URL
  /** Reads the places of a PDF's texts, in the process that reads texts and with its limits. */
  texts: Pick<TextReader, 'read'>
  /** Reads words on pictures; `engine` is null if it was not installed. */
  scans: { reader: Pick<TextReader, 'readScan'>; engine: ScanEngine | null }
  clock?: Clock
}

/** A {@link StatementReader}, whose thread starts with the first file and ends when there is nothing to read. */
export function createStatementReader(options: ReaderOptions): StatementReader {
  const { workerUrl, texts, scans, clock = systemClock } = options
  const inTurn = createMutex()
  let worker: Worker | null = null
  let number = 0
  let idle: NodeJS.Timeout | null = null
  const closing = new AbortController()
  const end = async () => {
    const ending = worker
    worker = null
    await ending?.terminate()
  }
  const ask = (request: ReadRequest, transfer: ArrayBuffer[] = []) => {
    worker ??= new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const asked = worker
    return new Promise<ReadResponse['output']>((resolve, reject) => {
      const answered = new AbortController()
      clock.sleep(longestMs, answered.signal).then(
        () => settle(() => reject(tooLong())),
        () => {},
      )
      const onMessage = (response: ReadResponse) => {
        if (response.number !== request.number) return
        if (response.error === null) settle(() => resolve(response.output))
        else {
          const problem = uncarryError(response.error)
          settle(() => reject(problem))
        }
      }
      const onEnd = () => settle(() => reject(notReadable()))
      const settle = (how: () => void) => {
        answered.abort()
        asked.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
        how()
      }
      asked.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
      asked.postMessage(request, transfer)
    })
  }
  const call = (request: ReadRequest, transfer: ArrayBuffer[] = []) =>
    inTurn(async () => {
      if (idle !== null) clearTimeout(idle)
      try {
        return await ask(request, transfer)
      } catch (problem) {
        // A thread that hangs or died is not asked again; an error that it reported is the file's own.
        if (problem instanceof AppError && problem.detail === threadEnded) await end()
        throw problem
      } finally {
        idle = setTimeout(() => void inTurn(end), idleMs).unref()
      }
    })
  return {
    canScan: scans.engine !== null,
    async read(id, file, scan = null) {
      const pdf =
        scan !== null
          ? { ...scan, problem: null }
          : isPdf(file.bytes)
            ? await pdfPages(file, texts, closing.signal)
            : null
      number += 1
      const bytes = new Uint8Array(pdf === null ? file.bytes : [])
      const output = await call({ number, call: 'read', id, file: { ...file, bytes, pdf } }, [bytes.buffer])
      return output as ReadFile
    },
    async scan(file, { signal, onPage }) {
      if (scans.engine === null) throw noEngine()
      const both = AbortSignal.any([signal, closing.signal])
      const reading = await texts.read(contentOf(file), both)
      if (reading.is !== 'text') throw unreadablePage(1)
      if (reading.pageCount > mostScanPages) throw tooManyPages()
      return scanPages(file, { ...scans, engine: scans.engine, count: reading.pageCount, signal: both, onPage })
    },
    async rows(id, window) {
      if (worker === null) return null
      number += 1
      return (await call({ number, call: 'rows', id, ...window })) as RowWindow | null
    },
    async close() {
      closing.abort(new Error('The reader of statements is closed.'))
      if (idle !== null) clearTimeout(idle)
      await end()
    },
  }
}

type PdfFile = Pick<FileToRead, 'bytes' | 'name'>

const contentOf = ({ bytes, name }: PdfFile) => ({
  ...{ mediaType: 'application/pdf', name, size: bytes.byteLength, places: true },
  bytes: (async function* () {
    yield new Uint8Array(bytes)
  })(),
})

async function pdfPages(file: FileToRead, texts: Pick<TextReader, 'read'>, signal: AbortSignal): Promise<PdfPages> {
  const none = { pages: [], confirmed: null }
  const read = await texts.read(contentOf(file), signal)
  if (read.is !== 'text') {
    if (read.is === 'protected') return { ...none, problem: 'protected' }
    return { ...none, problem: read.is === 'unreadable' ? read.why : 'damaged' }
  }
  const pages = read.pages.map(({ page, places = [] }) => ({ page, texts: places }))
  return { pages, confirmed: null, problem: read.cut !== null ? 'too-large' : pages.length === 0 ? 'scan' : null }
}

type Scanning = Omit<ReaderOptions['scans'], 'engine'> & {
  engine: ScanEngine
  count: number
  signal: AbortSignal
  onPage(read: number, of: number): void
}

async function scanPages(file: PdfFile, { reader, engine, count, signal, onPage }: Scanning): Promise<PlacedPage[]> {
  const pages: PlacedPage[] = []
  let failed: number | null = null
  let read = 0
  onPage(0, count)
  await reader.readScan(
    contentOf(file),
    {
      pages: Array.from({ length: count }, (_, at) => at + 1),
      engine,
      onPage(page) {
        read += 1
        if (page.is === 'text' && page.placed) pages.push({ page: page.page, ...page.placed })
        // A page that is not read may have holdings.
        else if (page.is === 'unreadable') failed ??= page.page
        onPage(read, count)
      },
    },
    signal,
  )
  if (failed !== null || read < count) throw unreadablePage(failed ?? read + 1)
  if (pages.length === 0) throw noWords()
  return pages
}

const threadEnded = 'the thread that reads statements ended'

const tooLong = () =>
  new AppError('import/unreadable', {
    message: 'Reading this file took longer than a minute.',
    nextStep: 'Export fewer accounts into one file, then drop these files.',
    detail: threadEnded,
  })

const notReadable = () =>
  new AppError('import/unreadable', {
    message: 'This file could not be read: it needs too much memory, or it is damaged.',
    nextStep: 'Export fewer accounts into one file, then drop these files.',
    detail: threadEnded,
  })

const askForCells = 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.'

const unreadablePage = (page: number) =>
  new AppError('import/unreadable', { message: `Page ${page} of this scan cannot be read.`, nextStep: askForCells })

const tooManyPages = () =>
  new AppError('import/unreadable', {
    message: `This scan has more than ${mostScanPages} pages.`,
    nextStep: askForCells,
  })

const noWords = () =>
  new AppError('import/unreadable', {
    message: 'No words were found on the pages of this scan.',
    nextStep: askForCells,
  })
