import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'

/** Files that were written for a person in this run of Steward. The page knows them by handle alone, never by path. */
export type WrittenFiles = {
  /** The handle under which the file can be asked for. */
  issue(path: string): string
  /** Throws `export/file-gone` for a handle that was never issued, or long ago. */
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
