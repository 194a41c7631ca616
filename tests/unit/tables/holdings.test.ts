import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decode } from '../../../shared/tables/decode.ts'
import { type HoldingsReading, readHoldings } from '../../../shared/tables/holdings.ts'
import { splitText } from '../../../shared/tables/split.ts'
import { totalInWords } from '../../../shared/tables/totals.ts'

type Options = Partial<Parameters<typeof readHoldings>[1]>
const read = (text: string, options: Options = {}): HoldingsReading =>
  readHoldings(splitText(text, { chosen: null, pasted: true }), {
    ...{ answers: {}, fields: null, isClass: () => false, keepTotals: false },
    ...options,
  })
const fixture = (path: string, options: Options = {}) =>
  read(decode(readFileSync(`tests/fixtures/${path}`)).text, options)
const amounts = ({ holdings }: HoldingsReading) => holdings.map(({ value, problem }) => value ?? problem)
const asked = ({ questions }: HoldingsReading) => questions.map(({ id }) => id)
const column = (values: readonly string[]) =>
  ['Name\tValue', ...values.map((value, at) => `Fund ${at + 1}\t${value}`)].join('\n')

describe('holdings in a custodian’s table', () => {
  it('keep their quotation marks', () => {
    const { holdings } = fixture('tables/quote-at-cell-start/paste.tsv')
    expect(holdings.map(({ name, value }) => [name, value])).toEqual([
      ['Alder Fund', 50_000],
      ['"Birch" Fund LP', 100_000],
      ['Cedar Fund', 200_000],
      ['Notes of "Dogwood"', 300_000],
      ['Elm Fund', 400_000],
    ])
  })

  it('have the value by its name, and no name or identifier that all rows share', () => {
    const reading = fixture('tables/custodian-paste/fidelity-like.csv')
    expect(reading).toMatchObject({ isReady: true, refused: [], leftOut: [] })
    expect(reading.holdings.map(({ name, external_id, value }) => [name, external_id, value])).toEqual([
      ['ALPHA CORP', 'AAAA', 15_000],
      ['BETA INC', 'BBBB', 500],
    ])
  })

  it('leave out the account’s total, and compare it', () => {
    const reading = fixture('tables/custodian-paste/schwab-like.csv')
    expect(amounts(reading)).toEqual([15_000, 500, 1234.56])
    expect(reading.totals.map(totalInWords)).toEqual(['“Account Total” is the sum of the rows.'])
    expect(reading.holdings[2]).toMatchObject({ name: 'Cash & Cash Investments', external_id: '' })
  })

  it.each(['Positions Total', 'Equities total:', 'U.S. Large Cap Subtotal'])(
    'leave out %s in the column of symbols, whatever it adds up to',
    (label) => {
      const text = `Symbol\tDescription\tMarket Value\nAAPL\tApple\t$2,000.00\nCash\t--\t$200.00\n${label}\t\t$2,200.01`
      const { holdings, totals } = read(text)
      expect(holdings.map(({ row }) => row)).toEqual([2, 3])
      expect(totals).toMatchObject([{ label, difference: 1n }])
    },
  )

  it.each([
    ['CAD', 'Name\tValue (C$)\nA\t10.00\nB\t20.00'],
    ['CAD', 'Name\tMarket Value CAD$\nA\t10.00\nB\t20.00'],
    ['HKD', 'Name\tValue HK$\nA\t10.00\nB\t20.00'],
    ['EUR', 'Report in EUR\nName\tValue\nA\t10.00\nB\t20.00'],
    ['CHF', 'Base currency: CHF\n\nName\tValue\nA\t10.00\nB\t20.00'],
    ['CAD', 'All amounts in Canadian dollars\n\nName\tValue\nA\t10.00\nB\t20.00'],
  ])('are not taken for US dollars where a name or title says %s', (code, text) => {
    const reading = read(text)
    expect(asked(reading)).toEqual([`rate:${code}`])
    expect(reading).toMatchObject({ isReady: false, holdings: [], waiting: { length: 2 } })
  })

  it('are in US dollars by any name of them', () => {
    const names = ['U.S. Dollar', 'United States Dollar', 'US', 'US dollars', 'USD']
    const rows = names.map((name, at) => `Fund ${at}\t${name}\t${at}.50`)
    expect(read(['Name\tCurrency\tValue', ...rows].join('\n')).questions).toEqual([])
    expect(read('Values in US dollars\n\nName\tValue (US$)\nA\t1.00\nB\t2.00').isReady).toBe(true)
    expect(read('ABC holdings EUR desk\n\nName\tValue\nA\t1.00\nB\t2.00').isReady).toBe(true)
  })

  it('leave out the totals of assets and of liabilities', () => {
    const rows =
      'House\t500,000.25\nBank\t10,000.00\nTotal assets\t510,000.25\nAmex\t(2,000.55)\nTotal liabilities\t(2,000.55)'
    const { holdings, totals } = read(`Name\tBalance\n${rows}\nNet worth\t507,999.70`)
    expect(holdings.map(({ name }) => name)).toEqual(['House', 'Bank', 'Amex'])
    expect(totals.map(({ difference }) => difference)).toEqual([0n, 0n, 0n])
  })

  it('leave out their net worth', () => {
    const { holdings, totals } = read(
      'Asset\tBalance\nHouse\t500,000.00\nMortgage\t(200,000.00)\nNet worth\t300,000.00',
    )
    expect(holdings.map(({ name }) => name)).toEqual(['House', 'Mortgage'])
    expect(totals).toMatchObject([{ label: 'Net worth', difference: 0n }])
  })

  it('have a row with the sum of all others, wherever it stands, only if the advisor says so', () => {
    const rows = ['Alder\t100.50', 'Birch\t50.25', 'Cedar\t20.00']
    for (const all of [
      ['Everything\t170.75', ...rows],
      [...rows, 'Everything\t170.75'],
      [...rows.slice(0, 2), 'Everything\t170.75', ...rows.slice(2)],
    ]) {
      const text = ['Name\tValue', ...all].join('\n')
      const row = all.indexOf('Everything\t170.75') + 2
      expect(read(text)).toMatchObject({ isReady: false, questions: [{ id: `sum:${row}`, rows: [row] }] })
      const total = read(text, { answers: { [`sum:${row}`]: 'total' } })
      expect(total).toMatchObject({ isReady: true, leftOut: [{ why: 'It is the total of other rows.' }] })
      expect(total.holdings.map(({ name }) => name)).toEqual(['Alder', 'Birch', 'Cedar'])
      expect(read(text, { answers: { [`sum:${row}`]: 'holding' } }).holdings).toHaveLength(4)
    }
    expect(asked(read('Name\tID\tValue\nA\tAA\t1.00\nB\tBB\t2.00\nC\tCC\t3.00\nD\tDD\t6.00'))).toEqual([])
  })

  it.each(['Total', 'Grand total:', 'Sub-total'])('leave out a numbered row that is named %s', (label) => {
    const { holdings, leftOut } = read(`ID\tName\tValue\n1\tAlder\t100.10\n2\tBirch\t200.00\n3\t${label}\t300.10`)
    expect(holdings.map(({ row }) => row)).toEqual([2, 3])
    expect(leftOut.map(({ row }) => row)).toEqual([4])
  })

  it('have a row with the sum of those right below or above it only if the advisor says so', () => {
    const below = 'Name\tValue\nEquities\t300.10\nA\t100.10\nB\t200.00'
    expect(read(below)).toMatchObject({
      isReady: false,
      questions: [{ id: 'sum:2', text: 'Row 2 has the sum of rows right below it: Equities · 300.10.' }],
    })
    const total = read(below, { answers: { 'sum:2': 'total' } })
    expect(total).toMatchObject({
      isReady: true,
      leftOut: [{ row: 2 }],
      totals: [{ label: 'Equities', difference: 0n }],
    })
    expect(amounts(total)).toEqual([100.1, 200])
    expect(amounts(read(below, { answers: { 'sum:2': 'holding' } }))).toEqual([300.1, 100.1, 200])
    const above = 'Name\tValue\nA\t100.10\nB\t200.00\nEquities\t300.10\nC\t7.00\nD\t8.50\nBonds\t15.50\nE\t1.25'
    expect(asked(read(above))).toEqual(['sum:4', 'sum:7'])
    expect(amounts(read(above, { answers: { 'sum:4': 'total', 'sum:7': 'total' } }))).toEqual([
      100.1, 200, 7, 8.5, 1.25,
    ])
  })

  it('are counted once in groups within groups', () => {
    const groups = 'All\t315.60\nEquities\t300.10\nA\t100.10\nB\t200.00\nBonds\t15.50\nC\t7.00\nD\t8.50'
    expect(asked(read(`Name\tValue\n${groups}`))).toEqual(['sum:2', 'sum:3', 'sum:6'])
    const answers = { 'sum:2': 'total', 'sum:3': 'total', 'sum:6': 'total' }
    const reading = read(`Name\tValue\n${groups}`, { answers })
    expect(amounts(reading)).toEqual([100.1, 200, 7, 8.5])
    expect(reading.totals.map(({ difference }) => difference)).toEqual([0n, 0n, 0n])
  })

  it('are asked about together where many have such sums', () => {
    const group = (at: number) => `Group ${at}\t${at}.30\nA ${at}\t0.05\nB ${at}\t${at}.25`
    const text = ['Name\tValue', ...[1, 2, 3, 4, 5, 6].map(group)].join('\n')
    const open = read(text)
    expect(open.questions).toMatchObject([{ id: 'sum:below', rows: [2, 5, 8, 11, 14, 17] }])
    expect(open.questions[0]?.text).toBe(
      '6 rows have the sum of rows right below them: rows 2, 5, 8, 11, 14 and 1 more.',
    )
    expect(read(text, { answers: { 'sum:below': 'total' } }).holdings).toHaveLength(12)
  })

  it('have groups and totals whose numbers only count the rows', () => {
    const numbered = 'ID\tName\tValue\n1\tEquities\t300.10\n2\tA\t100.10\n3\tB\t200.00\n4\tTotal assets\t300.10'
    const reading = read(numbered)
    expect(asked(reading)).toEqual(['sum:2'])
    expect(reading.leftOut.map(({ row }) => row)).toEqual([5])
    const ids = 'ID\tName\tValue\nX-7\tEquities\t300.10\nX-9\tA\t100.10\nX-3\tB\t200.00'
    expect(read(ids)).toMatchObject({ isReady: true, questions: [] })
  })

  it('are asked about below the title Balances, where custodians repeat cash', () => {
    const head = 'Symbol\tDescription\tValue\nNGH\tAlder\t100.10\nMLX\tBank deposit\t20.00'
    const text = `${head}\nBalances\t\t\nMoney accounts\t\t20.00\nCash balance\t\t3.05\nPending activity\t\t0.00\nTotal\t\t123.15`
    expect(asked(read(text))).toEqual(['sum:5', 'sum:6'])
    const reading = read(text, { answers: { 'sum:5': 'total', 'sum:6': 'holding' } })
    expect(reading).toMatchObject({ isReady: true, leftOut: [{ row: 4 }, { row: 5 }, { row: 8 }] })
    expect(amounts(reading)).toEqual([100.1, 20, 3.05, 0])
    expect(reading.totals).toMatchObject([{ label: 'Total', difference: 0n }])
  })

  it.each([
    ['above its rows', 'Total\t300.10\nA\t100.10\nB\t200.00', [0n]],
    ['above its rows, and wrong', 'Total\t300.11\nA\t100.10\nB\t200.00', [1n]],
    ['of each group above its rows', 'Total equities\t3.00\nA\t1.00\nB\t2.00\nTotal\t9.50\nC\t4.00\nD\t5.50', [0n, 0n]],
    [
      'of groups above their rows, one wrong',
      'Subtotal\t3.00\nA\t1.00\nB\t2.00\nSubtotal\t9.51\nC\t4.00\nD\t5.50',
      [0n, 1n],
    ],
    [
      'of groups below their rows, one wrong',
      'A\t1.00\nB\t2.00\nSubtotal\t3.01\nC\t4.00\nD\t5.50\nSubtotal\t9.50',
      [1n, 0n],
    ],
    ['between rows of which none fit', 'A\t1.00\nB\t2.00\nTotal\t30.00\nC\t4.00\nD\t5.50', [null]],
    ['of which one row has no value', 'Total\t3.00\nA\t1.00\nB\tsee note', [null]],
    ['equal to the last row by chance', 'A\t10.00\nB\t20.00\nTotal\t20.00', [-1000n]],
  ])('are compared with a total %s', (_, rows, differences) => {
    expect(read(`Name\tValue\n${rows}`).totals.map(({ difference }) => difference)).toEqual(differences)
  })

  it('say a difference of the total to the cent', () => {
    const more = read('Name\tValue\nA\t1.00\nB\t2.00\nTotal\t3.01')
    expect(more.totals.map(totalInWords)).toEqual(['“Total” is $0.01 more than the rows.'])
    const less = read('Name\tValue\nA\t1.00\nB\t2.00\nTotal\t1.50')
    expect(less.totals.map(totalInWords)).toEqual(['“Total” is $1.50 less than the rows.'])
  })

  it('in another currency are refused by row, or converted by the advisor’s rate', () => {
    const open = fixture('tables/custodian-paste/currency.csv')
    expect(open.isReady).toBe(false)
    expect(asked(open)).toEqual(['rate:EUR', 'rate:JPY'])
    const answers = { 'rate:EUR': '1.0842 2026-10-30', 'rate:JPY': 'refuse' }
    const reading = fixture('tables/custodian-paste/currency.csv', { answers })
    expect(reading).toMatchObject({ isReady: true, refused: [{ row: 4 }], rowsIn: 3 })
    expect(amounts(reading)).toEqual([15_000, 21_684])
    expect(reading.remarks).toEqual(['EUR at 1.0842 US dollars (2026-10-30).'])
    const whole = fixture('tables/custodian-paste/currency.csv', {
      answers: { ...answers, 'rate:EUR': '2 2026-10-30' },
    })
    expect(amounts(whole)).toEqual([15_000, 40_000])
    expect(whole.remarks).toEqual(['EUR at 2 US dollars (2026-10-30).'])
  })

  it.each(['£5.00', '5,00 €', 'EUR 5.00', '5.00 GBP', 'C$5.00', '¥500'])('do not take %s for dollars', (value) => {
    const reading = read(column(['1.00', value]), { answers: {} })
    expect(reading.holdings.map(({ value: usd }) => usd)).toEqual([1])
    expect(reading.waiting).toMatchObject([{ row: 3 }])
    expect(reading.isReady).toBe(false)
  })

  it('are read from the table that has values, one account at a time', () => {
    const open = fixture('statements/with-transactions.csv')
    expect(asked(open)).toEqual(['account'])
    expect(open.leftOut.map(({ row, why }) => [row, why])).toEqual([
      [7, 'It names the columns of another table.'],
      [8, 'It belongs to a list of transactions.'],
    ])
    const one = fixture('statements/with-transactions.csv', { answers: { account: '55501234' } })
    expect(amounts(one)).toEqual([121_464, 850.12])
    expect(one).toMatchObject({ isReady: true, rowsIn: 5, leftOut: [{ row: 4 }, { row: 7 }, { row: 8 }] })
  })

  it.each([
    ['apart', 'First account\n\nName\tValue\nA\t1.00\n\nSecond account\n\nName\tValue\nB\t2.00'],
    ['right below', 'First account\t\nName\tValue\nA\t1.00\nSecond account\t\nName\tValue\nB\t2.00'],
  ])(
    'are read from one of two tables with titles, and the title of the second, %s, is no row of the first',
    (_, text) => {
      const reading = read(text)
      expect(reading.questions).toMatchObject([
        { id: 'table', choices: [{ label: 'First account (1 row)' }, { label: 'Second account (1 row)' }] },
      ])
      expect(reading.holdings.map(({ name, value }) => [name, value])).toEqual([['A', 1]])
      expect(reading).toMatchObject({ waiting: [], refused: [], rowsIn: 5 })
    },
  )

  it('of several accounts are asked for, each with its number of rows', () => {
    const [question] = fixture('statements/account-column.csv').questions
    expect(question?.choices.map(({ label }) => label).slice(0, 2)).toEqual(['X10442871 (3 rows)', 'Z20913355 (1 row)'])
  })

  it('of several accounts are asked for, by the accounts’ titles', () => {
    const open = fixture('statements/all-accounts.csv')
    expect(open.questions).toMatchObject([
      {
        id: 'table',
        choices: [{ label: 'Individual ...417 (3 rows)' }, { label: 'Roth_Contributory_IRA ...982 (4 rows)' }],
      },
    ])
    const second = fixture('statements/all-accounts.csv', { answers: { table: '1' } })
    expect(second.holdings.map(({ name, value }) => [name, value])).toEqual([
      ['NORTHGATE HOLDINGS INC', 18_804],
      ['US TREASURY NOTE 2.25% 11/15/27', 24_625],
      ['Cash & Cash Investments', -43.64],
    ])
    expect(second.totals.map(totalInWords)).toEqual(['“Account Total” is the sum of the rows.'])
  })

  it('are read from the section of positions, and others of its columns', () => {
    const positions = 'Open Positions,Header,Symbol,Quantity,Value\nOpen Positions,Data,NGH,2,5.00'
    const others = 'Forex Balances,Header,Description,Value in USD\nForex Balances,Data,EUR,108.00'
    const reading = read(`${positions}\n${others}`)
    expect(reading).toMatchObject({ isReady: true, holdings: [{ name: 'NGH', value: 5 }] })
    expect(reading.leftOut.map(({ row }) => row)).toEqual([3, 4])
    expect(asked(read(`${positions}\n${others}\n${positions}`))).toEqual(['table'])
  })

  it('are read from sections whose header repeats, without rows that are marked wrongly', () => {
    const header = 'Open Positions,Header,Symbol,Value,Code'
    const rows = ['Open Positions,Data,NGH,5.00,', 'Data,LARX,6.00,', 'Open Positions,Dta,AB,7.00,']
    const more = ['Open Positions,Data,CD,8.00', 'Open Positions,Data,EF,9.00,', 'Code', 'Open Positions,Total,,27.00,']
    const reading = read([header, ...rows, header, ...more].join('\n'))
    expect(reading.holdings.map(({ name, value }) => [name, value])).toEqual([['NGH', 5]])
    expect(reading.refused.map(({ row }) => row)).toEqual([3, 4, 8])
    expect(reading.waiting.map(({ row }) => row)).toEqual([6, 7])
    expect(reading.questions).toMatchObject([{ id: 'short-rows', rows: [6, 7] }])
    expect(reading.leftOut.map(({ row }) => row)).toEqual([5, 9])
  })

  it.each([
    ['of another section', 'A,Header,Name,Value\nA,Data,Alder,5.00\nB,Header,Name,Value\nB,Data,Birch,6.00'],
    ['with other names', 'A,Header,Name,Value\nA,Data,Alder,5.00\nA,Header,Name,Market Value\nA,Data,Birch,6.00'],
    ['below a title', 'A,Header,Name,Value\nA,Data,Alder,5.00\nB\nA,Header,Name,Value\nA,Data,Birch,6.00'],
  ])('are of another table below a header %s', (_, text) => {
    const reading = read(text)
    expect(reading.questions).toMatchObject([{ id: 'table', choices: [{}, {}] }])
    expect(amounts(reading)).toEqual([5])
  })

  it('are the numbers of a workbook as they are, in sections too', () => {
    const texts = [
      ['A', 'Header', 'Name', 'Value'],
      ['A', 'Data', 'Alder', '1.234'],
      ['A', 'Data', 'Birch', '2.345'],
    ]
    const sheet = splitText(texts.map((cells) => cells.join('\t')).join('\n'), { chosen: null, pasted: true })
    const rows = sheet.rows.map((row, at) => ({
      ...row,
      types: [null, null, null, at === 0 ? null : ('number' as const)],
    }))
    const options = { answers: {}, fields: null, isClass: () => false, keepTotals: false }
    expect(asked(readHoldings(sheet, options))).toEqual(['mark:1'])
    const reading = readHoldings({ ...sheet, rows }, options)
    expect(asked(reading)).toEqual([])
    expect(amounts(reading)).toEqual([1.234, 2.345])
  })

  it('have the identifiers as names where no column has names', () => {
    const reading = read('Symbol\tMarket Value\nNGH\t1.00\nLARX\t2.00')
    expect(reading).toMatchObject({
      isReady: true,
      fields: ['name', 'value'],
      notes: [expect.stringMatching(/^“Symbol”/)],
    })
  })

  it('are read from the column that names them best, wherever it stands', () => {
    const rows = '037833100\tS-1\tF1\tAlder\t5.00\n037833101\tS-2\tF2\tBirch\t6.00'
    const { fields, holdings } = read(`CUSIP\tSecurity ID\tFund\tDescription\tValue\n${rows}`)
    expect(fields).toEqual(['ignore', 'external_id', 'ignore', 'name', 'value'])
    expect(holdings.map(({ name, external_id }) => [name, external_id])).toEqual([
      ['Alder', 'S-1'],
      ['Birch', 'S-2'],
    ])
  })

  it('have their names in the only column of words where no row names the columns', () => {
    const two = read('Alder Fund\t1.00\nBirch Fund\t2.00')
    expect(two.holdings.map(({ name }) => name)).toEqual(['Alder Fund', 'Birch Fund'])
    const three = read('S-1\tAlder Fund\t1.00\nS-2\tBirch Fund\t2.00')
    expect(three.fields).toEqual(['ignore', 'name', 'ignore'])
  })

  it('have a total without words where it is the sum of all rows, whatever subtotals are between, and not where it is less', () => {
    const rows = 'A\t1.00\nB\t2.00\nSubtotal\t3.00\nC\t4.00\nD\t5.00\nSubtotal\t9.00\n\t12.00'
    const reading = read(`Name\tValue\n${rows}`)
    expect(amounts(reading)).toEqual([1, 2, 4, 5])
    expect(reading.leftOut.map(({ row }) => row)).toEqual([4, 7, 8])
    expect(amounts(read('Name\tValue\nA\t1.00\nB\t2.00\n\t2.00'))).toEqual([1, 2, 2])
  })

  it('are asked about sums of the rows beside them, and not about a sum of all rows with these sums in it', () => {
    const rows = 'X\t\t3\nA\ta\t1\nB\tb\t2\nC\tc\t4\nD\td\t5\nE\t\t9\nZ\t\t24'
    expect(asked(read(`Name\tSymbol\tValue\n${rows}`))).toEqual(['sum:2', 'sum:7'])
  })

  it('have their identifiers also where several rows have none', () => {
    const { fields, holdings } = read('Name\tSymbol\tValue\nAlder\tALD\t1.00\nCash\t\t2.00\nSweep\t\t3.00')
    expect(fields).toEqual(['name', 'external_id', 'value'])
    expect(holdings.map(({ external_id }) => external_id)).toEqual(['ALD', '', ''])
  })

  it.each(['Value', 'Market Value'])('have “%s” as their value beside another kind of value', (name) => {
    const reading = read(`Name\tLoan Value\t${name}\nA\t100.00\t5.00\nB\t200.00\t6.00`)
    expect(reading).toMatchObject({ fields: ['name', 'ignore', 'value'], questions: [] })
    expect(amounts(reading)).toEqual([5, 6])
  })

  it('above a line of one text, apart from them, whether empty cells are beside it or not', () => {
    for (const line of ['Prepared for Ada', 'Prepared for Ada\t\t']) {
      const reading = read(`Name\tAccount\tValue\nAlder\t1\t5.00\n\n${line}`)
      expect(amounts(reading)).toEqual([5])
      expect(reading.leftOut).toMatchObject([{ row: 4, why: 'It is a line under the table.' }])
    }
  })

  it('below a title, with an option and cash', () => {
    const reading = fixture('statements/one-account.csv')
    expect(amounts(reading)).toEqual([121_919.49, 58_292.4, -1230, 19_968.11])
    expect(reading).toMatchObject({ isReady: true, leftOut: [{ row: 1 }, { row: 8 }], rowsIn: 6 })
  })

  it('above disclaimers', () => {
    const reading = fixture('statements/account-column.csv', { answers: { account: 'X10442871' } })
    expect(reading.holdings.map(({ name, external_id, value }) => [name, external_id, value])).toEqual([
      ['HELD IN MONEY MARKET', 'SPLXX', 41_200.07],
      ['LARCH TOTAL MARKET INDEX', 'LARX', 384_661.31],
      ['Pending Activity', '', 4710.5],
    ])
    expect(reading.leftOut.map(({ row }) => row)).toEqual([5, 7, 9])
  })
})

describe('a text below a table without titles', () => {
  it('is the title of the next table where it stands apart, or where there is no record above it', () => {
    const apart = read('Name\tValue\nA\t1.00\n\nSecond account\t\nName\tValue\nB\t2.00')
    expect(apart.questions).toMatchObject([{ id: 'table', choices: [{}, { label: 'Second account (1 row)' }] }])
    expect(amounts(apart)).toEqual([1])
    const empty = read('Name\tValue\nSecond account\t\nName\tValue\nB\t2.00')
    expect(empty.questions).toMatchObject([{ id: 'table', choices: [{}, { label: 'Second account (1 row)' }] }])
    expect(empty.leftOut[0]).toMatchObject({ row: 2, why: 'It is above the names of the columns.' })
  })
})

describe('a text below a record of a table without titles', () => {
  it('may be the rest of the record, and is no title of what follows', () => {
    const { questions, waiting } = read('Name\tValue\nA\t1.00\nrest of A\n\nName\tValue\nB\t2.00')
    expect(questions.map(({ id }) => id)).toEqual(['short-rows'])
    expect(waiting.map(({ row }) => row)).toEqual([2, 3])
  })
})

it('a short row that begins like a footer is asked about right below a record, and left out apart from it', () => {
  const table = 'Name\tAccount\tValue\nAlder\t1\t5.00\nBirch\t1\t6.00\n'
  const below = read(`${table}Report Fund\t7.00`)
  expect(below.leftOut).toEqual([])
  expect(below.questions).toMatchObject([{ id: 'short-rows', rows: [4] }])
  const apart = read(`${table}\nReport of today\t7.00`)
  expect(apart).toMatchObject({ questions: [], leftOut: [{ row: 5, why: 'It is a line under the table.' }] })
})

it('a total in one cell is a line under its table, and no title of what follows', () => {
  const { questions, leftOut } = read('Name\tValue\nA\t1.00\nB\t2.00\n\nTotal: $3.00\t\n\nName\tValue\nC\t2.00')
  expect(questions).toEqual([])
  expect(leftOut).toMatchObject([{ row: 5, why: 'It is a line under the table.' }, { row: 7 }])
})

describe('amounts of one column', () => {
  it.each([
    ['1.234\nB\t2.345', 'An amount such as 1.234 can be read in two ways.'],
    ['1.234,50\nB\t1,234.50', 'Some amounts in this column have a decimal point, others a decimal comma.'],
  ])('%j are asked about with the reason', (amounts, text) => {
    expect(read(`Name\tValue\nA\t${amounts}`).questions).toMatchObject([{ id: 'mark:1', text }])
  })

  it('are asked about with what an example would be', () => {
    const [question] = read(column(['12.500'])).questions
    expect(question?.choices.map(({ label }) => label)).toEqual([
      'Point: 1,234.50; 12.500 is 12.50',
      'Comma: 1.234,50; 12.500 is 12,500.00',
    ])
  })

  it.each([[['750.000', '12.500']], [['12.500']], [['1,234', '5,000']]])(
    '%j can be read in two ways, which is asked',
    (values) => {
      const open = read(column(values))
      expect(open).toMatchObject({ isReady: false, questions: [{ id: 'mark:1' }] })
      const [point, comma] = ['point', 'comma'].map((answer) =>
        amounts(read(column(values), { answers: { 'mark:1': answer } })),
      )
      expect(point).not.toEqual(comma)
    },
  )

  it.each([
    ['a comma before two digits', ['1.234,50', '12.500'], [1234.5, 12_500]],
    ['a point before two digits', ['1,234.50', '12.500'], [1234.5, 12.5]],
    ['dollars in front', ['$1,234', '$12,500'], [1234, 12_500]],
    ['two groups', ['1,234,567', '12,500'], [1_234_567, 12_500]],
    ['spaces of any width', ['1\u202f234,50', '12\u00a0500,00', '7\u2009000,00'], [1234.5, 12_500, 7000]],
    ['apostrophes', ['1’234.50', "12'500.00"], [1234.5, 12_500]],
    ['signs', ['(1,234.50)', '5.00-', '\u22127.25', '+8.00', '$(9.00)'], [-1234.5, -5, -7.25, 8, -9]],
    ['an accountant’s zero', ['$ -', '1.50'], [0, 1.5]],
  ])('are read by %s', (_, values, expected) => {
    const reading = read(column(values))
    expect(reading.isReady).toBe(true)
    expect(amounts(reading)).toEqual(expected)
  })

  it('are read by the file’s other columns if their own do not tell', () => {
    expect(amounts(read('Name\tPrice\tValue\nA\t10.25\t1,234\nB\t3.1\t5,000'))).toEqual([1234, 5000])
    expect(amounts(read('Name\tPrice\tValue\nA\t10,25\t1.234\nB\t3,1\t5.000'))).toEqual([1234, 5000])
  })

  it('in two notations are asked for, and never mixed', () => {
    const values = ['1,234.50', '1.234,50']
    expect(asked(read(column(values)))).toEqual(['mark:1'])
    const reading = read(column(values), { answers: { 'mark:1': 'point' } })
    expect(reading.holdings.map(({ value }) => value)).toEqual([1234.5, null])
    expect(reading.holdings[1]?.value_text).toBe('1.234,50')
  })

  it('marked DR are owed where more are marked CR, and a note says it', () => {
    const reading = read(column(['1,234.00 DR', '5,000.00 CR', '5,000.00 CR']))
    expect(reading).toMatchObject({ isReady: true, notes: [expect.stringContaining('row 2')] })
    expect(amounts(reading)).toEqual([-1234, 5000, 5000])
  })

  it('marked DR are asked for where as many are marked CR', () => {
    const text = column(['1,234.00 DR', '5,000.00 CR'])
    expect(asked(read(text))).toEqual(['sides:1'])
    expect(amounts(read(text, { answers: { 'sides:1': 'owed' } }))).toEqual([-1234, 5000])
    expect(amounts(read(text, { answers: { 'sides:1': 'held' } }))).toEqual([1234, 5000])
  })

  it('in thousands are read so if their column is named so, and the description says it', () => {
    const reading = read('Name\tMarket Value (USD 000)\nA\t1,234.5\nB\t2.25\nTotal\t1,236.75')
    expect(reading).toMatchObject({ isReady: true, remarks: ['The amounts were given in thousands.'] })
    expect(amounts(reading)).toEqual([1_234_500, 2250])
    expect(reading.totals.map(totalInWords)).toEqual(['“Total” is the sum of the rows.'])
  })

  it('in thousands by a title alone are asked for', () => {
    const text = 'Positions (in thousands)\n\nName\tMarket Value\nA\t1,234.5\nB\t2.25'
    expect(read(text)).toMatchObject({ isReady: false, questions: [{ id: 'scale' }] })
    expect(amounts(read(text, { answers: { scale: '1000' } }))).toEqual([1_234_500, 2250])
    expect(amounts(read(text, { answers: { scale: '1' } }))).toEqual([1234.5, 2.25])
  })

  it.each(['########', '#N/A', '#VALUE!', '1.23457E+11', 'see note', '12%', '12,34,567.00', ''])(
    'that cannot be read stay without a value: %j',
    (value) => {
      const reading = read(column(['1.50', value]))
      expect(reading.holdings).toHaveLength(2)
      expect(reading.holdings[1]).toMatchObject({ value: null, problem: expect.stringMatching(/./) })
    },
  )
})

describe('a sign in a column of its own', () => {
  const asking = (text: string) => read(text).questions.map(({ id, rows, text }) => [id, rows, text])

  it.each([
    ['Type', 'Liability', 'Asset'],
    ['Asset type', 'Loan', 'Cash'],
    ['Category', 'Debt', 'Equity'],
    ['Position', 'Short', 'Long'],
    ['Long/Short', 'S', 'L'],
    ['Sign', '-', '+'],
    ['Asset/Liability', 'L', 'A'],
    ['', 'Credit card', 'Cash'],
    ['Type', 'Student loan', 'Checking'],
  ])('makes a positive amount a question: %s, %s', (header, word, other) => {
    const text = `Name\t${header}\tValue\nAlder\t${other}\t100.10\nBirch\t${word}\t250.20\nCedar\t${word}\t(1.00)`
    const id = `owed:${word.toLowerCase()}`
    expect(asking(text)).toEqual([[id, [3], `Row 3 says ${word}, and its value is positive.`]])
    expect(read(text)).toMatchObject({ isReady: false, holdings: [{ name: 'Alder' }, { name: 'Birch' }, {}] })
    expect(amounts(read(text, { answers: { [id]: 'owed' } }))).toEqual([100.1, -250.2, -1])
    expect(amounts(read(text, { answers: { [id]: 'held' } }))).toEqual([100.1, 250.2, -1])
  })

  it.each([
    ['Dr/Cr', 'DR', 'CR'],
    ['D/C', 'D', 'C'],
    ['Type', 'Debit', 'Credit'],
  ])('is read as one in the cells of the value: %s', (header, debit, credit) => {
    const rows = (last: string) => `A\t100.10\t${credit}\nB\t250.20\t${debit}\nC\t(7.00)\t${debit}\nD\t5.00\t${last}`
    const text = `Name\tValue\t${header}\n${rows(credit)}`
    expect(asked(read(text))).toEqual(['sides:1'])
    expect(amounts(read(text, { answers: { 'sides:1': 'owed' } }))).toEqual([100.1, -250.2, -7, 5])
    const more = read(`${text}\nE\t6.00\t${credit}`)
    expect(more).toMatchObject({ isReady: true, notes: [expect.stringContaining('are owed')] })
    expect(amounts(more)).toEqual([100.1, -250.2, -7, 5, 6])
  })

  it('is asked about where a single row has it', () => {
    expect(asking('Name\tValue\tDr/Cr\nA\t100.10\t\nB\t250.20\tDR')).toMatchObject([['sides:1', [3], {}]])
  })

  it('is none in words about time, in a ticker, in an account and in a class that is held', () => {
    const text = (header: string, word: string) => `Name\t${header}\tValue\nA\t${word}\t100.10\nB\tLong\t20.00`
    expect(asked(read(text('Term', 'Short')))).toEqual([])
    expect(asked(read(text('Symbol', 'LOAN')))).toEqual([])
    expect(asked(read(text('Account type', 'Margin')))).toEqual([])
    expect(asked(read(text('Class', 'Emerging market debt')))).toEqual([])
  })

  it('is no name of a row', () => {
    const reading = read('Position\tName\tValue\nLong\tAlder\t1.00\nShort\tBirch\t(2.00)')
    expect(reading.holdings.map(({ name }) => name)).toEqual(['Alder', 'Birch'])
  })
})

describe('amounts that are no exact amounts', () => {
  it.each([
    ['12,34,567.00', '12,34,567.00 is grouped as in India. If it is the value, enter it as 1,234,567.00.'],
    ['(1,23,456.50)', '1,23,456.50 is grouped as in India. If it is the value, enter it as -123,456.50.'],
    ['1.2M', '1.2M is rounded. Enter the amount with all of its digits.'],
    ['$1.5 mm', '$1.5 mm is rounded. Enter the amount with all of its digits.'],
    ['(750k)', '(750k) is rounded. Enter the amount with all of its digits.'],
    ['~50', '~50 is an estimate. Enter the amount alone if it is the value.'],
    ['approx. $50', 'approx. $50 is an estimate. Enter the amount alone if it is the value.'],
    ['50 (est.)', '50 has a remark: (est.). Enter the amount alone if it is the value.'],
    ['1,234.50*', '1,234.50 has a remark: *. Enter the amount alone if it is the value.'],
    ['12/31/2025', 'This is not an amount. Enter it as 1,234.50 or (1,234.50).'],
  ])('are refused with the reason: %s', (cell, problem) => {
    expect(amounts(read(column(['1.50', cell])))).toEqual([1.5, problem])
  })
})

describe('the value', () => {
  it.each([
    ['Cost Basis', 'Market Value'],
    ['Day Chng $', 'Mkt Val (Market Value)'],
    ['Gain/Loss', 'Current Value'],
    ['Last Price', 'Value'],
    ['Quantity', 'Ending Market Value'],
    ['Total Gain/Loss Dollar', 'Balance'],
    ['Market Value EUR', 'Market Value USD'],
    ['Prior Value', 'Value'],
    ['Book Value', 'Fair Value'],
  ])('is not %s, wherever it is', (other, value) => {
    expect(amounts(read(`Name\t${other}\t${value}\nA\t1.00\t2.00\nB\t3.00\t4.00`))).toEqual([2, 4])
    expect(amounts(read(`Name\t${value}\t${other}\nA\t2.00\t1.00\nB\t4.00\t3.00`))).toEqual([2, 4])
  })

  it('is asked for between two columns of the same meaning', () => {
    const text = 'Name\tMarket Value\tCurrent Value\nA\t1.00\t2.00'
    expect(read(text)).toMatchObject({ isReady: false, questions: [{ id: 'value' }] })
    expect(amounts(read(text, { answers: { value: '2' } }))).toEqual([2])
  })

  it('is asked for without names for the columns', () => {
    expect(read('Alder\t1.00\nBirch\t2.00')).toMatchObject({ isReady: false, questions: [{ id: 'value' }] })
  })
})

describe('identifiers', () => {
  it.each([
    ['are unique', 'A\tX-1\t1.00\nB\tX-1\t2.00'],
    ['are no amounts', 'A\t$1.00\t1.00\nB\t$2.00\t2.00'],
    ['are whole', 'A\t1.23457E+11\t1.00\nB\t1.23458E+11\t2.00'],
  ])('%s', (_, rows) => {
    const reading = read(`Name\tIdentifier\tValue\n${rows}`)
    expect(reading.holdings.map(({ external_id }) => external_id)).toEqual(['', ''])
    expect(reading.notes).toHaveLength(1)
  })

  it('may repeat in another account', () => {
    const text = 'Account Number\tName\tSymbol\tValue\n1\tA\tLARX\t1.00\n1\tB\tNGH\t2.00\n2\tC\tLARX\t3.00'
    expect(read(text, { answers: { account: '*' } }).holdings.map(({ external_id }) => external_id)).toEqual([
      'LARX',
      'NGH',
      'LARX',
    ])
  })
})

describe('a row that may be broken', () => {
  const short = (text: string) => {
    const { questions, holdings } = read(text)
    return [questions.find(({ id }) => id === 'short-rows')?.rows, holdings.map(({ row }) => row)]
  }

  it.each([
    ['lacks a cell in the middle, beside an unnamed last column', 'Name\tId\tValue\t\nA\t1.00\t\nB\tX-2\t2.00\t', 2],
    ['has a cell too many', 'Name\tClass\tValue\tNotes\nA\tEquity\t1.00\t\t\nB\t\tEquity\t2.00\t', 2, 3],
    ['is above its rest', 'Name\tValue\tClass\nA\t1.00\tClosed\nEnd Funds\nB\t2.00\tCash', 2, 3],
    ['is above its rest, at the end', 'Name\tValue\tClass\nA\t1.00\tClosed\nEnd Funds of the Old World', 2, 3],
    ['is below its beginning', 'Name\tValue\tClass\nReal Estate\nTrust"\t1.00\tCash\nB\t2.00\tCash', 2, 3],
  ])('%s', (_, text, ...rows) => {
    expect(short(text)[0]).toEqual(rows)
  })

  it('is above its rest and a repeated header', () => {
    expect(short('Name\tValue\tId\nA\t1.00\t\n666453\nName\tValue\tId\nB\t2.00\tX-2')).toEqual([[2, 3], [5]])
  })

  it('is below one that a quotation mark took apart', () => {
    const text = 'Name,Value,Class\n"Real Estate\nTrust,1.00,Cash\nB,2.00,Cash'
    expect(short(text)).toEqual([[3], [4]])
  })

  it.each([
    ['all rows', 'Name,Value\nA,1.00,\nB,2.00,\nC,4.00,'],
    ['the only row', 'Symbol,Description,Current Value,Type\nNGH,Alder,1.00,Cash,'],
    ['most rows', 'Symbol,Description,Current Value,Type\nNGH,Alder,1.00,Cash,\nLARX,Larch,2.00,,\nAB,Birch,4.00,Cash'],
  ])('is whole where a delimiter ends %s', (_, text) => {
    expect(read(text)).toMatchObject({ isReady: true, refused: [], questions: [] })
  })

  it('may have an empty cell too many where only one row ends with a delimiter', () => {
    expect(read('Name,Value,Class,Notes\nA,1.00,,Equity,')).toMatchObject({ refused: [{ row: 2 }] })
    expect(read('Name,Value,Class\nA,1.00,,\nB,2.00,Cash\nC,4.00,Cash')).toMatchObject({ refused: [{ row: 2 }] })
  })
})

describe('the names of the columns', () => {
  it.each([
    ['a shortened number', 'Alder;Equity;1.23457E+11;X-1\nBirch;Equity;48325,91;X-2'],
    ['a word for nothing', 'Alder;Equity;N/A;AB\nBirch;Equity;48325,91;CD'],
    ['a formula', 'Alder;"=""AB1"""\nBirch;48325,91'],
  ])('are not a row with %s', (_, text) => {
    expect(read(text)).toMatchObject({ headerRow: null, holdings: [{ row: 1 }, { row: 2 }] })
  })

  it('are asked for where none of them is known', () => {
    expect(asked(read('Alder\tEquity\tTBD\tCD\nBirch\tEquity\t5.00\tAB'))).toContain('header')
  })
})

describe('a pasted cell that begins with a quotation mark', () => {
  it('is text where another cell shows that marks are', () => {
    const reading = read('Name\tValue\n"Birch" Fund\t1.00\nNotes of "Elm"\t2.00')
    expect(reading).toMatchObject({ isReady: true, holdings: [{ name: '"Birch" Fund' }, {}] })
  })

  it('is asked about where none does', () => {
    const text = 'Name\tValue\nAlder\t1.00\n"Birch" Fun\t2.00'
    expect(read(text)).toMatchObject({ isReady: false, questions: [{ id: 'marks', rows: [3] }] })
    expect(read(text, { answers: { marks: 'take' } })).toMatchObject({ isReady: true, refused: [] })
    const refused = read(text, { answers: { marks: 'refuse' } })
    expect(refused).toMatchObject({ isReady: true, refused: [{ row: 3 }], holdings: [{ row: 2 }], rowsIn: 2 })
  })

  it.each(['"#N/A', '"1.23457E+11', '"="AB1"'])('is no identifier as it stands: %s', (cell) => {
    const { holdings } = read(`Name\tExternal ID\tValue\nA\tX-1\t1.00\nB\t${cell}\t2.00`)
    expect(holdings[1]?.external_id).toBe(cell.includes('AB1') ? 'AB1' : '')
  })
})

it.each(['Subtotal 1.00 $ CR', 'Subtotal (1.00 $)', 'Total: USD 1.00', 'Total 1 234,50-', 'Totals $1.00'])(
  'a total may have its amount in the same cell: %s',
  (label) => {
    const reading = read(`Value\tName\n1.00\tA\n${label}\t\nValue\tName\n5.00\tB`)
    expect(reading.leftOut.map(({ row }) => row)).toEqual([3, 4])
    expect(reading.holdings.map(({ name }) => name)).toEqual(['A', 'B'])
  },
)

describe('amounts with an exponent', () => {
  it('are read where the digits that are shown reach the cent', () => {
    const reading = read(column(['2.5012345E+05', '($1.500000000E+06)', '1.50E-01', '0E+00', '300,000.00']))
    expect(reading.isReady).toBe(true)
    expect(amounts(reading)).toEqual([250_123.45, -1_500_000, 0.15, 0, 300_000])
  })

  it('are asked about where a spreadsheet may have rounded them', () => {
    const text = column(['1.5E+06', '2e5', '300,000.00'])
    const open = read(text)
    expect(open).toMatchObject({ isReady: false, questions: [{ id: 'exponents:1', rows: [2, 3] }] })
    expect(open.holdings.map(({ value }) => value)).toEqual([null, null, 300_000])
    expect(amounts(read(text, { answers: { 'exponents:1': 'exact' } }))).toEqual([1_500_000, 200_000, 300_000])
    const rounded = read(text, { answers: { 'exponents:1': 'rounded' } })
    expect(rounded).toMatchObject({ isReady: true, holdings: [{ value: null }, { value: null }, { value: 300_000 }] })
  })

  it('say nothing of the decimal mark of others, and are never taken for dollars in another currency', () => {
    expect(asked(read(column(['1.23457E+11', '741.287'])))).toContain('mark:1')
    expect(asked(read('Name\tValue\tID\nA\t57.453\t681217\nB\t99.198\t1.23457E+11'))).toEqual(['mark:1'])
    const comma = read(column(['1,5E+06', '2.500']), { answers: { 'exponents:1': 'exact', 'mark:1': 'comma' } })
    expect(amounts(comma)).toEqual([1_500_000, 2500])
    expect(amounts(read(column(['€1.5E+06', '2.00'])))).toEqual([expect.stringContaining('not an amount'), 2])
  })
})

describe('percentages among values', () => {
  it('are refused by name', () => {
    expect(amounts(read(column(['3.2%', '2.50'])))).toEqual([
      '3.2% is a share of something, not an amount. Enter the amount.',
      2.5,
    ])
  })

  it('make their column a share and not the value', () => {
    const reading = read('Name\tValue\tWorth now\nA\t40 %\t10.00\nB\t60 %\t15.00')
    expect(reading.fields).toEqual(['name', 'ignore', 'value'])
    expect(reading.notes).toEqual(['“Value” is not used as the value: its cells are shares of something, in per cent.'])
    expect(read('Name\tValue\nA\t40%\nB\t60%').isReady).toBe(false)
  })
})

describe('rows that an open question decides', () => {
  it('wait, and are neither refused nor taken', () => {
    const short = 'Name,Class,Value\nA,Cash,1.00\nB,Cash\nC,Cash,2.00'
    const open = read(short)
    expect(open).toMatchObject({ rowsIn: 3, refused: [], waiting: [{ row: 3 }], holdings: [{ row: 2 }, { row: 4 }] })
    expect(open.questions[0]?.text).toBe(
      'Row 3 has fewer cells than the header (2 instead of 3). A line break inside a cell would do that.',
    )
    const left = read(short, { answers: { 'short-rows': 'refuse' } })
    expect(left).toMatchObject({ rowsIn: 3, refused: [{ row: 3 }], waiting: [] })
    const euro = 'Name\tValue\tCurrency\nA\t1.00\tUSD\nB\t2.00\tEUR'
    expect(read(euro)).toMatchObject({ rowsIn: 2, refused: [], waiting: [{ row: 3 }] })
    expect(read(euro, { answers: { 'rate:EUR': 'refuse' } })).toMatchObject({ refused: [{ row: 3 }], waiting: [] })
  })
})

describe('names of columns in several rows', () => {
  const text = 'Security\t\tMarket\tUnrealized\n\tTicker\tValue\tGain\nAlder\tALD\t10.00\t1.00\nBirch\tBIR\t20.00\t2.00'

  it('are combined once the advisor says that the second row names columns', () => {
    const open = read(text)
    expect(asked(open)).toContain('more-names')
    const reading = read(text, { answers: { 'more-names': 'names' } })
    expect(reading).toMatchObject({ isReady: true, leftOut: [{ row: 2 }] })
    expect(reading.headers).toEqual(['Security', 'Ticker', 'Market Value', 'Unrealized Gain'])
    expect(reading.holdings.map(({ name, value }) => [name, value])).toEqual([
      ['Alder', 10],
      ['Birch', 20],
    ])
  })

  it('are asked about when the second row has two names, and not when it has one', () => {
    expect(asked(read('Security\t\tMarket\n\tTicker\tValue\nAlder\tALD\t10.00'))).toContain('more-names')
    expect(asked(read('Security\tTicker\tMarket\n\t\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
  })

  it('are not asked about when the second row is apart from the first, or longer', () => {
    expect(asked(read('Security\t\tMarket\n\n\tTicker\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
    expect(asked(read('Security\tMarket\n\tTicker\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
  })

  it('are a record if the advisor says so', () => {
    const reading = read(text, { answers: { 'more-names': 'records' } })
    expect(reading.shown.map(({ row }) => row)).toEqual([2, 3, 4])
  })
})
