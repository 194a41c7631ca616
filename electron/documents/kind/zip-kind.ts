import { SaxesParser } from 'saxes'
import type { Caution } from '../../../shared/domain/file-kinds.ts'
import { decode } from '../../../shared/tables/decode.ts'
import {
  findZipEntries,
  isGapless,
  localHeader,
  type ZipEntry,
  zipBytes,
  zipBytesSoFar,
  zipEntries,
} from '../zip-directory.ts'
import type { Content, Judgement } from './content.ts'
import { iworkKind, olderIworkKind } from './iwork-kind.ts'

const zip = 'application/zip'
const office = 'application/vnd.openxmlformats-officedocument.'
const word = 'application/vnd.ms-word.'
const excel = 'application/vnd.ms-excel.'
const powerPoint = 'application/vnd.ms-powerpoint.'

/** The content types of the main part of Office documents, and what the documents are. */
const mainParts: Readonly<Record<string, string>> = {
  [`${office}wordprocessingml.document.main+xml`]: `${office}wordprocessingml.document`,
  [`${office}wordprocessingml.template.main+xml`]: `${office}wordprocessingml.template`,
  [`${word}document.macroenabled.main+xml`]: `${word}document.macroEnabled.12`,
  [`${word}template.macroenabledtemplate.main+xml`]: `${word}template.macroEnabled.12`,
  [`${office}spreadsheetml.sheet.main+xml`]: `${office}spreadsheetml.sheet`,
  [`${office}spreadsheetml.template.main+xml`]: `${office}spreadsheetml.template`,
  [`${excel}sheet.macroenabled.main+xml`]: `${excel}sheet.macroEnabled.12`,
  [`${excel}template.macroenabled.main+xml`]: `${excel}template.macroEnabled.12`,
  [`${excel}addin.macroenabled.main+xml`]: `${excel}addin.macroEnabled.12`,
  [`${excel}sheet.binary.macroenabled.main`]: `${excel}sheet.binary.macroEnabled.12`,
  [`${office}presentationml.presentation.main+xml`]: `${office}presentationml.presentation`,
  [`${office}presentationml.template.main+xml`]: `${office}presentationml.template`,
  [`${office}presentationml.slideshow.main+xml`]: `${office}presentationml.slideshow`,
  [`${powerPoint}presentation.macroenabled.main+xml`]: `${powerPoint}presentation.macroEnabled.12`,
  [`${powerPoint}template.macroenabled.main+xml`]: `${powerPoint}template.macroEnabled.12`,
  [`${powerPoint}slideshow.macroenabled.main+xml`]: `${powerPoint}slideshow.macroEnabled.12`,
  [`${powerPoint}addin.macroenabled.main+xml`]: `${powerPoint}addin.macroEnabled.12`,
  'application/vnd.ms-visio.drawing.main+xml': 'application/vnd.ms-visio.drawing',
  'application/vnd.ms-package.xps-fixeddocumentsequence+xml': 'application/vnd.ms-xpsdocument',
}

/** The main parts by their usual names, for documents whose list of types cannot be read. */
const mainNames: readonly (readonly [string, string])[] = [
  ['word/document.xml', `${office}wordprocessingml.document`],
  ['xl/workbook.xml', `${office}spreadsheetml.sheet`],
  ['xl/workbook.bin', `${excel}sheet.binary.macroEnabled.12`],
  ['ppt/presentation.xml', `${office}presentationml.presentation`],
]

/** Parts that contain code, or that start code. */
const activePart =
  /(?:^|\/)(?:vbaproject|vbadata|oleobject|macrosheets|activex|attachedtoolbars|customui|basic\/|scripts\/)|\.(?:bin|exe|dll|jse?|vb[es]|ws[fh]|hta|lnk|url|scr|pif|com|cpl|jar|msi|chm|reg|ps1|bat|cmd|(?:do[ct]|xl[ast]|pp[ast]|pot|sld)m|xlsb)$/i
/** Printer settings are the only harmless `.bin` parts in Office documents. */
const printerSettings = /(?:^|\/)printersettings\d*\.bin$/i
const activeType = /macroEnabled|vnd\.ms-office\.(?:vba|activeX)|oleObject/i

/** The most bytes of a part that tells the kind of a document. */
const maxPart = 16 * 1024 * 1024

/** The kind of a ZIP: an Office, OpenDocument or Apple document, a program or just an archive, also if it is damaged. */
export async function zipKind(content: Content): Promise<Judgement> {
  const whole = await zipEntries(content)
  const found = whole === null ? await findZipEntries(content) : { entries: whole, damage: unsoundness(whole) }
  if (found === null) return { mediaType: zip, caution: 'cut' }
  const { mediaType, caution } = await judgeEntries(content, found.entries)
  const speaks = found.damage ?? caution
  if (speaks !== null || mediaType === zip) return { mediaType, caution: speaks }
  return { mediaType, caution: (await isGapless(content, found.entries)) ? null : 'mixed' }
}

/** The most bytes before a ZIP that is still taken for one. */
const mostBefore = 65_536

/** The kind of a file that ends with a ZIP but begins with something unknown; null if it does not. */
export async function zipEndedKind(content: Content): Promise<Judgement | null> {
  const entries = (await findZipEntries(content))?.entries
  const first = entries?.[0]
  // An archive further inside a file is a part of that file.
  if (entries === undefined || first === undefined || first.offset > mostBefore) return null
  if ((await localHeader(content, first)) === null) return null
  const { mediaType } = await judgeEntries(content, entries)
  return { mediaType, caution: 'mixed' }
}

const plainName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

async function judgeEntries(content: Content, entries: readonly ZipEntry[]): Promise<Judgement> {
  const byName = new Map(entries.map((entry) => [plainName(entry.name), entry]))
  const text = async (name: string) => textOf(content, byName.get(name))
  const isActive = entries.some(
    ({ name }) => activePart.test(plainName(name)) && !printerSettings.test(plainName(name)),
  )
  const listed = await text('[content_types].xml')
  if (listed !== null) {
    const types = contentTypes(listed)
    const mainPart = mainPartIn((await text('_rels/.rels')) ?? '')
    const main = mainParts[types.ofPart(mainPart)] ?? types.all.flatMap((type) => mainParts[type] ?? [])[0]
    const mediaType = main ?? mainNames.find(([name]) => byName.has(name))?.[1]
    if (mediaType !== undefined) {
      if (isActive || types.all.some((type) => activeType.test(type))) return { mediaType, caution: 'active' }
      const caution = await cautionOfRelations(content, entries)
      return { mediaType, caution: types.isSound ? caution : (caution ?? 'odd') }
    }
  }
  const declared = (await text('mimetype'))?.trim() ?? ''
  if (/^application\/(?:vnd\.(?:oasis\.opendocument|sun\.xml)\.[a-z.-]+|epub\+zip)$/.test(declared)) {
    const isLocked = /encryption-data/.test((await text('meta-inf/manifest.xml')) ?? '')
    return { mediaType: declared, caution: isLocked ? 'password' : isActive ? 'active' : null }
  }
  const inManifest = /media-type="(application\/vnd\.(?:oasis\.opendocument|sun\.xml)\.[a-z.-]+)"/.exec(
    (await text('meta-inf/manifest.xml')) ?? '',
  )?.[1]
  if (inManifest !== undefined) return { mediaType: inManifest, caution: 'odd' }
  const apple = (await iworkKind(content, entries)) ?? (await olderIworkKind(entries, text))
  if (apple !== null) return { ...apple, caution: isActive ? 'active' : apple.caution }
  const byPart = mainNames.find(([name]) => byName.has(name))?.[1]
  if (byPart !== undefined) return { mediaType: byPart, caution: 'odd' }
  if (byName.has('meta-inf/manifest.mf')) return { mediaType: 'application/java-archive', caution: null }
  return { mediaType: zip, caution: null }
}

/** The text of a part, as much of it as can be read; null if there is none. */
async function textOf(content: Content, entry: ZipEntry | undefined): Promise<string | null> {
  if (entry === undefined) return null
  const bytes = (await zipBytes(content, entry, maxPart)) ?? (await zipBytesSoFar(content, entry, maxPart))
  return bytes && decode(bytes).text
}

/** The content types in a package's list, in lower case: of all parts, and of one by its own line or by its extension. */
function contentTypes(xml: string) {
  const parts = new Map<string, string>()
  const extensions = new Map<string, string>()
  const isSound = readElements(xml, (name, { contenttype = '', partname, extension }) => {
    const type = contenttype.replace(/;.*/, '').trim().toLowerCase()
    if (name === 'override' && partname !== undefined) parts.set(plainName(partname), type)
    if (name === 'default' && extension !== undefined) extensions.set(extension.toLowerCase(), type)
  })
  return {
    /** False if some of it could not be read. */
    isSound,
    all: [...parts.values(), ...extensions.values()],
    ofPart: (name: string) => parts.get(name) ?? extensions.get(name.split('.').at(-1) ?? '') ?? '',
  }
}

/** The path of the main part, from the package's relationships; empty if they name none. */
function mainPartIn(xml: string): string {
  let found = ''
  readElements(xml, (name, { type = '', target = '' }) => {
    if (name === 'relationship' && /\/relationships\/officeDocument$/i.test(type)) found ||= plainName(target)
  })
  return found
}

/**
 * Reads the elements of an XML text up to its first error, with names and attributes in lower case and without prefixes. False if there
 * is an error, or if it states an encoding other than the ones that are read.
 */
function readElements(xml: string, onElement: (name: string, attributes: Record<string, string>) => void): boolean {
  const parser = new SaxesParser()
  let failed = false
  parser.on('error', () => {
    failed = true
  })
  const local = (name: string) => name.replace(/^.*:/, '').toLowerCase()
  parser.on('opentag', ({ name, attributes }) => {
    if (failed) return
    onElement(
      local(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), String(value)])),
    )
  })
  parser.write(xml).close()
  const encoding = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(xml)?.[1] ?? 'utf-8'
  return !failed && /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-1|windows-1252)$/i.test(encoding)
}

/** A way out, letters written as their numbers, and parts in pieces: some programs find other parts in them. */
const oddName =
  /^[/\\]|\\|(?:^|\/)\.\.(?:\/|$)|\0|^[a-z]:|%(?:2[def]|3\d|[46][1-9a-f]|[57][0-9a])|\/\[\d+\](?:\.last)?\.piece$/i

/**
 * Unusual properties of a ZIP: names that are not unique or lead out of its folder, other than the two usual compression methods, or
 * no entry at the start. Null if nothing is.
 */
function unsoundness(entries: readonly ZipEntry[]): Caution | null {
  if (entries.length === 0) return null
  if (entries.some(({ encrypted }) => encrypted)) return 'password'
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (names.size !== entries.length || !entries.some(({ offset }) => offset === 0)) return 'odd'
  const isOdd = entries.some(({ name, method }) => oddName.test(name) || (method !== 0 && method !== 8))
  return isOdd ? 'odd' : null
}

/** The most bytes of relationships in a document. */
const maxRelations = 64 * 1024 * 1024

/** Relationships to something outside that are followed only when the user clicks, or show a picture or a film. */
const harmless = /\/(?:hyperlink|externalLinkPath|image|audio|video|media)$/i
/** Relationships to macros, and to pages and rich text that become a part of the document. */
const activeRelation = /\/(?:vbaProject|wordVbaData|oleObject|control|activeXControlBinary|attachedToolbars|aFChunk)$/i

/**
 * Reasons against opening a document, from the relationships of its parts: some would fetch or run something external as soon as the
 * document is opened. Relationships that cannot be read count as such.
 */
async function cautionOfRelations(content: Content, entries: readonly ZipEntry[]): Promise<Caution | null> {
  let [total, caution] = [0, null as Caution | null]
  for (const entry of entries) {
    if (!/\.rels$/i.test(entry.name)) continue
    total += entry.unpacked
    const bytes = total > maxRelations ? null : await zipBytes(content, entry)
    if (bytes === null) return 'fetches'
    const isSound = readElements(decode(bytes).text, (name, { type = '', targetmode = '' }) => {
      if (name !== 'relationship') return
      if (/^\s*external\s*$/i.test(targetmode)) caution ??= harmless.test(type) ? null : 'fetches'
      else if (activeRelation.test(type)) caution = 'active'
    })
    if (!isSound) return 'fetches'
    if (caution !== null) return caution
  }
  return null
}
