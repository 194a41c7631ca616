import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classFinder, looksLikeTable, readPaste } from '../../../renderer/features/valuations/composer/paste.ts'
import { amountText } from '../../../shared/domain/amounts.ts'
import type { HoldingField } from '../../../shared/tables/holding-columns.ts'

const classes = [
  { id: 'asset_class_cash', name: 'Cash' },
  { id: 'asset_class_eq', name: 'Public Equity' },
  { id: 'asset_class_re', name: 'Real estate' },
  { id: 'asset_class_a', name: 'Twice' },
  { id: 'asset_class_b', name: 'Twice' },
]
const find = classFinder(classes)
type Choices = Parameters<typeof readPaste>[2]
const paste = (text: string, choices: Partial<Choices> = {}) =>
  readPaste(text, find, { answers: {}, fields: null, keepTotals: false, ...choices })
const asked = (text: string) => paste(text).questions.map(({ id }) => id)
const told = (text: string) =>
  paste(text).rows.map(({ name, class: chosen, class_text, value, external_id }) => [
    name,
    chosen?.id ?? `? ${class_text}`,
    value,
    external_id,
  ])

describe('a piece of a spreadsheet', () => {
  it('is understood by its first row', () => {
    expect(
      told(
        'Account #\tMarket value\tAsset class\tDescription\nX-1\t$1,234.50\tcash\tChequing\nX-2\t(12.00)\tPublic  Equity\tFund',
      ),
    ).toEqual([
      ['Chequing', 'asset_class_cash', '1,234.50', 'X-1'],
      ['Fund', 'asset_class_eq', '-12.00', 'X-2'],
    ])
  })

  it.each([
    ['name, class, value, id', 'Chequing\tCash\t$1,000.00\tX-1\nFund\tPublic Equity\t-12.5\tX-2'],
    ['value first', '$1,000.00\tChequing\tCash\tX-1\n-12.5\tFund\tPublic Equity\tX-2'],
    ['class by its id', 'asset_class_cash\tChequing\t$1,000.00\tX-1\nasset_class_eq\tFund\t-12.5\tX-2'],
    ['numbers as ids', 'Chequing\tCash\t1,000.00\t4711\nFund\tPublic Equity\t-12.50\t4712'],
    ['commas', 'Chequing,Cash,"$1,000.00",X-1\nFund,Public Equity,-12.5,X-2'],
    ['semicolons', 'Chequing;Cash;1000.00;X-1\nFund;Public Equity;-12.50;X-2'],
    ['Windows line ends and an empty line', 'Chequing\tCash\t1000.00\tX-1\r\n\r\nFund\tPublic Equity\t-12.50\tX-2\r\n'],
  ])('without names for its columns asks which is the value: %s', (_, text) => {
    const open = paste(text)
    expect(open).toMatchObject({ isReady: false, headerRow: null, questions: [{ id: 'value' }] })
    const value = open.questions[0]?.choices[0]?.value ?? ''
    const { rows, isReady } = paste(text, { answers: { value } })
    expect(isReady).toBe(true)
    expect(rows.map((row) => [row.name, row.class?.name])).toEqual([
      ['Chequing', 'Cash'],
      ['Fund', 'Public Equity'],
    ])
    expect(rows.every((row) => row.value !== '')).toBe(true)
  })

  it('with amounts in two notations asks which mark is the decimal one, and marks the amount that does not fit', () => {
    const text = 'Name\tClass\tValue\nChequing\tCash\t1,234.50\nFund\tPublic Equity\t1.234,50'
    expect(asked(text)).toEqual(['mark:2'])
    const { rows } = paste(text, { answers: { 'mark:2': 'comma' } })
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ['Chequing', '1,234.50 ?'],
      ['Fund', '1,234.50'],
    ])
  })

  it('keeps line breaks, tabs and quotation marks inside a cell', () => {
    expect(told('Name\tClass\tValue\n"The ""Blue""\nhouse"\tReal estate\t5.00\nBoat\tCash\t6.00')[0]?.[0]).toBe(
      'The "Blue"\nhouse',
    )
  })

  it('has a class only by one name or id, and says how many are missing', () => {
    const { rows, unknownClasses } = paste('Name\tClass\tValue\nA\tTwice\t1.00\nB\tWine\t2.00\nC\tCash\t3.00')
    expect(rows.map((row) => [row.class?.id ?? null, row.class_text])).toEqual([
      [null, 'Twice'],
      [null, 'Wine'],
      ['asset_class_cash', ''],
    ])
    expect(unknownClasses).toBe(2)
  })

  it('takes of a class what a row keeps, and nothing else of the directory', () => {
    const [first] = classes
    expect(classFinder([{ ...first, id: 'c', name: 'Cash', uses: 3 } as { id: string; name: string }])('cash')).toEqual(
      {
        id: 'c',
        name: 'Cash',
      },
    )
  })

  it.each([
    'Total',
    'TOTALS:',
    'Subtotal',
    'Sub-total',
    'Subtotal Equity',
    'Grand total',
    'Total assets',
    'Total market value',
    'Sum',
    'Summe',
    'Zwischensumme',
    'Gesamtsumme',
    'Gesamt',
    'Insgesamt',
    'Totale',
    'Sous-total',
  ])('leaves out rows called %s wherever they stand, and says so', (label) => {
    const text = `Name\tClass\tValue\nA\tCash\t1.10\n${label}\t\t1.10\nB\tCash\t2.20\n${label}\tCash\t7.77`
    expect(paste(text)).toMatchObject({
      totals: [
        { label, row: 3, difference: 0n },
        { label, row: 5, difference: 447n },
      ],
      rows: [{ name: 'A' }, { name: 'B' }],
      rowsIn: 4,
      leftOut: [{ row: 3 }, { row: 5 }],
    })
    expect(paste(text, { keepTotals: true })).toMatchObject({ totals: [], rows: { length: 4 } })
  })

  it.each([
    'Total return fund',
    'TotalEnergies SE',
    'Summit Partners',
    'Sum of its parts LP',
    'Gesamtfonds',
    'Totality',
  ])('keeps an asset called %s', (name) => {
    expect(paste(`Name\tClass\tValue\nA\tCash\t1.10\n${name}\tCash\t2.20`)).toMatchObject({
      totals: [],
      rows: { length: 2 },
    })
  })

  it('keeps a row with an id of its own, and leaves out a last one without words that is the sum', () => {
    const rows = 'Name\tClass\tValue\tExternal ID\nA\tCash\t1.10\tX-1\nB\tCash\t2.20\tX-2\n'
    expect(paste(`${rows}Total equity\tPublic Equity\t3.30\tX-3`)).toMatchObject({ totals: [], rows: { length: 3 } })
    expect(paste(`${rows}Total\tPublic Equity\t3.30\tX-3`)).toMatchObject({ totals: [{}], rows: { length: 2 } })
    expect(paste(`${rows}\t\t$3.30\t`)).toMatchObject({ totals: [{ label: 'Row 4' }], rows: { length: 2 } })
    expect(paste(`${rows}\t\t$3.31\t`)).toMatchObject({ totals: [], rows: { length: 3 } })
  })

  it('keeps a value that is no amount, for a person to mend', () => {
    const { rows, unreadValues } = paste('Name\tClass\tValue\nA\tCash\tn/a\nB\tCash\t1.00')
    expect(rows.map(({ value }) => value)).toEqual(['n/a', '1.00'])
    expect(unreadValues).toBe(1)
  })

  it('may be one column', () => {
    expect(asked('$1.00\n$2.00')).toEqual(['value'])
    expect(paste('Value\n$1.00\n$2.00').fields).toEqual(['value'])
    expect(paste('Name\nChequing\nFund').fields).toEqual(['name'])
  })

  it('goes by the columns a person chose', () => {
    const fields: HoldingField[] = ['name', 'ignore', 'class', 'value']
    expect(paste('Chequing\tnote\tCash\t7.00', { fields }).rows[0]).toMatchObject({
      name: 'Chequing',
      class: { id: 'asset_class_cash' },
      value: '7.00',
      external_id: '',
    })
  })

  it('comes back as it was copied, in any order of its columns', () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => text.trim())
    const line = fc.record({
      name: cell.filter((text) => text !== '' && !/^[-+$(\d.]/.test(text) && find(text) === null),
      class: fc.constantFrom('Cash', 'Public Equity', 'Real estate'),
      value: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((cents) => `$${amountText(cents / 100)}`),
      external_id: fc.integer({ min: 1, max: 10 ** 6 }).map((n) => `X-${n}`),
    })
    const distinct = {
      minLength: 1,
      maxLength: 20,
      selector: ({ name, external_id }: { name: string; external_id: string }) => `${name} ${external_id}`,
      comparator: (one: string, other: string) => one.split(' ').some((part, at) => part === other.split(' ')[at]),
    }
    const order = fc.shuffledSubarray(['name', 'class', 'value', 'external_id'] as const, { minLength: 4 })
    const quoted = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    fc.assert(
      fc.property(fc.uniqueArray(line, distinct), order, (lines, columns) => {
        const headers = { name: 'Name', class: 'Asset class', value: 'Value', external_id: 'External ID' }
        const text = [
          columns.map((column) => headers[column]).join('\t'),
          ...lines.map((each) => columns.map((column) => quoted(each[column])).join('\t')),
        ].join('\n')
        const { rows, fields, headerRow, isReady } = paste(text)
        expect([headerRow, isReady]).toEqual([1, true])
        expect(fields).toEqual(columns)
        expect(rows.map((row) => [row.name, row.class?.name, row.value, row.external_id])).toEqual(
          lines.map((each) => [each.name.trim(), each.class, each.value.replace('$', ''), each.external_id]),
        )
      }),
    )
  })

  it('is never too strange to be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { rows, fields, rowsIn, refused, leftOut, waiting } = paste(text)
        expect(rows.length + refused.length + leftOut.length + waiting.length).toBe(rowsIn)
        expect(fields.filter((field) => field === 'value').length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('looksLikeTable', () => {
  it.each([
    ['Chequing', false],
    ['Chequing\n', false],
    ['1,234.50', false],
    ['a\tb', true],
    ['a\nb', true],
  ])('%j: %s', (text, is) => {
    expect(looksLikeTable(text)).toBe(is)
  })
})
