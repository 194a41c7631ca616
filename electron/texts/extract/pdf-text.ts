import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
// It makes itself known as `pdfjsWorker`: its worker's work is done here, since this process is one already.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { PlacedText } from '../../../shared/tables/placed-rows.ts'
import type { TextLimits } from '../text-reader.ts'
import type { PageSink } from './pages.ts'

/**
 * Reads the text layer of a PDF; nothing in it is run, drawn or fetched.
 *
 * @param onPlaces - called with the places of a page's texts before the page is added
 * @returns the number of its pages
 * @throws where it is damaged beyond what pdf.js repairs
 */
export async function readPdfText(
  bytes: Uint8Array<ArrayBuffer>,
  { sink, limits, onPlaces }: { sink: PageSink; limits: TextLimits; onPlaces?: (places: PlacedText[]) => void },
): Promise<number | 'protected'> {
  const { task, close } = openDocument(bytes)
  try {
    const pdf = await task.promise
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const places: PlacedText[] | null = onPlaces ? [] : null
      const text = await pageText(page.streamTextContent(), limits.characters, { sink, places })
      page.cleanup()
      if (places) onPlaces?.(places)
      if (!sink.add(text)) break
    }
    return pdf.numPages
  } catch (problem) {
    if (problem instanceof PasswordException) return 'protected'
    throw problem
  } finally {
    await close()
  }
}

/** Opens a PDF that has been read before. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>) {
  const { task, close } = openDocument(bytes)
  return { pdf: await task.promise, close }
}

function openDocument(bytes: Uint8Array<ArrayBuffer>) {
  const port = createPort()
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port)
  const worker = new PDFWorker({ port: port as unknown as PortOfWorker })
  const task = getDocument({
    ...{ data: bytes, worker },
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
    wasmUrl: imageDecoders,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    cMapUrl: characterMaps,
    cMapPacked: true,
  })
  const close = async () => {
    await task.destroy()
    worker.destroy()
  }
  return { task, close }
}

type PortOfWorker = NonNullable<NonNullable<ConstructorParameters<typeof PDFWorker>[0]>['port']>
const { pdfjsWorker } = globalThis as unknown as {
  pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: ReturnType<typeof createPort>): void } }
}

type PortListener = (event: { data: unknown }) => void

/**
 * The connection of both sides of pdf.js, which are in this process. Messages are copied as between threads, but for the parts of a page's text,
 * which are most of them and which the sender does not touch again.
 */
function createPort() {
  const listeners = new Set<PortListener>()
  return {
    postMessage(message: { chunk?: Partial<Content> }, transfer?: ArrayBuffer[] | null) {
      const isText = Array.isArray(message.chunk?.items)
      const data = isText
        ? { ...message, chunk: { ...message.chunk } }
        : structuredClone(message, { transfer: transfer ?? [] })
      queueMicrotask(() => {
        for (const listener of listeners) listener({ data })
      })
    },
    addEventListener: (_: 'message', listener: PortListener, { signal }: { signal?: AbortSignal } = {}) => {
      listeners.add(listener)
      signal?.addEventListener('abort', () => listeners.delete(listener))
    },
    removeEventListener: (_: 'message', listener: PortListener) => listeners.delete(listener),
    terminate: () => listeners.clear(),
  }
}

/** The maps from codes to characters beside this program; they are read only for East Asian texts. */
const characterMaps = fileURLToPath(new URL('../renderer/pdf/cmaps/', import.meta.url))

/** Decoders of rarer kinds of images, which are loaded where a scan has one. */
const imageDecoders = new URL('../renderer/pdf/decoders/', import.meta.url).href

type Item = { str?: string; hasEOL?: boolean; transform?: readonly number[]; width?: number; height?: number }
type Content = { items: Item[] }

/** The text of a page as lines; reading stops after `most` characters. Texts that are not turned are added to `places`. */
async function pageText(
  stream: ReadableStream<Content>,
  most: number,
  { sink, places }: { sink: PageSink; places: PlacedText[] | null },
): Promise<string> {
  const pieces: string[] = []
  let characters = 0
  const reader = stream.getReader()
  while (characters <= most) {
    const { done, value } = await reader.read()
    if (done) return pieces.join('')
    for (const item of value.items) {
      const { str = '', hasEOL = false } = item
      pieces.push(str, hasEOL ? '\n' : '')
      characters += str.length
      const place = places && placeOf(item)
      if (place) places.push(place)
    }
  }
  // It ends the work of pdf.js on this page.
  sink.leaveRest('characters')
  await reader.cancel(new Error('enough characters'))
  return pieces.join('')
}

/** The place of a text; null for a blank one and for one that is turned. */
function placeOf({ str = '', transform = [], width = 0, height = 0 }: Item): PlacedText | null {
  const [across = 0, rise = 0, slant = 0, up = 0, x = 0, y = 0] = transform
  if (str.trim() === '' || across <= 0 || rise !== 0 || Math.abs(slant) > Math.abs(up)) return null
  return { text: str, x, y, width, size: height || Math.abs(up) }
}
