import { describe, expect, it } from 'vitest'
import { decode } from '../../../shared/tables/decode.ts'
import { readHoldings } from '../../../shared/tables/holdings.ts'
import { splitText } from '../../../shared/tables/split.ts'

const read = (text: string, answers: Record<string, string> = {}) =>
  readHoldings(splitText(text, { chosen: null, pasted: true }), {
    ...{ answers, fields: null, isClass: () => false, keepTotals: false },
  })
const lines = (...rows: string[]) => rows.join('\r\n')
/** Names with values, or what is asked. */
function told(text: string) {
  const { holdings, questions, refused, leftOut, waiting, rowsIn } = read(text)
  expect(holdings.length + refused.length + leftOut.length + waiting.length).toBe(rowsIn)
  const asked = questions.map(({ id }) => id)
  return asked.length > 0 ? asked : holdings.map(({ name, value }) => [name, value])
}

describe('cells with quotation marks, as they are pasted', () => {
  it.each([
    [
      'a mark in two names',
      lines('Name\tValue', '"A" Fund\t1.00', 'B "x" Fund\t2.00'),
      [
        ['"A" Fund', 1],
        ['B "x" Fund', 2],
      ],
    ],
    [
      'inches',
      lines('Name\tValue', '24" pipe "x" Co\t1.00', 'B\t2.00'),
      [
        ['24" pipe "x" Co', 1],
        ['B', 2],
      ],
    ],
    [
      'a mark at the end',
      lines('Name\tValue', 'Notes "Elm"\t1.00', 'B\t2.00'),
      [
        ['Notes "Elm"', 1],
        ['B', 2],
      ],
    ],
    [
      'a line break in a cell',
      lines('Name\tValue', '"A\nB"\t1.00', 'C\t2.00'),
      [
        ['A\nB', 1],
        ['C', 2],
      ],
    ],
    [
      'a tab in a cell',
      lines('Name\tValue', '"A\tB"\t1.00', 'C\t2.00'),
      [
        ['A\tB', 1],
        ['C', 2],
      ],
    ],
    [
      'doubled marks in a quoted cell',
      lines('Name\tValue', '"The ""Blue""\nhouse"\t1.00', 'C\t2.00'),
      [
        ['The "Blue"\nhouse', 1],
        ['C', 2],
      ],
    ],
    [
      'every cell quoted',
      lines('"Name"\t"Value"', '"A"\t"1.00"', '"B"\t"2.00"'),
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
    [
      'curly marks',
      lines('Name\tValue', '“A” Fund\t1.00', 'B\t2.00'),
      [
        ['“A” Fund', 1],
        ['B', 2],
      ],
    ],
    ['a mark that nothing explains', lines('Name\tValue', '"A\t1.00', 'B\t2.00'), ['marks']],
    [
      'marks in the header',
      lines('"Name"\tValue "USD"', 'A\t1.00', 'B\t2.00'),
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected)
  })
})

describe('tables of custodians', () => {
  const fund = [
    ['ALPHA', 15_000],
    ['BETA', 500],
  ]
  it.each([
    [
      'day change before the value',
      lines('Symbol,Description,Day Change $,Market Value', 'A,ALPHA,$1.00,"$15,000.00"', 'B,BETA,-$2.00,$500.00'),
      fund,
    ],
    [
      'value before price',
      lines('Security,Value,Price,Shares', 'ALPHA,"15,000.00",100.00,150', 'BETA,500.00,50.00,10'),
      fund,
    ],
    ['a constant account', lines('Acct #,Description,Ending Value', '1-2,ALPHA,15000.00', '1-2,BETA,500.00'), fund],
    [
      'several totals',
      lines(
        'Name,Value',
        'ALPHA,"15,000.00"',
        'Total Equity,"15,000.00"',
        'BETA,500.00',
        'Total Cash,500.00',
        'Grand Total,"15,500.00"',
      ),
      fund,
    ],
    ['a total without words', lines('Name,Value', 'ALPHA,"15,000.00"', 'BETA,500.00', ',"15,500.00"'), fund],
    [
      'accrued income beside the value',
      lines('Name,Accrued Income,Market Value,Total Cost', 'ALPHA,1.00,15000.00,2.00', 'BETA,1.00,500.00,2.00'),
      fund,
    ],
    ['per cents', lines('Name,% of Account,Current Value', 'ALPHA,96.8%,15000.00', 'BETA,3.2%,500.00'), fund],
    [
      'value in two currencies',
      lines('Name,Market Value (EUR),Market Value (USD)', 'ALPHA,13000.00,15000.00', 'BETA,450.00,500.00'),
      fund,
    ],
    ['a currency beside', lines('Name,Ccy,Value', 'ALPHA,USD,15000.00', 'BETA,CHF,500.00'), ['rate:CHF']],
    [
      'two columns that may be the value',
      lines('Name,Market Value,Current Value', 'ALPHA,1.00,2.00', 'BETA,3.00,4.00'),
      ['value'],
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected)
  })
})

describe('lines around a table', () => {
  const rows = ['Name,Market Value,Price', 'ALPHA,"15,000.00",1.00', 'BETA,500.00,2.00']
  const fund = [
    ['ALPHA', 15_000],
    ['BETA', 500],
  ]
  it.each([
    ['one title', lines('Holdings report', ...rows)],
    ['a title and a date', lines('Holdings report', '10/30/2026', '', ...rows)],
    ['pairs of names and values', lines('Client,Smith', 'As of,10/30/2026', 'Currency,USD', '', ...rows)],
    ['empty rows of delimiters', lines('Report,,', ',,', ...rows, ',,')],
    ['a long disclaimer', lines(...rows, '', `"${'The data is for your use alone. '.repeat(5)}"`)],
    ['a number of rows below', lines(...rows, 'Total records: 2')],
    ['a date of download below', lines(...rows, '', 'Date downloaded 10/30/2026 4:35 PM')],
    ['a page number between', lines(...rows.slice(0, 2), '', rows[0] ?? '', ...rows.slice(2))],
    ['a line with the delimiter', lines('sep=,', ...rows)],
    ['transactions below', lines(...rows, '', 'Date,Transaction,Amount', '10/01/2026,Buy,5.00')],
  ])('%s', (_, text) => {
    expect(told(text)).toEqual(fund)
  })
})

describe('words for nothing and damaged values', () => {
  it.each(['N/A', 'n/a', 'NULL', '(null)', 'None', 'nan', '--', '—', '#N/A', '########'])('%s is no value', (word) => {
    expect(told(lines('Name\tValue', 'ALPHA\t1.00', `BETA\t${word}`))).toEqual([
      ['ALPHA', 1],
      ['BETA', null],
    ])
  })
})

describe('encodings of files', () => {
  const text = 'Name;Wert\r\nJosé Núñez – “Zoë”;1'
  const bytes = (mark: string, encoding: 'utf8' | 'utf16le') => new Uint8Array(Buffer.from(`${mark}${text}`, encoding))
  const swapped = (given: Uint8Array) => new Uint8Array(Buffer.from(given).swap16())
  it.each([
    ['UTF-8', bytes('', 'utf8'), 'utf-8'],
    ['UTF-8 with a mark', bytes('\ufeff', 'utf8'), 'utf-8'],
    ['UTF-16', bytes('', 'utf16le'), 'utf-16le'],
    ['UTF-16 with a mark', bytes('\ufeff', 'utf16le'), 'utf-16le'],
    ['UTF-16 of the other order', swapped(bytes('', 'utf16le')), 'utf-16be'],
    ['UTF-16 of the other order with a mark', swapped(bytes('\ufeff', 'utf16le')), 'utf-16be'],
  ])('%s', (_, given, encoding) => {
    expect(decode(given)).toEqual({ text, encoding, strayLines: [] })
  })

  it.each([
    ['Windows-1252', [0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x93, 0x5a, 0x94], 'windows-1252', 'José “Z”'],
    ['a stray byte among UTF-8', [0x4a, 0xc3, 0xa9, 0x0a, 0x4a, 0xe9, 0x20], 'utf-8', 'Jé\nJ\ufffd '],
    ['plain letters', [0x4a, 0x6f], 'utf-8', 'Jo'],
    ['a file of nothing', [], 'utf-8', ''],
  ])('%s', (_, given, encoding, expected) => {
    expect(decode(new Uint8Array(given))).toMatchObject({ encoding, text: expected })
  })
})
