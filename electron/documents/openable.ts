import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { type Caution, cautions, type NotOpenable } from '../../shared/domain/file-kinds.ts'
import { safeFileName } from '../../shared/domain/file-names.ts'
import type { OpenableFile } from '../platform/host.ts'
import { notOpenable } from './file-errors.ts'

const office = 'application/vnd.openxmlformats-officedocument.'

/**
 * The extensions under which other programs may open each type. Only types that programs open without executing anything, and without
 * macros; no other type is ever opened. Content that some program executes (HTML, SVG, shortcuts, scripts) is at most shown as text.
 */
const openTypes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'text'],
  'text/csv': ['csv'],
  [`${office}wordprocessingml.document`]: ['docx'],
  [`${office}spreadsheetml.sheet`]: ['xlsx'],
  [`${office}presentationml.presentation`]: ['pptx'],
  'application/vnd.apple.pages': ['pages'],
  'application/vnd.apple.numbers': ['numbers'],
}

/** The facts about a file that decide whether other programs may open it. */
export type OpenFacts = { media_type: string; caution: string | null; name: string }

/** Why other programs may not open a file; null if they may. */
export function whyNotOpenable({ media_type: type, caution, name }: OpenFacts): NotOpenable | null {
  if (caution !== null) return isCaution(caution) ? caution : 'odd'
  const extensions = openTypes[type]
  if (extensions === undefined) return 'kind'
  return extensions.includes(extensionOf(name)) ? null : 'name'
}

const isCaution = (text: string): text is Caution => cautions.some((caution) => caution === text)

/**
 * A safe name for content of this type. A name without an extension gets the right one; a wrong extension stays, because a sender
 * may have chosen it to deceive.
 */
export function fileNameFor(name: string, mediaType: string): string {
  const safe = safeFileName(name)
  const extension = openTypes[mediaType]?.[0]
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
 * @param judged - what the content was found to be when it was received
 * @param root - Steward's own folder; the file must be in one of its subfolders
 * @throws AppError `files/not-openable` if it is not a plain, private file there, of a type that may be opened
 */
export async function vetOpenableFile(
  path: string,
  judged: Omit<OpenFacts, 'name'>,
  root: string,
): Promise<OpenableFile> {
  const isOurs = isAbsolute(path) && normalize(path) === path && dirname(dirname(path)) === root
  const isOpen = whyNotOpenable({ ...judged, name: basename(path) }) === null
  const facts = isOurs && isOpen ? await lstat(path).catch(() => null) : null
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
