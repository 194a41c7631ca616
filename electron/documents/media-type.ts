import { fileTypeFromBuffer } from 'file-type'
import type { Content } from './content.ts'
import { isPure } from './detect-polyglot.ts'
import { textType } from './text-type.ts'
import { zipType } from './zip-type.ts'

const unknownType = 'application/octet-stream'

/**
 * Detects the type of a file by its content. The name only decides between kinds of text. Content that is valid as two types, or
 * that a lenient program would take for another type, is not recognised.
 */
export async function mediaTypeOf(content: Content): Promise<string> {
  if (content.size === 0) return 'text/plain'
  if (isZip(content.head)) return zipType(content)
  const found = (await fileTypeFromBuffer(content.head).catch(() => undefined))?.mime
  const type = plainName(found) ?? (await textType(content)) ?? unknownType
  return (await isPure(type, content)) ? type : unknownType
}

const isZip = (head: Uint8Array) => head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4

/** All kinds of XML are text, and are treated as text. */
function plainName(mime: string | undefined): string | null {
  return mime === undefined || mime === 'application/xml' || mime === 'image/svg+xml' ? null : mime
}
