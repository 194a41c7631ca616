import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { safeFileName } from '../../shared/domain/file-names.ts'
import type { PreviewKind } from '../../shared/ipc/files.ts'
import type { OpenableFile } from '../platform/host.ts'
import { notOpenable } from './file-errors.ts'

/** How a type of content is handled: how the app shows it, and the extensions under which other programs may open it. */
type Kind = { preview: PreviewKind; extensions?: readonly [string, ...string[]] }

const office = 'application/vnd.openxmlformats-officedocument.'

/**
 * Types that programs open without executing anything, and without macros; no other type is ever opened. Content that some
 * program executes (HTML, SVG, shortcuts, scripts) is at most shown as text.
 */
const kinds: Readonly<Record<string, Kind>> = {
  'application/pdf': { preview: 'pdf', extensions: ['pdf'] },
  'image/png': { preview: 'image', extensions: ['png'] },
  'image/jpeg': { preview: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/gif': { preview: 'image', extensions: ['gif'] },
  'image/webp': { preview: 'image', extensions: ['webp'] },
  'image/bmp': { preview: 'image' },
  'image/avif': { preview: 'image' },
  'text/plain': { preview: 'text', extensions: ['txt', 'text'] },
  'text/csv': { preview: 'csv', extensions: ['csv'] },
  'text/markdown': { preview: 'markdown' },
  [`${office}wordprocessingml.document`]: { preview: 'office', extensions: ['docx'] },
  [`${office}spreadsheetml.sheet`]: { preview: 'office', extensions: ['xlsx'] },
  [`${office}presentationml.presentation`]: { preview: 'office', extensions: ['pptx'] },
  'application/vnd.apple.pages': { preview: 'office', extensions: ['pages'] },
  'application/vnd.apple.numbers': { preview: 'office', extensions: ['numbers'] },
  'application/json': { preview: 'text' },
  'application/xml': { preview: 'text' },
  'application/x-desktop': { preview: 'text' },
  'application/x-mswinurl': { preview: 'text' },
  'image/svg+xml': { preview: 'text' },
}

/** How the app shows content of this type. */
export function previewOf(mediaType: string): PreviewKind {
  return kinds[mediaType]?.preview ?? (mediaType.startsWith('text/') ? 'text' : 'none')
}

/** Whether other programs may open it: its content has a harmless type, and its name's extension matches. */
export function isOpenable(mediaType: string, name: string): boolean {
  return kinds[mediaType]?.extensions?.includes(extensionOf(name)) ?? false
}

/**
 * A safe name for content of this type. A name without an extension gets the right one; a wrong extension stays, because a sender
 * may have chosen it to deceive.
 */
export function fileNameFor(name: string, mediaType: string): string {
  const safe = safeFileName(name)
  const extension = kinds[mediaType]?.extensions?.[0]
  if (extension === undefined || extensionOf(safe) !== '') return safe
  return safeFileName(`${safe}.${extension}`)
}

/** In lower case; empty for none. A part that begins with a digit is not an extension: `Statement 3.2025`. */
function extensionOf(name: string): string {
  return /\.([a-z][a-z0-9]{0,9}|7z|3gp)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

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
