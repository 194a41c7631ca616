import { describe, expect, it } from 'vitest'
import { rowView, takenRows } from '../../../electron/statements/file-view.ts'
import { readText } from '../../../electron/texts/extract/read-text.ts'
import { textLimits } from '../../../electron/texts/text-reader.ts'
import { readPdf } from '../../../shared/statements/read-pdf.ts'
import type { Statement, StatementReading } from '../../../shared/statements/statement.ts'
import { tieOut } from '../../../shared/statements/tie-out.ts'
import { type PlacedPage, rowsOfPages } from '../../../shared/tables/placed-rows.ts'
import { fixture, rowsIn, today } from './support.ts'

async function pagesOf(name: string): Promise<PlacedPage[]> {
  const pages: PlacedPage[] = []
  const bytes = new Uint8Array(fixture(`pdf/${name}.pdf`))
  await readText(
    { mediaType: 'application/pdf', name, bytes, limits: textLimits, places: true },
    ({ page, places = [] }) => pages.push({ page, texts: places }),
  )
  return pages
}

const read = async (name: string): Promise<StatementReading> =>
  readPdf(await pagesOf(name), { name: `${name}.pdf`, answers: {}, today }).reading

async function statementOf(name: string): Promise<Statement> {
  const reading = await read(name)
  if (reading.is !== 'statement') throw new Error(reading.what)
  return reading.statement
}

type Expected = {
  as_of: string
  accounts: {
    account: string
    stated_total: string
    rows: { ids: Record<string, string>; name: string; value: string }[]
  }[]
}

const undecided = { asOf: null, accounts: {}, totals: {}, explained: {} }
const styles = ['ruled', 'plain', 'accounting']

describe.each(['one-account', 'all-accounts', 'option-and-treasury'])('%s, printed as PDF', (name) => {
  it.each(styles)(
    'in the style %s has the accounts, names, identifiers and values of its file, and ties',
    async (style) => {
      const statement = await statementOf(`${name}-${style}`)
      const expected = JSON.parse(fixture(`${name}.expected.json`).toString('utf8')) as Expected
      expect(
        statement.accounts.map(({ number, statedTotal, rows, questions, refused }) => ({
          ...{ number, total: statedTotal?.value, open: [...questions, ...refused] },
          rows: rows.map((row) => [
            row.name,
            Object.fromEntries(row.identifiers.map(({ kind, value }) => [kind, value])),
            row.value,
          ]),
        })),
      ).toEqual(
        expected.accounts.map(({ account, stated_total, rows }) => ({
          ...{ number: account, total: stated_total, open: [] },
          rows: rows.map((row) => [row.name, row.ids, row.value]),
        })),
      )
      expect(statement.asOf.date).toBe(expected.as_of)
      expect(statement.accounts.every((account) => tieOut(account, undecided).ties)).toBe(true)
      expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
    },
  )
})

describe('the place of an amount on its page', () => {
  it.each(styles)('in the style %s is that of the text that says it, of each holding and total', async (style) => {
    const pages = await pagesOf(`all-accounts-${style}`)
    const { rows, reading } = readPdf(pages, { name: 'all.pdf', answers: {}, today })
    if (reading.is !== 'statement') throw new Error(reading.what)
    const taken = takenRows(reading.statement)
    const counted = rows.map((row) => rowView(row, taken)).filter(({ value }) => value !== null)
    expect(counted.length).toBeGreaterThan(5)
    for (const { place, value } of counted) {
      const { page = 0, mark } = place ?? {}
      if (mark?.of !== 'amount') throw new Error(`The amount ${value} is not found.`)
      const inside = pages[page - 1]?.texts.filter(
        ({ x, y, width }) => x >= mark.left - 1 && x + width <= mark.right + 1 && y > mark.bottom && y < mark.top,
      )
      const text = inside?.map((each) => each.text).join('') ?? ''
      expect(Number(text.replace(/[^\d.]/g, ''))).toBe(Math.abs(Number(value)))
    }
  })

  it('that its line says twice is the whole line', () => {
    const texts = [
      { text: 'CASH', from: 60, to: 90 },
      { text: '$250.00', from: 300, to: 340 },
      { text: '$250.00', from: 400, to: 440 },
    ]
    const row = { row: 1, cells: [], place: { page: 1, line: 4, printed: { y: 500, size: 10, texts } } }
    const use = { account: null, taken: 'holding', words: '', value: '250.00' } as const
    expect(rowView(row, new Map([[1, use]])).place?.mark).toEqual({
      of: 'line',
      ...{ left: 60, right: 440, bottom: 497, top: 509.5 },
    })
  })
})

describe('a PDF', () => {
  it.each(['with-transactions', 'funds-then-trades'])(
    '%s, without a printed total, is refused in each style',
    async (name) => {
      for (const style of styles)
        expect(await read(`${name}-${style}`)).toMatchObject({
          is: 'other',
          what: 'No printed total was found in this PDF, so that its rows cannot be checked.',
          nextStep: /CSV, Excel or OFX/,
        })
    },
  )

  it.each([
    ['damaged-no-total', /^No printed total was found/],
    ['damaged-total-off', /^The 4 rows of \.\.\.417 .* come to 198950\.00, and the printed total is 198950\.01\.$/],
    ['damaged-missing-row', /^The 3 rows of \.\.\.417 .* come to 140657\.60, and the printed total is 198950\.00\.$/],
  ])('%s is refused with its figures', async (name, what) => {
    const reading = await read(name)
    expect(reading.is === 'other' ? reading.what : 'a statement').toMatch(what)
  })

  it.each(['renamed-headers', 'reordered-headers', 'sentence-case-headers', 'extra-column'])(
    'damaged by %s still ties, with the same holdings',
    async (damage) => {
      const [statement, whole] = [await statementOf(`damaged-${damage}`), await statementOf('one-account-plain')]
      const holdings = ({ accounts }: Statement) =>
        accounts.flatMap(({ rows }) => rows.map(({ name, value }) => [name, value]))
      expect(holdings(statement)).toEqual(holdings(whole))
    },
  )

  it('without the value of a row does not tie, and asks about that row', async () => {
    const [account] = (await statementOf('damaged-missing-values')).accounts
    expect(account?.questions.length).toBeGreaterThan(0)
    expect(account && tieOut(account, undecided).ties).toBe(false)
  })

  it('of six pages ties over its repeated heads and feet, which are in no row but beside the rows', async () => {
    const statement = await statementOf('many-rows')
    const [account] = statement.accounts
    expect(account?.rows).toHaveLength(63)
    expect(account && tieOut(account, undecided).ties).toBe(true)
    expect(statement.textsBeside.map(({ text }) => text)).toContain('#')
    const { rows } = readPdf(await pagesOf('many-rows'), { name: 'many-rows.pdf', answers: {}, today })
    expect(new Set(rows.map(({ place }) => place?.page))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })
})

/** Texts of a page by lines from the top, each as [x, text]; a line is 12 points high. */
const page = (
  lines: readonly (readonly [y: number, ...cells: (readonly [x: number, text: string])[]])[],
  number = 1,
): PlacedPage => ({
  page: number,
  texts: lines.flatMap(([y, ...cells]) => cells.map(([x, text]) => ({ text, x, y, width: text.length * 5, size: 10 }))),
})
const isHeader = (text: string) => ['Symbol', 'Name', 'Value'].includes(text)

describe('rows of placed texts', () => {
  const header = [700, [50, 'Symbol'], [120, 'Name'], [300, 'Value']] as const

  it('join a name over two lines where rows have space between them, and a sign of dollars with its amount', () => {
    const { rows, unclear } = rowsOfPages(
      [
        page([
          header,
          [670, [50, 'NGH'], [120, 'Northgate Holdings'], [280, '$'], [310, '10.00']],
          [658, [120, 'Incorporated']],
          [630, [50, 'LARX'], [120, 'Larch'], [305, '(7.50)']],
        ]),
      ],
      isHeader,
    )
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Symbol', 'Name', 'Value'],
      ['NGH', 'Northgate Holdings Incorporated', '$10.00'],
      ['LARX', 'Larch', '(7.50)'],
    ])
    expect(unclear).toEqual([])
  })

  it('keep a dash in a cell of its own apart from the amount beside it', () => {
    const { rows } = rowsOfPages(
      [
        page([
          [700, [50, 'Symbol'], [120, 'Name'], [250, 'Price'], [300, 'Value']],
          [670, [50, 'NGH'], [120, 'Northgate'], [260, '1.00'], [310, '10.00']],
          [640, [50, 'USD'], [120, 'Cash'], [265, '-'], [310, '7.50']],
        ]),
      ],
      isHeader,
    )
    expect(rows.at(-1)?.cells).toEqual(['USD', 'Cash', '-', '7.50'])
  })

  it('are not joined where rows have no space between them: the line is named', () => {
    const { unclear } = rowsOfPages(
      [
        page([
          header,
          [688, [50, 'NGH'], [120, 'Northgate Holdings'], [310, '10.00']],
          [676, [120, 'Incorporated']],
          [664, [50, 'LARX'], [120, 'Larch'], [305, '7.50']],
        ]),
      ],
      isHeader,
    )
    expect(unclear).toEqual([{ page: 1, line: 3 }])
  })
})

describe('pages of several accounts', () => {
  const header = [680, [50, 'Symbol'], [120, 'Description'], [300, 'Market Value']] as const
  const first = 'Account 88112233 - First Trust'
  const second = 'Account 99112244 - Second Trust'
  const of = (title: string, holding: readonly [symbol: string, value: string], number: number, foot: string) =>
    page(
      [
        [720, [50, title]],
        header,
        [650, [50, holding[0]], [120, 'A company'], [310, holding[1]]],
        ...(number === 4 ? [[620, [50, 'Total'], [310, '2,500.00']] as const] : []),
        [100, [50, foot]],
      ],
      number,
    )
  const holdings = [
    ['AAA', '1,000.00'],
    ['BBB', '500.00'],
    ['CCC', '700.00'],
    ['DDD', '300.00'],
  ] as const
  const readTitles = (titles: readonly string[], feet: readonly string[] = []) =>
    readPdf(
      holdings.map((holding, at) => of(titles[at] ?? '', holding, at + 1, feet[at] ?? 'All amounts are dollars.')),
      { name: 'positions.pdf', answers: {}, today },
    )

  it('with a title on each page keep the rows of both apart, which no total of all of them ties', () => {
    for (const titles of [
      [first, first, second, second],
      [first, second, second, second],
      [first, second, first, second],
    ])
      expect(readTitles(titles).reading).toMatchObject({
        is: 'other',
        what: expect.stringMatching(/^No printed total/),
      })
  })

  it('with the account at their foot are refused by that line', () => {
    const titles = ['Positions', 'Positions', 'Positions', 'Positions']
    const { reading } = readTitles([first, ...titles.slice(1)], [first, first, second, second])
    expect(reading).toMatchObject({
      is: 'other',
      what: expect.stringMatching(/name an account.*: Account 99112244 - Second Trust\.$/),
    })
  })

  it('of one account with its number on each of them tie', () => {
    const { reading } = readTitles([first, first, first, first], [first, first, first, first])
    if (reading.is !== 'statement') throw new Error(reading.what)
    expect(reading.statement.accounts.map(({ number, rows }) => [number, rows.length])).toEqual([['88112233', 4]])
    expect(reading.statement.accounts.every((account) => tieOut(account, undecided).ties)).toBe(true)
  })

  it('with two columns of values ask which one has them, and do not say that a total is missing', () => {
    const { reading } = readPdf(
      [
        page([
          [720, [50, first]],
          [
            680,
            [50, 'Symbol'],
            [120, 'Description'],
            [250, 'Market Value 09/30/2026'],
            [450, 'Market Value 10/31/2026'],
          ],
          [650, [50, 'AAA'], [120, 'A company'], [300, '1,000.00'], [500, '1,100.00']],
          [620, [50, 'BBB'], [120, 'A company'], [300, '2,000.00'], [500, '1,900.00']],
          [590, [50, 'Total'], [300, '3,000.00'], [500, '3,000.00']],
        ]),
      ],
      { name: 'positions.pdf', answers: {}, today },
    )
    if (reading.is !== 'statement') throw new Error(reading.what)
    expect(reading.statement.questions.map(({ text }) => text)).toEqual(['Several columns may be the value.'])
  })
})
