import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'
import type { ProcedurePath } from '../../shared/ipc/contract.ts'

/** Longest firm name in a file name, in bytes; the text after it must stay readable. */
const maxNameBytes = 100

/** A file that was saved where the user chose: its name, and the handle by which to show it. */
export type SavedFile = { name: string; handle: string }

/** `procedure`: the procedure that saves it. `isForeign`: it did not originate in Steward, and is marked as downloaded. */
export type FileToSave = {
  procedure: ProcedurePath
  suggestedName: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  isForeign: boolean
}

/** Writes a short text to a file that the user chooses; null if the user cancelled. Throws `export/write-failed`. */
export type SaveText = (
  file: Pick<FileToSave, 'procedure' | 'suggestedName'> & { text: string },
) => Promise<SavedFile | null>

/** `What – Firm – 2026-11-21.json`; a folder has no extension. */
export function datedFileName(
  what: string,
  { connectionName, now, extension }: { connectionName: string; now: Date; extension?: string },
): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  const parts = [what, fileNamePart(connectionName, maxNameBytes), day.join('-')]
  const name = parts.filter((part) => part !== '').join(' – ')
  return safeFileName(extension === undefined ? name : `${name}.${extension}`)
}
