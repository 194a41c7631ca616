import { type FileStore, headBytes, type SealedRef } from './file-store.ts'
import { judgeFile, judgeVersion } from './kind/judge-file.ts'

/** The result of judging a sealed file, as stored with it. `judge_version`: the version of the rules by which it was judged. */
export type JudgedColumns = { media_type: string; caution: string | null; judge_version: number }

/** Judges the content of a sealed file. Throws `files/damaged`. */
export async function judgeSealed(store: FileStore, file: SealedRef, name: string): Promise<JudgedColumns> {
  const read = async (offset: number, length: number) => {
    const pieces: Uint8Array[] = []
    for await (const piece of store.read(file, { offset, length })) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const head = await read(0, headBytes)
  const { mediaType, caution } = await judgeFile({ name, size: file.size, head, read })
  return { media_type: mediaType, caution, judge_version: judgeVersion }
}

type StoredRow = JudgedColumns & { stored_name: string; key: Uint8Array; size: number; name: string }

/**
 * Judges a file again that an earlier version judged: it may have taken a document for an archive, and knew no cautions. Null if these
 * rules judged it already, or it cannot be read, which shows when its content is needed.
 */
export async function judgeAgain(store: FileStore, row: StoredRow): Promise<JudgedColumns | null> {
  if (row.judge_version >= judgeVersion) return null
  const { stored_name: storedName, key, size, name } = row
  return judgeSealed(store, { storedName, key, size }, name).catch(() => null)
}
