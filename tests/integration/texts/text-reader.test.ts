import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, test } from 'vitest'
import { judgeFile } from '../../../electron/documents/kind/judge-file.ts'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import type { ReaderProcess } from '../../../electron/platform/host.ts'
import {
  createTextReader,
  type ReaderRequest,
  type ReaderResponse,
  type TextLimits,
  type TextOfFile,
} from '../../../electron/texts/text-reader.ts'
import { writePages, writePdf } from '../../../sandbox/files/pdf.ts'
import { makeCompound } from '../../doubles/make-compound.ts'
import { makeZip } from '../../doubles/make-zip.ts'

const script = process.env.STEWARD_TEST_TEXT_READER ?? ''
const readerWith = (limits: Partial<TextLimits> = {}) =>
  createTextReader({ start: ({ memoryMb }) => startReader(script, { memoryMb }), limits })

const reader = readerWith()
afterAll(() => reader.close())

async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const read = (mediaType: string, content: string | Uint8Array, by = reader): Promise<TextOfFile> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return by.read(
    { mediaType, name: 'file', size: bytes.byteLength, bytes: inPieces(bytes) },
    new AbortController().signal,
  )
}

/** The texts of all pages that have one; fails for a file without text. */
async function pagesOf(mediaType: string, content: string | Uint8Array): Promise<string[]> {
  const file = await read(mediaType, content)
  if (file.is !== 'text') throw new Error(`The file is ${JSON.stringify(file)}.`)
  return file.pages.map(({ text }) => text)
}

const officeType = 'application/vnd.openxmlformats-officedocument.'
const docx = `${officeType}wordprocessingml.document`
const pptx = `${officeType}presentationml.presentation`
const xlsx = `${officeType}spreadsheetml.sheet`
const openType = 'application/vnd.oasis.opendocument.'

/** A Word document whose body is this XML. */
const wordDocument = (body: string, more: { name: string; text: string }[] = []) =>
  makeZip([{ name: 'word/document.xml', text: `<w:document><w:body>${body}</w:body></w:document>` }, ...more])

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

const openDocument = (content: string, manifest = '<manifest/>') =>
  makeZip([
    { name: 'content.xml', text: `<office:document-content>${content}</office:document-content>` },
    { name: 'META-INF/manifest.xml', text: manifest },
  ])

/** Twenty sentences on each of `pages` pages. */
const longPdf = (pages: number) =>
  writePdf(
    'Trust agreement',
    Array.from({ length: pages * 21 }, (_, at) => `Article ${at + 1}. The trustee shall act.`),
  )

const lockedPdf = (): Buffer => {
  const encrypt =
    '<< /Filter /Standard /V 1 /R 2 /P -4 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012) >>'
  const locked = writePdf('Secret', ['text'])
    .toString('latin1')
    .replace('/Root 1 0 R', `/Root 1 0 R /Encrypt ${encrypt} /ID [(1) (1)]`)
  return Buffer.from(locked, 'latin1')
}

test('files whose names say another kind are read as their content is, and a bad one does not stop those after it', async () => {
  const note = Buffer.from('The trustee shall act.\n'.repeat(4))
  const page = { head: '', lines: [{ text: 'The trustee shall act.' }], foot: '' }
  const layout = { family: 'Times', size: 12, leading: 15 } as const
  const files = [
    ['agreement.png', longPdf(1), 'application/pdf', { is: 'text', pageCount: 1, withoutText: [] }],
    ['half.pdf', longPdf(1).subarray(0, 900), 'application/pdf', { is: 'unreadable', why: 'damaged' }],
    ['scan.pdf', await readFile('tests/fixtures/scans/will.png'), 'image/png', { pages: [], withoutText: [1] }],
    ['note.pdf', note, 'text/plain', { is: 'text', pageCount: 1 }],
    ['empty.pdf', Buffer.alloc(0), 'text/plain', { is: 'text', pages: [] }],
    ['locked.jpg', lockedPdf(), 'application/pdf', { is: 'protected' }],
    [
      'long.pdf',
      writePages({ ...layout, pages: Array.from({ length: 1500 }, () => page) }),
      'application/pdf',
      { pageCount: 1500, cut: null },
    ],
    ['will.txt', longPdf(1), 'application/pdf', { is: 'text', pageCount: 1 }],
  ] as const
  for (const [name, bytes, mediaType, outcome] of files) {
    const part = async (at: number, length: number) => bytes.subarray(at, at + length)
    const judged = await judgeFile({ name, size: bytes.byteLength, head: bytes.subarray(0, 65_536), read: part })
    expect([name, judged.mediaType]).toEqual([name, mediaType])
    expect(await read(mediaType, bytes), name).toMatchObject(outcome)
  }
})

describe('a PDF', () => {
  it('is read page by page, lines kept', async () => {
    const pages = await pagesOf('application/pdf', longPdf(2))
    expect(pages).toHaveLength(2)
    expect(pages[0]?.split('\n').slice(0, 2)).toEqual(['Trust agreement', 'Article 1. The trustee shall act.'])
    expect(pages[1]).toContain('Article 42. The trustee shall act.')
    expect(pages[1]).not.toContain('Article 21. ')
  })

  it('names the pages without text', async () => {
    const blank = (page: string) => Buffer.from(page.toString(), 'latin1')
    const file = await read('application/pdf', blank(writePdf('', []).toString('latin1')))
    expect(file).toEqual({ is: 'text', pages: [], pageCount: 1, withoutText: [1], cut: null })
  })

  it('with a password says so', async () => {
    expect(await read('application/pdf', lockedPdf())).toEqual({ is: 'protected' })
  })

  it('that is none is damaged', async () => {
    expect(await read('application/pdf', '%PDF-1.7 and nothing else')).toEqual({ is: 'unreadable', why: 'damaged' })
  })
})

describe('a Word document', () => {
  it('is divided where its program ended pages, without what was deleted or only codes a field', async () => {
    const body = [
      paragraph('First page'),
      '<w:p><w:r><w:t>tab</w:t><w:tab/><w:t>bed</w:t><w:br w:type="page"/></w:r></w:p>',
      '<w:p><w:r><w:lastRenderedPageBreak/><w:t>Second</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>',
      '<w:r><w:instrText>PAGEREF</w:instrText></w:r></w:p>',
    ].join('')
    const footnotes = { name: 'word/footnotes.xml', text: `<w:footnotes>${paragraph('A note below')}</w:footnotes>` }
    expect(await pagesOf(docx, wordDocument(body, [footnotes]))).toEqual([
      'First page\ntab bed',
      'Second\nA note below',
    ])
  })

  it('counts its blank pages and those with only a picture, so that the numbers of the others are right', async () => {
    const end = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    const mark = '<w:p><w:r><w:lastRenderedPageBreak/></w:r></w:p>'
    const picture = '<w:p><w:r><w:lastRenderedPageBreak/><w:drawing/></w:r></w:p>'
    const marked = [paragraph('One'), end, mark, end, picture, end, mark, paragraph('Four')].join('')
    const unmarked = [paragraph('One'), end, end, '<w:p><w:r><w:drawing/></w:r></w:p>', end, paragraph('Four')].join('')
    for (const body of [marked, unmarked]) {
      const footnotes = { name: 'word/footnotes.xml', text: `<w:footnotes>${paragraph('Note')}</w:footnotes>` }
      expect(await read(docx, wordDocument(body, [footnotes]))).toEqual({
        ...{ is: 'text', pageCount: 4, withoutText: [2, 3], cut: null },
        pages: [
          { page: 1, text: 'One' },
          { page: 4, text: 'Four\nNote' },
        ],
      })
    }
  })

  it('without marks of pages is divided into parts of whole paragraphs', async () => {
    const line = 'The settlor declares this trust. '.repeat(10).trim()
    const pages = await pagesOf(docx, wordDocument(paragraph(line).repeat(30)))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.join('\n').split('\n')).toEqual(Array.from({ length: 30 }, () => line))
  })

  it('is damaged where its XML is, or declares entities', async () => {
    const damaged = { is: 'unreadable', why: 'damaged' }
    expect(await read(docx, wordDocument('<w:p>'))).toEqual(damaged)
    const laughs = makeZip([
      { name: 'word/document.xml', text: '<!DOCTYPE d [<!ENTITY a "ha">]><d><w:t>&a;</w:t></d>' },
    ])
    expect(await read(docx, laughs)).toEqual(damaged)
    expect(await read(docx, 'PK\x03\x04 and no more')).toEqual(damaged)
  })
})

describe('other documents', () => {
  it('of slides have a page a slide, in the order of the presentation, with notes', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const rel = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`
    const presentation = makeZip([
      { name: 'ppt/presentation.xml', text: '<p:p><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/></p:p>' },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        text: `<R>${rel('a', 'slides/slide1.xml')}${rel('b', 'slides/slide2.xml')}</R>`,
      },
      { name: 'ppt/slides/slide1.xml', text: slide('Stored first') },
      { name: 'ppt/slides/slide2.xml', text: slide('Shown first') },
      { name: 'ppt/slides/_rels/slide2.xml.rels', text: `<R>${rel('n', '../notesSlides/notesSlide1.xml')}</R>` },
      { name: 'ppt/notesSlides/notesSlide1.xml', text: slide('Say hello') },
    ])
    expect(await pagesOf(pptx, presentation)).toEqual(['Shown first\nSay hello', 'Stored first'])
  })

  it('of sheets have a page a sheet, hidden ones too', async () => {
    const sheet = (text: string) =>
      `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c><c r="B1"><v>1250.5</v></c></row></sheetData></worksheet>`
    const workbook =
      '<workbook><sheets><sheet name="Old" state="hidden" r:id="r1"/><sheet name="Now" r:id="r2"/></sheets></workbook>'
    const types =
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
    const whole = makeZip([
      { name: '[Content_Types].xml', text: types },
      { name: 'xl/workbook.xml', text: workbook },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></R>',
      },
      { name: 'xl/worksheets/sheet1.xml', text: sheet('Before') },
      { name: 'xl/worksheets/sheet2.xml', text: sheet('Bonds') },
    ])
    expect(await pagesOf(xlsx, whole)).toEqual(['Old\nBefore 1250.5', 'Now\nBonds 1250.5'])
  })

  it('of OpenDocument are read without tracked deletions; one with a password says so', async () => {
    const text =
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>One<text:tab/>two</text:p><text:p><text:soft-page-break/>Next page</text:p>'
    expect(await pagesOf(`${openType}text`, openDocument(text))).toEqual(['One two', 'Next page'])
    const sheets =
      '<table:table table:name="Now"><table:table-row><table:table-cell><text:p>Bonds</text:p></table:table-cell></table:table-row></table:table>'
    expect(await pagesOf(`${openType}spreadsheet`, openDocument(sheets))).toEqual(['Now\nBonds'])
    const slides = '<draw:page><text:p>First</text:p></draw:page><draw:page><text:p>Second</text:p></draw:page>'
    expect(await pagesOf(`${openType}presentation`, openDocument(slides))).toEqual(['First', 'Second'])
    const locked = openDocument('', '<manifest><manifest:encryption-data/></manifest>')
    expect(await read(`${openType}text`, locked)).toEqual({ is: 'protected' })
  })

  it('of today with a password are protected, older ones are of no kind that is read', async () => {
    const stream = (name: string) => makeCompound([{ name, content: Buffer.alloc(5000, 1) }])
    expect(await read('application/x-cfb', stream('EncryptedPackage'))).toEqual({ is: 'protected' })
    expect(await read('application/msword', stream('WordDocument'))).toEqual({ is: 'no-text-kind' })
    expect(await read('image/gif', 'x')).toEqual({ is: 'no-text-kind' })
  })

  it('that are pictures are pages without text, to be read as scans', async () => {
    expect(await read('image/png', 'x')).toMatchObject({ is: 'text', pages: [], pageCount: 1, withoutText: [1] })
  })

  it('of a mail are its head, its text and the names of what is attached', async () => {
    const mail = [
      'From: Ada <ada@example.com>',
      'Subject: The health care proxy',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p {}</style><p>Please <b>sign</b> it.</p><script>x()</script>',
    ].join('\r\n')
    expect(await pagesOf('message/rfc822', mail)).toEqual([
      'The health care proxy\nAda <ada@example.com>\nPlease sign it.',
    ])
  })

  it('of text are read in their encoding, HTML without its tags', async () => {
    expect(await pagesOf('text/plain', Buffer.from('\ufeffM\u00fcller\r\n\r\n  two   words', 'utf16le'))).toEqual([
      'M\u00fcller\ntwo words',
    ])
    expect(await pagesOf('text/html', '<title>x</title><p>R&eacute;sum&#233; of <i>it</i></p>')).toEqual([
      'R\u00e9sum\u00e9 of it',
    ])
  })
})

describe('a limit', () => {
  it('of pages or characters cuts the text, and says so', async () => {
    const few = readerWith({ pages: 2 })
    const short = readerWith({ characters: 100 })
    try {
      const cut = await read('application/pdf', longPdf(4), few)
      expect(cut).toMatchObject({ is: 'text', pageCount: 4, cut: 'pages' })
      expect(cut.is === 'text' && cut.pages.map(({ page }) => page)).toEqual([1, 2])
      const shortened = await read('application/pdf', longPdf(4), short)
      expect(shortened).toMatchObject({ is: 'text', pageCount: 4, cut: 'characters' })
      expect(shortened.is === 'text' && shortened.pages.map(({ text }) => text.length)).toEqual([100])
    } finally {
      await Promise.all([few.close(), short.close()])
    }
  })

  it('of size refuses a file before any of it is read', async () => {
    const small = readerWith({ bytes: 10 })
    try {
      expect(await read('text/plain', 'more than ten', small)).toEqual({ is: 'unreadable', why: 'too-large' })
    } finally {
      await small.close()
    }
  })

  it('of time ends the process, and the next file has a new one', async () => {
    let started = 0
    const killed: number[] = []
    /** The first one never answers, the others at once. */
    const start = (): ReaderProcess => {
      started += 1
      const number = started
      const ending = Promise.withResolvers<null>()
      let onMessage = (_message: unknown): void => {}
      return {
        async send(message) {
          if (number > 1 && (message as ReaderRequest).type === 'end')
            onMessage({ type: 'done', file: { is: 'no-text-kind' } } satisfies ReaderResponse)
        },
        onMessage(listener) {
          onMessage = listener
          return () => {}
        },
        exited: ending.promise,
        async kill() {
          killed.push(number)
          ending.resolve(null)
        },
      }
    }
    const hasty = createTextReader({ start, limits: { ms: 1 } })
    expect(await read('text/plain', 'x', hasty)).toEqual({ is: 'unreadable', why: 'took-too-long' })
    expect(killed).toEqual([1])
    expect(await read('text/plain', 'x', hasty)).toEqual({ is: 'no-text-kind' })
    await hasty.close()
    expect(killed).toEqual([1, 2])
  })

  it('of memory ends the process: a page that unpacks to more is not taken for an empty one', async () => {
    const poor = readerWith({ memoryMb: 200 })
    // One letter of text a million times, on one page, packed to almost nothing.
    const packed = deflateSync(Buffer.from(`BT /F1 11 Tf ${'(a) Tj '.repeat(30_000_000)} ET`, 'latin1'))
    const stream = `<< /Length ${packed.byteLength} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`
    const bomb = writePdf('x', [])
      .toString('latin1')
      .replace(/<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/, () => stream)
    try {
      const file = await read('application/pdf', Buffer.from(bomb, 'latin1'), poor)
      expect(file).toEqual({ is: 'unreadable', why: 'needed-too-much-memory' })
      expect(await pagesOf('text/plain', 'still reads')).toEqual(['still reads'])
    } finally {
      await poor.close()
    }
  })

  it('of characters is said where what is read is shorter than what was looked at', async () => {
    const short = readerWith({ characters: 100 })
    try {
      // Hyphens that only mark a division are no text: 40 characters are left of the 120 before the limit.
      const shy = paragraph(`a${'\u00ad'.repeat(2)}`.repeat(40))
      const slides = makeZip([
        {
          name: 'ppt/presentation.xml',
          text: '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
        },
        {
          name: 'ppt/_rels/presentation.xml.rels',
          text: '<Relationships><Relationship Id="rId1" Target="slides/slide1.xml"/></Relationships>',
        },
        {
          name: 'ppt/slides/slide1.xml',
          text: `<p:sld>${shy.replaceAll('w:', 'a:')}<a:p><a:r><a:t>left out</a:t></a:r></a:p></p:sld>`,
        },
      ])
      const text = `<office:body><office:text><text:p>${`a${'\u00ad'.repeat(2)}`.repeat(40)}</text:p><text:p>left out</text:p></office:text></office:body>`
      for (const [kind, content] of [
        [docx, wordDocument(shy + paragraph('left out'))],
        [pptx, slides],
        [`${openType}text`, openDocument(text)],
      ] as const)
        expect(await read(kind, content, short), kind).toMatchObject({
          ...{ is: 'text', cut: 'characters' },
          pages: [{ page: 1, text: 'a'.repeat(40) }],
        })
    } finally {
      await short.close()
    }
  })

  it('of unpacked size refuses a document that claims to be tiny', async () => {
    const bomb = wordDocument(paragraph('a'.repeat(30_000_000)))
    expect(bomb.byteLength).toBeLessThan(100_000)
    expect(await read(docx, bomb)).toEqual({ is: 'unreadable', why: 'too-large' })
  })
})

describe('the process', () => {
  it('ends when reading is given up, and reading again starts another', async () => {
    const leaving = new AbortController()
    const given = reader.read(
      { mediaType: 'application/pdf', name: 'x', size: 10, bytes: endless(() => leaving.abort(new Error('given up'))) },
      leaving.signal,
    )
    await expect(given).rejects.toThrow('given up')
    expect(await pagesOf('text/plain', 'again')).toEqual(['again'])
  })

  it('rejects as the bytes do', async () => {
    const failing = reader.read(
      { mediaType: 'text/plain', name: 'x', size: 10, bytes: failingBytes() },
      new AbortController().signal,
    )
    await expect(failing).rejects.toThrow('files/damaged')
  })

  it('may read no other file, write none, start no program or thread, and sees nothing of the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-probe-'))
    const script = join(folder, 'probe.mjs')
    const outside = import.meta.filename
    await writeFile(
      script,
      `import { readFileSync, writeFileSync } from 'node:fs'
      import { spawnSync } from 'node:child_process'
      import { Worker } from 'node:worker_threads'
      const codeOf = (act) => { try { act(); return 'done' } catch (problem) { return problem.code ?? problem.name } }
      process.on('message', () => process.send({
        own: codeOf(() => readFileSync(${JSON.stringify(script)})),
        read: codeOf(() => readFileSync(${JSON.stringify(outside)})),
        write: codeOf(() => writeFileSync(${JSON.stringify(join(folder, 'out'))}, 'x')),
        spawn: codeOf(() => spawnSync(process.execPath)),
        thread: codeOf(() => new Worker('1', { eval: true })),
        compile: codeOf(() => new Function('return 1')),
        environment: Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE'),
      }))`,
    )
    const probe = startReader(script, { memoryMb: 64 })
    try {
      const answer = new Promise((resolve) => probe.onMessage(resolve))
      await probe.send({})
      const denied = 'ERR_ACCESS_DENIED'
      expect(await answer).toEqual({
        own: 'done',
        read: denied,
        write: denied,
        spawn: denied,
        thread: denied,
        compile: 'EvalError',
        environment: [],
      })
    } finally {
      await probe.kill()
      await rm(folder, { recursive: true })
    }
  })
})

async function* endless(onSecond: () => void) {
  yield new Uint8Array(5)
  onSecond()
  await new Promise(() => {})
}

async function* failingBytes() {
  yield new Uint8Array(5)
  throw new Error('files/damaged')
}
