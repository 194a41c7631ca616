import type { ScannedPage } from '../text-reader.ts'
import { imageKinds, imagesOf } from './image-file.ts'
import { neatText } from './pages.ts'
import { openPdf } from './pdf-text.ts'
import type { FileParts } from './read-text.ts'
import { isBlank, type Recognized, type Recognizer } from './scan-engine.ts'
import { NoPicture, pictureOfPage } from './scan-picture.ts'

type Outcome = ScannedPage extends infer Page ? (Page extends unknown ? Omit<Page, 'page'> : never) : never

/**
 * Reads pages of a file that are pictures of text, one after another.
 *
 * @throws where the file is damaged
 */
export async function readScan(
  { mediaType, bytes, limits }: FileParts,
  { pages, recognizer, onPage }: { pages: readonly number[]; recognizer: Recognizer; onPage(page: ScannedPage): void },
): Promise<void> {
  if (imageKinds.has(mediaType)) {
    const images = imagesOf(mediaType, bytes)
    for (const page of pages) {
      const image = images[page - 1]
      const isTooLarge = (image?.pixels ?? 0) > limits.pixels
      const outcome = isTooLarge ? tooLarge : read(image === undefined ? null : recognizer.recognize(image.bytes()))
      onPage({ page, ...outcome })
      await turn()
    }
    return
  }
  const { pdf, close } = await openPdf(bytes)
  try {
    for (const number of pages) {
      const page = await pdf.getPage(number)
      onPage({ page: number, ...(await readPage(page, recognizer, limits.pixels)) })
      page.cleanup()
      await turn()
    }
  } finally {
    await close()
  }
}

/** Lets the process take messages and send its own. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function readPage(
  page: Parameters<typeof pictureOfPage>[0],
  recognizer: Recognizer,
  mostPixels: number,
): Promise<Outcome> {
  try {
    const picture = await pictureOfPage(page, mostPixels)
    return isBlank(picture) ? { is: 'blank' } : read(recognizer.recognize(picture))
  } catch (problem) {
    if (problem instanceof NoPicture) return { is: 'unreadable', why: problem.why }
    throw problem
  }
}

const tooLarge = { is: 'unreadable', why: 'too-large' } as const

function read(recognized: Recognized | null): Outcome {
  if (recognized === null) return { is: 'unreadable', why: 'not-decoded' }
  const text = neatText(recognized.text)
  return /[\p{L}\p{N}]{2}/u.test(text) ? { is: 'text', text, confidence: recognized.confidence } : { is: 'no-words' }
}
