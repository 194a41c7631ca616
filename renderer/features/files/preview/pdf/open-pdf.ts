import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { withTimeLimit } from '../../../../../shared/lib/calls.ts'
import { type FileSource, readRange } from '../file-source.ts'

/** In bytes. Smaller files are read whole, larger ones in ranges as their pages are viewed. */
const wholeFile = 4 * 1024 * 1024
const rangeSize = 256 * 1024
/** How long a worker may take to shut down before it is terminated, in ms. */
const patienceMs = 1_000
/** Larger pictures inside a PDF are left out: they take four bytes per pixel. */
const maxImagePixels = 100_000_000

type Asking = {
  /** Asks for the password; `wrong` is true if the previous one was incorrect. */
  onPassword(give: (password: string) => void, wrong: boolean): void
}

/** The worker could not be started, or broke off; it says nothing of the file. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed'
}

/** A PDF being opened in its own worker. */
export type OpenPdf = {
  /** Rejects with the error of reading the file, with {@link WorkerFailed}, or with an error of pdf.js, such as `InvalidPDFException`. */
  document: Promise<PDFDocumentProxy>
  /** Frees all resources, even while the document is still being opened. */
  close(): void
}

/** Reads the ranges that pdf.js requests. A range that cannot be read fails the whole document. */
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
 * Restricts a PDF to being drawn. pdf.js 6 compiles no code from a file, and runs its scripts only if the scripting sandbox is
 * loaded, which it is not. XFA forms and WebAssembly are off, and the file is passed as bytes, never as a URL.
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

/** The words on the page of a form that only Adobe Reader can draw. */
const placeholder = /please wait|adobe (?:acrobat )?reader|bitte warten|veuillez patienter|espere por favor|attendere/i

/**
 * Whether a PDF is an XFA form whose only page is a notice to open it in Adobe Reader. A form whose fields are drawn as those of other
 * PDFs is none.
 */
export async function isXfaPlaceholder(document: PDFDocumentProxy): Promise<boolean> {
  try {
    const { info } = await document.getMetadata()
    const facts: Readonly<Record<string, unknown>> = { ...info }
    if (facts.IsXFAPresent !== true) return false
    if (facts.IsAcroFormPresent !== true) return true
    if (document.numPages > 1) return false
    const page = await document.getPage(1)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    return placeholder.test(text) || (await page.getAnnotations()).every(({ subtype }) => subtype !== 'Widget')
  } catch {
    // A damaged part is shown as far as it can be read.
    return false
  }
}

/** Opens a PDF in its own worker. */
export function openPdf(source: FileSource, { onPassword }: Asking): OpenPdf {
  const port = new Worker(workerUrl, { type: 'module' })
  const worker = PDFWorker.create({ port })
  const abortController = new AbortController()
  const failure = Promise.withResolvers<never>()
  port.addEventListener('error', () => failure.reject(new WorkerFailed('The worker failed.')))
  const open = async () => {
    const whole = source.size <= wholeFile
    const head = await readRange(source, 0, whole ? source.size : rangeSize, abortController.signal)
    const given = whole ? { data: head } : { range: new SourceTransport(source, head, failure.reject) }
    const task = getDocument({ ...limits, ...given, worker })
    task.onPassword = (give: (password: string) => void, reason: number) =>
      onPassword(give, reason === PasswordResponses.INCORRECT_PASSWORD)
    abortController.signal.addEventListener('abort', () => void end(task.destroy()))
    return task.promise
  }
  const end = async (destroyed: Promise<unknown>) => {
    await withTimeLimit(
      destroyed.catch(() => undefined),
      patienceMs,
      () => undefined,
    )
    worker.destroy()
    port.terminate()
  }
  const document = Promise.race([open(), failure.promise])
  document.catch(() => undefined)
  return {
    document,
    close() {
      abortController.abort()
      document.catch(() => port.terminate())
    },
  }
}
