import { lstat } from 'node:fs/promises'
import { isAbsolute, normalize } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'

declare const vetted: unique symbol

/** The path of a file that Steward wrote and that still exists; only {@link vetWrittenFile} creates one. */
export type WrittenFile = string & { readonly [vetted]: true }

/**
 * Checks one of Steward's own paths before the operating system is asked to show it.
 *
 * @throws AppError `export/file-gone` if it is not, or no longer, a regular file
 */
export async function vetWrittenFile(path: string): Promise<WrittenFile> {
  const facts = isAbsolute(path) && normalize(path) === path ? await lstat(path).catch(() => null) : null
  if (facts?.isFile()) return path as WrittenFile
  throw new AppError('export/file-gone', {
    message: 'The file is no longer where it was written.',
    nextStep: 'Look for it where it was moved to, or export the list again.',
  })
}
