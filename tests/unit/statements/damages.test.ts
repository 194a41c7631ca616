import { describe, expect, it } from 'vitest'
import { add, compare, type Decimal, decimalDollars, zero } from '../../../shared/domain/money.ts'
import { maxStatementBytes, maxStatementRows } from '../../../shared/ipc/statement-files.ts'
import type { Statement, StatementAccount } from '../../../shared/statements/statement.ts'
import { tieOut } from '../../../shared/statements/tie-out.ts'
import { decimalOf } from '../../../shared/tables/amounts.ts'
import { decode } from '../../../shared/tables/decode.ts'
import { splitText } from '../../../shared/tables/split.ts'
import { fixture, readBytes, rowsIn, statementIn } from './support.ts'

type Damaged = { bytes: Buffer; truth: 'same' | 'other-total' | 'fewer' }
type Grid = { rows: string[][]; headers: number[]; valueAt: (row: number) => number }

/** The layouts that custodians' files mostly have. */
const families = ['one-account', 'all-accounts', 'account-column', 'with-transactions', 'sections']
const files = [...families, 'option-and-treasury', 'pending-activity']
const ofx = ['positions.ofx', 'positions-sgml.qfx']

const most = maxStatementRows

const exact = (text: string): Decimal => decimalOf(text.replace('-', ''), text.startsWith('-'))
const sum = ({ rows }: StatementAccount): Decimal => rows.reduce((all, { value }) => add(all, exact(value)), zero)

function read(name: string, bytes: Buffer): Statement | string {
  const reading = readBytes(name, bytes)
  return reading.is === 'other' ? reading.what : reading.statement
}

function whole(name: string): Statement {
  const statement = read(name, fixture(name))
  if (typeof statement === 'string') throw new Error(statement)
  return statement
}

/** The cells of a file with its blank lines, and where its headers and values are. */
function gridOf(name: string): Grid {
  const { rows } = splitText(decode(fixture(name)).text, { chosen: null, pasted: false })
  const last = rows.at(-1)?.row ?? 0
  const cells = Array.from({ length: last }, (_, at) => [...(rows.find(({ row }) => row === at + 1)?.cells ?? [])])
  const { tables } = whole(name)
  const shift = name.startsWith('sections') ? 2 : 0
  const tableOf = (row: number) => tables.filter(({ headerRow }) => (headerRow ?? 0) <= row).at(-1)
  return {
    rows: cells,
    headers: tables.flatMap(({ headerRow }) => headerRow ?? []),
    valueAt: (row) => {
      const at = tableOf(row)?.uses.indexOf('value') ?? -1
      return at < 0 ? -1 : at + shift
    },
  }
}

const text = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')
const utf8 = (given: string): Buffer => Buffer.from(given)
const original = (name: string): string => decode(fixture(name)).text
const same = (bytes: Buffer): Damaged => ({ bytes, truth: 'same' })

/** Other names of columns that custodians use. */
const renamed: Record<string, string> = {
  Symbol: 'Ticker',
  Description: 'Security Description',
  'Mkt Val (Market Value)': 'Market Value',
  'Current Value': 'Market Value ($)',
  'Total Value': 'Ending Value',
  'Investment Name': 'Fund Name',
  'Account Number': 'Acct #',
  'Qty (Quantity)': 'Units',
  Shares: 'Quantity',
  Value: 'Position Value',
}

const mapHeaders = (grid: Grid, change: (cells: string[]) => string[]): string[][] =>
  grid.rows.map((cells, at) => (grid.headers.includes(at + 1) ? change(cells) : cells))

/** Each row with its last two named cells in other places, headers included. */
function reordered(grid: Grid, sections: boolean): string[][] {
  const from = sections ? 2 : 0
  return grid.rows.map((cells) => {
    if (cells.length < from + 2) return cells
    const inside = cells.slice(from)
    const end = !sections && inside.at(-1) === '' ? inside.slice(0, -1) : inside
    return [...cells.slice(0, from), ...end.toReversed(), ...(end.length < inside.length ? [''] : [])]
  })
}

const holdingsOf = (name: string) => whole(name).accounts.flatMap(({ rows }) => rows.map(({ row }) => row))
const isSection = (name: string) => name.startsWith('sections')

function withValue(name: string, value: string): Buffer {
  const grid = gridOf(name)
  const [, row = 0] = holdingsOf(name)
  const chosen = isSection(name) ? (holdingsOf(name)[0] ?? 0) : row
  const cells = grid.rows[chosen - 1] ?? []
  cells[grid.valueAt(chosen)] = value
  return utf8(text(grid.rows))
}

function totals(name: string, change: (cells: string[], at: number) => string[] | null): Buffer {
  const grid = gridOf(name)
  const rows = whole(name).accounts.flatMap(({ statedTotal }) => (statedTotal ? [statedTotal.row] : []))
  return utf8(
    text(
      grid.rows.flatMap((cells, at) =>
        rows.includes(at + 1) ? [change(cells, grid.valueAt(at + 1))].filter((one) => one !== null) : [cells],
      ),
    ),
  )
}

const damages: Record<string, (name: string) => Damaged> = {
  'a byte order mark': (name) => same(utf8(`\ufeff${original(name)}`)),
  'UTF-16': (name) => same(Buffer.from(`\ufeff${original(name)}`, 'utf16le')),
  'UTF-16 without a mark': (name) => same(Buffer.from(original(name).replace(/^\ufeff/, ''), 'utf16le')),
  CRLF: (name) => same(utf8(original(name).replace(/\r?\n/g, '\r\n'))),
  'renamed headers': (name) =>
    same(utf8(text(mapHeaders(gridOf(name), (cells) => cells.map((cell) => renamed[cell] ?? cell))))),
  'reordered columns': (name) => same(utf8(text(reordered(gridOf(name), isSection(name))))),
  'headers in sentence case': (name) =>
    same(
      utf8(
        text(
          mapHeaders(gridOf(name), (cells) =>
            cells.map((cell, at) =>
              isSection(name) && at < 2 ? cell : `${cell.slice(0, 1)}${cell.slice(1).toLowerCase()}`,
            ),
          ),
        ),
      ),
    ),
  'an extra column': (name) => {
    const grid = gridOf(name)
    const [from, first] = isSection(name) ? [2, 2] : [0, 1]
    const rows = grid.rows.map((cells, at) =>
      cells.length < 4
        ? cells
        : [
            ...cells.slice(0, from + first - (isSection(name) ? 2 : 0)),
            grid.headers.includes(at + 1) ? 'Notes' : 'x',
            ...cells.slice(from + first - (isSection(name) ? 2 : 0)),
          ],
    )
    return same(utf8(text(rows)))
  },
  'no total': (name) => ({ bytes: totals(name, () => null), truth: 'other-total' }),
  'a total off by a cent': (name) => ({
    bytes: totals(name, (cells, at) =>
      cells.map((cell, index) =>
        index === at
          ? cell.replace(/(\d)(\)?)$/, (_, digit: string, end: string) => `${(Number(digit) + 1) % 10}${end}`)
          : cell,
      ),
    ),
    truth: 'other-total',
  }),
  'a blank value': (name) => ({ bytes: withValue(name, ''), truth: 'fewer' }),
  'a value of dashes': (name) => ({ bytes: withValue(name, '--'), truth: 'fewer' }),
  'a value of N/A': (name) => ({ bytes: withValue(name, 'N/A'), truth: 'fewer' }),
  'a value with a formula': (name) => ({ bytes: withValue(name, '=10*188.04'), truth: 'fewer' }),
  'a value shortened by a spreadsheet': (name) => ({ bytes: withValue(name, '1.2E+05'), truth: 'fewer' }),
  'a value as pounds signs': (name) => ({ bytes: withValue(name, '########'), truth: 'fewer' }),
}

/** True if nothing of an account is left to the advisor, so that its rows must be right. */
const isSilent = (statement: Statement, account: StatementAccount): boolean =>
  statement.questions.length + statement.refused.length + statement.waiting.length === 0 &&
  account.questions.length + account.refused.length === 0 &&
  account.statedTotal !== null &&
  compare(exact(account.statedTotal.value), sum(account)) === 0

describe.each(files.map((file) => `${file}.csv`))('%s', (name) => {
  const truth = whole(name)

  it.each(Object.entries(damages))('with %s is exact, asked or refused by name', (_, damage) => {
    const { bytes, truth: is } = damage(name)
    const read_ = read(name, bytes)
    expect(typeof read_).toBe('object')
    if (typeof read_ === 'string') return
    expect(rowsIn(read_)).toHaveLength(read_.rowsIn)
    expect(read_.accounts.map(({ number }) => number)).toEqual(truth.accounts.map(({ number }) => number))
    for (const [at, account] of read_.accounts.entries()) {
      const wanted = truth.accounts[at]
      const values = account.rows.map((row) => [row.name, row.identifiers, row.value])
      const isExact =
        JSON.stringify(values) === JSON.stringify(wanted?.rows.map((row) => [row.name, row.identifiers, row.value]))
      if (isExact) {
        if (is === 'same') expect(account.statedTotal?.value ?? null).toBe(wanted?.statedTotal?.value ?? null)
        continue
      }
      expect(is, `${account.key} has other rows`).toBe('fewer')
      expect(isSilent(read_, account)).toBe(false)
      expect(
        account.refused.length + account.questions.length + read_.questions.length + read_.refused.length,
      ).toBeGreaterThan(0)
    }
    if (is === 'same') expect(read_.asOf.date).toBe(truth.asOf.date)
  })

  it('is never another number in silence wherever it is cut off', () => {
    const given = original(name)
    for (let end = 40; end < given.length; end += 7) {
      const statement = read(name, utf8(given.slice(0, end)))
      if (typeof statement === 'string') continue
      expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
      for (const account of statement.accounts) {
        if (!isSilent(statement, account)) continue
        const wanted = truth.accounts.find(({ number }) => number === account.number)
        expect(account.rows.map(({ value }) => value)).toEqual(wanted?.rows.map(({ value }) => value))
      }
    }
  })

  it('is exact with formulas that keep the text, and asked or refused with others', () => {
    const grid = gridOf(name)
    const holdings = holdingsOf(name)
    const kept = grid.rows.map((cells, at) =>
      holdings.includes(at + 1)
        ? cells.map((cell) => (/^[A-Z]{3,5}$/.test(cell) && !['USD'].includes(cell) ? `="${cell}"` : cell))
        : cells,
    )
    const statement = read(name, utf8(text(kept)))
    if (typeof statement === 'string') throw new Error(statement)
    expect(statement.accounts.map(({ rows }) => rows)).toEqual(truth.accounts.map(({ rows }) => rows))
    for (const start of ['=', '+', '@', '=HYPERLINK("x")&']) {
      const changed = grid.rows.map((cells, at) =>
        holdings.includes(at + 1)
          ? cells.map((cell) => (/^(?:NGH|LARX)$/.test(cell) ? `${start}${cell}` : cell))
          : cells,
      )
      const other = read(name, utf8(text(changed)))
      if (typeof other === 'string') throw new Error(other)
      expect(other.accounts.flatMap(({ refused }) => refused).length).toBeGreaterThan(0)
    }
  })
})

describe.each(families.map((file) => `${file}.csv`))('%s', (name) => {
  const truth = whole(name)

  it('with 50,000 rows has each of them, to the cent, and ties to no total that is not theirs', () => {
    const grid = gridOf(name)
    const [row] = truth.accounts[0]?.rows ?? []
    if (!row) throw new Error('The file has no holding.')
    const more = most - grid.rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).length
    const valueAt = grid.valueAt(row.row)
    const identifiers = row.identifiers.map(({ value }) => value)
    const added = Array.from({ length: more }, (_, at) =>
      (grid.rows[row.row - 1] ?? []).map((cell, index) => {
        if (index === valueAt) return '12.34'
        if (cell === row.name) return `${cell} ${at}`
        return identifiers.includes(cell) ? `ZZ${at}` : cell
      }),
    )
    const rows = [...grid.rows.slice(0, row.row), ...added, ...grid.rows.slice(row.row)]
    const bytes = utf8(text(rows))
    const statement = read(name, bytes)
    if (typeof statement === 'string') throw new Error(statement)
    const [account, ...others] = statement.accounts
    const [before, ...othersBefore] = truth.accounts
    if (!account || !before) throw new Error('The file has no account.')
    expect(account.rows).toHaveLength(before.rows.length + more)
    expect(account.refused).toEqual([])
    expect(compare(sum(account), add(sum(before), exact((12.34 * more).toFixed(2))))).toBe(0)
    expect(isSilent(statement, account)).toBe(false)
    expect(others.map((one) => one.rows.map(({ value }) => value))).toEqual(
      othersBefore.map((one) => one.rows.map(({ value }) => value)),
    )
    expect(bytes.length).toBeLessThan(maxStatementBytes)
  })
})

describe.each(ofx)('%s', (name) => {
  const truth = whole(name)

  it('with 50,000 positions has each of them, to the cent', () => {
    const given = original(name)
    const [position = ''] = /<POSSTOCK>.*?<\/POSSTOCK>/s.exec(given) ?? []
    const more = most - truth.rowsIn
    const added = Array.from({ length: more }, (_, at) =>
      position.replace(/(<UNIQUEID>)[^<]+/, `$1${800_000_000 + at}`).replace(/(<MKTVAL>)[^<\s]+/, '$112.34'),
    )
    const statement = read(name, utf8(given.replace(position, position + added.join('\n'))))
    if (typeof statement === 'string') throw new Error(statement)
    expect(statement.rowsIn).toBe(most)
    const [account] = statement.accounts
    const [before] = truth.accounts
    if (!account || !before) throw new Error('The file has no account.')
    expect(account.rows).toHaveLength(before.rows.length + more)
    expect(compare(sum(account), add(sum(before), exact((12.34 * more).toFixed(2))))).toBe(0)
    expect(account.statedTotal).toEqual(before.statedTotal)
  })

  it.each([
    ['a byte order mark', (given: string) => utf8(`\ufeff${given}`)],
    ['UTF-16', (given: string) => Buffer.from(`\ufeff${given}`, 'utf16le')],
    [
      'the line breaks of another system',
      (given: string) => utf8(given.includes('\r\n') ? given.replaceAll('\r\n', '\n') : given.replaceAll('\n', '\r\n')),
    ],
    ['no line breaks', (given: string) => utf8(given.replace(/\r?\n(?=<)/g, ''))],
    [
      'a line for each element',
      (given: string) => utf8(given.replace(/(?<=>)(?=<[A-Z/])|(?<=[\d.\w])(?=<[A-Z])/g, '\r\n')),
    ],
    ['a comment', (given: string) => utf8(given.replace('<INVBAL>', '<!-- balances --><INVBAL>'))],
    [
      'elements that Steward does not know',
      (given: string) => utf8(given.replace('<INVBAL>', '<X.NOTE>a<X.LIST><X.NOTE>b</X.LIST><INVBAL>')),
    ],
    [
      'element names in small letters',
      (given: string) => utf8(given.replace(/<\/?[A-Z][A-Z\d.]*>/g, (tag) => tag.toLowerCase())),
    ],
    [
      'the elements of a position in another order',
      (given: string) =>
        utf8(
          given.replace(
            /(<UNITS>[^<]*(?:<\/UNITS>)?)(<UNITPRICE>[^<]*(?:<\/UNITPRICE>)?)(<MKTVAL>[^<]*(?:<\/MKTVAL>)?)/g,
            '$3$2$1',
          ),
        ),
    ],
  ])('with %s has the same rows', (_, damage) => {
    expect(damage(original(name)).equals(fixture(name))).toBe(false)
    const statement = read(name, damage(original(name)))
    if (typeof statement === 'string') throw new Error(statement)
    expect(statement.accounts).toEqual(truth.accounts)
    expect(statement.asOf).toEqual(truth.asOf)
  })

  it('ties to a stated total that is its own, not to one that is a cent off, and asks for one that it does not state', () => {
    const rows = sum(truth.accounts[0] as StatementAccount)
    const stated = (total: Decimal): StatementAccount | undefined => {
      const balance = `<BAL><NAME>Total account value<DESC>Value<BALTYPE>DOLLAR<VALUE>${decimalDollars(total)}</BAL>`
      const closed = name.endsWith('.ofx')
        ? balance.replace(/<(NAME|DESC|BALTYPE|VALUE)>([^<]*)/g, '<$1>$2</$1>')
        : balance
      const given = original(name).replace(/<BALLIST>.*<\/BALLIST>/s, '')
      const statement = read(name, utf8(given.replace('</INVBAL>', `<BALLIST>${closed}</BALLIST></INVBAL>`)))
      return typeof statement === 'string' ? undefined : statement.accounts[0]
    }
    const none = { asOf: null, accounts: {}, totals: {}, explained: {} }
    const tied = (account: StatementAccount | undefined) => account && tieOut(account, none)
    expect(tied(stated(rows))).toMatchObject({ ties: true, difference: '0.00', isTyped: false })
    expect(tied(stated(add(rows, exact('0.01'))))).toMatchObject({ ties: false, difference: '-0.01' })
    expect(tied(truth.accounts[0])).toMatchObject({ ties: false, stated: null, difference: null })
  })

  it('is refused wherever it is cut off', () => {
    const given = original(name).trimEnd()
    for (let end = given.indexOf('<OFX>') + 5; end < given.length; end++) {
      const reading = readBytes(name, utf8(given.slice(0, end)))
      expect(reading).toMatchObject({ is: 'other' })
    }
  })

  it.each(['', '--', 'N/A', '52,651.20', '=280*188.04', '1.8E+03', '52 651.2O', '12,345'])(
    'refuses the position whose value is “%s” by name',
    (value) => {
      const statement = read(name, utf8(original(name).replace(/<MKTVAL>[^<]*/, `<MKTVAL>${value}`)))
      if (typeof statement === 'string') throw new Error(statement)
      expect(statement.accounts[0]?.refused).toMatchObject([{ row: 1, text: truth.accounts[0]?.rows[0]?.name }])
      expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
    },
  )
})

describe('an amount without quotation marks, divided at the comma between its thousands', () => {
  const table = (...lines: string[]) =>
    `Account: X10442871\n\nSymbol,Description,Market Value,Note\n${lines.join('\n')}\n`
  const divided: Readonly<Record<string, [text: string, question: string]>> = {
    'with more cells than the header': [
      table('LARX,LARCH,$3,500.00,', 'NGH,NORTHGATE,10.00,'),
      'Row 4 has 5 cells where the header has 4: “$3” and “500.00” may be one number, divided at its comma.',
    ],
    'without a currency, in every row': [
      table('LARX,LARCH,3,500.00,a', 'NGH,NORTHGATE,1,010.00,b'),
      'Row 4 has 5 cells where the header has 4: “3” and “500.00” may be one number, divided at its comma. The same is in row 5.',
    ],
    'beside a comma at the end of the header, where parts of the amounts would tie': [
      'Symbol,Market Value,\nLARX,1,200.00\nNGH,2,300.00\nTotal,3,500.00\n',
      'Row 2 has 3 cells where the header has 2: “1” and “200.00” may be one number, divided at its comma. The same is in rows 3 and 4.',
    ],
    'of millions': [
      table('LARX,LARCH,$3,500,000.25,', 'NGH,NORTHGATE,10.00,'),
      'Row 4 has 6 cells where the header has 4: “$3” and “500” and “000.25” may be one number, divided at its comma.',
    ],
    'below zero, with as many cells as the header': [
      table('LARX,LARCH,(3,500.00)', 'NGH,NORTHGATE,10.00,'),
      'Row 4: “(3” and “500.00)” may be one number, divided at its comma.',
    ],
    'with as many cells as the header': [
      table('LARX,LARCH,$3,500.00', 'NGH,NORTHGATE,10.00,'),
      'Row 4: “$3” and “500.00” may be one number, divided at its comma.',
    ],
    'as a total with fewer cells than the header': [
      table('LARX,LARCH,3490.00,', 'NGH,NORTHGATE,10.00,', 'Total,,$3,500.00'),
      'Row 6: “$3” and “500.00” may be one number, divided at its comma.',
    ],
    'as the value of the account above the table': [
      table('LARX,LARCH,3490.00,', 'NGH,NORTHGATE,10.00,').replace('\n', '\nTotal account value,$3,500.00\n'),
      'Row 2: “$3” and “500.00” may be one number, divided at its comma.',
    ],
  }
  const open = (text: string) => {
    const { questions: ofFile, accounts } = statementIn(text)
    const questions = [...ofFile, ...accounts.flatMap((one) => one.questions)]
    expect(questions).toHaveLength(1)
    return questions[0] ?? fail()
  }
  const fail = () => {
    throw new Error('There is a question.')
  }

  it.each(Object.entries(divided))('is asked about, and no part of it is read before: %s', (_, [text, words]) => {
    const question = open(text)
    expect(question.text).toBe(words)
    const asked = statementIn(text)
    expect(asked.waiting.map(({ row }) => row)).toEqual(question.rows)
    for (const answers of [{}, ...question.choices.map(({ value }) => ({ [question.id]: value }))]) {
      const statement = statementIn(text, answers)
      expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
    }
    const refused = statementIn(text, { [question.id]: 'refuse' })
    const named = [...refused.refused, ...refused.accounts.flatMap((one) => one.refused)]
    expect(named.map(({ row }) => row)).toEqual(question.rows)
  })

  it('holds only its own account up where the row or the one above it names that', () => {
    const two =
      'Account Number,Symbol,Market Value\nX10442871,LARX,$3,500.00\nX10442871,NGH,10.00\nZ20913355,OAKB,7.00\n'
    const titled = `${table('LARX,LARCH,10.00,', 'NGH,NORTHGATE,$3,500.00,')}\n${table('OAKB,OAK BOND,7.00,').replace('X10442871', 'Z20913355')}`
    for (const text of [two, titled]) {
      const { questions, accounts } = statementIn(text)
      expect(questions).toEqual([])
      expect(accounts.map(({ number, questions: own }) => [number, own.length])).toEqual([
        ['X10442871', 1],
        ['Z20913355', 0],
      ])
    }
  })

  it('is one number after that answer', () => {
    const read = Object.values(divided).map(([text]) => {
      const joined = { [open(text).id]: 'one' }
      // Without the cell too many, a row may have one too few.
      const short = statementIn(text, joined).accounts.flatMap(({ questions }) => questions)
      const answers = { ...joined, ...Object.fromEntries(short.map(({ id }) => [id, 'take'])) }
      const [account] = statementIn(text, answers).accounts
      return [account?.statedTotal?.value ?? null, ...(account?.rows.map(({ value }) => value) ?? [])]
    })
    expect(read).toEqual([
      [null, '3500.00', '10.00'],
      [null, '3500.00', '1010.00'],
      ['3500.00', '1200.00', '2300.00'],
      [null, '3500000.25', '10.00'],
      [null, '-3500.00', '10.00'],
      [null, '3500.00', '10.00'],
      ['3500.00', '3490.00', '10.00'],
      ['3500.00', '3490.00', '10.00'],
    ])
  })

  it('is none where other rows have whole dollars in that column, or the cells are divided by tabs', () => {
    const prices = 'Symbol,Description,Price,Market Value\nLARX,LARCH,$3,500.00\nNGH,NORTHGATE,$5,20.00\n'
    for (const text of [prices, 'Symbol\tDescription\tPrice\tMarket Value\nLARX\tLARCH\t$3\t500.00\n']) {
      const statement = statementIn(text)
      expect(statement.questions).toEqual([])
      expect(statement.accounts[0]?.rows[0]?.value).toBe('500.00')
    }
  })
})
