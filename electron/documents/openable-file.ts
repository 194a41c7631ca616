import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import type { OpenableFile } from '../platform/host.ts'
import { notOpenable } from './file-errors.ts'
import { isOpenable } from './openable.ts'

/**
 * Judges a path before the operating system is asked to open it with whatever program it has for it.
 *
 * @param mediaType - of its content, as judged when the content was taken in
 * @param root - the folder of Steward's own, in a folder of which the file must lie
 * @throws AppError `files/not-openable` when it is not a plain, private file there, of a kind that may be opened
 */
export async function vetOpenableFile(path: string, mediaType: string, root: string): Promise<OpenableFile> {
  const isOurs = isAbsolute(path) && normalize(path) === path && dirname(dirname(path)) === root
  const facts = isOurs && isOpenable(mediaType, basename(path)) ? await lstat(path).catch(() => null) : null
  // Windows knows no such modes.
  const isPrivate = process.platform === 'win32' || ((facts?.mode ?? 0) & 0o177) === 0
  if (facts?.isFile() && facts.nlink === 1 && isPrivate && (await liesWhereItSays(path, root)))
    return path as OpenableFile
  throw notOpenable()
}

/** No folder between Steward's own and the file is a link to somewhere else. */
async function liesWhereItSays(path: string, root: string): Promise<boolean> {
  const [real, realRoot] = await Promise.all([path, root].map((each) => realpath(each).catch(() => '')))
  return real !== '' && real === join(realRoot ?? '', basename(dirname(path)), basename(path))
}
