import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../platform/private-file.ts'
import { cancelledFile, toFileError } from './file-errors.ts'
import { headBytes, type SealedWriter } from './file-store.ts'
import {
  chunkBytes,
  currentFormat,
  formatHeader,
  giveBack,
  keyBytes,
  sealChunk,
  sealedChunkBytes,
} from './sealed-chunk.ts'

export const partSuffix = '.part'

/** Maximum number of chunks being written; each one occupies a chunk's memory. */
const maxUnderWay = 2

export type SealedOptions = {
  folder: string
  storedName: string
  /** Whether `finish` waits until the file is on the disk and survives a power loss; else the file is synced afterwards. */
  isDurable: boolean
  /** Called once, when it is finished or dropped. */
  onEnd(): void
}

/** Begins a sealed file: created exclusively, for this user only, under a temporary name until it is complete. */
export async function beginSealed({ folder, storedName, isDurable, onEnd }: SealedOptions): Promise<SealedWriter> {
  const path = join(folder, storedName)
  const handle = await orFileError(open(path + partSuffix, 'wx', 0o600))
  const key = new Uint8Array(randomBytes(keyBytes))
  const header = formatHeader(currentFormat)
  const digest = createHash('sha256')
  const content = Buffer.allocUnsafeSlow(chunkBytes)
  const state = { size: 0, filled: 0, number: 0, ended: false, head: new Uint8Array() }
  const writes = createWrites(handle)

  /** Copied before the buffer is reused for the second chunk. */
  const head = () =>
    state.number === 0 ? Uint8Array.from(content.subarray(0, Math.min(state.filled, headBytes))) : state.head
  /** Seals a chunk once it is known whether more content follows. */
  const seal = async (last: boolean) => {
    const chunk = content.subarray(0, state.filled)
    state.head = head()
    digest.update(chunk)
    const sealed = sealChunk(key, { number: state.number, last }, chunk)
    const position = state.number * sealedChunkBytes
    const isFirst = state.number === 0
    state.number += 1
    state.filled = 0
    await (isFirst ? writes.add([header, ...sealed], 0) : writes.add(sealed, header.byteLength + position))
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
        if (isDurable) await orFileError(handle.sync())
        await orFileError(rename(path + partSuffix, path))
        if (isDurable) await orFileError(syncFolder(folder))
        if (isDurable) await handle.close()
        else void syncAndClose(handle)
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

/** Not awaited: a loss is detected when the file is read. */
const syncAndClose = (handle: FileHandle): Promise<void> =>
  handle
    .datasync()
    .catch(() => {})
    .then(() => handle.close())
    .catch(() => {})

/** Writes that run in parallel with sealing the next chunk. */
function createWrites(handle: FileHandle) {
  const underWay: Promise<void>[] = []
  const oldest = async () => orFileError(underWay.shift() ?? Promise.resolve())
  return {
    async add(parts: Uint8Array[], position: number) {
      const write = writeAll(handle, parts, position)
      // The write may fail before it is awaited.
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
  if (bytesWritten === total) return forget(parts)
  // A disk that becomes full writes a part first; the next write fails with the reason.
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength; ) {
    const next = await handle.write(rest, written, rest.byteLength - written, position + bytesWritten + written)
    written += next.bytesWritten
  }
  forget(parts)
}

function forget(parts: Uint8Array[]): void {
  for (const part of parts) giveBack(part)
}

async function orFileError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (problem) {
    throw toFileError(problem)
  }
}
