import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, type ExportColumn, textCell } from '../../../electron/exports/cell.ts'
import { createXlsxTable } from '../../../electron/exports/xlsx/xlsx-table.ts'
import { createMemoryFile } from '../../doubles/memory-file.ts'
import { elements, readXml, textOf } from '../../doubles/read-xml.ts'
import { readZip } from '../../doubles/read-zip.ts'

const columns: ExportColumn[] = [
  { column: 'title', header: 'Name', kind: 'text' },
  { column: 'total_value', header: 'Value', kind: 'number' },
]

type Workbook = { rows?: Cell[][]; total?: number; rowsPerSheet?: number; remark?: string | null }

async function workbook({ rows = [], total = rows.length, rowsPerSheet, remark = null }: Workbook) {
  const file = createMemoryFile()
  const table = createXlsxTable({
    file,
    columns,
    sheetName: 'Document summaries',
    total,
    ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }),
  })
  await table.begin([{ name: 'Source', value: textCell('Steward') }], ['Name', 'Value'])
  for (const row of rows) await table.write([row])
  await table.end(remark)
  return readZip(file.bytes())
}

const sheetOf = (files: Map<string, string>, number = 1) => readXml(files.get(`xl/worksheets/sheet${number}.xml`) ?? '')

/** Returns the texts of a sheet's cells, by row. */
const textsOf = (files: Map<string, string>, number = 1) =>
  elements(sheetOf(files, number), 'row').map((row) => elements(row, 'c').map(textOf))

const people = (count: number): Cell[][] =>
  Array.from({ length: count }, (_, at) => [textCell(`Person ${at + 1}`), { kind: 'number', value: at, money: false }])

describe('an XLSX file', () => {
  it('is a workbook whose every part is well formed, announced and found', async () => {
    const files = await workbook({ rows: people(3) })
    for (const text of files.values()) readXml(text)
    const types = readXml(files.get('[Content_Types].xml') ?? '')
    expect([...files.keys()][0]).toBe('[Content_Types].xml')
    for (const part of elements(types, 'Override'))
      expect([...files.keys()]).toContain(part.attributes.PartName?.slice(1))
    const relations = elements(readXml(files.get('xl/_rels/workbook.xml.rels') ?? ''), 'Relationship')
    for (const { attributes } of relations) expect([...files.keys()]).toContain(`xl/${attributes.Target}`)
    const sheets = elements(readXml(files.get('xl/workbook.xml') ?? ''), 'sheet')
    expect(sheets.map(({ attributes }) => attributes.name)).toEqual(['Document summaries'])
    const ids = relations.map(({ attributes }) => attributes.Id)
    for (const { attributes } of sheets) expect(ids).toContain(attributes['r:id'])
  })

  it('holds typed cells: text that is never a formula, numbers, dates, times and truth', async () => {
    const row: Cell[] = [
      textCell('=1+1'),
      { kind: 'number', value: -1234.5, money: true },
      { kind: 'number', value: 7, money: false },
      { kind: 'date', text: '2024-02-29' },
      { kind: 'time', text: '2024-02-29T12:00:00.000Z' },
      { kind: 'boolean', value: true },
      { kind: 'empty' },
      { kind: 'date', text: '1850-01-01' },
      { kind: 'date', text: '2023-02-30' },
      { kind: 'sum', cents: -123_456_789_012_345n },
      { kind: 'sum', cents: 1_234_567_890_123_456n },
    ]
    const files = await workbook({ rows: [row] })
    const cells = elements(elements(sheetOf(files), 'row')[2] ?? sheetOf(files), 'c')
    expect(
      cells.map(({ attributes, children }) => [
        attributes.r,
        attributes.t ?? 'n',
        attributes.s ?? '0',
        textOf({ name: '', attributes: {}, children }),
      ]),
    ).toEqual([
      ['A4', 'inlineStr', '0', '=1+1'],
      ['B4', 'n', '3', '-1234.5'],
      ['C4', 'n', '0', '7'],
      ['D4', 'n', '1', '45351'],
      ['E4', 'n', '2', '45351.5'],
      ['F4', 'b', '0', '1'],
      ['H4', 'inlineStr', '0', '1850-01-01'],
      ['I4', 'inlineStr', '0', '2023-02-30'],
      ['J4', 'n', '3', '-1234567890123.45'],
      // Spreadsheets drop the sixteenth digit of a number.
      ['K4', 'inlineStr', '0', '12345678901234.56'],
    ])
    expect([...files.values()].join('')).not.toContain('<f>')
    const formats = elements(readXml(files.get('xl/styles.xml') ?? ''), 'cellXfs')[0]
    expect(formats?.children.map((format) => (typeof format === 'string' ? '' : format.attributes.numFmtId))).toEqual([
      '0',
      '164',
      '165',
      '166',
      '0',
    ])
  })

  it('goes on on further sheets, each with the headers, and loses no row', async () => {
    const files = await workbook({ rows: people(25), rowsPerSheet: 10, remark: 'One vanished.' })
    const sheets = [1, 2, 3].map((number) => textsOf(files, number))
    expect(sheets.map((rows) => rows.length)).toEqual([9, 10, 10])
    expect(files.has('xl/worksheets/sheet4.xml')).toBe(true)
    const names = [...sheets, textsOf(files, 4)].flatMap((rows) => rows.map(([name]) => name))
    expect(names.filter((name) => name?.startsWith('Person'))).toEqual(people(25).map((_, at) => `Person ${at + 1}`))
    expect(names.filter((name) => name === 'Name')).toHaveLength(4)
    expect(names.at(-1)).toBe('One vanished.')
  })

  it('is whole when fewer rows came than were announced', async () => {
    const files = await workbook({ rows: people(2), total: 40, rowsPerSheet: 10 })
    const announced = elements(readXml(files.get('xl/workbook.xml') ?? ''), 'sheet').length
    expect([...files.keys()].filter((name) => name.includes('worksheets/'))).toHaveLength(announced)
    expect(textsOf(files, announced)).toEqual([['Name', 'Value']])
  })

  it('escapes what XML cannot hold the way spreadsheets do, and nothing else', async () => {
    const textXml = async (text: string) => {
      const files = await workbook({ rows: [[textCell(text)]] })
      const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
      return /<c r="A4" t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t>/.exec(sheet)?.[1]
    }
    expect(await textXml('a\u0000b\u000bc\r\n\td\ufffe')).toBe('a_x0000_b_x000B_c_x000D_\n\td_xFFFE_')
    expect(await textXml('_x0041_ _x_ _X00ff_')).toBe('_x005F_x0041_ _x_ _x005F_X00ff_')
    expect(await textXml('<a & "b">')).toBe('&lt;a &amp; "b"&gt;')
    expect(await textXml('\ud800🏦')).toBe('\ufffd🏦')
    expect(await textXml('x'.repeat(40_000))).toBe(`${'x'.repeat(32_766)}…`)
    expect(await textXml(`${'x'.repeat(32_765)}🏦 and more`)).toBe(`${'x'.repeat(32_765)}\ufffd…`)
  })

  it('counts days as spreadsheets do, wherever the computer is', async () => {
    /** The number of a date's cell; null if the cell has the text instead. */
    const serialOf = async (text: string) => {
      const files = await workbook({ rows: [[{ kind: 'date', text }]] })
      const [cell] = elements(elements(sheetOf(files), 'row')[2] ?? sheetOf(files), 'c')
      if (cell?.attributes.t === 'inlineStr') expect(textOf(cell)).toBe(text)
      return cell?.attributes.t === 'inlineStr' ? null : Number(cell && textOf(cell))
    }
    expect(await serialOf('1900-03-01')).toBe(61)
    expect(await serialOf('1900-02-28')).toBeNull()
    expect(await serialOf('2026-11-21')).toBe(46347)
    expect(await serialOf('9999-12-31')).toBe(2958465)
    expect(await serialOf('not a date')).toBeNull()
  })

  it('can be read back whatever the texts are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const files = await workbook({ rows: texts.map((text) => [textCell(text)]) })
          const read = textsOf(files)
            .slice(2)
            .map(([text = '']) => unescaped(text))
          expect(read).toEqual(texts.map((text) => text.toWellFormed()))
        },
      ),
      { numRuns: 50 },
    )
  })
})

const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
