import type { Content } from './detect-polyglot.ts'
import { type ZipEntry, zipBytes } from './zip-directory.ts'

const pages = 'application/vnd.apple.pages'
const numbers = 'application/vnd.apple.numbers'

/** The files that Apple's Pages and Numbers put into their documents. */
const ownFile = /^(?:Index\/[^/]*(?:\/[^/]+)?\.iwa|(?:Index|Data|Metadata)\/|Data\/.+|Metadata\/.+|preview[\w-]*\.jpg)$/

/** Keynote's documents have the same form. Steward does not open them. */
const slide = /^Index\/(?:Master|Template)?Slide/

/** The number of the first object's type in a document of Pages, and in one of Numbers. */
const documentTypes = new Map([
  [10_000, pages],
  [1, numbers],
])

/** The type of a ZIP that is a document of Apple's Pages or Numbers; null for any other. */
export async function iworkType(content: Content, entries: readonly ZipEntry[]): Promise<string | null> {
  const document = entries.find(({ name }) => name === 'Index/Document.iwa')
  const isOwn = entries.every(({ name }) => ownFile.test(name) && !slide.test(name))
  const bytes = document && isOwn ? await zipBytes(content, document) : null
  if (bytes === null) return null
  const type = firstType(bytes)
  if (type !== null && documentTypes.has(type)) return documentTypes.get(type) ?? null
  if (/\.pages$/i.test(content.name)) return pages
  return /\.numbers$/i.test(content.name) ? numbers : null
}

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
