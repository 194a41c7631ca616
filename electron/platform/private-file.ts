import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder that only this user may enter, or restricts an existing one to this user. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // mkdir does not change the mode of an existing folder.
  await chmod(folder, 0o700)
}

/**
 * Replaces a file atomically: after a crash at any moment, the file contains either the old or the new text, complete. Only this
 * user can read it (mode 0600; the folder 0700).
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await ensurePrivateFolder(dirname(path))
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(text, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Windows has neither FIFOs nor this flag. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a text file of bounded size. A FIFO is refused at once: opened without the flag it would wait for a writer, and block one
 * of the few threads that read files.
 *
 * @returns its text; null if there is no such file
 * @throws RangeError if it is larger than `maximumBytes` or not a regular file
 */
export async function readBoundedFile(path: string, maximumBytes: number): Promise<string | null> {
  const file = await open(path, withoutWaiting).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return null
    throw error
  })
  if (file === null) return null
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new RangeError('not a regular file')
    if (facts.size > maximumBytes) throw new RangeError('file too large')
    return await readAtMost(file, facts.size, maximumBytes)
  } finally {
    await file.close()
  }
}

/**
 * The size is only a first guess: a file may grow while it is read, and kernel files report 0. Memory of the largest size would
 * cost a garbage collection every few reads.
 */
async function readAtMost(file: FileHandle, size: number, maximumBytes: number): Promise<string> {
  let buffer = Buffer.allocUnsafe(Math.max(size, 4096) + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null)
    if (bytesRead === 0) return buffer.toString('utf8', 0, length)
    length += bytesRead
    if (length > maximumBytes) throw new RangeError('file too large')
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2)
  }
}

/** Whether an error thrown by Node has this code, such as `ENOENT`. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * Syncs a folder, so that a rename in it survives a power cut. Windows cannot open folders; there, only the file itself is
 * synced.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
