import type { NotOpenable, PreviewKind } from '../../shared/domain/file-kinds.ts'
import { makeCompound } from './make-compound.ts'
import { makeOffice, makeZip, type ZipPart } from './make-zip.ts'
import { smallFiles } from './small-files.ts'

/** A file, what it is, what is shown of it, and why another program may not open it. */
export type MadeFile = {
  what: string
  name: string
  bytes: Buffer
  mediaType: string
  kind: string
  preview: PreviewKind
  notOpenable: NotOpenable | null
}

const { pdf, png, jpeg } = smallFiles
const latin = (text: string) => Buffer.from(text, 'latin1')
const officeType = 'application/vnd.openxmlformats-officedocument.'

const typesXml = (lines: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines}</Types>`
const mainRels = (target: string, type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships') =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${type}/officeDocument" Target="${target}"/></Relationships>`
const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`
const docxMain = `${officeType}wordprocessingml.document.main+xml`
const xlsxMain = `${officeType}spreadsheetml.sheet.main+xml`

function docx(parts: Partial<Record<'types' | 'rels', string>>, more: readonly ZipPart[] = []): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', text: parts.types ?? typesXml(override('/word/document.xml', docxMain)) },
    { name: '_rels/.rels', text: parts.rels ?? mainRels('word/document.xml') },
    { name: 'word/document.xml', text: '<document/>' },
    ...more,
  ])
}

/** The same with other separators in the names of its parts, as some libraries write them. */
const backslashed = makeZip([
  { name: '[Content_Types].xml', text: typesXml(override('/word/document.xml', docxMain)) },
  { name: '_rels\\.rels', text: mainRels('word\\document.xml') },
  { name: 'word\\document.xml', text: '<document/>' },
])

/** UTF-16 with a byte order mark, as bytes in a text. */
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1')

const external = (type: string) =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="file:///C:/Templates/Letter.dotx" TargetMode="External"/></Relationships>`

const openDocument = (type: string, more: readonly ZipPart[] = []) =>
  makeZip([
    { name: 'mimetype', text: `application/vnd.oasis.opendocument.${type}`, stored: true },
    { name: 'content.xml', text: '<office:document-content/>' },
    { name: 'META-INF/manifest.xml', text: '<manifest:manifest/>' },
    ...more,
  ])

/** Each local header is followed by its data and a record with the lengths, as programs write that do not know them before. */
function withDescriptors(zip: Buffer): Buffer {
  const parts: Buffer[] = []
  const moved = new Map<number, number>()
  let at = 0
  let length = 0
  for (; zip.readUInt32LE(at) === 0x04034b50; ) {
    const size = 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const packed = zip.readUInt32LE(at + 18)
    const header = Buffer.from(zip.subarray(at, at + size))
    const facts = Buffer.from(header.subarray(14, 26))
    header.fill(0, 14, 26)
    header.writeUInt16LE(8, 6)
    moved.set(at, length)
    const piece = Buffer.concat([header, zip.subarray(at + size, at + size + packed), latin('PK\x07\x08'), facts])
    parts.push(piece)
    length += piece.length
    at += size + packed
  }
  const rest = Buffer.from(zip.subarray(at))
  for (let entry = 0; rest.readUInt32LE(entry) === 0x02014b50; ) {
    rest.writeUInt32LE(moved.get(rest.readUInt32LE(entry + 42)) ?? 0, entry + 42)
    entry += 46 + rest.readUInt16LE(entry + 28)
  }
  const end = rest.lastIndexOf('PK\x05\x06')
  rest.writeUInt32LE(length, end + 16)
  return Buffer.concat([...parts, rest])
}

/** The end of a ZIP in the form for large files. */
function zip64(zip: Buffer): Buffer {
  const at = zip.lastIndexOf('PK\x05\x06')
  const end = Buffer.from(zip.subarray(at))
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(8)), 24)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  const pointer = Buffer.alloc(20)
  pointer.write('PK\x06\x07', 'latin1')
  pointer.writeBigUInt64LE(BigInt(at), 8)
  pointer.writeUInt32LE(1, 16)
  end.fill(0xff, 8, 20)
  return Buffer.concat([zip.subarray(0, at), record, pointer, end])
}

/** A TIFF whose directory is where the program put it; `bytes` of picture are before it. */
export function makeTiff({
  order = 'II',
  bytes = 0,
  tags = [[256, 1]] as readonly (readonly [number, number])[],
}: {
  order?: 'II' | 'MM'
  bytes?: number
  tags?: readonly (readonly [number, number])[]
}): Buffer {
  const isLittle = order === 'II'
  const file = Buffer.alloc(8 + bytes + 2 + tags.length * 12 + 4)
  const short = (value: number, at: number) =>
    isLittle ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at)
  const long = (value: number, at: number) => (isLittle ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at))
  file.write(order, 'latin1')
  short(42, 2)
  long(8 + bytes, 4)
  short(tags.length, 8 + bytes)
  tags.forEach(([tag, value], at) => {
    const entry = 8 + bytes + 2 + at * 12
    short(tag, entry)
    short(3, entry + 2)
    long(1, entry + 4)
    short(value, entry + 8)
  })
  return file
}

/** A TIFF with the name of a camera's maker and one tag more. */
function makeRaw(maker: string, tag: number): Buffer {
  const entries = 2
  const end = 8 + 2 + entries * 12 + 4
  const file = Buffer.concat([Buffer.alloc(end), latin(`${maker}\0`)])
  file.write('II', 'latin1')
  file.writeUInt16LE(42, 2)
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(entries, 8)
  for (const [at, [one, kind, count, value]] of [
    [271, 2, maker.length + 1, end],
    [tag, 4, 1, end],
  ].entries() as ArrayIterator<[number, [number, number, number, number]]>) {
    const entry = 10 + at * 12
    file.writeUInt16LE(one, entry)
    file.writeUInt16LE(kind, entry + 2)
    file.writeUInt32LE(count, entry + 4)
    file.writeUInt32LE(value, entry + 8)
  }
  return file
}

/** The first box of HEIC, HEIF and AVIF: the main brand, then compatible ones. */
function heif(brand: string, ...compatible: string[]): Buffer {
  const names = compatible.join('')
  const box = Buffer.alloc(16)
  box.writeUInt32BE(16 + names.length)
  box.write(`ftyp${brand}`, 4, 'latin1')
  return Buffer.concat([box, latin(names), Buffer.alloc(400, 1)])
}

const mail = (lines: readonly string[], end = '\r\n') =>
  Buffer.from([...lines, '', 'Dear Ada,', 'all is well.', ''].join(end))
const plainMail = [
  'From: Ben <ben@example.com>',
  'To: ada@example.com',
  'Subject: The trust',
  'Message-ID: <1@example.com>',
]

const wordStreams = [
  { name: 'WordDocument', content: Buffer.alloc(5000, 1) },
  { name: '1Table', content: 'x' },
]

const file = (
  what: string,
  name: string,
  bytes: Buffer,
  [mediaType, kind]: readonly [string, string],
  preview: PreviewKind,
  notOpenable: NotOpenable | null,
): MadeFile => ({ what, name, bytes, mediaType, kind, preview, notOpenable })

const is = {
  pdf: ['application/pdf', 'PDF'],
  docx: [`${officeType}wordprocessingml.document`, 'Word document'],
  dotx: [`${officeType}wordprocessingml.template`, 'Word template'],
  docm: ['application/vnd.ms-word.document.macroEnabled.12', 'Word document with macros'],
  xlsx: [`${officeType}spreadsheetml.sheet`, 'Excel workbook'],
  xltx: [`${officeType}spreadsheetml.template`, 'Excel template'],
  xlsm: ['application/vnd.ms-excel.sheet.macroEnabled.12', 'Excel workbook with macros'],
  xlsb: ['application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'Excel workbook (binary)'],
  pptx: [`${officeType}presentationml.presentation`, 'PowerPoint presentation'],
  potx: [`${officeType}presentationml.template`, 'PowerPoint template'],
  ppsx: [`${officeType}presentationml.slideshow`, 'PowerPoint slide show'],
  odt: ['application/vnd.oasis.opendocument.text', 'OpenDocument text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument spreadsheet'],
  odp: ['application/vnd.oasis.opendocument.presentation', 'OpenDocument presentation'],
  doc: ['application/msword', 'Word document (97–2003)'],
  xls: ['application/vnd.ms-excel', 'Excel workbook (97–2003)'],
  ppt: ['application/vnd.ms-powerpoint', 'PowerPoint presentation (97–2003)'],
  msg: ['application/vnd.ms-outlook', 'E-mail (Outlook)'],
  tiff: ['image/tiff', 'Scan or picture (TIFF)'],
  heic: ['image/heic', 'Photo (HEIC)'],
  mail: ['message/rfc822', 'E-mail'],
  text: ['text/plain', 'Text'],
  zip: ['application/zip', 'Archive (ZIP)'],
  unknown: ['application/octet-stream', 'Unknown kind of file'],
} as const

/** Files of every kind that clients send, whole and damaged as public collections hold them. */
export const madeFiles: readonly MadeFile[] = [
  file('a PDF', 'Will.pdf', pdf, is.pdf, 'pdf', null),
  file('a PDF after a line end', 'Will.pdf', Buffer.concat([latin('\r\n'), pdf]), is.pdf, 'pdf', null),
  file('a PDF after a byte order mark', 'Will.pdf', Buffer.concat([latin('\xef\xbb\xbf'), pdf]), is.pdf, 'pdf', null),
  file('a PDF after some text', 'Will.pdf', Buffer.concat([latin('Printed by X\n'), pdf]), is.pdf, 'pdf', 'mixed'),
  file(
    'a PDF after 1,000 bytes of a protocol',
    'Will.pdf',
    Buffer.concat([latin('HTTP/1.1 200 OK\r\nX: '.padEnd(1000, 'y')), pdf]),
    is.pdf,
    'pdf',
    'mixed',
  ),
  file(
    'a PDF before a hundred thousand zeros',
    'Will.pdf',
    Buffer.concat([pdf, Buffer.alloc(100_000)]),
    is.pdf,
    'pdf',
    null,
  ),
  file('a PDF before spaces', 'Will.pdf', Buffer.concat([pdf, Buffer.alloc(2000, ' ')]), is.pdf, 'pdf', null),
  file('a PDF that was cut', 'Will.pdf', pdf.subarray(0, -60), is.pdf, 'pdf', 'cut'),
  file('a text about PDF', 'notes.txt', latin('A file begins with %PDF-1.7, says the clerk.'), is.text, 'text', null),

  file('a Word document', 'a.docx', docx({}), is.docx, 'office', null),
  file('a Word document with backslashes in its names', 'a.docx', backslashed, is.docx, 'office', 'odd'),
  file(
    'a Word document whose types come in another order and with single quotes',
    'a.docx',
    docx({
      types: `<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Override ContentType='${docxMain}' PartName='/word/document.xml'/><Default ContentType='application/xml' Extension='xml'/></Types>`,
    }),
    is.docx,
    'office',
    null,
  ),
  file(
    'a Word document whose main part has the default type',
    'a.docx',
    docx({ types: typesXml(`<Default Extension="xml" ContentType="${docxMain}"/>`) }),
    is.docx,
    'office',
    null,
  ),
  file(
    'a Word document with prefixes in its list of types',
    'a.docx',
    docx({
      types: `<ct:Types xmlns:ct="http://schemas.openxmlformats.org/package/2006/content-types"><ct:Override PartName="/word/document.xml" ContentType="${docxMain}"/></ct:Types>`,
    }),
    is.docx,
    'office',
    null,
  ),
  file(
    'a Word document whose list of types is UTF-16',
    'a.docx',
    makeZip([
      { name: '[Content_Types].xml', text: wide(typesXml(override('/word/document.xml', docxMain))), latin1: true },
      { name: '_rels/.rels', text: mainRels('word/document.xml') },
      { name: 'word/document.xml', text: '<document/>' },
    ]),
    is.docx,
    'office',
    null,
  ),
  file(
    'a Word document with its main part elsewhere',
    'a.docx',
    makeZip([
      { name: '[Content_Types].xml', text: typesXml(override('/content/letter.xml', docxMain)) },
      {
        name: '_rels/.rels',
        text: mainRels('/content/letter.xml', 'http://purl.oclc.org/ooxml/officeDocument/relationships'),
      },
      { name: 'content/letter.xml', text: '<document/>' },
    ]),
    is.docx,
    'office',
    null,
  ),
  file(
    'a Word document with an attached template',
    'a.docx',
    docx({}, [{ name: 'word/_rels/settings.xml.rels', text: external('attachedTemplate') }]),
    is.docx,
    'office',
    'fetches',
  ),
  file('a Word document with lengths behind its parts', 'a.docx', withDescriptors(docx({})), is.docx, 'office', null),
  file(
    'a Word document after other bytes',
    'a.docx',
    Buffer.concat([Buffer.alloc(7, 1), docx({})]),
    is.docx,
    'office',
    'mixed',
  ),
  file(
    'a Word document before other bytes',
    'a.docx',
    Buffer.concat([docx({}), latin('tail')]),
    is.docx,
    'office',
    'mixed',
  ),
  file('a Word document before a line end', 'a.docx', Buffer.concat([docx({}), latin('\n')]), is.docx, 'office', null),
  file('a Word document that was cut', 'a.docx', docx({}).subarray(0, -150), is.docx, 'office', 'cut'),
  file(
    'a cut Word document with lengths behind its parts',
    'a.docx',
    withDescriptors(docx({})).subarray(0, -150),
    is.docx,
    'office',
    'cut',
  ),
  file('a Word document in the form for large files', 'a.docx', zip64(docx({})), is.docx, 'office', 'odd'),
  file(
    'a Word document without its list of types',
    'a.docx',
    makeZip([{ name: 'word/document.xml', text: '<x/>' }]),
    is.docx,
    'office',
    'odd',
  ),
  file(
    'a Word template',
    'a.dotx',
    makeOffice('docx', [], `${officeType}wordprocessingml.template.main+xml`),
    is.dotx,
    'office',
    'kind',
  ),
  file(
    'a Word document with macros',
    'a.docm',
    makeOffice(
      'docx',
      [{ name: 'word/vbaProject.bin', text: 'x' }],
      'application/vnd.ms-word.document.macroEnabled.main+xml',
    ),
    is.docm,
    'office',
    'active',
  ),
  file(
    'a Word document with a password',
    'a.docx',
    makeCompound([
      { name: 'EncryptionInfo', content: 'x' },
      { name: 'EncryptedPackage', content: Buffer.alloc(5000, 3) },
    ]),
    ['application/x-cfb', 'Office document with a password'],
    'none',
    'password',
  ),
  file('a workbook', 'a.xlsx', makeOffice('xlsx'), is.xlsx, 'office', null),
  file('a workbook named as a document', 'a.docx', makeOffice('xlsx'), is.xlsx, 'office', 'name'),
  file(
    'a workbook with a Word document in it',
    'a.xlsx',
    makeZip([
      {
        name: '[Content_Types].xml',
        text: typesXml(override('/word/document.xml', docxMain) + override('/xl/workbook.xml', xlsxMain)),
      },
      { name: '_rels/.rels', text: mainRels('xl/workbook.xml') },
      { name: 'xl/workbook.xml', text: '<workbook/>' },
    ]),
    is.xlsx,
    'office',
    null,
  ),
  file(
    'a workbook template',
    'a.xltx',
    makeOffice('xlsx', [], `${officeType}spreadsheetml.template.main+xml`),
    is.xltx,
    'office',
    'kind',
  ),
  file(
    'a workbook with macros',
    'a.xlsm',
    makeOffice('xlsx', [], 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    is.xlsm,
    'office',
    'active',
  ),
  file(
    'a binary workbook',
    'a.xlsb',
    makeOffice('xlsx', [], 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'),
    is.xlsb,
    'office',
    'active',
  ),
  file('slides', 'a.pptx', makeOffice('pptx'), is.pptx, 'office', null),
  file(
    'a template of slides',
    'a.potx',
    makeOffice('pptx', [], `${officeType}presentationml.template.main+xml`),
    is.potx,
    'office',
    'kind',
  ),
  file(
    'a slide show',
    'a.ppsx',
    makeOffice('pptx', [], `${officeType}presentationml.slideshow.main+xml`),
    is.ppsx,
    'office',
    'kind',
  ),

  file('an OpenDocument text', 'a.odt', openDocument('text'), is.odt, 'office', 'kind'),
  file('an OpenDocument spreadsheet', 'a.ods', openDocument('spreadsheet'), is.ods, 'office', 'kind'),
  file('an OpenDocument presentation', 'a.odp', openDocument('presentation'), is.odp, 'office', 'kind'),
  file(
    'an OpenDocument text with macros',
    'a.odt',
    openDocument('text', [{ name: 'Basic/Standard/Module1.xml', text: 'x' }]),
    is.odt,
    'office',
    'active',
  ),
  file('an OpenDocument text that was cut', 'a.odt', openDocument('text').subarray(0, -90), is.odt, 'office', 'cut'),

  file('a Word document of 97', 'a.doc', makeCompound(wordStreams), is.doc, 'office', 'kind'),
  file(
    'a Word document of 97 with a workbook in it',
    'a.doc',
    makeCompound([...wordStreams, { name: 'ObjectPool', content: [{ name: 'Workbook', content: 'x' }] }]),
    is.doc,
    'office',
    'kind',
  ),
  file(
    'a Word document of 97 with macros',
    'a.doc',
    makeCompound([...wordStreams, { name: 'Macros', content: [{ name: 'PROJECT', content: 'x' }] }]),
    is.doc,
    'office',
    'active',
  ),
  file(
    'a workbook of 97',
    'a.xls',
    makeCompound([{ name: 'Workbook', content: Buffer.alloc(9000, 1) }]),
    is.xls,
    'office',
    'kind',
  ),
  file('a workbook of Excel 5', 'a.xls', makeCompound([{ name: 'Book', content: 'x' }]), is.xls, 'office', 'kind'),
  file(
    'slides of 97, larger than the head',
    'a.ppt',
    makeCompound([
      { name: 'Pictures', content: Buffer.alloc(200_000, 2) },
      { name: 'PowerPoint Document', content: 'x' },
    ]),
    is.ppt,
    'office',
    'kind',
  ),
  file(
    'an Outlook mail',
    'a.msg',
    makeCompound([{ name: '__properties_version1.0', content: Buffer.alloc(32) }]),
    is.msg,
    'mail',
    'kind',
  ),
  file(
    'a document of 97 that was cut',
    'a.doc',
    makeCompound(wordStreams).subarray(0, 3000),
    ['application/x-cfb', 'Document of an older Office program'],
    'none',
    'cut',
  ),

  file('a TIFF', 'scan.tif', makeTiff({}), is.tiff, 'none', 'kind'),
  file('a TIFF with its directory at the end', 'scan.tif', makeTiff({ bytes: 160_000 }), is.tiff, 'none', 'kind'),
  file(
    'a TIFF of the other byte order',
    'scan.tiff',
    makeTiff({ order: 'MM', bytes: 90_000 }),
    is.tiff,
    'none',
    'kind',
  ),
  file('a TIFF that was cut', 'scan.tif', makeTiff({ bytes: 160_000 }).subarray(0, 90_000), is.tiff, 'none', 'kind'),
  file(
    'a BigTIFF',
    'scan.tif',
    Buffer.concat([Buffer.from('49492b0008000000', 'hex'), Buffer.alloc(200)]),
    is.tiff,
    'none',
    'kind',
  ),
  file(
    'a digital negative',
    'a.dng',
    makeTiff({
      bytes: 90_000,
      tags: [
        [256, 1],
        [50_706, 1],
      ],
    }),
    ['image/x-adobe-dng', 'Photo (DNG)'],
    'none',
    'kind',
  ),
  file('a telephone’s photo', 'a.heic', heif('heic', 'mif1', 'heic'), is.heic, 'none', 'kind'),
  file(
    'a photo whose main brand is only the container',
    'a.heif',
    heif('mif1', 'mif1', 'heic'),
    is.heic,
    'none',
    'kind',
  ),
  file(
    'a photo of no brand but the container',
    'a.heif',
    heif('mif1', 'miaf'),
    ['image/heif', 'Photo (HEIF)'],
    'none',
    'kind',
  ),
  file(
    'an AVIF in the container’s brand',
    'a.avif',
    heif('mif1', 'avif', 'miaf'),
    ['image/avif', 'Photo (AVIF)'],
    'image',
    'kind',
  ),
  file('a photo named as another kind', 'a.png', jpeg, ['image/jpeg', 'Photo (JPEG)'], 'image', 'name'),
  file('a picture', 'a.png', png, ['image/png', 'Picture (PNG)'], 'image', null),
  file('a picture that was cut', 'a.png', png.subarray(0, -20), ['image/png', 'Picture (PNG)'], 'image', 'cut'),

  file('a mail', 'a.eml', mail([...plainMail, 'MIME-Version: 1.0']), is.mail, 'mail', 'kind'),
  file(
    'a mail whose fields are folded',
    'a.eml',
    mail([
      'Received: from mail.example.com',
      '\tby mx.example.com; Mon, 2 Mar 2026',
      'Subject: The',
      ' trust',
      'From: ben@example.com',
    ]),
    is.mail,
    'mail',
    'kind',
  ),
  file(
    'a mail with line feeds alone, under another name',
    'letter.txt',
    mail(plainMail, '\n'),
    is.mail,
    'mail',
    'kind',
  ),
  file(
    'a mail with a byte order mark',
    'a.eml',
    Buffer.concat([latin('\xef\xbb\xbf'), mail(plainMail)]),
    is.mail,
    'mail',
    'kind',
  ),
  file(
    'an mbox',
    'Inbox',
    mail(['From ben@example.com Mon Mar  2 10:00:00 2026', ...plainMail], '\n'),
    ['application/mbox', 'E-mails (mbox)'],
    'mail',
    'kind',
  ),
  file(
    'a memo that begins as a mail does',
    'memo.txt',
    mail(['TO: Ada', 'FROM: Ben', 'DATE: March 2', 'SUBJECT: The trust'], '\n'),
    is.text,
    'text',
    null,
  ),
  file('rich text', 'a.rtf', latin('{\\rtf1\\ansi Dear Ada}'), ['application/rtf', 'Rich text (RTF)'], 'none', 'kind'),
  file(
    'a WordPerfect document',
    'a.wpd',
    Buffer.concat([latin('\xffWPC'), Buffer.alloc(400, 7)]),
    ['application/vnd.wordperfect', 'WordPerfect document'],
    'office',
    'kind',
  ),
  file('a text that begins as a bitmap does', 'lease.txt', latin('BMW lease agreement'), is.text, 'text', null),
  file(
    'a text in UTF-16 without a mark',
    'a.txt',
    Buffer.from('Dear Ada, all is well.', 'utf16le'),
    is.text,
    'text',
    null,
  ),
  file('a text of DOS with its end mark', 'a.txt', latin('Dear Ada\r\n\x1a'), is.text, 'text', null),
  file(
    'a Pages document of 2009',
    'a.pages',
    makeZip([{ name: 'index.xml', text: '<?xml version="1.0"?><sl:document xmlns:sl="x"/>' }]),
    ['application/vnd.apple.pages', 'Pages document'],
    'office',
    'odd',
  ),
  file(
    'a Keynote folder in a ZIP',
    'a.key',
    makeZip([{ name: 'Talk.key/Index.zip', text: 'x' }]),
    ['application/vnd.apple.keynote', 'Keynote presentation'],
    'office',
    'odd',
  ),
  file(
    'notes with a Word document far inside',
    'a.one',
    Buffer.concat([Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex'), Buffer.alloc(90_000, 1), docx({})]),
    ['application/onenote', 'OneNote section'],
    'office',
    'kind',
  ),
  file(
    'a raw photo of a camera',
    'a.nef',
    makeRaw('NIKON CORPORATION', 330),
    ['image/x-nikon-nef', 'Photo (Nikon raw)'],
    'none',
    'kind',
  ),
  file('a TIFF of a camera’s maker', 'a.tif', makeRaw('NIKON CORPORATION', 282), is.tiff, 'none', 'kind'),
  file('a ZIP', 'a.zip', makeZip([{ name: 'a.pdf', text: 'x' }]), is.zip, 'none', 'kind'),
  file('an empty ZIP', 'a.zip', makeZip([]), is.zip, 'none', 'kind'),
  file(
    'a Mac’s attributes of a file',
    '._a.docx',
    Buffer.concat([Buffer.from('0005160700020000', 'hex'), Buffer.alloc(100)]),
    ['application/applefile', 'Attributes of another file (Mac)'],
    'none',
    'kind',
  ),
  file('bytes that are nothing', 'a.pdf', Buffer.from([0, 1, 2, 3, 250, 255, 7, 0, 0, 9]), is.unknown, 'none', 'kind'),
]
