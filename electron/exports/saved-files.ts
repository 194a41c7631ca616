import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
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

/** Files that were saved for the user in this run of Steward. Pages know only their handles, never their paths. */
type WrittenFiles = {
  /** Returns the handle by which the file can be requested. */
  issue(path: string): string
  /** Throws `export/file-gone` for a handle that was never issued, or that has been dropped since. */
  pathOf(handle: string): string
}

const maxFiles = 200

export function createWrittenFiles(): WrittenFiles {
  const paths = new Map<string, string>()
  return {
    issue(path) {
      const handle = randomUUID()
      paths.set(handle, path)
      const oldest = paths.keys().next().value
      if (paths.size > maxFiles && oldest !== undefined) paths.delete(oldest)
      return handle
    },
    pathOf(handle) {
      const path = paths.get(handle)
      if (path !== undefined) return path
      throw new AppError('export/file-gone', {
        message: 'Steward no longer knows where this file was written.',
        nextStep: 'Look for it in the folder you chose, or export the list again.',
      })
    },
  }
}
