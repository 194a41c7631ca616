import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'

/** Files that were saved for the user in this run of Steward. Pages know only their handles, never their paths. */
export type WrittenFiles = {
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
