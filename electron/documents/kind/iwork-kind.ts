import { type ZipEntry, zipBytes } from '../zip-directory.ts'
import type { Content, Judgement } from './content.ts'

const pages = 'application/vnd.apple.pages'
const numbers = 'application/vnd.apple.numbers'
const keynote = 'application/vnd.apple.keynote'

/** The files that Apple's Pages and Numbers put into their documents. */
const ownFile = /^(?:Index\/[^/]*(?:\/[^/]+)?\.iwa|(?:Index|Data|Metadata)\/|Data\/.+|Metadata\/.+|preview[\w-]*\.jpg)$/

/** Keynote's documents have the same form, with slides. */
const slide = /^Index\/(?:Master|Template)?Slide/

/** The number of the first object's type in a document of Pages, and in one of Numbers. */
const documentTypes = new Map([
  [10_000, pages],
  [1, numbers],
])

/** The kind of a ZIP that is a document of Apple's Pages, Numbers or Keynote; null for any other. */
export async function iworkKind(content: Content, entries: readonly ZipEntry[]): Promise<Judgement | null> {
  const document = entries.find(({ name }) => name === 'Index/Document.iwa')
  if (document === undefined) return null
  const mediaType = entries.some(({ name }) => slide.test(name)) ? keynote : await documentKind(content, document)
  if (mediaType === null) return null
  return { mediaType, caution: entries.every(({ name }) => ownFile.test(name)) ? null : 'odd' }
}

/**
 * The kind of a ZIP that Apple's programs wrote before 2013, as XML, or that holds the folder of a document; null for any other. `text` reads
 * a part by its name in lower case.
 */
export async function olderIworkKind(
  entries: readonly ZipEntry[],
  text: (name: string) => Promise<string | null>,
): Promise<Judgement | null> {
  const names = entries.map(({ name }) => name.toLowerCase())
  if (names.includes('index.apxl')) return { mediaType: keynote, caution: 'odd' }
  const root = names.includes('index.xml')
    ? /<(sl|ls):document\b/.exec((await text('index.xml')) ?? '')?.[1]
    : undefined
  if (root !== undefined) return { mediaType: root === 'sl' ? pages : numbers, caution: 'odd' }
  const folder = names.flatMap(
    (name) => /\.(pages|numbers|key)\/index(?:\.zip$|\/document\.iwa$)/.exec(name)?.[1] ?? [],
  )[0]
  const mediaType = folder === undefined ? undefined : byExtension[folder]
  return mediaType === undefined ? null : { mediaType, caution: 'odd' }
}

async function documentKind(content: Content, document: ZipEntry): Promise<string | null> {
  const bytes = await zipBytes(content, document)
  const type = bytes ? firstType(bytes) : null
  const known = type === null ? undefined : documentTypes.get(type)
  const extension = /\.(pages|numbers|key)$/i.exec(content.name)?.[1]?.toLowerCase()
  return known ?? (extension === undefined ? null : byExtension[extension]) ?? null
}

const byExtension: Readonly<Record<string, string>> = { pages, numbers, key: keynote }

/**
 * The type of the first object in an `.iwa` file: a chunk header of 4 bytes, then Snappy data that begins with a literal. In it the
 * length of a description, which is a protocol buffer: the object's id in field 1, its type in field 1 of field 2. Null if the file
 * has another form.
 */
function firstType(bytes: Buffer): number | null {
  if (bytes[0] !== 0) return null
  const { next: literal } = varint(bytes, 4)
  const tag = bytes[literal] ?? 3
  if ((tag & 3) !== 0) return null
  const extra = Math.max(0, (tag >> 2) - 59)
  const { next: description } = varint(bytes, literal + 1 + extra)
  if (bytes[description] !== 0x08) return null
  const { next: message } = varint(bytes, description + 1)
  if (bytes[message] !== 0x12) return null
  const { next: type } = varint(bytes, message + 1)
  return bytes[type] === 0x08 ? varint(bytes, type + 1).value : null
}

function varint(bytes: Buffer, from: number): { value: number; next: number } {
  let [value, at] = [0, from]
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at] ?? 0
    at += 1
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) break
  }
  return { value, next: at }
}
