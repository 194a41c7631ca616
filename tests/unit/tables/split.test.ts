import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { splitText } from '../../../shared/tables/split.ts'

const split = (text: string, pasted = false) => splitText(text, { chosen: null, pasted })
const cellsOf = (text: string, pasted = false) => split(text, pasted).rows.map(({ cells }) => cells)
const refusedIn = (text: string) => split(text).refused.map(({ row }) => row)

describe('splitText', () => {
  it.each([
    ['commas', 'a,b\n1,2', ','],
    ['semicolons', 'a;b\n1;2\n3;4', ';'],
    ['semicolons beside decimal commas', 'a;b\n1,5;2,5\n3,5;4,5', ';'],
    ['semicolons, with an end of the last line', 'a;b\n1;2\n3;4\n', ';'],
    ['tabs, with empty lines at the end', 'a\tb\r\n1\t2\r\n\r\n', '\t'],
    ['bars', 'a|b\n1|2', '|'],
    ['semicolons beside decimal commas, with short rows', 'a;b;c\n1,5;2\n3,5;4\n5,5;6\n7,5;"8\n8";9', ';'],
    ['semicolons, no names, decimal commas', 'a;1,5;x\nb;2,5;y\nc;3,5;z\n"d;4,5;z', ';'],
    ['commas beside lists', 'a,b\n1,x;y\n2,x;z\n3,y;z', ','],
    ['bars beside a decimal comma, in one row', 'a|1,5', '|'],
    ['semicolons, of which one row has more', ';||;\nc|1', ';'],
    ['a first line that names it', 'sep=;\na;b\n1;2', ';'],
    ['nothing, with one column', 'a\n1', ','],
  ])('finds the delimiter: %s', (_, text, delimiter) => {
    expect(split(text).delimiter).toBe(delimiter)
    const one = text.includes('\n1') && delimiter === ',' && !text.includes(',')
    expect(split(text).rows[0]?.cells.length).toBe(one ? 1 : text.includes('c') ? 3 : 2)
  })

  it('counts rows as a spreadsheet does, blank ones and a line with the delimiter included', () => {
    expect(split('sep=,\r\n\r\nname,id\r\nA,1\r\n,\r\n"B\r\nb",2\r\n\r\nC,3\r\n').rows).toEqual([
      { row: 3, cells: ['name', 'id'] },
      { row: 4, cells: ['A', '1'] },
      { row: 6, cells: ['B\nb', '2'] },
      { row: 8, cells: ['C', '3'] },
    ])
  })

  it('reads what the writer of exports writes, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', ' ', 'é', '=') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }), (rows) => {
        const text = Papa.unparse([['x', 'y'], ...rows.map(([one, two]) => [`k${one}`, two])], { newline: '\r\n' })
        const read = splitText(text, { chosen: ',', pasted: false })
        expect(read.refused).toEqual([])
        expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(rows.map(([one, two]) => [`k${one}`, two]))
      }),
    )
  })

  it.each([
    ['never closed', 'a,b\n1,2\n"3,4\n5,6', [3]],
    ['inside a quoted cell', 'a,b\n1,"x"y"\n3,4', [2]],
    ['at the start of one row, closed by the next', 'a,b\n"1,2\n"3",4\n5,6', [2, 3]],
    ['at the start of one row and the end of another', 'a,b,c\n"1,2,3\n4,5,6\n7",8,9\n10,11,12', [2, 3, 4]],
    ['in most rows, which then seem to be longer', 'a,b,c\n1,"2,3\n4",5,6\n7,"8,9\n10",11,12', [2, 3, 4, 5]],
    ['in one column of two rows', 'a,b,c\n1,"2,3\n4,5",6\n7,8,9', [2, 3]],
  ])('refuses the rows that a quotation mark swallows: %s', (_, text, rows) => {
    const { rows: read, refused } = split(text)
    expect(refused.map(({ row }) => row)).toEqual(rows)
    const lines = text.split('\n').length
    expect(read.length + refused.length).toBe(lines)
    expect(read.every(({ cells }) => cells.every((cell) => !cell.includes('\n')))).toBe(true)
  })

  it('goes on after a mark that is never closed with the rows that are complete', () => {
    const { rows, refused } = split('a,b\n"1,2\n3,4\nrest of a note\n5,6')
    expect(rows.map(({ row }) => row)).toEqual([1, 3, 5])
    expect(refused.map(({ row }) => row)).toEqual([2, 4])
  })

  it('keeps marks inside a cell', () => {
    expect(cellsOf('a,b\nAda "Al" Acorn,2\n5" pipe,3')).toEqual([
      ['a', 'b'],
      ['Ada "Al" Acorn', '2'],
      ['5" pipe', '3'],
    ])
    expect(refusedIn('a,b\nAda "Al" Acorn,2')).toEqual([])
  })

  it('keeps the marks of pasted cells, unless they enclose the whole cell', () => {
    const text = 'Name\tValue\n"Birch" Fund\t1\n"Cedar\t2\n"a\nb"\t3\n"Dog ""wood"""\t4'
    expect(cellsOf(text, true)).toEqual([
      ['Name', 'Value'],
      ['"Birch" Fund', '1'],
      ['"Cedar', '2'],
      ['a\nb', '3'],
      ['Dog "wood"', '4'],
    ])
  })

  it.each([
    ['a pair of marks in another cell', '"Birch" Fund\t1\nNotes of "Dogwood"\t2', []],
    ['nothing', 'Alder\t1\n"Birch" Fund\t2', [2]],
    ['a mark alone', '"Birch\t1\nDog"wood\t2', [1]],
  ])('knows whether a paste has marks in its texts by %s', (_, text, rows) => {
    expect(split(text, true).unclearMarks).toEqual(rows)
  })

  it('refuses a pasted row with half of a pair of marks around doubled ones', () => {
    expect(split('"The ""Blue"" house\t1\nThe ""Red"" house"\t2\nBoat\t3', true).refused).toMatchObject([
      { row: 1 },
      { row: 2 },
    ])
  })

  it('keeps a character that is no text in the cell behind whose mark it is', () => {
    expect(cellsOf('a,b\n"x"\0,"y\nz"\n1,2')).toEqual([
      ['a', 'b'],
      ['x\0', 'y\nz'],
      ['1', '2'],
    ])
  })

  it('divides no pasted amount at the commas of its thousands where all commas are such ones', () => {
    const lines = ['Brokerage at Schwab 34,815.20', 'Roth IRA ending 9912   22,096.31', 'Margin loan (12,500)']
    expect(cellsOf(lines.join('\n'), true)).toEqual(lines.map((line) => [line]))
    expect(cellsOf('Fund 34,815\nFund 35,name', true)).toEqual([
      ['Fund 34', '815'],
      ['Fund 35', 'name'],
    ])
  })

  it('takes fifty thousand rows', () => {
    const { rows } = split(`a,b\n${'1,"x"\n'.repeat(50_000)}`)
    expect(rows.length).toBe(50_001)
    expect(rows.at(-1)).toEqual({ row: 50_001, cells: ['1', 'x'] })
  })
})
