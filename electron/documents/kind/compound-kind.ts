import { type CompoundFile, openCompound } from '../../../shared/files/compound-file.ts'
import type { Content, Judgement } from './content.ts'

/** Streams at the top of a compound file that tell which program wrote it. */
const streams: Readonly<Record<string, string>> = {
  worddocument: 'application/msword',
  workbook: 'application/vnd.ms-excel',
  book: 'application/vnd.ms-excel',
  'powerpoint document': 'application/vnd.ms-powerpoint',
  pp40: 'application/vnd.ms-powerpoint',
  '__properties_version1.0': 'application/vnd.ms-outlook',
  visiodocument: 'application/vnd.visio',
  quill: 'application/x-mspublisher',
}

/** Classes of the main object, for files of which no stream is found. */
const classes: readonly (readonly [RegExp, string])[] = [
  [/^0002090[67]-0000-0000-c000-000000000046$/, 'application/msword'],
  [/^000208(?:10|20)-0000-0000-c000-000000000046$/, 'application/vnd.ms-excel'],
  [/^64818d1[01]-4f9b-11cf-86ea-00aa00b929e8$/, 'application/vnd.ms-powerpoint'],
  [/^00020d0b-0000-0000-c000-000000000046$/, 'application/vnd.ms-outlook'],
  [/^00021a14-0000-0000-c000-000000000046$/, 'application/vnd.visio'],
  [/^00021201-0000-0000-00c0-000000000046$/, 'application/x-mspublisher'],
  [/^74b78f3a-c8c8-11d1-be11-00c04fb6faf1$/, 'application/vnd.ms-project'],
  [/^000c108[4-6]-0000-0000-c000-000000000046$/, 'application/x-msi'],
]

const unnamed = 'application/x-cfb'

/** Tells Word, Excel, PowerPoint and Outlook files of 97–2003 apart, by what is at the top of their container. */
export async function compoundKind(content: Content): Promise<Judgement> {
  const file = await openCompound(content)
  if (file === null) return { mediaType: unnamed, caution: 'cut' }
  const names = new Set(file.children().map(({ name }) => name.toLowerCase()))
  // A document of today with a password: its own ZIP is encrypted in here.
  if (names.has('encryptedpackage')) return { mediaType: unnamed, caution: 'password' }
  const byStream = Object.entries(streams).flatMap(([name, type]) => (names.has(name) ? [type] : []))
  const byClass = classes.find(([form]) => form.test(file.classId))?.[1]
  // Of several streams the one decides whose program the class names.
  const mediaType = byStream.find((type) => type === byClass) ?? byStream[0] ?? byClass ?? unnamed
  return { mediaType, caution: hasMacros(file) ? 'active' : null }
}

/** Macros are in a storage of their own, wherever the document is. */
const hasMacros = (file: CompoundFile): boolean =>
  file.children().some(({ name, isStorage }) => isStorage && /^(?:macros|_vba_project_cur|_vba_project)$/i.test(name))
