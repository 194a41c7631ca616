import { randomBytes } from 'node:crypto'
import { link, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder, isErrorCode, syncFolder } from '../platform/private-file.ts'
import { cancelledFile, toFileError } from './file-errors.ts'
import { type FileStore, headBytes, type SealedWriter } from './file-store.ts'
import { readSealed } from './read-sealed.ts'
import { beginSealed, partSuffix } from './write-sealed.ts'

/** What downloads leave free on a disk: so many bytes, or this share of a small disk. */
const reserveBytes = 256 * 1024 * 1024
const reserveShare = 0.05

const storedNameForm = /^[0-9a-f]{32}$/

/**
 * A {@link FileStore} in a folder, which is created with access for this user only when the first file is written.
 *
 * @param options.isDurable - false for files that can be downloaded again: writing them does not wait until they are on disk
 */
export function createFileStore(folder: string, { isDurable = true } = {}): FileStore {
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
      await rm(pathOf(storedName), { force: true })
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
        await link(origin, pathOf(storedName)).catch(async (problem: unknown) => {
          if (isErrorCode(problem, 'EEXIST')) return
          if (isErrorCode(problem, 'ENOENT')) throw problem
          await rename(origin, pathOf(storedName))
        })
        await syncFolder(folder)
      } catch (problem) {
        throw toFileError(problem)
      }
      await from.remove(storedName)
    },
    async sweep(keep) {
      const names = await readdir(folder).catch(() => [])
      const loose = names.filter((name) => !keep.has(name) && !begun.has(name.replace(partSuffix, '')))
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
