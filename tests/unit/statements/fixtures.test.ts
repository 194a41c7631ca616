import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { fixture, readBytes, rowsIn } from './support.ts'

type ExpectedRow = { ids: Record<string, string>; name: string; value: string; kind?: string }
type Expected = {
  as_of: string | null
  as_of_proposed?: string
  tables_left_out?: number
  accounts: {
    account: string
    masked?: boolean
    name: string | null
    stated_total: string | null
    rows: ExpectedRow[]
    asked?: { name: string; value: string }[]
    not_amounts?: string[]
  }[]
}

const files = [
  'one-account.csv',
  'all-accounts.csv',
  'account-column.csv',
  'with-transactions.csv',
  'sections.csv',
  'positions.ofx',
  'positions-sgml.qfx',
  'option-and-treasury.csv',
  'pending-activity.csv',
  'funds-then-trades.csv',
  'name-in-two-lines.csv',
  'sections-with-lots.csv',
  'account-table-above.csv',
  'branch-and-number.csv',
  'mask-in-groups.csv',
  'household-total.csv',
  'semicolons.csv',
  'summary-above.csv',
  'number-in-groups.csv',
  'lots-by-date.csv',
  'list-of-instruments.csv',
]
const expectedOf = (file: string) =>
  JSON.parse(fixture(file.replace(/\.\w+$/, '.expected.json')).toString('utf8')) as Expected

function read(file: string): Statement {
  const reading = readBytes(file, fixture(file))
  if (reading.is !== 'statement') throw new Error(reading.what)
  return reading.statement
}

describe.each(files)('%s', (file) => {
  const [statement, expected] = [read(file), expectedOf(file)]

  it('has its accounts with all rows, identifiers and exact values', () => {
    expect(
      statement.accounts.map(({ number, isMasked, name, statedTotal, rows, lines, refused, questions }) => ({
        ...{ number, isMasked, name, total: statedTotal?.value ?? null },
        rows: rows.map((row) => [
          row.name,
          Object.fromEntries(row.identifiers.map(({ kind, value }) => [kind, value])),
          row.value,
        ]),
        lines: lines.map((line) => [line.name, line.value]),
        open: [...refused, ...questions],
      })),
    ).toEqual(
      expected.accounts.map(({ account, masked = false, name, stated_total, rows, asked = [] }) => ({
        ...{ number: account, isMasked: masked, name, total: stated_total },
        rows: rows.map((row) => [row.name, row.ids, row.value]),
        lines: asked.map((line) => [line.name, line.value]),
        open: [],
      })),
    )
  })

  it('says which rows are cash, margin, options, bonds and short positions', () => {
    const words: Record<string, RegExp> = {
      cash: /cash/i,
      margin: /margin/,
      option: /^Option$/,
      short: /^Equities$/,
      bond: /^Fixed Income$/,
    }
    for (const [at, { rows }] of expected.accounts.entries())
      for (const [index, { kind, value }] of rows.entries()) {
        const row = statement.accounts[at]?.rows[index]
        if (kind !== undefined) expect(row?.kind).toMatch(words[kind] ?? /^$/)
        const negative = { cash: 'cash', margin: 'margin', option: 'short', short: 'short' }[kind ?? ''] ?? null
        expect(row?.negative).toBe(value.startsWith('-') ? negative : null)
      }
  })

  it('has its date, or the date of download as a proposal', () => {
    expect(statement.asOf.date).toBe(expected.as_of)
    expect(statement.asOf.proposed).toBe(expected.as_of_proposed?.slice(0, 10) ?? null)
    expect(statement.asOf.problem).toBeNull()
  })

  it('has each row in one list, and nothing open', () => {
    const rows = rowsIn(statement)
    expect(new Set(rows).size).toBe(rows.length)
    expect(rows).toHaveLength(statement.rowsIn)
    expect(statement).toMatchObject({ isReady: true, questions: [], refused: [], waiting: [] })
    expect(statement.tablesLeftOut).toBe(expected.tables_left_out ?? 0)
    for (const text of expected.accounts.flatMap(({ not_amounts = [] }) => not_amounts))
      expect(statement.leftOut.map((row) => row.text.replace(' · ', ' '))).toContain(text)
  })
})
