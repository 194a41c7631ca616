import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Content } from '../../../electron/documents/kind/content.ts'
import { judgeFile } from '../../../electron/documents/kind/judge-file.ts'
import { fileNameFor, whyNotOpenable } from '../../../electron/documents/openable.ts'
import { previewOf } from '../../../shared/domain/file-kinds.ts'
import { makeIwork, makeOffice, makeZip } from '../../doubles/make-zip.ts'
import { smallFiles } from '../../doubles/small-files.ts'

function content(name: string, bytes: Uint8Array): Content {
  return {
    name,
    size: bytes.byteLength,
    head: bytes.subarray(0, 65_536),
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

async function judge(name: string, bytes: Uint8Array | string) {
  const { mediaType: type, caution } = await judgeFile(
    content(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
  )
  const reason = whyNotOpenable({ media_type: type, caution, name: fileNameFor(name, type) })
  return { type, preview: previewOf(type), openable: reason === null }
}

const { png, gif, jpeg, webp, pdf } = smallFiles
const zip = makeZip([{ name: 'evil.js', text: 'alert(1)' }])
const office = 'application/vnd.openxmlformats-officedocument.'
const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03'), Buffer.alloc(300), Buffer.from('PE\0\0')])
const lnk = Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(60)])
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024)])

describe('what may be opened in another program', () => {
  test.each<[string, Uint8Array | string, string, string]>([
    ['Will.pdf', pdf, 'application/pdf', 'pdf'],
    ['WILL.PDF', pdf, 'application/pdf', 'pdf'],
    ['a.png', png, 'image/png', 'image'],
    ['a.jpg', jpeg, 'image/jpeg', 'image'],
    ['a.jpeg', jpeg, 'image/jpeg', 'image'],
    ['a.gif', gif, 'image/gif', 'image'],
    ['a.webp', webp, 'image/webp', 'image'],
    ['a.txt', 'Dear Ada,\r\n\tall is well.\f', 'text/plain', 'text'],
    ['a.txt', 'Grüße aus Zürich 🏦', 'text/plain', 'text'],
    ['a.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text/plain', 'text'],
    ['a.txt', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/plain', 'text'],
    ['empty.txt', '', 'text/plain', 'text'],
    ['a.csv', 'name;value\r\nAda;1\r\n', 'text/csv', 'csv'],
    ['a.csv', 'ID;Name;Value\r\n1;Ada;1\r\n', 'text/csv', 'csv'],
    ['a.csv', 'ID,Person\r\n1,Ada\r\n', 'text/csv', 'csv'],
    ['a.docx', makeOffice('docx'), `${office}wordprocessingml.document`, 'office'],
    ['a.xlsx', makeOffice('xlsx'), `${office}spreadsheetml.sheet`, 'office'],
    ['a.pptx', makeOffice('pptx'), `${office}presentationml.presentation`, 'office'],
    ['a.pages', makeIwork('pages'), 'application/vnd.apple.pages', 'office'],
    ['a.NUMBERS', makeIwork('numbers'), 'application/vnd.apple.numbers', 'office'],
    ['No extension', makeIwork('numbers'), 'application/vnd.apple.numbers', 'office'],
    ['No extension', pdf, 'application/pdf', 'pdf'],
  ])('%j, by content and name', async (name, bytes, type, preview) => {
    expect(await judge(name, bytes)).toEqual({ type, preview, openable: true })
  })

  test('a Word file with a link that a person may click, and printer settings', async () => {
    const link =
      '<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com" TargetMode="External"/>'
    const file = makeOffice('docx', [
      { name: 'word/_rels/document.xml.rels', text: `<Relationships>${link}</Relationships>` },
      { name: 'xl/printerSettings/printerSettings1.bin', text: 'x' },
    ])
    expect(await judge('a.docx', file)).toMatchObject({ openable: true })
  })

  test('a text of which the head ends within a letter', async () => {
    expect(await judge('a.txt', `${'x'.repeat(65_535)}é${'y'.repeat(100)}`)).toMatchObject({
      type: 'text/plain',
      openable: true,
    })
  })
})

/** A Word file with a list of relations of its settings. */
const withRelation = (relation: string, encoding = 'utf-8') =>
  makeOffice('docx', [
    {
      name: 'word/_rels/settings.xml.rels',
      text: `<?xml version="1.0" encoding="${encoding}"?><Relationships>${relation}</Relationships>`.replace(
        / Type=/g,
        encoding === 'utf-7' ? ' +AFQ-ype=' : ' Type=',
      ),
    },
  ])

const officeParts = [
  {
    name: '[Content_Types].xml',
    text: `<Types><Override PartName="/word/document.xml" ContentType="${office}wordprocessingml.document.main+xml"/></Types>`,
  },
  { name: 'word/document.xml', text: '<x/>' },
]

/** Its last entry ends with the mark of a directory of the large form. */
const withLargeDirectory = (() => {
  const file = makeZip(officeParts)
  const end = file.lastIndexOf('PK\x05\x06')
  const last = Buffer.from(file.subarray(0, end))
  last.writeUInt16LE(20, last.lastIndexOf('PK\x01\x02') + 32)
  const tail = Buffer.from(file.subarray(end))
  tail.writeUInt32LE(tail.readUInt32LE(12) + 20, 12)
  return Buffer.concat([last, Buffer.from('PK\x06\x07'.padEnd(20, '\0'), 'latin1'), tail])
})()

/** The directory does not list the last file before it. */
const withPartBetween = (() => {
  const file = makeZip(officeParts)
  const directory = file.indexOf('PK\x01\x02')
  const more = zip.subarray(0, zip.indexOf('PK\x01\x02'))
  const rest = Buffer.from(file.subarray(directory))
  const end = rest.lastIndexOf('PK\x05\x06')
  rest.writeUInt32LE(directory + more.length, end + 16)
  return Buffer.concat([file.subarray(0, directory), more, rest])
})()

const withOtherName = (() => {
  const file = makeOffice('docx', [{ name: 'word/media/evil.exe', text: 'MZ' }])
  file.write('word/media/good.png', file.lastIndexOf('word/media/evil.exe'))
  return file
})()

const music = Buffer.concat([Buffer.from('4944330400000000000a', 'hex'), Buffer.from('<script>xx')])

describe('what is never opened', () => {
  const template =
    '<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="https://evil.example/x.dotm" TargetMode="External"/>'
  const oleLink =
    '<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject" Target="file://evil/x" TargetMode="External"/>'
  test.each<[string, string, Uint8Array | string]>([
    ['a program named as a document', 'Statement.pdf', exe],
    ['a program', 'setup.exe', exe],
    [
      'an ELF program named as a picture',
      'a.png',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]),
    ],
    ['a Mach-O program', 'a.pdf', Buffer.concat([Buffer.from('cffaedfe', 'hex'), Buffer.alloc(200)])],
    ['a document named as a program', 'Statement.exe', pdf],
    ['a document named as a program, hidden by spaces', 'Statement.pdf                    .exe', pdf],
    ['a picture named as a document', 'a.pdf', png],
    ['a text named as a program', 'a.bat', 'echo hello'],
    ['a text named as a screensaver', 'a.scr', 'hello'],
    ['a shortcut of Windows', 'Statement.lnk', lnk],
    ['a shortcut named as a document', 'Statement.pdf', lnk],
    ['a starter of Linux', 'Statement.desktop', '[Desktop Entry]\nType=Application\nExec=sh -c id\n'],
    ['a starter named as a text', 'Statement.txt', '\ufeff# x\n\n[Desktop Entry]\nExec=id\n'],
    ['a link of Windows', 'a.url', '[InternetShortcut]\r\nURL=file://evil/x\r\n'],
    ['a link named as a text', 'a.txt', '[InternetShortcut]\r\nURL=file://evil/x\r\n'],
    ['a page', 'a.html', '<!doctype html><script>alert(1)</script>'],
    ['a page named as a text', 'a.txt', '\n<!-- x --> <HTML><body onload=alert(1)>'],
    ['a page named as a document', 'a.pdf', '<html>'],
    ['a vector picture', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    [
      'a vector picture named as a picture',
      'a.png',
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "" ""><svg onload="alert(1)"/>',
    ],
    ['a script named as a text', 'a.txt', '#!/bin/sh\nid\n'],
    ['a batch file named as a table', 'a.csv', '@echo off\r\ncalc.exe\r\n'],
    ['SYLK named as a table', 'a.csv', 'ID;PWXL;N;E\r\nC;Y1;X1;K"x";EEXEC("calc")\r\nE\r\n'],
    ['SYLK of another order named as a text', 'a.txt', 'ID;N;PWXL\nE\n'],
    ['a web archive named as a text', 'a.txt', 'From: <x>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related\r\n'],
    ['XML', 'a.xml', '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>'],
    ['Markdown', 'a.md', '# Title'],
    ['rich text', 'a.txt', '{\\rtf1\\ansi hello}'],
    ['PostScript named as a document', 'a.pdf', '%!PS-Adobe-3.0\nshowpage'],
    ['a Word file of old', 'a.doc', ole],
    ['an encrypted Word file', 'a.docx', ole],
    [
      'a Word file with macros',
      'a.docm',
      makeOffice(
        'docx',
        [{ name: 'word/vbaProject.bin', text: 'x' }],
        'application/vnd.ms-word.document.macroEnabled.main+xml',
      ),
    ],
    [
      'a Word file with macros named as one without',
      'a.docx',
      makeOffice('docx', [{ name: 'word/vbaProject.bin', text: 'x' }]),
    ],
    [
      'a workbook with macros',
      'a.xlsx',
      makeOffice('xlsx', [], 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    ],
    ['a workbook with macro sheets', 'a.xlsx', makeOffice('xlsx', [{ name: 'xl/macrosheets/sheet1.xml', text: 'x' }])],
    [
      'slides with macros',
      'a.pptx',
      makeOffice('pptx', [], 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'),
    ],
    ['a template', 'a.docx', makeOffice('docx', [], `${office}wordprocessingml.template.main+xml`)],
    [
      'a Word file with an object in it',
      'a.docx',
      makeOffice('docx', [{ name: 'word/embeddings/oleObject1.bin', text: 'x' }]),
    ],
    [
      'a Word file with a control in it',
      'a.docx',
      makeOffice('docx', [{ name: 'word/activeX/activeX1.xml', text: 'x' }]),
    ],
    ['a Word file with a program in it', 'a.docx', makeOffice('docx', [{ name: 'word/media/x.exe', text: 'MZ' }])],
    [
      'a Word file that fetches its template',
      'a.docx',
      makeOffice('docx', [
        { name: 'word/_rels/settings.xml.rels', text: `<Relationships>${template}</Relationships>` },
      ]),
    ],
    [
      'a Word file that fetches an object',
      'a.docx',
      makeOffice('docx', [{ name: 'word/_rels/document.xml.rels', text: `<Relationships>${oleLink}</Relationships>` }]),
    ],
    [
      'a Word file whose relations cannot be read',
      'a.docx',
      makeOffice('docx', [{ name: 'word/_rels/x.rels', text: 'x', method: 12 }]),
    ],
    ['a workbook named as a Word file', 'a.docx', makeOffice('xlsx')],
    ['a zip named as a Word file', 'a.docx', zip],
    ['a zip', 'a.zip', zip],
    ['a zip named as a document of Pages', 'a.pages', zip],
    ['a document of Numbers named as one of Pages', 'a.pages', makeIwork('numbers')],
    ['a presentation of Keynote', 'a.numbers', makeIwork('keynote')],
    ['a document of Pages with a program in it', 'a.pages', makeIwork('pages', [{ name: 'Data/x.exe', text: 'MZ' }])],
    ['a document of Pages with a file of another kind', 'a.pages', makeIwork('pages', [{ name: 'x.xml', text: 'x' }])],
    ['a document of Pages with something behind it', 'a.pages', Buffer.concat([makeIwork('pages'), Buffer.from('x')])],
    ['a zip with a part twice', 'a.docx', makeOffice('docx', [{ name: 'WORD/document.xml', text: 'x' }])],
    ['a zip with a way out', 'a.docx', makeOffice('docx', [{ name: '../x.xml', text: 'x' }])],
    ['a zip with an absolute path', 'a.docx', makeOffice('docx', [{ name: '/etc/x', text: 'x' }])],
    ['a zip with an encrypted part', 'a.docx', makeOffice('docx', [{ name: 'x.xml', text: 'x', flags: 1 }])],
    ['a zip packed in an unusual way', 'a.docx', makeOffice('docx', [{ name: 'x.xml', text: 'x', method: 14 }])],
    ['a zip with something before it', 'a.docx', Buffer.concat([exe, makeOffice('docx')])],
    ['a zip with something behind it', 'a.docx', Buffer.concat([makeOffice('docx'), Buffer.from('tail')])],
    ['two zips in one', 'a.docx', Buffer.concat([makeOffice('docx'), zip])],
    ['a zip that was cut', 'a.docx', makeOffice('docx').subarray(0, -30)],
    ['a document that is a zip too', 'a.pdf', Buffer.concat([pdf, zip])],
    ['a picture that is a zip too', 'a.png', Buffer.concat([png, zip])],
    ['a GIF that is a Java archive too', 'a.gif', Buffer.concat([gif, zip])],
    ['a JPEG that is a zip too', 'a.jpg', Buffer.concat([jpeg, zip])],
    ['a JPEG with a page behind it', 'a.jpg', Buffer.concat([jpeg, Buffer.from('<html><script>x</script>')])],
    ['a PNG with a program behind it', 'a.png', Buffer.concat([png, exe])],
    ['a GIF that is a script too', 'a.gif', Buffer.from('GIF89a/*\x01\x01*/=1;alert(1)//')],
    ['a WebP that is longer than it says', 'a.webp', Buffer.concat([webp, Buffer.from('<script>')])],
    ['a text that is a zip too', 'a.txt', Buffer.concat([Buffer.from('hello\n'), zip])],
    ['a page with a document behind it', 'a.pdf', Buffer.concat([Buffer.from('<html>'), pdf])],
    ['a document that begins with something else', 'a.pdf', Buffer.concat([Buffer.from('MZ'), pdf])],
    ['a document that never ends', 'a.pdf', '%PDF-1.7\nhello'],
    ['bytes that are nothing', 'a.txt', Buffer.from([0, 1, 2, 3, 250, 255, 7])],
    ['a text with bytes far behind', 'a.txt', Buffer.concat([Buffer.alloc(70_000, 'text '), Buffer.from([0, 1, 2])])],
    ['a film', 'a.mp4', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')],
    [
      'a Word file that fetches its template, with a letter as its number',
      'a.docx',
      withRelation(template.replace('External', 'Ext&#101;rnal')),
    ],
    [
      'a Word file that fetches its template from a place that is called as a link',
      'a.docx',
      withRelation(template.replace('x.dotm', 'x.dotm?/hyperlink')),
    ],
    ['a Word file that fetches its template, in UTF-7', 'a.docx', withRelation(template, 'utf-7')],
    ['a Word file of which a list of relations is damaged', 'a.docx', withRelation('<Relationship <')],
    [
      'a Word file of which the list of relations is in pieces',
      'a.docx',
      makeOffice('docx', [{ name: 'word/_rels/settings.xml.rels/[0].last.piece', text: template }]),
    ],
    [
      'a Word file with letters of a part’s name as numbers',
      'a.docx',
      makeOffice('docx', [{ name: 'word/_rels/settings.xml.%72els', text: template }]),
    ],
    [
      'a Word file with rich text as a part of it',
      'a.docx',
      withRelation(
        '<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="part.rtf"/>',
      ),
    ],
    [
      'a Word file with macros in a part of another name',
      'a.docx',
      withRelation(
        '<Relationship Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="notes.dat"/>',
      ),
    ],
    [
      'a Word file with macros, their type with a letter as its number',
      'a.docx',
      makeZip([
        {
          name: '[Content_Types].xml',
          text: `<Types><Override PartName="/word/document.xml" ContentType="${office}wordprocessingml.document.main+xml"/><Default Extension="dat" ContentType="application/vnd.ms-office.vba&#80;roject"/></Types>`,
        },
        { name: 'word/document.xml', text: '<x/>' },
        { name: 'word/notes.dat', text: 'x' },
      ]),
    ],
    [
      'a Word file whose list of types is damaged',
      'a.docx',
      makeZip([
        {
          name: '[Content_Types].xml',
          text: `<Types><Override PartName="/word/document.xml" ContentType="${office}wordprocessingml.document.main+xml"/><Default &`,
        },
        { name: 'word/document.xml', text: '<x/>' },
      ]),
    ],
    [
      'a Word file with a document with macros in it',
      'a.docx',
      makeOffice('docx', [{ name: 'word/embeddings/x.docm', text: 'x' }]),
    ],
    [
      'a zip whose comment holds another directory',
      'a.docx',
      makeZip(officeParts, zip.subarray(-80).toString('latin1')),
    ],
    ['a zip with a directory of the large form', 'a.docx', withLargeDirectory],
    ['a zip with another between its parts', 'a.docx', withPartBetween],
    ['a zip that lists a part under another name', 'a.docx', withOtherName],
    [
      'a document with a zip inside and its own end behind',
      'a.pdf',
      Buffer.concat([pdf, zip, Buffer.from('\n%%EOF\n')]),
    ],
    ['a picture behind a description of music', 'a.png', Buffer.concat([music, png])],
    ['a GIF behind a description of music', 'a.gif', Buffer.concat([music, gif])],
    ['a vector picture behind comments', 'a.txt', `${'<!-- -->\n'.repeat(40)}<svg onload="alert(1)"/>`],
    ['a page behind a comment and a declaration', 'a.txt', '<!-- x --><?xml version="1.0"?><html>'],
    ['a disk image', 'a.pdf', Buffer.concat([Buffer.alloc(32_769), Buffer.from('CD001'), Buffer.alloc(100)])],
  ])('%s (%s)', async (_what, name, bytes) => {
    expect(await judge(name, bytes)).toMatchObject({ openable: false })
  })

  test.each([
    ['a.html', '<!doctype html><script>alert(1)</script>'],
    ['a.svg', '<svg onload="alert(1)"/>'],
    ['a.desktop', '[Desktop Entry]\nExec=id\n'],
    ['a.xml', '<?xml version="1.0"?><x/>'],
    ['a.sh', '#!/bin/sh\nid\n'],
    ['a.json', '{"a":1}'],
  ])('%s is at most shown as its own text', async (name, text) => {
    expect((await judge(name, text)).preview).toBe('text')
  })
})

test('whatever a file is made of, it is judged', async () => {
  const starts = [pdf, png, gif, jpeg, webp, zip, makeOffice('docx'), exe, ole, lnk].map(
    (bytes) => new Uint8Array(bytes),
  )
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(...starts),
    fc.constantFrom(...starts).map((bytes) => bytes.subarray(-40)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 4 }), fc.nat(), async (parts, at) => {
      const bytes = Buffer.concat(parts)
      if (bytes.byteLength > 0) bytes.writeUInt8((bytes[at % bytes.byteLength] ?? 0) ^ 1, at % bytes.byteLength)
      const { type, openable } = await judge('a.docx', bytes)
      expect(type).toMatch(/^[a-z]+\/[\w.+-]+/)
      if (openable) expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
    }),
    { numRuns: 5_000 },
  )
})

test.each([12, 16, 40, 52, 56, 64, 108, 124])(
  'a BMP picture is one with a second header of %i bytes, and a text with its two letters is not',
  async (length) => {
    const bmp = Buffer.alloc(200)
    bmp.write('BM')
    bmp.writeUInt32LE(length, 14)
    expect(await judge('a.bmp', bmp)).toMatchObject({ type: 'image/bmp' })
    expect(await judge('a.txt', `BM Holdings ${'x'.repeat(length)}`)).toMatchObject({ type: 'text/plain' })
  },
)

test.each(['II', 'MM'])('a TIFF picture of the large form (%s) is one', async (order) => {
  const words = [43, 8, 0, 0, 16, 0].map((word) => Buffer.from(order === 'II' ? [word, 0] : [0, word]))
  const tiff = Buffer.concat([Buffer.from(order), ...words, Buffer.alloc(64, 1)])
  expect(await judge('a.tif', tiff)).toMatchObject({ type: 'image/tiff' })
})

test('a PDF behind other bytes is one where its end is lost, and where its beginning is odd', async () => {
  const [object, end] = ['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n', '\nstartxref\n9\n%%EOF\n']
  expect(await judge('a.pdf', `scanned\n${object}`)).toMatchObject({ type: 'application/pdf' })
  expect(await judge('a.pdf', `scanned\n%PDF-1.4\n${end}`)).toMatchObject({ type: 'application/pdf' })
  expect(await judge('a.pdf', 'About %PDF-1.4 and obj')).toMatchObject({ type: 'text/plain' })
  // A browser would show this one as a page, and run what is in it.
  expect(await judge('a.pdf', `<html>${object}`)).toMatchObject({ type: 'text/html', openable: false })
})

test('bytes that are no characters when read as pairs are no text, and a few of them in a text are', async () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  expect(await judge('a.dat', wide('\ue000'.repeat(100)))).toMatchObject({ type: 'application/octet-stream' })
  expect(await judge('a.txt', wide(`Symbols: ${'\ue000'.repeat(3)}`))).toMatchObject({ type: 'text/plain' })
})

test('a document of Apple’s programs whose content cannot be read is what its name says', async () => {
  const unread = (title: string) => {
    const file = makeIwork('numbers')
    const name = 'Index/Document.iwa'
    file.writeUInt8(1, file.indexOf(name) + name.length)
    return judge(title, file)
  }
  expect(await unread('Accounts.pages')).toMatchObject({ type: 'application/vnd.apple.pages' })
  expect(await unread('Accounts')).toMatchObject({ type: 'application/zip' })
})

test('a telephone’s picture with a film behind it is still a picture', async () => {
  const film = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(5_000, 7)])
  expect(await judge('a.jpg', Buffer.concat([jpeg, film]))).toMatchObject({ type: 'image/jpeg', openable: true })
})

test('a text of many comments, digits or marks is judged at once', async () => {
  expect(await judge('a.xml', `<?xml version="1.0"?>${'<!-- -->'.repeat(2_000)}<x/>`)).toMatchObject({
    type: 'application/xml',
  })
  expect(await judge('a.txt', `${'<!-- -->'.repeat(2_000)}<x/>`)).toMatchObject({ type: 'text/plain' })
  expect(await judge('a.txt', `From ${'x'.repeat(60_000)}`)).toMatchObject({ type: 'text/plain' })
  expect(await judge('a.txt', `See %PDF-1 ${'1'.repeat(60_000)}`)).toMatchObject({ type: 'text/plain' })
})
