import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder that only this user may enter, or closes an existing one to others. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // An existing folder keeps its mode through mkdir.
  await chmod(folder, 0o700)
}

/**
 * Replaces a file as one step: after a crash at any moment either the old or the new text is there, whole. The file can
 * be read by this user only (mode 0600; the folder 0700).
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

/** Windows has neither fifos nor the flag. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a text file of bounded size. A fifo is refused at once: opened without the flag it would wait for a writer, on one of
 * the few threads that read files.
 *
 * @returns its text, or null when there is no such file
 * @throws RangeError when it is larger than `maximumBytes` or not a regular file
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
    return await readAtMost(file, maximumBytes)
  } finally {
    await file.close()
  }
}

/** A file may grow while it is read, and files of the kernel say that they are empty. */
async function readAtMost(file: FileHandle, maximumBytes: number): Promise<string> {
  const buffer = Buffer.allocUnsafe(maximumBytes + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null)
    if (bytesRead === 0) return buffer.toString('utf8', 0, length)
    length += bytesRead
    if (length > maximumBytes) throw new RangeError('file too large')
  }
}

/** Whether something thrown by Node carries this code, such as `ENOENT`. */
export function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** The rename itself must survive a power cut. Windows cannot open folders; there the file's own sync is all there is. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
