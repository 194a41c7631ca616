import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/private-file.ts'
import { cancelledFile, toFileError } from './file-errors.ts'
import { headBytes, type SealedWriter } from './file-store.ts'
import { chunkBytes, keyBytes, sealChunk, sealedChunkBytes } from './sealed-chunk.ts'

export const partSuffix = '.part'

/** Chunks on their way to the disk at most; each is as much memory. */
const maxUnderWay = 2

/**
 * Begins a sealed file: exclusively, for this user alone, under a temporary name that it keeps until it is whole and on the
 * disk.
 *
 * @param onEnd - told once, when it is finished or dropped
 */
export async function beginSealed(folder: string, storedName: string, onEnd: () => void): Promise<SealedWriter> {
  const path = join(folder, storedName)
  const handle = await orFileError(open(path + partSuffix, 'wx', 0o600))
  const key = new Uint8Array(randomBytes(keyBytes))
  const digest = createHash('sha256')
  const content = Buffer.allocUnsafeSlow(chunkBytes)
  const state = { size: 0, filled: 0, number: 0, ended: false, head: new Uint8Array() }
  const writes = createWrites(handle)

  /** Kept before the buffer is used for the second chunk. */
  const head = () =>
    state.number === 0 ? Uint8Array.from(content.subarray(0, Math.min(state.filled, headBytes))) : state.head
  /** A chunk is sealed when it is known whether something comes after it. */
  const seal = async (last: boolean) => {
    const chunk = content.subarray(0, state.filled)
    state.head = head()
    digest.update(chunk)
    const sealed = sealChunk(key, { number: state.number, last }, chunk)
    const position = state.number * sealedChunkBytes
    state.number += 1
    state.filled = 0
    await writes.add(sealed, position)
  }

  const drop = async () => {
    if (state.ended) return
    state.ended = true
    await writes.settle()
    await handle.close().catch(() => {})
    await rm(path + partSuffix, { force: true }).catch(() => {})
    onEnd()
  }

  return {
    async append(chunk) {
      if (state.ended) throw cancelledFile()
      for (let taken = 0; taken < chunk.byteLength; ) {
        if (state.filled === chunkBytes) await seal(false)
        const piece = chunk.subarray(taken, taken + chunkBytes - state.filled)
        content.set(piece, state.filled)
        state.filled += piece.byteLength
        state.size += piece.byteLength
        taken += piece.byteLength
      }
    },
    written: () => state.size,
    head,
    async finish() {
      if (state.ended) throw cancelledFile()
      try {
        await seal(true)
        await writes.all()
        await orFileError(handle.sync())
        await handle.close()
        await orFileError(rename(path + partSuffix, path))
        await orFileError(syncFolder(folder))
      } catch (problem) {
        await drop()
        throw problem
      }
      state.ended = true
      onEnd()
      return { storedName, key, size: state.size, sha256: digest.digest('hex'), head: state.head }
    },
    drop,
  }
}

/** Writes that run beside the work on the next chunk. */
function createWrites(handle: FileHandle) {
  const underWay: Promise<void>[] = []
  const oldest = async () => orFileError(underWay.shift() ?? Promise.resolve())
  return {
    async add(parts: Uint8Array[], position: number) {
      const write = writeAll(handle, parts, position)
      // Who waits for it may come later than its failure.
      write.catch(() => {})
      underWay.push(write)
      if (underWay.length > maxUnderWay) await oldest()
    },
    async all() {
      while (underWay.length > 0) await oldest()
    },
    async settle() {
      await Promise.allSettled(underWay)
    },
  }
}

async function writeAll(handle: FileHandle, parts: Uint8Array[], position: number): Promise<void> {
  const total = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const { bytesWritten } = await handle.writev(parts, position)
  if (bytesWritten === total) return
  // A disk that fills up takes a part first; the next write says why.
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength; ) {
    const next = await handle.write(rest, written, rest.byteLength - written, position + bytesWritten + written)
    written += next.bytesWritten
  }
}

async function orFileError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (problem) {
    throw toFileError(problem)
  }
}
