import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'

/** Bytes of a firm's name in a file's name; what comes after it must stay readable. */
const maxNameBytes = 100

/** A file that was written where a person said: its name, and the handle to show it by. */
export type SavedFile = { name: string; handle: string }

/** `procedure`: by which it was asked for. `isForeign`: it is not Steward's own work, and is marked so. */
export type FileToSave = {
  procedure: string
  suggestedName: string
  content: AsyncIterable<Uint8Array>
  isForeign: boolean
}

/** Writes a short text to a file that a person chooses; null when they choose none. Throws `export/write-failed`. */
export type SaveText = (file: { procedure: string; suggestedName: string; text: string }) => Promise<SavedFile | null>

/** `What – Firm – 2026-11-21.json`. */
export function datedFileName(
  what: string,
  { connectionName, now, extension }: { connectionName: string; now: Date; extension: string },
): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  const parts = [what, fileNamePart(connectionName, maxNameBytes), day.join('-')]
  return safeFileName(`${parts.filter((part) => part !== '').join(' – ')}.${extension}`)
}
