import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { numberedFileName } from '../../shared/domain/file-names.ts'
import type { SaveTarget } from '../platform/host.ts'

/** A file under way, beside where it will be, under a name of its own that only this user can read. */
export type OutputFile = {
  /** Bytes written so far. */
  readonly length: number
  append(bytes: Uint8Array): Promise<void>
  /** Writes over what was appended before. */
  patch(bytes: Uint8Array, position: number): Promise<void>
  /** Puts the file, whole and on the disk, in its place. Returns where that is: another name than asked where taken. */
  finish(): Promise<{ path: string; name: string }>
  /** Closes and removes it; does nothing once finished. */
  discard(): Promise<void>
}

/** Numbers tried for a name that is taken. */
const maxNames = 10_000

/** Where files are begun, and ended all at once when Steward ends. */
export type OutputFiles = {
  /** Every rejection, of the file's methods too, is an AppError `export/write-failed`. */
  create(target: SaveTarget): Promise<OutputFile>
  /** Removes every file that is not finished; whoever writes one is told by its next write. */
  discardAll(): Promise<void>
}

/** {@link OutputFiles} with none open. */
export function createOutputFiles(): OutputFiles {
  const open = new Set<OutputFile>()
  return {
    async create(target) {
      await removeLeftovers(target.folder)
      const file = await createOutputFile(target, () => open.delete(file))
      open.add(file)
      return file
    },
    async discardAll() {
      await Promise.all([...open].map((file) => file.discard()))
    },
  }
}

async function createOutputFile(target: SaveTarget, onDone: () => void): Promise<OutputFile> {
  const temporary = join(target.folder, `.steward-${randomBytes(8).toString('hex')}.part`)
  const handle = await orWriteFailed(open(temporary, 'wx', 0o600))
  const state = { length: 0, done: false }
  const done = () => {
    state.done = true
    onDone()
  }
  return {
    get length() {
      return state.length
    },
    async append(bytes) {
      const position = state.length
      state.length += bytes.byteLength
      await orWriteFailed(writeAll(handle, bytes, position))
    },
    patch: (bytes, position) => orWriteFailed(writeAll(handle, bytes, position)),
    async finish() {
      await orWriteFailed(handle.sync())
      await orWriteFailed(handle.close())
      const placed = await orWriteFailed(place(temporary, target))
      done()
      return placed
    },
    async discard() {
      if (state.done) return
      done()
      await handle.close().catch(() => {})
      await unlink(temporary).catch(() => {})
    },
  }
}

const leftover = /^\.steward-[0-9a-f]{16}\.part$/
/** A file that nobody wrote to for so long, ms, belongs to a Steward that was killed. */
const leftoverAge = 3_600_000

/** What a crash left lying is removed with the next export there: it holds client data. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((candidate) => leftover.test(candidate))) {
    const path = join(folder, name)
    const facts = await lstat(path).catch(() => null)
    if (facts?.isFile() && Date.now() - facts.mtimeMs > leftoverAge) await unlink(path).catch(() => {})
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.byteLength - written, position + written)
    written += bytesWritten
  }
}

/** A name is claimed by making it, which fails where it is taken, even by a link; then the file moves over the claim. */
async function place(temporary: string, target: SaveTarget): Promise<{ path: string; name: string }> {
  for (let number = 1; number <= maxNames; number += 1) {
    const name = number === 1 ? target.name : numberedFileName(target.name, number)
    const path = join(target.folder, name)
    if (target.replace || (await claim(path))) {
      await rename(temporary, path)
      return { path, name }
    }
  }
  throw new RangeError('no free name')
}

async function claim(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function orWriteFailed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
    throw new AppError('export/write-failed', {
      message: code === 'ENOSPC' || code === 'EDQUOT' ? 'The disk is full.' : 'The file could not be written.',
      nextStep: 'Make room, or choose another folder, and try again. Nothing was left behind.',
      ...(code === undefined ? {} : { detail: code }),
      cause,
    })
  }
}
