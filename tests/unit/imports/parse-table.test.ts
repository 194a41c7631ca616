import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { parseTable } from '../../../electron/imports/parse-table.ts'

const cellsOf = async (text: string, delimiter: string | null = null) =>
  (await parseTable(text, delimiter)).rows.map(({ cells }) => cells)

describe('parseTable', () => {
  it.each([
    ['commas', 'a,b\n1,2', ','],
    ['semicolons', 'a;b\n1;2\n3;4', ';'],
    ['semicolons, with an end of its last line', 'a;b\n1;2\n3;4\n', ';'],
    ['tabs, with empty lines at its end', 'a\tb\r\n1\t2\r\n\r\n', '\t'],
    ['tabs', 'a\tb\n1\t2', '\t'],
    ['bars', 'a|b\n1|2', '|'],
    ['a first line that says so', 'sep=;\na;b\n1;2', ';'],
    ['nothing, having one column', 'a\n1', ','],
  ])('guesses %s', async (_, text, delimiter) => {
    const table = await parseTable(text, null)
    expect(table.delimiter).toBe(delimiter)
    expect(table.headers.join('')).toMatch(/^ab?$/)
    expect(table.rows[0]?.cells[0]).toBe('1')
  })

  it('counts rows as a spreadsheet does, blank ones and a separator line included', async () => {
    const table = await parseTable('sep=,\r\n\r\nname,id\r\nA,1\r\n,\r\n"B\r\nb",2\r\n\r\nC,3\r\n', null)
    expect(table.headers).toEqual(['name', 'id'])
    expect(table.rows).toEqual([
      { row: 4, cells: ['A', '1'] },
      { row: 6, cells: ['B\nb', '2'] },
      { row: 8, cells: ['C', '3'] },
    ])
  })

  it('reads what it wrote itself, over many pieces, whatever the cells hold', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é', '=') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }), async (rows) => {
        const many = Array.from({ length: 90 }, () => rows).flat()
        const text = Papa.unparse([['x', 'y'], ...many.map(([one, two]) => [`k${one}`, two])], { newline: '\r\n' })
        expect(await cellsOf(text, ',')).toEqual(many.map(([one, two]) => [`k${one}`, two]))
      }),
      { numRuns: 25 },
    )
  })

  it('says which row has a quotation mark that is never closed, or one too many', async () => {
    const open = await parseTable('a,b\n1,2\n"3,4\n5,6', ',')
    expect(open.problems).toEqual([
      'A quotation mark in row 3 is never closed, so everything after it was read as one cell.',
    ])
    const odd = await parseTable('a,b\n1,"x"y"\n3,4', ',')
    expect(odd.problems).toEqual(['Row 2 has a quotation mark in the wrong place.'])
  })

  it('says that rows are wider than the headers', async () => {
    const { problems } = await parseTable('a,b\n1,2,3\n1,2,,\n1,2,3', ',')
    expect(problems).toEqual([
      '2 rows, the first of them row 2, have more cells than there are headers. Check the delimiter.',
    ])
  })

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['blank lines', '\n,,\n', 'The file is empty.'],
    ['headers alone', 'a,b\n', 'The file has headers and no rows under them.'],
    [
      'too many columns',
      `${Array.from({ length: 201 }, (_, at) => `c${at}`).join(',')}\n1`,
      'The file has more than 200 columns.',
    ],
    ['too many rows', `a\n${'1\n'.repeat(50_001)}`, 'The file has more than 50,000 rows.'],
  ])('refuses %s', async (_, text, message) => {
    await expect(parseTable(text, null)).rejects.toMatchObject({ code: 'import/unreadable', message })
  })

  it('takes fifty thousand rows', async () => {
    const { rows } = await parseTable(`a,b\n${'1,"x"\n'.repeat(50_000)}`, null)
    expect(rows).toHaveLength(50_000)
    expect(rows.at(-1)).toEqual({ row: 50_001, cells: ['1', 'x'] })
  })
})
