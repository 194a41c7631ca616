import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type ZipEntry, zipBytes, zipEntries } from '../../documents/zip-directory.ts'
import { readWorkbook } from '../../imports/workbook.ts'
import { TooLargeWorkbook } from '../../imports/workbook-parts.ts'
import type { TextLimits } from '../text-reader.ts'
import { addParts, type PageSink, TooLargeText } from './pages.ts'

const office = 'application/vnd.openxmlformats-officedocument.'
const word = /(?:wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)\.macroEnabled\.12)$/
const slides = /(?:presentationml\.\w+|ms-powerpoint\.\w+\.macroEnabled\.12)$/
const openDocument = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template)?$/

/** Limits of a part: its size in bytes, and the ratio of its size to the packed one above which it only claims to be text. */
const maxPart = 128 * 1024 * 1024
const maxRatio = 400
const ratioFrom = 1024 * 1024

/**
 * Reads the text of documents that are a ZIP of XML: .docx, .xlsx, .pptx, .odt, .ods and .odp. Null for another kind.
 *
 * @returns 0, since the number of pages is not known before they are read
 * @throws where the document is damaged, or a part of it beyond the limits
 */
export async function readOfficeText(
  { mediaType, bytes, limits }: { mediaType: string; bytes: Uint8Array; limits: TextLimits },
  sink: PageSink,
): Promise<number | 'protected' | null> {
  const kind = openDocument.exec(mediaType)?.[1]
  if (kind === undefined && !mediaType.startsWith(office) && !/macroEnabled\.12$/.test(mediaType)) return null
  if (mediaType === `${office}spreadsheetml.sheet` || mediaType === `${office}spreadsheetml.template`)
    return readSheets(bytes, sink)
  const parts = await partsOf(bytes)
  if (parts === 'protected') return 'protected'
  const document = { parts, sink, most: limits.characters }
  if (kind !== undefined) return readOpenDocument(document, kind)
  if (word.test(mediaType)) return readWordDocument(document)
  if (slides.test(mediaType)) return readSlides(document)
  return null
}

type Parts = { names: string[]; read(name: string): Promise<string | null> }
type Document = { parts: Parts; sink: PageSink /** Characters after which nothing more is read. */; most: number }

async function partsOf(bytes: Uint8Array): Promise<Parts | 'protected'> {
  const content = {
    size: bytes.byteLength,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
  const entries = await zipEntries(content)
  if (entries === null) throw new Error('The document is damaged.')
  const byName = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const name = entry.name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
    if (byName.has(name)) throw new Error('The document has a part twice.')
    byName.set(name, entry)
  }
  const read = async (name: string) => {
    const entry = byName.get(name.replace(/^\//, '').toLowerCase())
    if (entry === undefined) return null
    const isBomb = entry.unpacked > ratioFrom && entry.unpacked > entry.packed * maxRatio
    if (isBomb || entry.unpacked > maxPart) throw new TooLargeText('A part of the document is too large.')
    const part = await zipBytes(content, entry, maxPart)
    if (part === null) throw new Error('A part of the document is damaged.')
    return new TextDecoder(part[0] === 0xff || part[0] === 0xfe ? 'utf-16le' : 'utf-8').decode(part)
  }
  const isLocked = entries.some(({ encrypted }) => encrypted) || (await isLockedOpenDocument(read))
  return isLocked ? 'protected' : { names: [...byName.keys()], read }
}

const isLockedOpenDocument = async (read: Parts['read']) =>
  /encryption-data/.test((await read('META-INF/manifest.xml')) ?? '')

type Handlers = {
  /** `name` without its prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** Characters of XML between two turns of the event loop, in which the memory is looked at. */
const chunk = 1024 * 1024

/** Reads XML; a document type, with which texts could be multiplied, ends it with an error. */
async function readXml(xml: string | null, handlers: Handlers): Promise<void> {
  if (xml === null) return
  const parser = new SaxesParser({ xmlns: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => handlers.open?.(local(name), attributes))
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('doctype', () => {
    throw new Error('The document declares a document type.')
  })
  parser.on('error', (error) => {
    throw error
  })
  for (let at = 0; at < xml.length; at += chunk) {
    parser.write(xml.slice(at, at + chunk))
    await new Promise((resolve) => setImmediate(resolve))
  }
  parser.close()
}

/** The value of an attribute, whatever its prefix. */
const attributeOf = (attributes: Readonly<Record<string, string>>, name: string) =>
  Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]

/** Texts of a document that it does not show: deleted ones, those moved elsewhere, codes of fields, and second drawings of the same text. */
const hiddenInWord: ReadonlySet<string> = new Set(['delText', 'moveFrom', 'instrText', 'delInstrText', 'Fallback'])

/** Pages end where the program that saved the document ended them; a document without such marks is divided into parts. */
async function readWordDocument({ parts, sink, most }: Document): Promise<number> {
  const pages = ['']
  await readWordPart(await parts.read('word/document.xml'), most, {
    text: (text) => {
      pages[pages.length - 1] += text
    },
    page: () => pages.push(''),
    leftOut: () => sink.leaveRest('characters'),
  })
  // Headers, footnotes and comments belong to no page; they are read after the last one with text.
  const beside = /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/
  const more: string[] = []
  for (const name of parts.names.filter((each) => beside.test(each)).toSorted())
    await readWordPart(await parts.read(name), most, {
      text: (text) => more.push(text),
      page: () => {},
      leftOut: () => sink.leaveRest('characters'),
    })
  const rest = more.join('')
  if (pages.length === 1) return addParts(`${pages[0]}\n${rest}`, sink)
  const last = Math.max(
    pages.findLastIndex((text) => text.trim() !== ''),
    0,
  )
  for (const [at, text] of pages.entries()) if (!sink.add(at === last ? `${text}\n${rest}` : text)) break
  return 0
}

/** Things on a page that are no text. */
const drawnInWord: ReadonlySet<string> = new Set(['drawing', 'pict', 'object'])

async function readWordPart(
  xml: string | null,
  most: number,
  on: { text(text: string): void; page(): void; leftOut(): void },
): Promise<void> {
  let [hidden, characters, isText] = [0, 0, false]
  /** The writer's break, until something follows: the program marks the page that begins there once more. */
  let isAtBreak = false
  const put = (text: string) => {
    if (hidden > 0 || text === '') return
    if (characters > most) return on.leftOut()
    if (text.trim() !== '') isAtBreak = false
    characters += text.length
    on.text(text)
  }
  await readXml(xml, {
    open(name, attributes) {
      if (hiddenInWord.has(name)) hidden += 1
      else if (name === 't') isText = true
      else if (name === 'tab') put('\t')
      // A text box is anchored between words of another paragraph.
      else if (name === 'txbxContent') put('\n')
      else if (name === 'noBreakHyphen') put('-')
      else if (drawnInWord.has(name)) isAtBreak = false
      else if (name === 'lastRenderedPageBreak' && hidden === 0) {
        if (!isAtBreak) on.page()
        isAtBreak = false
      } else if (name === 'br' || name === 'cr') {
        if (attributeOf(attributes, 'type') === 'page' && hidden === 0) {
          on.page()
          isAtBreak = true
        } else put('\n')
      }
    },
    close(name) {
      if (hiddenInWord.has(name)) hidden -= 1
      else if (name === 't') isText = false
      else if (name === 'p') put('\n')
      else if (name === 'tc') put('\t')
    },
    text: (text) => {
      if (isText) put(text)
    },
  })
}

/** A slide a page, in the order of the presentation, with its notes. */
async function readSlides({ parts, sink, most }: Document): Promise<number> {
  const links = await linksOf(parts, 'ppt/presentation.xml')
  const order: string[] = []
  await readXml(await parts.read('ppt/presentation.xml'), {
    open(name, attributes) {
      if (name !== 'sldId') return
      // Both `id` and `r:id` are there; only the second is a link.
      const path = links.get(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '')
      if (path !== undefined) order.push(path)
    },
  })
  for (const path of order) {
    const notes = [...(await linksOf(parts, path)).values()].filter((each) => /\/notesSlides\//i.test(each))
    const texts: string[] = []
    for (const name of [path, ...notes]) texts.push(await drawnText(await parts.read(name), most, sink))
    if (!sink.add(texts.join('\n'))) break
  }
  return 0
}

async function drawnText(xml: string | null, most: number, sink: PageSink): Promise<string> {
  const pieces: string[] = []
  let [isText, hidden, characters] = [false, 0, 0]
  await readXml(xml, {
    open(name) {
      if (name === 'Fallback') hidden += 1
      isText = name === 't' && hidden === 0
      if (name === 'br') pieces.push('\n')
    },
    close(name) {
      if (name === 'Fallback') hidden -= 1
      isText = false
      if (name === 'p' || name === 'tc') pieces.push('\n')
    },
    text(text) {
      if (!isText) return
      if (characters > most) return sink.leaveRest('characters')
      characters += text.length
      pieces.push(text)
    },
  })
  return pieces.join('')
}

/** The paths of the parts that a part links to, by the ids of the links. */
async function linksOf(parts: Parts, path: string): Promise<Map<string, string>> {
  const folder = path.slice(0, path.lastIndexOf('/'))
  const links = new Map<string, string>()
  await readXml(await parts.read(`${folder}/_rels/${path.slice(folder.length + 1)}.rels`), {
    open(name, { Id = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}/${Target}`
      links.set(Id, target.replace(/[^/]+\/\.\.\//g, ''))
    },
  })
  return links
}

/** A sheet or a slide is a page; a text is divided where its program ended pages, else into parts. */
async function readOpenDocument({ parts, sink, most }: Document, kind: string): Promise<number> {
  const pages = ['']
  const begins = kind === 'text' ? 'soft-page-break' : kind === 'spreadsheet' ? 'table' : 'page'
  let characters = 0
  const put = (text: string) => {
    if (characters > most) return sink.leaveRest('characters')
    characters += text.length
    pages[pages.length - 1] += text
  }
  await readOpenPart(await parts.read('content.xml'), {
    put,
    ends: kind === 'spreadsheet' ? ' ' : '\n',
    open(name, attributes) {
      if (name !== begins) return
      // The first sheet or slide takes the page that is there; nothing is before it.
      if (kind === 'text' || pages.length > 1 || pages[0]?.trim() !== '') pages.push('')
      if (kind === 'spreadsheet') put(`${attributeOf(attributes, 'name') ?? ''}\n`)
    },
  })
  // Headers and footers belong to no page; they are read after the last one.
  if (kind === 'text') {
    put('\n')
    await readOpenPart(await parts.read('styles.xml'), { put, ends: '\n', within: 'master-page' })
  }
  if (kind === 'text' && pages.length === 1) return addParts(pages[0] ?? '', sink)
  for (const text of pages) if (!sink.add(text)) break
  return 0
}

/** Reads the paragraphs of a part; with `within` only those in such an element. `ends`: what follows a paragraph. */
async function readOpenPart(
  xml: string | null,
  on: { put(text: string): void; ends: string; open?: Handlers['open']; within?: string },
): Promise<void> {
  let [inParagraph, hidden, inComment, inside] = [0, 0, 0, on.within === undefined ? 1 : 0]
  const put = (text: string) => {
    if (hidden === 0 && inside > 0) on.put(text)
  }
  /** Tracked changes are what was deleted; a comment begins with its author and time. */
  const isHidden = (name: string) => name === 'tracked-changes' || (inComment > 0 && authorAndTime.has(name))
  await readXml(xml, {
    open(name, attributes) {
      if (name === on.within) inside += 1
      if (name === 'annotation') inComment += 1
      if (isHidden(name)) hidden += 1
      if (hidden === 0) on.open?.(name, attributes)
      if (name === 'p' || name === 'h') {
        // That of a text box is anchored between words of another paragraph.
        if (inParagraph > 0) put('\n')
        inParagraph += 1
      }
      if (name === 'tab') put('\t')
      if (name === 'line-break') put('\n')
      if (name === 's' || name === 'note' || name === 'note-body') put(' ')
    },
    close(name) {
      if (isHidden(name)) hidden -= 1
      if (name === 'annotation') inComment -= 1
      if (name === on.within) inside -= 1
      if (name === 'p' || name === 'h') {
        inParagraph -= 1
        put(on.ends)
      }
      if (name === 'table-cell') put('\t')
      if (name === 'table-row') put('\n')
    },
    text: (text) => {
      if (inParagraph > 0) put(text)
    },
  })
}

const authorAndTime: ReadonlySet<string> = new Set(['creator', 'creator-initials', 'date', 'date-string'])

/** A sheet a page, hidden ones too, with its name; cells as they were typed. */
async function readSheets(bytes: Uint8Array, sink: PageSink): Promise<number | 'protected'> {
  const parts = await partsOf(bytes)
  if (parts === 'protected') return 'protected'
  let isCut = false
  const read = async (name: string | null) => {
    isCut = false
    try {
      return await readWorkbook(bytes, {
        ...{ name, answers: {} },
        onCut() {
          isCut = true
        },
      })
    } catch (problem) {
      throw problem instanceof TooLargeWorkbook ? new TooLargeText(problem.message) : problem
    }
  }
  let names: string[] | null = null
  for (let at = 0; names === null || at < names.length; at += 1) {
    const workbook = await read(names?.[at] ?? null)
    if (workbook === null) throw new Error('The workbook is damaged.')
    names ??= workbook.sheets
    // Without a name the first visible sheet is read, which need not be the first one.
    const sheet = workbook.sheet === names[at] ? workbook : await read(names[at] ?? null)
    const lines = (sheet?.rows ?? []).map(({ cells }) => cells.join('\t'))
    if (!sink.add([names[at] ?? '', ...lines].join('\n'))) break
    if (isCut) {
      // Of the text after the last row that was read, nothing is searched.
      sink.leaveRest('characters')
      break
    }
  }
  return 0
}
