import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { DocumentSubject, FileKind, FileOrigin } from '../../../sandbox/data/documents.ts'
import { generateFile, truthOf } from '../../../sandbox/files/generated.ts'
import { writePdf } from '../../../sandbox/files/pdf.ts'
import { writePng } from '../../../sandbox/files/png.ts'
import { contentDisposition, parseRange } from '../../../sandbox/http/download.ts'
import { DOCUMENT_TYPES } from '../../../sandbox/schemas/fields.ts'

const subject: DocumentSubject = {
  type: 'CRUMMEY_LETTER',
  year: 2024,
  principal: 'Daniel James Whitfield, Jr.',
  children: ['Ada Whitfield', 'Ben Whitfield'],
  trustee: 'Ruth Alden, Esq.',
  entity: 'Whitfield 2012 Irrevocable Life Insurance Trust',
  entityKind: 'ILIT_TRUST',
  place: 'Greenwich, Connecticut',
  state: 'Connecticut',
  worth: [['Whitfield 2012 Irrevocable Life Insurance Trust', 1_200_000]],
}

function origin(kind: FileKind, about: Partial<DocumentSubject> = {}, layout = 4): FileOrigin {
  const title = 'Trust Amendment'
  return { kind, title, party: 'Whitfield', date: '2024-02-29', seed: 95 + layout, subject: { ...subject, ...about } }
}

describe('made-up files', () => {
  test('are the same bytes every time', () => {
    for (const kind of ['pdf', 'png', 'csv', 'txt', 'docx', 'eml'] as const) {
      expect(generateFile(origin(kind))).toEqual(generateFile(origin(kind)))
    }
  })

  const textOf = (about: Partial<DocumentSubject>, layout = 0) =>
    generateFile(origin('txt', about, layout))
      .toString()
      .replace(/\s+/g, ' ')

  test('a Crummey letter tells the beneficiaries of their right, and a will names family and executor', () => {
    const letter = textOf({})
    for (const named of [
      'Ada Whitfield and Ben Whitfield',
      'Whitfield 2012',
      'thirty days',
      'Ruth Alden, Esq., Trustee',
    ]) {
      expect(letter).toContain(named)
    }
    const will = textOf({ type: 'WILL', spouse: 'Clara Whitfield' })
    expect(will).toContain('I am married to Clara Whitfield. My children are Ada Whitfield and Ben Whitfield.')
    expect(will).toContain('I name Ruth Alden, Esq. as Executor')
  })

  test('an amendment puts a trustee in the place of the bank that the agreement names', () => {
    const trust = { entityKind: 'IRREVOCABLE_TRUST', entity: 'Whitfield 2012 Dynasty Trust' } as const
    const agreement = textOf({ ...trust, type: 'SIGNED_TRUST_DOCUMENT' })
    const bank = /Esq\. ceases to serve for any reason, (.*?) shall serve as successor Trustee/.exec(agreement)?.[1]
    const amendment = textOf({ ...trust, type: 'TRUST_AMENDMENT' })
    expect(amendment).toContain(`${bank} is removed as Trustee`)
    expect(amendment).toContain('Ruth Alden, Esq. is appointed successor Trustee in its place')
    expect(truthOf(origin('pdf', { ...trust, type: 'TRUST_AMENDMENT' }))).toMatchObject({
      ...{ type: 'TRUST_AMENDMENT', entity: trust.entity, person: null, date: '2024-02-29' },
      people: expect.arrayContaining([
        { name: bank, role: 'former trustee' },
        { name: 'Ruth Alden, Esq.', role: 'successor trustee' },
      ]),
    })
  })

  test('every type has five layouts that differ in their words', () => {
    for (const type of DOCUMENT_TYPES.filter((each) => each !== 'PASSPORT' && each !== 'DRIVERS_LICENSE')) {
      const texts = [0, 1, 2, 3, 4].map((layout) => textOf({ type }, layout))
      expect(new Set(texts).size, type).toBe(5)
      for (const text of texts) expect(text, type).not.toMatch(/undefined|NaN|\[object/)
    }
  })

  test('a balance sheet lists entities and their sum', () => {
    const worth = [
      ['Whitfield Family Partners, LP', 10.25],
      ['A "joint" account', 5],
    ] as const
    const lines = generateFile(origin('csv', { type: 'BALANCE_SHEET', worth }))
      .toString()
      .trimEnd()
      .split('\r\n')
    expect(lines).toEqual([
      'Entity,Directly held on 2024-02-29',
      '"Whitfield Family Partners, LP",10.25',
      '"A ""joint"" account",5.00',
      'All entities,15.25',
    ])
  })

  test('a PDF has a cross-reference table that points at each of its objects', () => {
    const text = writePdf('A (bold) title', Array(200).fill('Line with \\ and ) and émigré and 漢字')).toString(
      'latin1',
    )
    expect(text.startsWith('%PDF-1.4\n')).toBe(true)
    const start = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1])
    expect(text.slice(start, start + 5)).toBe('xref\n')
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((entry) => Number(entry[1]))
    expect(offsets.length).toBeGreaterThan(8)
    offsets.forEach((offset, index) => {
      expect(text.slice(offset, offset + 10)).toContain(`${index + 1} 0 obj`)
    })
    for (const [, length, stream] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
      expect(stream?.length).toBe(Number(length))
    }
  })

  test('a PNG has a header and as many pixels as it says', () => {
    const png = writePng(5)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    const length = png.readUInt32BE(33)
    expect(png.subarray(37, 41).toString()).toBe('IDAT')
    expect(inflateSync(png.subarray(41, 41 + length)).length).toBe(height * (1 + width * 3))
  })
})

describe('download headers', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=50-5000', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', undefined],
    ['bytes=0-1,4-5', undefined],
    ['lines=1-2', undefined],
    [undefined, undefined],
  ] as const)('the range %s of 100 bytes is %o', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected)
  })

  test('a file name cannot break out of Content-Disposition', () => {
    const header = contentDisposition('a"b\\c\r\nSet-Cookie: x=1;émile 漢\ud800.pdf')
    expect(header).not.toMatch(/[\r\n]/)
    expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.%-]+$/)
  })
})
