import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, textCell } from '../../../electron/exports/cell.ts'
import { createCsvTable } from '../../../electron/exports/csv-table.ts'
import { createMemoryFile } from '../../doubles/memory-file.ts'

const number = (value: number): Cell => ({ kind: 'number', value, money: false })

async function csvOf(rows: Cell[][], remark: string | null = null): Promise<string> {
  const file = createMemoryFile()
  const table = createCsvTable(file)
  await table.begin([{ name: 'Source', value: textCell('Steward') }], ['=A', 'B'])
  await table.write(rows)
  await table.end(remark)
  return file.bytes().toString('utf8')
}

const onlyField = async (cell: Cell) => (await csvOf([[cell]])).split('\r\n').slice(3, -1).join('\r\n')

/** Parses strictly by RFC 4180. */
function parseCsv(text: string): string[][] {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y
  const rows: string[][] = [[]]
  for (let match = field.exec(text); match; match = field.lastIndex < text.length ? field.exec(text) : null) {
    const [, raw = '', separator] = match
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (separator === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a CSV file', () => {
  it('begins with the mark of UTF-8 and the lines about the list, and ends each line as RFC 4180 says', async () => {
    expect(await csvOf([[textCell('Åse'), number(1)]], 'Done.')).toBe(
      "\ufeffSource,Steward\r\n\r\n'=A,B\r\nÅse,1\r\n\r\nDone.\r\n",
    )
  })

  it.each([
    [['ID', 'Name'], '\ufeff"ID",Name\r\n'],
    [['id'], '\ufeff"id"\r\n'],
    [['Identifier', 'ID'], '\ufeff"Identifier",ID\r\n'],
    [['ID, old', 'B'], '\ufeff"ID, old",B\r\n'],
    [['Name', 'ID'], '\ufeffName,ID\r\n'],
  ])('of nothing but a list begins with its headers %j, which no program takes for SYLK', async (headers, expected) => {
    const file = createMemoryFile()
    await createCsvTable(file).begin([], headers)
    expect(file.bytes().toString('utf8')).toBe(expected)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\ufeff=1', '"\'\ufeff=1"'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A', "'＠A"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=1', 'a=1'],
    ["'=1", "'=1"],
    ['Smith, "Jo"', '"Smith, ""Jo"""'],
    ['two\nlines', '"two\nlines"'],
    [' kept ', '" kept "'],
    ['🏦 مرحبا', '🏦 مرحبا'],
    ['lone \ud800', 'lone \ufffd'],
  ])('writes the text %j as %s', async (text, expected) => {
    expect(await onlyField(textCell(text))).toBe(expected)
  })

  it.each([
    [-1234.5, '-1234.5'],
    [0, '0'],
    [-0, '0'],
    [1e20, '100000000000000000000'],
    [1e300, '1e+300'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [-0.01, '-0.01'],
  ])('writes the number %d as %s, unguarded', async (value, expected) => {
    expect(await onlyField(number(value))).toBe(expected)
  })

  it('writes dates, times and truth as spreadsheets read them, and nothing for nothing', async () => {
    const cells: Cell[] = [
      { kind: 'date', text: '2024-02-29' },
      { kind: 'time', text: '2024-02-29T01:02:03.000Z' },
      { kind: 'boolean', value: true },
      { kind: 'boolean', value: false },
      { kind: 'empty' },
    ]
    expect((await csvOf([cells])).split('\r\n')[3]).toBe('2024-02-29,2024-02-29T01:02:03.000Z,TRUE,FALSE,')
  })

  it('can be read back, and holds no field that a spreadsheet would take for a formula', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\s=+@\-"',\r\n\t\ufeff＝]{1,6}.?$/))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }), async (rows) => {
        const read = parseCsv((await csvOf(rows.map((row) => row.map(textCell)))).slice(1)).slice(3)
        expect(read).toHaveLength(rows.length)
        for (const [at, row] of rows.entries()) {
          for (const [column, field] of (read[at] ?? []).entries()) {
            const text = row[column]?.toWellFormed()
            expect([text, `'${text}`]).toContain(field)
            expect(field).not.toMatch(/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/)
          }
        }
      }),
    )
  })
})
