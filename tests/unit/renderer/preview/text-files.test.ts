import { describe, expect, it } from 'vitest'
import {
  type CsvRows,
  cellAt,
  columnsIn,
  csvRows,
  isNumber,
  maxRows,
} from '../../../../renderer/features/files/preview/csv-rows.ts'
import { lineAt, linesOf, maxLines } from '../../../../renderer/features/files/preview/text-lines.ts'
import { decode } from '../../../../shared/tables/decode.ts'

const bytes = (...numbers: number[]) => Uint8Array.from(numbers)
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big: boolean) =>
  Uint8Array.from(
    [...text].flatMap((c) =>
      big ? [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255] : [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8],
    ),
  )

describe('text from bytes', () => {
  it.each([
    ['UTF-8', utf8('Zoë – 5 €'), 'Zoë – 5 €'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x41, 0, 0xac, 0x20), 'A€'],
    ['the other UTF-16 with a mark', bytes(0xfe, 0xff, 0, 0x41, 0x20, 0xac), 'A€'],
    ['UTF-16 without one', utf16('Trust deed', false), 'Trust deed'],
    ['the other UTF-16 without one', utf16('Trust deed', true), 'Trust deed'],
    ['Windows-1252', bytes(0x5a, 0x6f, 0xeb, 0x20, 0x80), 'Zoë €'],
    ['nothing', bytes(), ''],
  ])('of %s is read as it was written', (_name, given, text) => expect(decode(given).text).toBe(text))

  it('of a beginning is UTF-8 although its last character was cut in two', () => {
    const whole = utf8('Zoë€')
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect('Zoë€'.startsWith(decode(whole.subarray(0, cut), { cut: true }).text)).toBe(true)
    }
  })
})

describe('lines', () => {
  const maxLineLength = 2000
  const all = (text: string) => {
    const lines = linesOf(text)
    return Array.from({ length: lines.count }, (_, index) => lineAt(lines, index))
  }

  it('end as any system ends them', () => {
    expect(all('a\nb\r\nc\rd')).toEqual(['a', 'b', 'c', 'd'])
    expect(all('a\n\nb\n')).toEqual(['a', '', 'b'])
    expect(all('one')).toEqual(['one'])
  })

  it('that are too long go on in the next, and nothing of them is lost', () => {
    const text = 'x'.repeat(maxLineLength * 2 + 7)
    expect(all(text).map(({ length }) => length)).toEqual([maxLineLength, maxLineLength, 7])
    expect(all(text).join('')).toBe(text)
  })

  it('stop at a number that can be drawn', () => {
    const lines = linesOf('\n'.repeat(maxLines + 10))
    expect(lines).toMatchObject({ count: maxLines, more: true })
  })
})

const rowsOf = (table: CsvRows) =>
  Array.from({ length: table.count }, (_, row) => table.header.map((_name, column) => cellAt(table, row, column)))

describe('a CSV', () => {
  it.each([',', ';', '\t', '|'])('separated by %j is a table', (separator) => {
    const table = csvRows(`Name${separator}Value\n"A ${separator} B"${separator}12\nC${separator}13\n`)
    expect(table.header).toEqual(['Name', 'Value'])
    expect(rowsOf(table)).toEqual([
      [`A ${separator} B`, '12'],
      ['C', '13'],
    ])
    expect(table.moreRows).toBe(false)
  })

  it('of more rows than are shown says so', () => {
    const row = (at: number) => `${at},x\n`
    const exact = csvRows(`a,b\n${Array.from({ length: maxRows }, (_, at) => row(at)).join('')}`)
    const more = csvRows(`a,b\n${Array.from({ length: maxRows + 1 }, (_, at) => row(at)).join('')}`)
    expect([exact.count, exact.moreRows, more.count, more.moreRows]).toEqual([maxRows, false, maxRows, true])
  })

  it('names columns without a name, and cuts those beyond what can be shown', () => {
    expect(csvRows('a,,c\n1,2,3,4\n').header).toEqual(['a', 'Column 2', 'c', 'Column 4'])
    const wide = csvRows(`${'x,'.repeat(300)}x\n`)
    expect([wide.header.length, wide.moreColumns]).toEqual([200, true])
    expect(csvRows('')).toMatchObject({ header: [], count: 0 })
  })

  it('with rows of different lengths has a cell, perhaps an empty one, in every column', () => {
    const table = csvRows('a,b,c\n1\n1,2,3\n,,3\n')
    expect(rowsOf(table)).toEqual([
      ['1', '', ''],
      ['1', '2', '3'],
      ['', '', '3'],
    ])
  })

  it('computes nothing: a formula is its text', () => {
    expect(rowsOf(csvRows('a\n=HYPERLINK("https://x")\n'))).toEqual([['=HYPERLINK("https://x")']])
  })

  it.each([
    ['1,234.50', true],
    ['($12)', true],
    ['-3 %', true],
    ['12 Elm Street', false],
    ['', false],
    ['n/a', false],
  ])('%j is a number: %s', (cell, expected) => expect(isNumber(cell)).toBe(expected))
})

describe('the columns of a CSV', () => {
  const name = 'A name of an account that is long'
  const table = csvRows(`Account,Directly held on 2014-05-21\n${name},20754314.00\nB,1.00\n`)
  const whole = [name.length + 3, 27 + 3]
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

  it('have the width of their contents where there is room', () => {
    expect(columnsIn(table, 100)).toEqual(whole)
    expect(columnsIn(table, Infinity)).toEqual(whole)
  })

  it('shorten texts and headings where there is less, and never a number', () => {
    for (let room = 32; room < sum(whole); room += 1) {
      const widths = columnsIn(table, room)
      expect(sum(widths)).toBeCloseTo(room)
      expect(widths[1]).toBeGreaterThanOrEqual('20754314.00'.length + 3)
    }
  })

  it('are scrolled where their numbers have no room', () => {
    expect(columnsIn(table, 20)).toEqual(whole)
  })
})

describe('what of a table is in doubt is said, with the rows', () => {
  it.each([
    ['nothing', 'a,b\n1,2\n3,4\n', [], null],
    ['empty cells at the end', 'a,b\n1,2,\n3,4,,\n', [], null],
    [
      'a row with more cells',
      'a,b\n1,2\n3,4,5\n6,7\n',
      [],
      'In doubt: row 3, with another number of cells than the others.',
    ],
    [
      'rows with fewer cells',
      'a,b,c\n1,2,3\n4,5\n6,7,8\n9\n1,2,3\n',
      [],
      'In doubt: rows 3 and 5, with another number of cells than the others.',
    ],
    [
      'bytes of another encoding',
      'a,b\n1,\ufffd\n',
      [2],
      'In doubt: row 2, with characters (\ufffd) that could not be read.',
    ],
  ])('%s', (_what, text, strayLines, doubt) => expect(csvRows(text, strayLines).doubt).toBe(doubt))
})
