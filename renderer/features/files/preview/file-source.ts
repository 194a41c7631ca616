import type { PreviewKind } from '../../../../shared/domain/file-kinds.ts'
import type { FileRef, HeldFile } from '../../../../shared/ipc/files.ts'
import type { Client } from '../../../lib/client/connect-client.ts'

/** Maximum bytes per request; see `maxFileRead` in the contract. */
const pieceSize = 1024 * 1024

/** A file of this computer as previews read it: in pieces, from memory, never by URL. */
export type FileSource = {
  /** Changes with the content. */
  readonly key: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Detected from the content; see `heldFile`. */
  readonly mediaType: string
  readonly preview: PreviewKind
  /** At most {@link pieceSize} bytes from an offset, fewer at the end of the file. Rejects with the errors of `files.read`. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Decodes base64 from the main process. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < characters.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return bytes
}

type Held = { client: Client; connectionId: string; file: FileRef; held: HeldFile }

/** A file in the encrypted store. */
export const heldSource = ({ client, connectionId, file, held }: Held): FileSource => ({
  key: held.sha256,
  name: held.name,
  size: held.size,
  mediaType: held.media_type,
  preview: held.preview,
  read: async (offset, length) => bytesOf((await client.files.read({ connectionId, file, offset, length })).base64),
})

/** A PDF that was just made, from memory. */
export function pdfSource(name: string, base64: string): FileSource {
  const bytes = bytesOf(base64)
  return {
    ...{ key: crypto.randomUUID(), name, size: bytes.length, mediaType: 'application/pdf', preview: 'pdf' },
    read: async (offset, length) => bytes.slice(offset, offset + length),
  }
}

/**
 * Reads a range of a file in as many pieces as necessary.
 *
 * @param end - exclusive; clamped to the file's size
 * @throws the error of `read`, or the signal's reason
 */
export async function readRange(source: FileSource, begin: number, end: number, signal?: AbortSignal) {
  const last = Math.min(end, source.size)
  const bytes = new Uint8Array(Math.max(0, last - begin))
  for (let offset = begin; offset < last; ) {
    signal?.throwIfAborted()
    const piece = await source.read(offset, Math.min(pieceSize, last - offset))
    if (piece.length === 0) throw new Error('A file ended before its size.')
    bytes.set(piece, offset - begin)
    offset += piece.length
  }
  signal?.throwIfAborted()
  return bytes
}
