import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { damagedFile } from './file-errors.ts'

/**
 * A sealed file is a byte that names its format, then a sequence of chunks, each encrypted with AES-256-GCM under the file's own key: the
 * ciphertext of 1 MiB of content (of the last one, the remainder; an empty file has one empty chunk), then its 16-byte tag. The nonce
 * consists of the chunk's number and whether it is the last one, so that chunks cannot be omitted, duplicated or reordered; the format's
 * byte is authenticated with each of them. A key seals one file once, so no nonce is ever used twice with it.
 */
export const chunkBytes = 1024 * 1024
const tagBytes = 16
export const sealedChunkBytes = chunkBytes + tagBytes
export const keyBytes = 32

const algorithm = 'aes-256-gcm'
const options = { authTagLength: tagBytes } as const

/**
 * The format of a sealed file. Files of format 0, which earlier versions of Steward wrote, have no byte for it: they are one byte shorter,
 * and which of the two a file is follows from its length and the size in its row.
 */
export type SealedFormat = 0 | 1

/** The format in which files are sealed. */
export const currentFormat = 1

/** The bytes before the first chunk. */
export const formatHeader = (format: SealedFormat): Uint8Array =>
  format === 0 ? new Uint8Array() : Uint8Array.of(format)

export type ChunkPlace = { number: number; last: boolean }

/** Number of chunks for content of `size` bytes. */
export const chunkCount = (size: number) => Math.max(1, Math.ceil(size / chunkBytes))

/** Length of the sealed chunks of content of `size` bytes, without the format's header. */
export const sealedBytes = (size: number) => size + chunkCount(size) * tagBytes

/** Ciphertext and tag of one chunk in the {@link currentFormat}, in the order they are written. */
export function sealChunk(key: Uint8Array, place: ChunkPlace, content: Uint8Array): Uint8Array[] {
  const cipher = createCipheriv(algorithm, key, nonceOf(place), options).setAAD(formatHeader(currentFormat))
  const sealed = cipher.update(content)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

/** Decrypts a chunk and verifies that it is the one that was sealed. Throws `files/damaged`. */
export function openChunk(
  key: Uint8Array,
  place: ChunkPlace & { format: SealedFormat },
  sealed: Uint8Array,
): Uint8Array {
  const end = sealed.byteLength - tagBytes
  const decipher = createDecipheriv(algorithm, key, nonceOf(place), options)
  if (place.format !== 0) decipher.setAAD(formatHeader(place.format))
  decipher.setAuthTag(sealed.subarray(end))
  const content = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
  } catch (cause) {
    throw damagedFile('a part of it is not what was written', cause)
  }
  return content
}

/**
 * Releases the memory of a whole chunk at once instead of waiting for garbage collection. Smaller buffers are left alone: they
 * may share their memory with others, and a socket does not tell when it has sent a small buffer.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= chunkBytes && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

function nonceOf({ number, last }: ChunkPlace): Uint8Array {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 0, 6)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

const nonceBytes = 12

/**
 * Seals what a folder notes beside a sealed file, under a key that all notes share: base64 of a random nonce, the ciphertext and its
 * tag. The file's name is authenticated, so that the note of one file is not taken for that of another.
 */
export function sealLabel(key: Uint8Array, storedName: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(labelOf(storedName))
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
}

/** The text that {@link sealLabel} sealed; null if it was sealed under another key, for another file, or is damaged. */
export function openLabel(key: Uint8Array, storedName: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  const end = bytes.byteLength - tagBytes
  if (end < nonceBytes) return null
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, key, nonce, options).setAAD(labelOf(storedName))
    decipher.setAuthTag(bytes.subarray(end))
    return decipher.update(bytes.subarray(nonceBytes, end), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

const labelOf = (storedName: string) => Buffer.from(`label of ${storedName}`)
