import { file, is, type MadeFile } from './made-file.ts'
import { madeOfficeFiles } from './made-office-files.ts'
import { makeZip } from './make-zip.ts'
import { smallFiles } from './small-files.ts'

const { pdf, png, jpeg } = smallFiles
const latin = (text: string) => Buffer.from(text, 'latin1')

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
  ...madeOfficeFiles,

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
