import { isCompound, openCompound } from '../../../shared/files/compound-file.ts'
import { htmlText } from '../../../shared/files/html-text.ts'
import { readMailParts } from '../../../shared/files/mail.ts'
import { decode } from '../../../shared/tables/decode.ts'
import type { PlacedText } from '../../../shared/tables/placed-rows.ts'
import type { PageText, ReaderResponse, TextLimits } from '../text-reader.ts'
import { imageKinds, imagesOf } from './image-file.ts'
import { readOfficeText } from './office-text.ts'
import { addParts, createPageSink, type PageSink } from './pages.ts'
import { readPdfText } from './pdf-text.ts'

/** A file with its bytes, which the reading may take over. */
export type FileParts = {
  mediaType: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
  limits: TextLimits
  /** True if pages of a PDF are wanted with the places of their texts. */
  places?: boolean
}

type Done = Extract<ReaderResponse, { type: 'done' }>['file']

/**
 * Reads the text of a file page by page: pages of a PDF, pages or parts of a document, sheets, slides, mails.
 *
 * @param onPage - called for each page with text
 * @throws where the file is damaged
 */
export async function readText(file: FileParts, onPage: (page: PageText) => void): Promise<Done> {
  const { mediaType, bytes, limits } = file
  let places: PlacedText[] = []
  const { sink, read } = createPageSink(limits, (page) => onPage(file.places ? { ...page, places } : page))
  const onPlaces = (ofPage: PlacedText[]) => {
    places = ofPage
  }
  const outcome = await readInto(sink, { mediaType, bytes, limits, ...(file.places ? { onPlaces } : {}) })
  if (outcome === 'protected') return { is: 'protected' }
  if (outcome === 'no-text-kind') return { is: 'no-text-kind' }
  const { pageCount, ...rest } = read()
  return { is: 'text', pageCount: Math.max(outcome, pageCount), ...rest }
}

/** The number of the file's pages, as far as it is known before all are read, or why it has none. */
type Outcome = number | 'protected' | 'no-text-kind'

type Parts = Omit<FileParts, 'name' | 'places'> & { onPlaces?: (places: PlacedText[]) => void }

async function readInto(sink: PageSink, { mediaType, bytes, limits, ...more }: Parts): Promise<Outcome> {
  if (mediaType === 'application/pdf') return readPdfText(bytes, { sink, limits, ...more })
  if (mediaType === 'application/vnd.ms-outlook' || mediaType === 'message/rfc822' || mediaType === 'application/mbox')
    return readMail(bytes, sink)
  if (imageKinds.has(mediaType)) return addPictures(imagesOf(mediaType, bytes).length, sink)
  if (mediaType === 'text/html') return addParts(htmlText(decode(bytes).text), sink)
  if (plainKinds.has(mediaType)) return addParts(decode(bytes).text, sink)
  if (isCompound(bytes)) return (await isEncryptedPackage(bytes)) ? 'protected' : 'no-text-kind'
  return (await readOfficeText({ mediaType, bytes, limits }, sink)) ?? 'no-text-kind'
}

const plainKinds: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/markdown',
  'text/calendar',
  'text/vcard',
])

/** The pages of a file that is a picture; its words can only be read as those of a scan. */
function addPictures(count: number, sink: PageSink): Outcome {
  for (let page = 1; page <= count; page += 1) if (!sink.add('')) break
  return count
}

/** A document of today with a password. */
async function isEncryptedPackage(bytes: Uint8Array): Promise<boolean> {
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const file = await openCompound({ size: bytes.byteLength, read })
  return file?.children().some(({ name }) => name.toLowerCase() === 'encryptedpackage') ?? false
}

/** A mail a page: its head and its text; then the mails that are attached to it, and other attachments only by their names. */
async function readMail(bytes: Uint8Array<ArrayBuffer>, sink: PageSink): Promise<Outcome> {
  const file = await readMailParts(bytes, { attached: true })
  if (file === null) throw new Error('No mail was found.')
  for (const { subject, from, to, cc, text, html, attachments } of file.mails) {
    const names = attachments.map(({ name }) => name).filter((name) => name !== '')
    const body = text.trim() === '' ? htmlText(html) : text
    const head = [subject, from, to, cc, names.length === 0 ? '' : `Attachments: ${names.join(', ')}`]
    if (!sink.add([...head, body].filter((line) => line !== '').join('\n'))) break
  }
  if (file.more) sink.leaveRest()
  return 0
}
