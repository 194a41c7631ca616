import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import type { SaveTarget } from '../platform/host.ts'
import { createOutputFolder, namesFor, type OutputFolder } from './output-folder.ts'

/** An unfinished file in its target folder, under a temporary name and readable by this user only. */
export type OutputFile = {
  /** Bytes written so far. */
  readonly length: number
  append(bytes: Uint8Array): Promise<void>
  /** Overwrites bytes that were appended before. */
  patch(bytes: Uint8Array, position: number): Promise<void>
  /**
   * Syncs the complete file to disk and moves it to its final path, which is returned: the name differs from the requested one if
   * that was taken.
   */
  finish(): Promise<{ path: string; name: string }>
  /** Closes and removes it; does nothing once finished. */
  discard(): Promise<void>
}

/** Creates output files; all unfinished ones can be removed at once when Steward quits. */
export type OutputFiles = {
  /** Every rejection, also of the file's methods, is an AppError `export/write-failed`. */
  create(target: SaveTarget): Promise<OutputFile>
  /** A folder, which never replaces anything. */
  createFolder(target: SaveTarget): Promise<OutputFolder>
  /** Removes every unfinished file; its writer gets an error on its next write. */
  discardAll(): Promise<void>
}

/** {@link OutputFiles} without any open file. */
export function createOutputFiles(): OutputFiles {
  const open = new Set<Pick<OutputFile, 'discard'>>()
  return {
    async create(target) {
      await removeLeftovers(target.folder)
      const file = await createOutputFile(target, () => open.delete(file))
      open.add(file)
      return file
    },
    async createFolder(target) {
      await removeLeftovers(target.folder)
      const made = { temporary: temporaryIn(target), onDone: () => void open.delete(folder) }
      const { add, finish, discard } = await orWriteFailed(createOutputFolder(target, made))
      const folder: OutputFolder = {
        add: (name, bytes) => orWriteFailed(add(name, bytes)),
        finish: () => orWriteFailed(finish()),
        discard,
      }
      open.add(folder)
      return folder
    },
    async discardAll() {
      await Promise.all([...open].map((file) => file.discard()))
    },
  }
}

const temporaryIn = ({ folder }: SaveTarget) => join(folder, `.steward-${randomBytes(8).toString('hex')}.part`)

async function createOutputFile(target: SaveTarget, onDone: () => void): Promise<OutputFile> {
  const temporary = temporaryIn(target)
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
/** An unfinished file that was not written to for this long, in ms, was left by a Steward that was killed. */
const leftoverAge = 3_600_000

/** Removes files and folders left by a crash at the next export to the same folder: they contain client data. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((candidate) => leftover.test(candidate))) {
    const path = join(folder, name)
    const facts = await lstat(path).catch(() => null)
    const isOurs = facts !== null && (facts.isFile() || facts.isDirectory())
    if (isOurs && Date.now() - facts.mtimeMs > leftoverAge) await rm(path, { recursive: true }).catch(() => {})
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.byteLength - written, position + written)
    written += bytesWritten
  }
}

/** Claims a name by creating a file, which fails if the name is taken, even by a link; then moves the file over the claim. */
async function place(temporary: string, target: SaveTarget): Promise<{ path: string; name: string }> {
  for (const name of namesFor(target)) {
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

/** As the caller reports any error of writing: AppError `export/write-failed`. */
export async function orWriteFailed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
    throw new AppError('export/write-failed', {
      message: code === 'ENOSPC' || code === 'EDQUOT' ? 'The disk is full.' : 'The file could not be written.',
      nextStep: 'Free some space or choose another folder, and try again. No partial file was left behind.',
      ...(code === undefined ? {} : { detail: code }),
      cause,
    })
  }
}
