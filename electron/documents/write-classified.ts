import type { ByteRange, FileStore, NewSealedFile } from './file-store.ts'
import { mediaTypeOf } from './media-type.ts'

/** Detects the type of a sealed file by its content. Throws `files/damaged`. */
export function writeClassified(store: FileStore, file: NewSealedFile, name: string): Promise<string> {
  return mediaTypeOf({
    name,
    size: file.size,
    head: file.head,
    read: async (offset, length) => readAll(store, file, { offset, length }),
  })
}

/** A range of a sealed file as one buffer. */
export async function readAll(
  store: FileStore,
  file: Parameters<FileStore['read']>[0],
  range: ByteRange,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.read(file, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}
