import { file, is, type MadeFile } from './made-file.ts'
import { makeCompound } from './make-compound.ts'
import { makeOffice, makeZip, withDescriptors, type ZipPart, zip64 } from './make-zip.ts'

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

const wordStreams = [
  { name: 'WordDocument', content: Buffer.alloc(5000, 1) },
  { name: '1Table', content: 'x' },
]

/** Documents of Office programs, whole and damaged. */
export const madeOfficeFiles: readonly MadeFile[] = [
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
  file(
    'notes with a Word document far inside',
    'a.one',
    Buffer.concat([Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex'), Buffer.alloc(90_000, 1), docx({})]),
    ['application/onenote', 'OneNote section'],
    'office',
    'kind',
  ),
]
