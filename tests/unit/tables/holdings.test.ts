import { describe, expect, it } from 'vitest'
import { readHoldings } from '../../../shared/tables/holdings.ts'
import { splitText } from '../../../shared/tables/split.ts'
import { totalInWords } from '../../../shared/tables/totals.ts'
import { amounts, asked, column, fixture, read } from './read-holdings.ts'

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

describe('a header that comes again in another order', () => {
  it('names the columns of the rows below it, of which one table is chosen', () => {
    const text = 'Name\tPrice\tMarket Value\nA\t3.00\t100.00\nName\tMarket Value\tPrice\nB\t5000.00\t2.00'
    expect(asked(read(text))).toEqual(['table'])
    expect(read(text, { answers: { table: '1' } }).holdings).toMatchObject([{ name: 'B', value: 5000 }])
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
