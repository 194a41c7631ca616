import { describe, expect, it } from 'vitest'
import { totalInWords } from '../../../shared/tables/totals.ts'
import { amounts, asked, column, read } from './read-holdings.ts'

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

  it('with five letters, a mark and a currency, are read; with six they are not', () => {
    const reading = read(column(['12 CRUSD', '12 CRUSDX']))
    expect(reading.holdings.map(({ value }) => value)).toEqual([12, null])
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

  it.each(['Values in thousands', '(000s omitted)', 'Note: all amounts are in $ thousands.'])(
    'in thousands by a line under the table are asked for: %s',
    (line) => {
      expect(read(`Name\tSymbol\tMarket Value\nA\tAA\t1,234.5\nB\tBB\t2.25\n\n${line}`)).toMatchObject({
        isReady: false,
        questions: [{ id: 'scale' }],
      })
    },
  )

  it.each([
    ['Market Value (cents)', ['0.01', '1']],
    ['market_value_cents', ['0.01', '1']],
    ['Value in US cents', ['0.01', '1']],
    ['Market Value (¢)', ['0.01', '1']],
    ['Market Value (in hundreds)', ['100', '1']],
    ['Market Value x100', ['100', '1']],
    ['Market Value (x 1,000)', ['1000', '1']],
    ['Market Value (in 10,000s)', ['10000', '1']],
    ['Market Value ($M)', ['1000000', '1000', '1']],
    ['Market Value ($B)', ['1000000000', '1']],
  ])(
    'in a rare unit, or in one of two meanings, are asked for even where the column is named so: %s',
    (name, values) => {
      const text = `Name\t${name}\nA\t123450\nB\t225\nTotal\t123675`
      const { isReady, questions } = read(text)
      expect(isReady).toBe(false)
      expect(questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)])).toEqual([['scale', values]])
      if (values[0] === '0.01') expect(amounts(read(text, { answers: { scale: '0.01' } }))).toEqual([1234.5, 2.25])
    },
  )

  it.each(['Values in cents', 'All amounts are in US cents.', 'Amounts (cents)', 'Unit: cents', 'Amounts x 100'])(
    'in a unit below or above the dollar by a title or a line under the table are asked for: %s',
    (line) => {
      const table = 'Name\tSymbol\tMarket Value\nA\tAA\t1234\nB\tBB\t225'
      for (const text of [`${line}\n\n${table}`, `${table}\n\n${line}`]) expect(asked(read(text))).toEqual(['scale'])
    },
  )

  it.each(['In whole dollars', 'Amounts are rounded to cents', 'Thousand Oaks branch', 'In dollars and cents'])(
    'in dollars are not asked for their unit: %s',
    (line) => {
      expect(asked(read(`${line}\n\nName\tMarket Value\nA\t1,234.50\nB\t2.25`))).toEqual([])
    },
  )

  it.each([
    ['Market Value (TEUR)', 'EUR'],
    ['Market Value (EURm)', 'EUR'],
    ['Market Value (GBp)', 'GBX'],
    ['Market Value in pence', 'GBX'],
  ])('in another currency beside a unit, or in hundredths of one, are not in dollars: %s', (name, code) => {
    expect(asked(read(`Name\t${name}\nA\t1234\nB\t225`))).toContain(`rate:${code}`)
    expect(asked(read('Name\tValue\tCurrency\nA\t1234\tGBp\nB\t225\tUSD'))).toEqual(['rate:GBX'])
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
    ['CR/DB', 'DB', 'CR'],
    ['Cr-Db', 'DB', 'CR'],
    ['Ind', 'DB', 'CR'],
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

  it('is asked about where a column of debits has other words, or letters that may mean something else', () => {
    expect(asking('Name\tValue\tCR/DB\nA\t100.10\tTRF\nB\t250.20\tDB')).toMatchObject([['owed:db', [3], {}]])
    expect(asking('Name\tValue\tInd\nA\t100.10\tC\nB\t250.20\tD')).toMatchObject([['owed:d', [3], {}]])
    expect(asked(read('Name\tValue\tGrade\nA\t100.10\tA\nB\t250.20\tD'))).toEqual([])
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
    for (const [one, other] of [
      ['Market Value', 'Current Value'],
      ['Current Value', 'Closing Market Value'],
      ['Ending Value', 'Last Market Value'],
    ]) {
      const text = `Name\t${one}\t${other}\nA\t1.00\t2.00`
      expect(read(text), other).toMatchObject({ isReady: false, questions: [{ id: 'value' }] })
      expect(amounts(read(text, { answers: { value: '2' } }))).toEqual([2])
    }
  })

  it('is asked for without names for the columns', () => {
    expect(read('Alder\t1.00\nBirch\t2.00')).toMatchObject({ isReady: false, questions: [{ id: 'value' }] })
  })
})

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
