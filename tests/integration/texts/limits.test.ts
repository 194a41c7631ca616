import { readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { createTextReader, type TextLimits, type TextOfFile, textLimits } from '../../../electron/texts/text-reader.ts'
import { makeZip } from '../../doubles/make-zip.ts'

// Files that were made to use up time or memory: each ends by a limit or is read, and the next file is read as ever.

const script = process.env.STEWARD_TEST_TEXT_READER ?? ''
/** Its limit of time only stops a process that hangs: a busy computer may run it a tenth of the time. What it used is looked at below. */
const readerWith = (limits: Partial<TextLimits> = {}) =>
  createTextReader({ start: ({ memoryMb }) => startReader(script, { memoryMb }), limits: { ms: 600_000, ...limits } })
const reader = readerWith()
const few = readerWith({ pages: 50 })
afterAll(() => Promise.all([reader.close(), few.close()]))

async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += 1_048_576) yield bytes.subarray(at, at + 1_048_576)
}

const read = (mediaType: string, content: string | Uint8Array, by = reader): Promise<TextOfFile> => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const file = { mediaType, name: 'file', size: bytes.byteLength, bytes: inPieces(bytes) }
  return by.read(file, new AbortController().signal)
}

/** Of the processes of these readers that run now: the most memory that one had so far, in MiB, and the processor time of all, in ms. */
function usedNow(): { peak: number; processor: number } {
  const used = { peak: 0, processor: 0 }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)) continue
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (/^PPid:\s*(\d+)$/m.exec(status)?.[1] !== String(process.pid)) continue
      used.peak = Math.max(used.peak, Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
      // After the name in parentheses: state, parent and ten more, then the time in programs and in the system, in hundredths of a second.
      const times = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
      used.processor += times.reduce((sum, time) => sum + Number(time) * 10, 0)
    } catch {
      // It has ended.
    }
  }
  return used
}

let processorBefore = 0
beforeEach(() => {
  if (process.platform === 'linux') processorBefore = usedNow().processor
})
afterEach(async () => {
  if (process.platform === 'linux') {
    const { peak, processor } = usedNow()
    // Memory is looked at every 50 ms, so that a little more than the limit may be in use before the process is ended.
    expect(peak).toBeLessThan(textLimits.memoryMb + 256)
    expect(processor - processorBefore).toBeLessThan(textLimits.ms)
  }
  expect(await read('text/plain', 'still reads')).toMatchObject({ is: 'text', pages: [{ text: 'still reads' }] })
})

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A PDF of these objects, of which the first is the catalog. */
function pdfOf(objects: readonly string[]): Buffer {
  const pieces = ['%PDF-1.4\n']
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    const piece = `${at + 1} 0 obj\n${object}\nendobj\n`
    offsets.push(length)
    pieces.push(piece)
    length += piece.length
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.from(
    `${pieces.join('')}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}${trailer}`,
    'latin1',
  )
}

/** A PDF with one page of this content. */
function pageOf(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1')).toString('latin1')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
  ])
}

describe('a PDF', () => {
  it('with a page of a million glyphs is read, whether they come in lines or one by one', async () => {
    const inLines = pageOf(`BT /F1 1 Tf 0.7 TL 0 790 Td ${`(${'trustee '.repeat(125)}) Tj T*\n`.repeat(1_000)} ET`)
    const lines = await read('application/pdf', inLines)
    expect(lines).toMatchObject({ is: 'text', pageCount: 1, withoutText: [], cut: null })
    expect(lines.is === 'text' && lines.pages[0]?.text.length).toBeGreaterThan(990_000)
    const line = `${'0.5 0 Td (a) Tj '.repeat(1_000)}-500 -0.7 Td\n`
    const oneByOne = await read('application/pdf', pageOf(`BT /F1 0.5 Tf 0 790 Td ${line.repeat(1_000)} ET`))
    expect(oneByOne).toMatchObject({ is: 'text', pageCount: 1, withoutText: [], cut: null })
    expect(oneByOne.is === 'text' && oneByOne.pages[0]?.text.replaceAll(/\s/g, '')).toHaveLength(1_000_000)
  })

  it('with a page of more characters than are read ends on that page, and says so', async () => {
    const most = 200_000
    const by = readerWith({ characters: most })
    const line = `(${'trustee '.repeat(125)}) Tj T*\n`
    const file = await read('application/pdf', pageOf(`BT /F1 1 Tf 0.7 TL 0 790 Td ${line.repeat(1_000)} ET`), by)
    await by.close()
    expect(file).toMatchObject({ is: 'text', pageCount: 1, withoutText: [], cut: 'characters' })
    expect(file.is === 'text' && file.pages.map(({ page, text }) => [page, text.length])).toEqual([[1, most]])
  })

  it('with a hundred thousand empty pages is read up to the limit of pages, and says so', async () => {
    const count = 100_000
    const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ')
    const empty = Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>')
    const pages = `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`
    const file = await read('application/pdf', pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', pages, ...empty]), few)
    expect(file).toMatchObject({ is: 'text', pages: [], pageCount: count, cut: 'pages' })
    expect(file.is === 'text' && file.withoutText).toHaveLength(50)
  })

  it.each([
    ['itself', '<< /Type /Pages /Kids [2 0 R] /Count 1000000000 >>', 'null'],
    [
      'its parent',
      '<< /Type /Pages /Kids [3 0 R] /Count 5 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 5 >>',
    ],
  ])('whose tree of pages has a node under %s ends, and is damaged or without text', async (_, pages, node) => {
    const file = await read('application/pdf', pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', pages, node]))
    if (file.is === 'text') expect(file.pages).toEqual([])
    else expect(file).toEqual({ is: 'unreadable', why: 'damaged' })
  })
})

describe('a document of XML', () => {
  it('that unpacks to more than it says is damaged, and one that says so is too large', async () => {
    const part = `<w:document><w:body><w:p><w:r><w:t>${'a'.repeat(100_000_000)}</w:t></w:r></w:p></w:body></w:document>`
    const bomb = makeZip([{ name: 'word/document.xml', text: part, latin1: true }])
    expect(bomb.byteLength).toBeLessThan(200_000)
    expect(await read(docx, bomb)).toEqual({ is: 'unreadable', why: 'too-large' })
    const packed = deflateRawSync(Buffer.from(part, 'latin1')).byteLength
    for (const marker of ['PK\x03\x04', 'PK\x01\x02']) {
      const at = bomb.indexOf(marker, 0, 'latin1')
      const sizeAt = at + (marker === 'PK\x03\x04' ? 22 : 24)
      expect(bomb.readUInt32LE(sizeAt - 4)).toBe(packed)
      bomb.writeUInt32LE(1_000, sizeAt)
    }
    expect(await read(docx, bomb)).toEqual({ is: 'unreadable', why: 'damaged' })
  })

  it('of elements a hundred thousand deep, or of a million attributes, ends', async () => {
    const deep = `<w:document><w:body>${'<w:p>'.repeat(100_000)}<w:r><w:t>deep</w:t></w:r>${'</w:p>'.repeat(100_000)}</w:body></w:document>`
    const wide = `<w:document><w:body><w:p ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}="1"`).join(' ')}><w:r><w:t>wide</w:t></w:r></w:p></w:body></w:document>`
    for (const [text, word] of [
      [deep, 'deep'],
      [wide, 'wide'],
    ] as const)
      expect(await read(docx, makeZip([{ name: 'word/document.xml', text, stored: true }]))).toMatchObject({
        is: 'text',
        pages: [{ page: 1, text: word }],
      })
  })
})

describe('a workbook', () => {
  it('with more rows than are read ends on that sheet, and says so', async () => {
    const rows = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>Lot ${at + 1}</t></is></c></row>`,
      ).join('')
    const whole = makeZip([
      {
        name: '[Content_Types].xml',
        text: '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      },
      {
        name: 'xl/workbook.xml',
        text: '<workbook><sheets><sheet name="Lots" r:id="r1"/><sheet name="Next" r:id="r2"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: '<R><Relationship Id="r1" Target="a.xml"/><Relationship Id="r2" Target="b.xml"/></R>',
      },
      { name: 'xl/a.xml', text: `<worksheet><sheetData>${rows(60_000)}</sheetData></worksheet>` },
      { name: 'xl/b.xml', text: `<worksheet><sheetData>${rows(1)}</sheetData></worksheet>` },
    ])
    const file = await read('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', whole)
    expect(file).toMatchObject({ is: 'text', pageCount: 1, cut: 'characters' })
    expect(file.is === 'text' && file.pages[0]?.text.split('\n').slice(0, 2)).toEqual(['Lots', 'Lot 1'])
  })
})

describe('a mail', () => {
  it('of mails in mails, a thousand deep, is read to a depth, and says that it was cut', async () => {
    const nested = (depth: number): string =>
      `Subject: Level ${1_000 - depth}\r\nContent-Type: ${depth === 0 ? 'text/plain' : 'message/rfc822'}\r\n\r\n`
    const mail = Array.from({ length: 1_001 }, (_, at) => nested(1_000 - at)).join('')
    const file = await read('message/rfc822', `${mail}The end.\r\n`)
    expect(file).toMatchObject({ is: 'text', cut: 'pages' })
    expect(file.is === 'text' && file.pages.map(({ text }) => text.split('\n')[0]).slice(0, 3)).toEqual([
      'Level 0',
      'Level 1',
      'Level 2',
    ])
  })

  it('of parts in parts, a thousand deep, is damaged', async () => {
    const parts = Array.from(
      { length: 1_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    expect(await read('message/rfc822', `${parts.join('')}\r\nThe end.\r\n`)).toEqual({
      is: 'unreadable',
      why: 'damaged',
    })
  })
})

describe('a text', () => {
  it('of 200 MB is refused before a byte of it is read', async () => {
    let isAsked = false
    async function* bytes() {
      isAsked = true
      yield new Uint8Array(1)
    }
    const file = { mediaType: 'text/plain', name: 'x', size: 200_000_000, bytes: bytes() }
    expect(await reader.read(file, new AbortController().signal)).toEqual({ is: 'unreadable', why: 'too-large' })
    expect(isAsked).toBe(false)
  })

  it('of 60 MB in one line is cut, and says so', async () => {
    const file = await read('text/plain', Buffer.alloc(60_000_000, 'trustee '))
    expect(file).toMatchObject({ is: 'text', cut: expect.stringMatching(/^(characters|pages)$/) })
    expect(file.is === 'text' && file.pages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
      textLimits.characters,
    )
  })

  it.each([
    ['ends of cells', '</td>'],
    ['ends of cells before a word', `${'</td>'.repeat(2_000_000)}x<br>`],
    ['tags that do not end', '<p '],
    ['comments that do not end', '<!-- '],
    ['blanks between signs', '&nbsp; '],
    ['scripts that do not end', '<script>'],
  ])('of HTML with millions of %s is read', async (_, piece) => {
    const html = `<p>first</p>${piece.repeat(Math.ceil(20_000_000 / piece.length))}`
    const file = await read('text/html', html)
    expect(file.is === 'text' && file.pages[0]?.text).toMatch(/^first/)
  })
})
