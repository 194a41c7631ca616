import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type FileSource, readRange } from '../file-source.ts'

/** Smaller files are read whole, larger ones as their pages are looked at. */
const wholeFile = 4 * 1024 * 1024
const rangeSize = 256 * 1024
/** A worker that is lost in a file is ended, however busy it is. */
const patienceMs = 1_000
/** Larger pictures inside a PDF are left out: they take four bytes a pixel. */
const maxImagePixels = 100_000_000

type Asking = {
  /** Asks for the password, again when the last one was wrong. */
  onPassword(give: (password: string) => void, wrong: boolean): void
}

/** A PDF being opened in a worker of its own. */
export type OpenPdf = {
  /** Rejects with what reading the file throws, or with pdf.js's own errors, such as `InvalidPDFException`. */
  document: Promise<PDFDocumentProxy>
  /** Frees everything, also while the document is being opened. */
  close(): void
}

/** Reads what pdf.js asks for, piece by piece; a piece that cannot be read ends it all. */
class SourceTransport extends PDFDataRangeTransport {
  readonly #source: FileSource
  readonly #failed: (thrown: unknown) => void
  readonly #ended = new AbortController()

  constructor(source: FileSource, initial: Uint8Array, failed: (thrown: unknown) => void) {
    super(source.size, initial)
    this.#source = source
    this.#failed = failed
  }

  override requestDataRange(begin: number, end: number): void {
    readRange(this.#source, begin, end, this.#ended.signal).then(
      (bytes) => this.onDataRange(begin, bytes),
      (thrown: unknown) => {
        if (!this.#ended.signal.aborted) this.#failed(thrown)
      },
    )
  }

  override abort(): void {
    this.#ended.abort()
  }
}

/**
 * What a PDF can do here: be drawn. pdf.js 6 compiles no code from a file, and reads no script of one unless the scripting
 * sandbox is loaded, which it is not; forms of XFA and WebAssembly are off, and it is given bytes, never an address.
 */
const limits = {
  enableXfa: false,
  useWasm: false,
  maxImageSize: maxImagePixels,
  useSystemFonts: false,
  disableStream: true,
  disableAutoFetch: true,
  disableWorkerRendering: true,
  rangeChunkSize: rangeSize,
  verbosity: VerbosityLevel.ERRORS,
  useWorkerFetch: true,
  cMapUrl: '/pdf/cmaps/',
  standardFontDataUrl: '/pdf/fonts/',
  wasmUrl: '/pdf/decoders/',
} as const

/** Opens a PDF. */
export function openPdf(source: FileSource, { onPassword }: Asking): OpenPdf {
  const port = new Worker(workerUrl, { type: 'module' })
  const worker = PDFWorker.create({ port })
  const leaving = new AbortController()
  const failure = Promise.withResolvers<never>()
  port.addEventListener('error', () => failure.reject(new Error('The worker failed.')))
  const open = async () => {
    const whole = source.size <= wholeFile
    const head = await readRange(source, 0, whole ? source.size : rangeSize, leaving.signal)
    const given = whole ? { data: head } : { range: new SourceTransport(source, head, failure.reject) }
    const task = getDocument({ ...limits, ...given, worker })
    task.onPassword = (give: (password: string) => void, reason: number) =>
      onPassword(give, reason === PasswordResponses.INCORRECT_PASSWORD)
    leaving.signal.addEventListener('abort', () => void end(task.destroy()))
    return task.promise
  }
  const end = async (destroyed: Promise<unknown>) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    await Promise.race([destroyed.catch(() => undefined), enough])
    clearTimeout(timer)
    worker.destroy()
    port.terminate()
  }
  const document = Promise.race([open(), failure.promise])
  document.catch(() => undefined)
  return {
    document,
    close() {
      leaving.abort()
      document.catch(() => port.terminate())
    },
  }
}
