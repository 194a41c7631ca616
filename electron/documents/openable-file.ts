import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import type { OpenableFile } from '../platform/host.ts'
import { notOpenable } from './file-errors.ts'
import { isOpenable } from './openable.ts'

/**
 * Checks a path before the operating system is asked to open it with its default program.
 *
 * @param mediaType - of the content, as detected when the content was received
 * @param root - Steward's own folder; the file must be in one of its subfolders
 * @throws AppError `files/not-openable` if it is not a plain, private file there, of a type that may be opened
 */
export async function vetOpenableFile(path: string, mediaType: string, root: string): Promise<OpenableFile> {
  const isOurs = isAbsolute(path) && normalize(path) === path && dirname(dirname(path)) === root
  const facts = isOurs && isOpenable(mediaType, basename(path)) ? await lstat(path).catch(() => null) : null
  // Windows has no such file modes.
  const isPrivate = process.platform === 'win32' || ((facts?.mode ?? 0) & 0o177) === 0
  if (facts?.isFile() && facts.nlink === 1 && isPrivate && (await liesWhereItSays(path, root)))
    return path as OpenableFile
  throw notOpenable()
}

/** Checks that no folder between `root` and the file is a link to another place. */
async function liesWhereItSays(path: string, root: string): Promise<boolean> {
  const [real, realRoot] = await Promise.all([path, root].map((each) => realpath(each).catch(() => '')))
  return real !== '' && real === join(realRoot ?? '', basename(dirname(path)), basename(path))
}
