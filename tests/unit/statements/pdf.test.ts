import { describe, expect, it } from 'vitest'
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
): PlacedPage => ({
  page: 1,
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
