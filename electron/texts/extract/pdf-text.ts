import { fileURLToPath } from 'node:url'
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
// It makes itself known to pdf.js, which then does its worker's work here: this process is one already.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { TextLimits } from '../text-reader.ts'
import type { PageSink } from './pages.ts'

/**
 * Reads the text layer of a PDF; nothing in it is run, drawn or fetched.
 *
 * @returns the number of its pages
 * @throws where it is damaged beyond what pdf.js repairs
 */
export async function readPdfText(
  bytes: Uint8Array<ArrayBuffer>,
  { sink, limits }: { sink: PageSink; limits: TextLimits },
): Promise<number | 'protected'> {
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
    cMapUrl: characterMaps,
    cMapPacked: true,
  })
  try {
    const pdf = await task.promise
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const text = await pageText(page.streamTextContent(), limits.characters, sink)
      page.cleanup()
      if (!sink.add(text)) break
    }
    return pdf.numPages
  } catch (problem) {
    if (problem instanceof PasswordException) return 'protected'
    throw problem
  } finally {
    await task.destroy()
  }
}

/** The maps from codes to characters beside this program; they are read only for East Asian texts. */
const characterMaps = fileURLToPath(new URL('../renderer/pdf/cmaps/', import.meta.url))

type Content = { items: { str?: string; hasEOL?: boolean }[] }

/** The text of a page as lines; reading stops after `most` characters. */
async function pageText(stream: ReadableStream<Content>, most: number, sink: PageSink): Promise<string> {
  const pieces: string[] = []
  let characters = 0
  const reader = stream.getReader()
  while (characters <= most) {
    const { done, value } = await reader.read()
    if (done) return pieces.join('')
    for (const { str = '', hasEOL = false } of value.items) {
      pieces.push(str, hasEOL ? '\n' : '')
      characters += str.length
    }
  }
  // It ends the work of pdf.js on this page.
  sink.leaveRest('characters')
  await reader.cancel(new Error('enough characters'))
  return pieces.join('')
}
