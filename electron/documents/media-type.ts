import { fileTypeFromBuffer } from 'file-type'
import { type Content, isPure } from './detect-polyglot.ts'
import type { ByteRange, FileStore, NewSealedFile } from './file-store.ts'
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

/** Detects the type of a sealed file by its content. Throws `files/damaged`. */
export function sealedMediaType(store: FileStore, file: NewSealedFile, name: string): Promise<string> {
  return mediaTypeOf({
    name,
    size: file.size,
    head: file.head,
    read: async (offset, length) => readAll(store, file, { offset, length }),
  })
}

/** A range of a sealed file as one buffer. */
async function readAll(store: FileStore, file: Parameters<FileStore['read']>[0], range: ByteRange): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.read(file, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}
