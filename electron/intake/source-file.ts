import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../shared/domain/app-error.ts'
import { changed } from './issues.ts'

/** A file of the user's, open for reading; `bytes` may be read once. */
export type SourceFile = {
  /** In bytes, when it was opened. */
  size: number
  bytes: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

const pieceBytes = 256 * 1024

/**
 * Opens a regular file once, so that the checked file is the one that is read, even if its path is changed. Links are not
 * followed, and a pipe or a device cannot block.
 *
 * @throws AppError `files/not-a-file`; its bytes throw `files/changed`
 */
export async function openSourceFile(path: string): Promise<SourceFile> {
  // Absent on Windows, where creating a link needs privileges.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((cause: unknown) => {
    throw notAFile(cause)
  })
  try {
    const facts = await file.stat({ bigint: true })
    if (!facts.isFile()) throw notAFile()
    return { size: Number(facts.size), bytes: unchanged(file, facts), close: () => file.close() }
  } catch (thrown) {
    await file.close()
    throw thrown
  }
}

/** The file's bytes; at their end, throws if the file changed while it was read. */
async function* unchanged(file: FileHandle, before: BigIntStats): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream({ autoClose: false, highWaterMark: pieceBytes })
  const after = await file.stat({ bigint: true })
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw changed()
}

function notAFile(cause?: unknown): AppError {
  return new AppError('files/not-a-file', {
    message: 'It is not a readable file: it is a folder or a link, or you have no access to it.',
    nextStep: 'Drop the file itself.',
    cause,
  })
}
