import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { damagedFile } from './file-errors.ts'
import type { ByteRange, ReadOptions, SealedRef } from './file-store.ts'
import {
  chunkBytes,
  chunkCount,
  currentFormat,
  formatHeader,
  giveBack,
  openChunk,
  type SealedFormat,
  sealedBytes,
  sealedChunkBytes,
} from './sealed-chunk.ts'

/** Reads the content of a sealed file, or a part of it, in pieces of up to 1 MiB. Throws `files/damaged`. */
export async function* readSealed(
  path: string,
  { key, size }: Omit<SealedRef, 'storedName'>,
  range: ByteRange = { offset: 0, length: size },
  { isPassing = false }: ReadOptions = {},
): AsyncGenerator<Uint8Array> {
  const from = Math.min(range.offset, size)
  const to = Math.min(size, from + range.length)
  if (from === to && size > 0) return
  const { handle, format } = await openWhole(path, sealedBytes(size))
  try {
    const last = chunkCount(size) - 1
    const end = Math.max(0, Math.ceil(to / chunkBytes) - 1)
    let number = Math.floor(from / chunkBytes)
    const read = chunkReader(handle, { size, from: formatHeader(format).byteLength })
    let ahead = read(number)
    for (; number <= end; number += 1) {
      const sealed = await ahead
      // Reads the next chunk from disk while this one is decrypted and used.
      if (number < end) ahead = read(number + 1)
      const start = number * chunkBytes
      const content = openChunk(key, { number, last: number === last, format }, sealed)
      const piece = content.subarray(Math.max(0, from - start), to - start)
      if (piece.byteLength > 0) yield piece
      if (isPassing) giveBack(content)
    }
  } finally {
    await handle.close()
  }
}

/** Opened once, and only if the file still has the length with which it was written, and begins with the format of that length. */
async function openWhole(path: string, length: number): Promise<{ handle: FileHandle; format: SealedFormat }> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause: unknown) => {
    throw damagedFile('it is gone', cause)
  })
  try {
    const facts = await handle.stat()
    if (facts.isFile() && facts.size === length) return { handle, format: 0 }
    if (!facts.isFile() || facts.size !== length + 1) throw damagedFile('its length is not what was written')
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0)
    if (buffer[0] !== currentFormat) throw damagedFile('its format is unknown')
    return { handle, format: currentFormat }
  } catch (problem) {
    await handle.close()
    throw problem
  }
}

/** Reads sealed chunks into two alternating buffers: a chunk is valid until the second next one is requested. */
function chunkReader(
  handle: FileHandle,
  { size, from }: { size: number; from: number },
): (number: number) => Promise<Uint8Array> {
  const longest = Math.min(sealedChunkBytes, sealedBytes(size))
  const buffers = [Buffer.allocUnsafeSlow(longest), Buffer.allocUnsafeSlow(longest)] as const
  const read = async (number: number) => {
    const position = number * sealedChunkBytes
    const sealed = buffers[number % 2 === 0 ? 0 : 1].subarray(0, Math.min(longest, sealedBytes(size) - position))
    for (let filled = 0; filled < sealed.byteLength; ) {
      const { bytesRead } = await handle.read(sealed, filled, sealed.byteLength - filled, from + position + filled)
      if (bytesRead === 0) throw damagedFile('it ends too early')
      filled += bytesRead
    }
    return sealed
  }
  return (number) => {
    const chunk = read(number)
    // A reader that leaves early never awaits the next chunk.
    chunk.catch(() => {})
    return chunk
  }
}
