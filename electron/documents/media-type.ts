import { fileTypeFromBuffer } from 'file-type'
import type { Content } from './content.ts'
import { isPure } from './detect-polyglot.ts'
import { textType } from './text-type.ts'
import { zipType } from './zip-type.ts'

const unknownType = 'application/octet-stream'

/**
 * The kind of a file by its content. A name decides between kinds of text alone. What is two things at once, or looks like
 * something else to a lenient program, is nothing that is recognised.
 */
export async function mediaTypeOf(content: Content): Promise<string> {
  if (content.size === 0) return 'text/plain'
  if (isZip(content.head)) return zipType(content)
  const found = (await fileTypeFromBuffer(content.head).catch(() => undefined))?.mime
  const type = plainName(found) ?? (await textType(content)) ?? unknownType
  return (await isPure(type, content)) ? type : unknownType
}

const isZip = (head: Uint8Array) => head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4

/** XML of all sorts is text, and is judged as such. */
function plainName(mime: string | undefined): string | null {
  return mime === undefined || mime === 'application/xml' || mime === 'image/svg+xml' ? null : mime
}
