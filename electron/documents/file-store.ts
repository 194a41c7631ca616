import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder, readBoundedFile, syncFolder } from '../platform/private-file.ts'
import { cancelledFile, damagedFile, toFileError } from './file-errors.ts'
import {
  chunkBytes,
  chunkCount,
  currentFormat,
  formatHeader,
  giveBack,
  keyBytes,
  openChunk,
  openLabel,
  type SealedFormat,
  sealChunk,
  sealedBytes,
  sealedChunkBytes,
  sealLabel,
} from './sealed-chunk.ts'

/** A sealed file in a folder: its name there, its key, and facts about its content. */
export type SealedFile = {
  storedName: string
  /** 32 bytes, used for this file only. */
  key: Uint8Array
  /** Size of the content, in bytes. */
  size: number
  /** SHA-256 of the content, lower-case hex. */
  sha256: string
}

/** Includes the first bytes of the content, at most {@link headBytes}, by which its type is detected. */
export type NewSealedFile = SealedFile & { head: Uint8Array }

export const headBytes = 65_536

/** A range of a file, in bytes; the part beyond its end is ignored. */
export type ByteRange = { offset: number; length: number }

/** The facts needed to read a sealed file. */
export type SealedRef = Pick<SealedFile, 'storedName' | 'key' | 'size'>

/** A file that is sealed piece by piece. */
export type SealedWriter = {
  /** The bytes are copied, so the caller may reuse the chunk's memory. Rejects with `files/disk-full`. */
  append(chunk: Uint8Array): Promise<void>
  /** Bytes of content so far. */
  written(): number
  /** The first bytes of the content, as far as they were written. */
  head(): Uint8Array
  /** When this resolves, the file has its final name, and is on the disk if the store is durable. */
  finish(): Promise<NewSealedFile>
  /** Removes the written part; does nothing once finished. */
  drop(): Promise<void>
}

/** `isPassing`: the reader is done with each piece when it requests the next one; the piece's memory is then released. */
export type ReadOptions = { isPassing?: boolean }

export type WriteOptions = {
  signal: AbortSignal
  /** Called once, as soon as the first bytes are available. */
  onHead?(head: Uint8Array): void
}

/** A folder of sealed files. They are unreadable without their keys, which are stored elsewhere. */
export type FileStore = {
  /**
   * Seals a stream. Rejects with `files/disk-full`, `files/cancelled`, or the stream's own error, and then leaves nothing behind.
   */
  write(source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<NewSealedFile>
  /** Reads a sealed file, in pieces of up to 1 MiB. Throws `files/damaged`; pieces returned before that were intact. */
  read(file: SealedRef, range?: ByteRange, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** Begins a file that is written piece by piece; it can be resumed after a broken connection while Steward runs. */
  begin(): Promise<SealedWriter>
  /** Removes a file, its label first. */
  remove(storedName: string): Promise<void>
  /**
   * Stores a sealed text beside a file: it goes with the file, and is read if the rows about the files are lost. Does nothing without
   * a key for labels, or where it cannot be written.
   */
  label(storedName: string, text: string): Promise<void>
  /** The names of the files that have a label. */
  labelled(): Promise<Set<string>>
  /** The labels of the files that are here, by name; without those that are damaged or sealed under another key. */
  labels(): Promise<Map<string, string>>
  /**
   * How many bytes may still be written so that the disk keeps a reserve, in which everything else of Steward can go on writing; Infinity
   * if the system does not say.
   */
  room(): Promise<number>
  /** Moves a file from another store of the same connection into this one. */
  adopt(from: FileStore, storedName: string): Promise<void>
  /** Removes all files except these names and files being written. */
  sweep(keep: ReadonlySet<string>): Promise<void>
  /** The path of a file; only for `adopt`. */
  pathOf(storedName: string): string
}

/** Space that downloads leave free on a disk: so many bytes, or this share of a small disk. */
const reserveBytes = 256 * 1024 * 1024
const reserveShare = 0.05

const storedNameForm = /^[0-9a-f]{32}$/
const labelSuffix = '.key'
/** Largest label that is read, in bytes. */
const maxLabel = 64 * 1024

/**
 * A {@link FileStore} in a folder, which is created with access for this user only when the first file is written.
 *
 * @param options.isDurable - false for files that can be downloaded again: writing them does not wait until they are on disk
 * @param options.labelKey - 32 bytes; null if nothing is stored beside the files
 */
export function createFileStore(
  folder: string,
  { isDurable = true, labelKey = null }: { isDurable?: boolean; labelKey?: Uint8Array | null } = {},
): FileStore {
  /** Names of files being written. */
  const begun = new Set<string>()

  const pathOf = (storedName: string) => {
    // Names come from rows that only Steward writes, but a path in one would still lead out of the folder.
    if (!storedNameForm.test(storedName)) throw new RangeError('not a name of a sealed file')
    return join(folder, storedName)
  }

  const begin = async (): Promise<SealedWriter> => {
    const storedName = randomBytes(16).toString('hex')
    await makeFolder()
    begun.add(storedName)
    try {
      return await beginSealed({ folder, storedName, isDurable, onEnd: () => begun.delete(storedName) })
    } catch (problem) {
      begun.delete(storedName)
      throw problem
    }
  }

  const makeFolder = () =>
    ensurePrivateFolder(folder).catch((problem: unknown) => {
      throw toFileError(problem)
    })

  const labelled = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(labelSuffix))
    return new Set(names.map((name) => name.slice(0, -labelSuffix.length)).filter((name) => storedNameForm.test(name)))
  }

  return {
    begin,
    pathOf,
    async write(source, { signal, onHead }) {
      if (signal.aborted) throw cancelledFile()
      const writer = await begin()
      try {
        let told = onHead === undefined
        for await (const chunk of untilAborted(source, signal)) {
          await writer.append(chunk)
          if (told || writer.written() < headBytes) continue
          told = true
          onHead?.(writer.head())
        }
        if (!told) onHead?.(writer.head())
        return await writer.finish()
      } catch (problem) {
        await writer.drop()
        throw problem
      }
    },
    read: ({ storedName, ...file }, range, options) => readSealed(pathOf(storedName), file, range, options),
    async remove(storedName) {
      await rm(pathOf(storedName) + labelSuffix, { force: true })
      await rm(pathOf(storedName), { force: true })
    },
    async label(storedName, text) {
      if (labelKey === null) return
      const path = pathOf(storedName) + labelSuffix
      const sealed = sealLabel(labelKey, storedName, text)
      // A file without a label is only downloaded again if the rows are lost. Written under its own name, never through a link.
      const write = async () => {
        await rm(path, { force: true })
        await writeFile(path, sealed, { flag: 'wx', mode: 0o600 })
      }
      await write().catch(() => rm(path, { force: true }).catch(() => {}))
    },
    labelled,
    async labels() {
      const found = new Map<string, string>()
      if (labelKey === null) return found
      const files = new Set(await readdir(folder).catch(() => []))
      for (const storedName of await labelled()) {
        if (!files.has(storedName)) continue
        const sealed = await readBoundedFile(pathOf(storedName) + labelSuffix, maxLabel).catch(() => null)
        const text = sealed === null ? null : openLabel(labelKey, storedName, sealed)
        if (text !== null) found.set(storedName, text)
      }
      return found
    },
    async room() {
      const disk = await statfs(folder).catch(() => null)
      if (disk === null) return Number.POSITIVE_INFINITY
      return Math.max(0, disk.bavail * disk.bsize - Math.min(reserveBytes, disk.blocks * disk.bsize * reserveShare))
    },
    async adopt(from, storedName) {
      const origin = from.pathOf(storedName)
      await makeFolder()
      try {
        // Links the new name before the old one is removed: the file exists under a name at every moment.
        await link(origin, pathOf(storedName)).catch(() => rename(origin, pathOf(storedName)))
        await syncFolder(folder)
      } catch (problem) {
        throw toFileError(problem)
      }
      await from.remove(storedName)
    },
    async sweep(keep) {
      const names = await readdir(folder).catch(() => [])
      const loose = names.filter(
        (name) => !keep.has(name.replace(labelSuffix, '')) && !begun.has(name.replace(partSuffix, '')),
      )
      await Promise.all(loose.map((name) => rm(join(folder, name), { force: true, recursive: true })))
    },
  }
}

/** A source that is left at once when `signal` aborts, even while its next chunk is pending. */
async function* untilAborted(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const waiting: { leave: (problem: unknown) => void } = { leave: () => {} }
  const onAbort = () => waiting.leave(cancelledFile())
  signal.addEventListener('abort', onAbort, { once: true })
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>()
      waiting.leave = reject
      if (signal.aborted) onAbort()
      chunks.next().then(resolve, reject)
      const next = await promise
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // A source that hangs would block this, so it is asked to stop but not awaited.
    void Promise.resolve(chunks.return?.()).catch(() => {})
  }
}

/** Reads the content of a sealed file, or a part of it, in pieces of up to 1 MiB. Throws `files/damaged`. */
async function* readSealed(
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

const partSuffix = '.part'

/** Maximum number of chunks being written; each one occupies a chunk's memory. */
const maxUnderWay = 2

type SealedOptions = {
  folder: string
  storedName: string
  /** Whether `finish` waits until the file is on the disk and survives a power loss; else the file is synced afterwards. */
  isDurable: boolean
  /** Called once, when it is finished or dropped. */
  onEnd(): void
}

/** Begins a sealed file: created exclusively, for this user only, under a temporary name until it is complete. */
async function beginSealed({ folder, storedName, isDurable, onEnd }: SealedOptions): Promise<SealedWriter> {
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
