import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/domain/app-error.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { SheetRow } from '../../shared/tables/split.ts'
import { type CarriedError, uncarryError } from '../data/workers/protocol.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { TextReader } from '../texts/text-reader.ts'
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
   * @throws AppError `import/unreadable`, also when reading takes too long or needs too much memory
   */
  read(id: string, file: FileToRead): Promise<ReadFile>
  /** Rows of a file as they are in it; null if the thread does not have them any more, so that the file must be read again. */
  rows(id: string, window: { offset: number; limit: number }): Promise<RowWindow | null>
  close(): Promise<void>
}

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
  clock?: Clock
}

/** A {@link StatementReader}, whose thread starts with the first file and ends when there is nothing to read. */
export function createStatementReader({ workerUrl, texts, clock = systemClock }: ReaderOptions): StatementReader {
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
    async read(id, file) {
      const pdf = isPdf(file.bytes) ? await pdfPages(file, texts, closing.signal) : null
      number += 1
      const bytes = new Uint8Array(pdf === null ? file.bytes : [])
      const output = await call({ number, call: 'read', id, file: { ...file, bytes, pdf } }, [bytes.buffer])
      return output as ReadFile
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

async function pdfPages(file: FileToRead, texts: Pick<TextReader, 'read'>, signal: AbortSignal): Promise<PdfPages> {
  const bytes = (async function* () {
    yield file.bytes
  })()
  const { name } = file
  const read = await texts.read(
    { mediaType: 'application/pdf', name, size: file.bytes.byteLength, bytes, places: true },
    signal,
  )
  if (read.is !== 'text') {
    if (read.is === 'protected') return { pages: [], problem: 'protected' }
    return { pages: [], problem: read.is === 'unreadable' ? read.why : 'damaged' }
  }
  const pages = read.pages.map(({ page, places = [] }) => ({ page, texts: places }))
  return { pages, problem: read.cut !== null ? 'too-large' : pages.length === 0 ? 'scan' : null }
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
