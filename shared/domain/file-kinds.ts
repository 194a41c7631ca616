/** How the app previews a file; `office` is described and opened in another program, `none` can only be saved. */
export const previewKinds = ['pdf', 'image', 'text', 'csv', 'markdown', 'mail', 'office', 'none'] as const
export type PreviewKind = (typeof previewKinds)[number]

/**
 * Reasons against opening a file in another program, whatever its kind:
 * - `active`: it contains macros, programs or embedded objects
 * - `fetches`: it loads something from elsewhere as soon as it is opened
 * - `mixed`: it is a file of another kind as well, or has foreign data before or after it
 * - `cut`: it does not end as its kind does
 * - `odd`: its parts are put together as no ordinary program does
 * - `password`: it is encrypted
 */
export const cautions = ['active', 'fetches', 'mixed', 'cut', 'odd', 'password'] as const
export type Caution = (typeof cautions)[number]

/** Why other programs may not open a file: its kind is not one they may open, its name does not fit its kind, or a caution. */
export const notOpenable = ['kind', 'name', ...cautions] as const
export type NotOpenable = (typeof notOpenable)[number]

/** A kind of file. `program`: what usually opens it, where a user would not guess. */
type Kind = { name: string; preview?: PreviewKind; program?: string }

const office = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'
const word = 'Word or a similar program'
const excel = 'Excel or a similar program'
const powerPoint = 'PowerPoint or a similar program'
const libreOffice = 'LibreOffice, Word or a similar program'
const pictures = 'a program for pictures'

/** The kinds of file that the app knows by name, by media type. */
const kinds: Readonly<Record<string, Kind>> = {
  'application/pdf': { name: 'PDF', preview: 'pdf' },

  'image/png': { name: 'Picture (PNG)', preview: 'image' },
  'image/jpeg': { name: 'Photo (JPEG)', preview: 'image' },
  'image/apng': { name: 'Picture (PNG, animated)', preview: 'image' },
  'image/gif': { name: 'Picture (GIF)', preview: 'image' },
  'image/webp': { name: 'Picture (WebP)', preview: 'image' },
  'image/bmp': { name: 'Picture (BMP)', preview: 'image' },
  'image/avif': { name: 'Photo (AVIF)', preview: 'image' },
  'image/heic': { name: 'Photo (HEIC)', program: pictures },
  'image/heif': { name: 'Photo (HEIF)', program: pictures },
  'image/heic-sequence': { name: 'Photos (HEIC)', program: pictures },
  'image/heif-sequence': { name: 'Photos (HEIF)', program: pictures },
  'image/tiff': { name: 'Scan or picture (TIFF)', program: pictures },
  'image/jp2': { name: 'Picture (JPEG 2000)', program: pictures },
  'image/jpx': { name: 'Picture (JPEG 2000)', program: pictures },
  'image/jxl': { name: 'Picture (JPEG XL)', program: pictures },
  'image/vnd.adobe.photoshop': { name: 'Picture (Photoshop)', program: 'Photoshop' },
  'image/x-adobe-dng': { name: 'Photo (DNG)', program: pictures },
  'image/x-canon-cr2': { name: 'Photo (Canon raw)', program: pictures },
  'image/x-canon-cr3': { name: 'Photo (Canon raw)', program: pictures },
  'image/x-nikon-nef': { name: 'Photo (Nikon raw)', program: pictures },
  'image/x-sony-arw': { name: 'Photo (Sony raw)', program: pictures },
  'image/wmf': { name: 'Drawing (WMF)', program: pictures },
  'image/emf': { name: 'Drawing (EMF)', program: pictures },
  'image/svg+xml': { name: 'Drawing (SVG)', preview: 'text' },
  'application/postscript': { name: 'PostScript' },
  'application/eps': { name: 'Drawing (EPS)' },

  'text/plain': { name: 'Text', preview: 'text' },
  'text/csv': { name: 'CSV table', preview: 'csv' },
  'text/tab-separated-values': { name: 'Table (TSV)', preview: 'csv' },
  'text/markdown': { name: 'Markdown', preview: 'markdown' },
  'text/html': { name: 'Web page (HTML)', preview: 'text' },
  'text/calendar': { name: 'Calendar entries', preview: 'text' },
  'text/vcard': { name: 'Contacts (vCard)', preview: 'text' },
  'text/x-script': { name: 'Script', preview: 'text' },
  'text/x-sylk': { name: 'Spreadsheet (SYLK)', preview: 'text' },
  'application/json': { name: 'JSON', preview: 'text' },
  'application/xml': { name: 'XML', preview: 'text' },
  'application/x-desktop': { name: 'Starter of a program (Linux)', preview: 'text' },
  'application/x-mswinurl': { name: 'Link to a web page', preview: 'text' },
  'application/rtf': { name: 'Rich text (RTF)', program: word },

  'message/rfc822': { name: 'E-mail', preview: 'mail', program: 'a mail program' },
  'application/mbox': { name: 'E-mails (mbox)', preview: 'mail', program: 'a mail program' },
  'application/vnd.ms-outlook': { name: 'E-mail (Outlook)', preview: 'mail', program: 'Outlook' },
  'application/x-mimearchive': { name: 'Saved web page (MHTML)', preview: 'text' },

  [`${office}wordprocessingml.document`]: { name: 'Word document', preview: 'office', program: word },
  [`${office}wordprocessingml.template`]: { name: 'Word template', preview: 'office', program: word },
  'application/vnd.ms-word.document.macroEnabled.12': {
    name: 'Word document with macros',
    preview: 'office',
    program: word,
  },
  'application/vnd.ms-word.template.macroEnabled.12': {
    name: 'Word template with macros',
    preview: 'office',
    program: word,
  },
  'application/msword': { name: 'Word document (97–2003)', preview: 'office', program: word },
  [`${office}spreadsheetml.sheet`]: { name: 'Excel workbook', preview: 'office', program: excel },
  [`${office}spreadsheetml.template`]: { name: 'Excel template', preview: 'office', program: excel },
  'application/vnd.ms-excel.sheet.macroEnabled.12': {
    name: 'Excel workbook with macros',
    preview: 'office',
    program: excel,
  },
  'application/vnd.ms-excel.template.macroEnabled.12': {
    name: 'Excel template with macros',
    preview: 'office',
    program: excel,
  },
  'application/vnd.ms-excel.sheet.binary.macroEnabled.12': {
    name: 'Excel workbook (binary)',
    preview: 'office',
    program: excel,
  },
  'application/vnd.ms-excel.addin.macroEnabled.12': { name: 'Excel add-in', preview: 'office', program: 'Excel' },
  'application/vnd.ms-excel': { name: 'Excel workbook (97–2003)', preview: 'office', program: excel },
  [`${office}presentationml.presentation`]: { name: 'PowerPoint presentation', preview: 'office', program: powerPoint },
  [`${office}presentationml.template`]: { name: 'PowerPoint template', preview: 'office', program: powerPoint },
  [`${office}presentationml.slideshow`]: { name: 'PowerPoint slide show', preview: 'office', program: powerPoint },
  'application/vnd.ms-powerpoint.presentation.macroEnabled.12': {
    name: 'PowerPoint presentation with macros',
    preview: 'office',
    program: powerPoint,
  },
  'application/vnd.ms-powerpoint.template.macroEnabled.12': {
    name: 'PowerPoint template with macros',
    preview: 'office',
    program: powerPoint,
  },
  'application/vnd.ms-powerpoint.slideshow.macroEnabled.12': {
    name: 'PowerPoint slide show with macros',
    preview: 'office',
    program: powerPoint,
  },
  'application/vnd.ms-powerpoint.addin.macroEnabled.12': {
    name: 'PowerPoint add-in',
    preview: 'office',
    program: 'PowerPoint',
  },
  'application/vnd.ms-powerpoint': {
    name: 'PowerPoint presentation (97–2003)',
    preview: 'office',
    program: powerPoint,
  },
  [`${openDocument}text`]: { name: 'OpenDocument text', preview: 'office', program: libreOffice },
  [`${openDocument}text-template`]: { name: 'OpenDocument text template', preview: 'office', program: libreOffice },
  [`${openDocument}spreadsheet`]: {
    name: 'OpenDocument spreadsheet',
    preview: 'office',
    program: 'LibreOffice, Excel or a similar program',
  },
  [`${openDocument}spreadsheet-template`]: {
    name: 'OpenDocument spreadsheet template',
    preview: 'office',
    program: 'LibreOffice, Excel or a similar program',
  },
  [`${openDocument}presentation`]: {
    name: 'OpenDocument presentation',
    preview: 'office',
    program: 'LibreOffice, PowerPoint or a similar program',
  },
  [`${openDocument}presentation-template`]: {
    name: 'OpenDocument presentation template',
    preview: 'office',
    program: 'LibreOffice, PowerPoint or a similar program',
  },
  [`${openDocument}graphics`]: { name: 'OpenDocument drawing', preview: 'office', program: 'LibreOffice' },
  'application/vnd.apple.pages': { name: 'Pages document', preview: 'office', program: 'Pages' },
  'application/vnd.apple.numbers': { name: 'Numbers spreadsheet', preview: 'office', program: 'Numbers' },
  'application/vnd.apple.keynote': { name: 'Keynote presentation', preview: 'office', program: 'Keynote' },
  'application/vnd.wordperfect': {
    name: 'WordPerfect document',
    preview: 'office',
    program: 'WordPerfect or LibreOffice',
  },
  'application/vnd.visio': { name: 'Visio drawing', preview: 'office', program: 'Visio' },
  'application/vnd.ms-visio.drawing': { name: 'Visio drawing', preview: 'office', program: 'Visio' },
  'application/onenote': { name: 'OneNote section', preview: 'office', program: 'OneNote' },
  'application/vnd.sun.xml.writer': { name: 'OpenOffice text', preview: 'office', program: libreOffice },
  'application/vnd.sun.xml.calc': { name: 'OpenOffice spreadsheet', preview: 'office', program: 'LibreOffice' },
  'application/vnd.sun.xml.impress': { name: 'OpenOffice presentation', preview: 'office', program: 'LibreOffice' },
  'application/vnd.ms-project': { name: 'Project plan', preview: 'office', program: 'Microsoft Project' },
  'application/x-mspublisher': { name: 'Publisher document', preview: 'office', program: 'Publisher' },
  'application/vnd.ms-xpsdocument': { name: 'XPS document', preview: 'office', program: 'an XPS viewer' },
  'application/x-cfb': { name: 'Document of an older Office program' },
  'application/epub+zip': { name: 'E-book (EPUB)', program: 'a reader of e-books' },

  'application/zip': { name: 'Archive (ZIP)' },
  'application/x-rar-compressed': { name: 'Archive (RAR)' },
  'application/x-7z-compressed': { name: 'Archive (7z)' },
  'application/gzip': { name: 'Archive (gzip)' },
  'application/x-tar': { name: 'Archive (tar)' },
  'application/x-bzip2': { name: 'Archive (bzip2)' },
  'application/x-xz': { name: 'Archive (xz)' },
  'application/zstd': { name: 'Archive (Zstandard)' },
  'application/vnd.ms-cab-compressed': { name: 'Archive (CAB)' },
  'application/x-apple-diskimage': { name: 'Disk image' },
  'application/x-iso9660-image': { name: 'Disk image' },
  'application/java-archive': { name: 'Program (Java)' },
  'application/x-msdownload': { name: 'Program (Windows)' },
  'application/x-msi': { name: 'Installer (Windows)' },
  'application/x-elf': { name: 'Program (Linux)' },
  'application/x-mach-binary': { name: 'Program (Mac)' },
  'application/x-ms-shortcut': { name: 'Shortcut (Windows)' },
  'application/x-ft-apple.alias': { name: 'Alias (Mac)' },
  'application/applefile': { name: 'Attributes of another file (Mac)' },
  'application/x-sqlite3': { name: 'Database (SQLite)' },
}

const families: readonly (readonly [prefix: string, name: string])[] = [
  ['image/', 'Picture'],
  ['audio/', 'Sound'],
  ['video/', 'Film'],
  ['text/', 'Text'],
  ['font/', 'Font'],
  ['message/', 'E-mail'],
  [openDocument, 'OpenDocument file'],
  [office, 'Office document'],
]

/** A file's kind in words: `Photo (HEIC)`. Never a media type. */
export function kindOfFile(mediaType: string, notOpenable: NotOpenable | null = null): string {
  if (mediaType === 'application/x-cfb' && notOpenable === 'password') return 'Office document with a password'
  const family = families.find(([prefix]) => mediaType.startsWith(prefix))?.[1]
  const other = mediaType === 'application/octet-stream' ? 'Unknown kind of file' : 'File of another program'
  return kinds[mediaType]?.name ?? family ?? other
}

/** The program that usually opens this kind of file; null if there is none in particular. */
export const programFor = (mediaType: string): string | null => kinds[mediaType]?.program ?? null

/** How the app shows content of this type. */
export const previewOf = (mediaType: string): PreviewKind =>
  kinds[mediaType]?.preview ?? (mediaType.startsWith('text/') ? 'text' : 'none')

const refusals: Readonly<Record<NotOpenable, string>> = {
  kind: 'Steward opens only PDF, pictures, plain text, CSV and Office documents without macros in other programs.',
  name: 'The end of its name does not fit its content, so another program might take it for something else.',
  active: 'It contains macros, a program or an embedded object.',
  fetches: 'It loads something from elsewhere as soon as it is opened, such as a template.',
  mixed: 'It contains something else besides, which another program might run.',
  cut: 'It does not end as it should: a part is missing, or something was added.',
  odd: 'It is put together in an unusual way, which another program might read differently.',
  password: 'It is encrypted with a password.',
}

/** Why a file is not opened in another program, and what to do, in sentences. */
export function refusalText(reason: NotOpenable): string {
  const next = reason === 'cut' ? 'Ask the sender for it again, or save a copy.' : 'Save a copy instead.'
  return `${refusals[reason]} ${next}`
}

/** Families of files that are not shown, with the reason and what to do. The first that fits counts. */
const unshown: readonly (readonly [RegExp, string])[] = [
  [
    /^Archive/,
    'An archive is not shown. To add the files in it, save a copy, unpack it, and drop them on the household.',
  ],
  [/^(?:Program|Installer)/, 'This is a program. Steward never starts one. Save a copy only if you know what it is.'],
  [/^(?:Shortcut|Alias|Attributes)/, 'It only points to another file, or describes one. Ask the sender for that file.'],
  [/^(?:Photo|Picture|Scan|Drawing)/, 'Pictures of this kind are not shown here.'],
  [/^(?:Film|Sound)/, 'Films and sounds are not played here.'],
  [
    /with a password$/,
    'It is encrypted, so nothing in it can be shown. Save a copy, and open it with its password in Word, Excel or PowerPoint.',
  ],
  [/^Unknown/, 'Its content is of no kind that Steward knows, whatever its name says.'],
]

/** Reasons for which a file may do harm in the program that opens it. */
const isRisk = (reason: NotOpenable) => ['active', 'fetches', 'mixed', 'odd'].includes(reason)

/** The text shown instead of a file without a preview: what it is, why it is not shown, and what to do. */
export function noPreviewText({
  media_type: mediaType,
  not_openable: reason,
}: {
  media_type: string
  not_openable: NotOpenable | null
}): { title: string; hint: string } {
  const title = kindOfFile(mediaType, reason)
  const program = programFor(mediaType)
  const why = unshown.find(([form]) => form.test(title))?.[1] ?? 'Documents of this kind are not shown here.'
  if (reason === null) return { title, hint: `${why} Open it in ${program ?? 'another program'}, or save a copy.` }
  if (/save a copy|ask the sender/i.test(why)) return { title, hint: why }
  const caution = reason === 'kind' ? '' : ` ${refusals[reason]}`
  const next = program === null ? 'decide yourself which program to open it with' : `open it in ${program}`
  const trust = isRisk(reason) ? ' only if you trust the sender' : ''
  return { title, hint: `${why}${caution} Save a copy, and ${next}${trust}.` }
}
