import { describe, expect, it } from 'vitest'
import { rememberedStatementAnswers, type Statement } from '../../../shared/statements/statement.ts'
import { readBytes, rowsIn, statementIn } from './support.ts'

const valuesOf = ({ accounts }: Statement) =>
  accounts.map(({ number, statedTotal, rows }) => [
    number,
    statedTotal?.value ?? null,
    ...rows.map(({ value }) => value),
  ])
const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const ids = (statement: Statement) => questionsOf(statement).map(({ id }) => id.replace(/^[ah][0-9a-f]{16}\//, ''))

/** The statement with an answer to its only question. */
function answered(text: string, value: string, name?: string): Statement {
  const [question] = questionsOf(statementIn(text, {}, name))
  return statementIn(text, { [question?.id ?? '']: value }, name)
}

describe('accounts are found', () => {
  it('by a label of their kind right above the names of the columns', () => {
    const table = 'Security,Ticker,Shares,Price,Value\nCoca-Cola Co,KO,1000,50.00,50000.00\n'
    expect(valuesOf(statementIn(`Account,Margin 9912-4410\nReport Date,2026-10-30\n${table}`))).toEqual([
      ['9912-4410', null, '50000.00'],
    ])
    expect(valuesOf(statementIn(`Depotnummer,7712345601\n${table}`))).toEqual([['7712345601', null, '50000.00']])
  })

  it('in title rows inside one table, with a total of all accounts that is nobody’s', () => {
    const statement = statementIn(`Holdings as of October 30, 2026

Symbol,Description,Quantity,Price,Market Value
Individual ...417
NGH,NORTHGATE HOLDINGS INC,10,188.04,1880.40
Cash,Cash balance,,,19.60
Account Total,,,,1900.00
Roth IRA ...982
LARX,LARCH TOTAL MARKET INDEX,10,101.22,1012.20
Account Total,,,,1012.20
Grand Total,,,,2912.20
`)
    expect(valuesOf(statement)).toEqual([
      ['...417', '1900.00', '1880.40', '19.60'],
      ['...982', '1012.20', '1012.20'],
    ])
    expect(statement.asOf.date).toBe('2026-10-30')
  })

  it('by labelled numbers that stand in the column of the values', () => {
    const statement = statementIn(`Security;Market Value;Quantity;Price
Account No.;002.638571.25;Harlow Family Trust
NORTHGATE HOLDINGS INC;1880.40;10;188.04
Total;1880.40
Account No.;035.909881.33;Nina Harlow
LARCH TOTAL MARKET INDEX;1012.20;10;101.22
Portfolio;4000.00;1;4000.00
Total;5012.20
`)
    expect(valuesOf(statement)).toEqual([
      ['002.638571.25', '1880.40', '1880.40'],
      ['035.909881.33', '5012.20', '1012.20', '4000.00'],
    ])
    expect(rowsIn(statement)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('by a number behind a branch of a letter and a digit, or in groups of any length', () => {
    const table = 'Symbol,Description,Quantity,Price,Market Value\nNGH,NORTHGATE HOLDINGS INC,10,188.04,1880.40\n'
    const numbers = (text: string) => statementIn(text).accounts.map(({ number, name }) => [number, name])
    expect(numbers(`Account:,Y1 20417 KM\nAccount name:,Nina Harlow\n\n${table}`)).toEqual([
      ['Y1 20417 KM', 'Nina Harlow'],
    ])
    expect(numbers(`Positions for account Y1 20417 KM\n\n${table}`)).toEqual([['Y1 20417 KM', null]])
    const column = table.replace('Symbol', 'Account,Symbol').replace('NGH', '0000 1234 5678 9 021,NGH')
    expect(numbers(column)).toEqual([['0000 1234 5678 9 021', null]])
  })

  it('once where a title writes the number of the column with other marks', () => {
    const statement = statementIn(`As of: 10/30/2026
Account: 7QX-004412 - HARLOW FAMILY TRUST

Account Number,Symbol,Description,Quantity,Price,Market Value
7QX004412,NGH,NORTHGATE HOLDINGS INC,10,188.04,1880.40
Total,,,,,1880.40
`)
    expect(valuesOf(statement)).toEqual([['7QX-004412', '1880.40', '1880.40']])
  })

  it('by a column of contracts with whole numbers, and not by one of contracts of options', () => {
    const text = (first: string, second: string) => `Contract,Investment,Ticker,Units,Unit Value,Market Value
${first},LARCH TOTAL MARKET INDEX,LARX,10,101.22,1012.20
${second},NORTHGATE HOLDINGS INC,NGH,10,188.04,1880.40
`
    const numbers = (one: string, other: string) => statementIn(text(one, other)).accounts.map(({ number }) => number)
    expect(numbers('A1234567-8', 'B7654321-0')).toEqual(['A1234567-8', 'B7654321-0'])
    expect(numbers('NGH261218C00450000', 'NGH261218P00450000')).toEqual([''])
  })

  it('as masked ones where the middle or the end of their number is hidden: it may be that of another client', () => {
    for (const number of ['1234-XXXX', '4417xxxx', '8XXX4417', '12**4417', '12••4417']) {
      const column = statementIn(`Account,Symbol,Description,Market Value\n${number},NGH,NORTHGATE,1880.40\n`)
      const label = statementIn(`Account Number,${number}\n\nSymbol,Description,Market Value\nNGH,NORTHGATE,1880.40\n`)
      expect([column, label].map(({ accounts }) => accounts[0]?.isMasked)).toEqual([true, true])
    }
  })

  it('by their own names and not by those of the household, where masked numbers end alike', () => {
    const statement =
      statementIn(`Household,Account Type,Account Name,Account Number,Asset,Ticker,Units,Price,Market Value
"Harlow, Nina",Individual,Nina Harlow,XXXX-1234,NORTHGATE HOLDINGS INC,NGH,10,188.04,1880.40
"Harlow, Nina",Individual,Ida Harlow,XXXX-1234,LARCH TOTAL MARKET INDEX,LARX,10,101.22,1012.20
`)
    expect(
      statement.accounts.map(({ number, name, rows }) => [number, name, ...rows.map(({ value }) => value)]),
    ).toEqual([
      ['...1234', 'Nina Harlow', '1880.40'],
      ['...1234', 'Ida Harlow', '1012.20'],
    ])
  })

  it('by names of columns without blanks between their words', () => {
    const statement =
      statementIn(`ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Description,ReportDate,Quantity,MarkPrice,PositionValue,LevelOfDetail
U4410001,USD,STK,NGH,NORTHGATE HOLDINGS INC,20261030,10,188.04,1880.40,SUMMARY
U4410001,USD,STK,NGH,NORTHGATE HOLDINGS INC,20261030,10,188.04,1880.40,LOT
U4410002,USD,STK,LARX,LARCH TOTAL MARKET INDEX,20261030,10,101.22,1012.20,SUMMARY
`)
    expect(valuesOf(statement)).toEqual([
      ['U4410001', null, '1880.40'],
      ['U4410002', null, '1012.20'],
    ])
    expect(statement.asOf.date).toBe('2026-10-30')
  })

  it('without a table where the file says that the account is worth nothing, and not where it says less', () => {
    const text = (value: string) =>
      `Position Statement for 217-704875 (NG FAMILY TRUST) on 8/31/26 16:05:00\n\nNet Liquidating Value,${value}\n`
    const statement = statementIn(text('$0.00'))
    expect(valuesOf(statement)).toEqual([['217-704875', '0.00']])
    expect([statement.asOf.date, questionsOf(statement)]).toEqual(['2026-08-31', []])
    expect(rowsIn(statement)).toEqual([1, 3])
    for (const other of [text('$12.00'), text('N/A'), 'Position Statement for 217-704875 on 8/31/26\n'])
      expect(readBytes('positions.csv', Buffer.from(other))).toMatchObject({ is: 'other' })
  })

  it('in a table of accounts with their values, and in pairs of label and value', () => {
    const summary = `Account Summary
Account,Net Account Value,Total Gain $,Cash Purchasing Power
"Individual Brokerage -1234",54771.95,3771.95,2120.75

Symbol,Last Price $,Quantity,Price Paid $,Total Gain $,Value $
NGH,188.04,280,170.00,5051.20,52651.20
CASH,,,,,2120.75
TOTAL,,,47600.00,5051.20,54771.95

Generated at Oct 30 2026 04:35 PM ET
`
    expect(valuesOf(statementIn(summary))).toEqual([['...1234', '54771.95', '52651.20', '2120.75']])
    expect(statementIn(summary).asOf).toMatchObject({ date: null, proposed: '2026-10-30' })
    const pairs = `Account Name:,Smith Family Trust
Account Number:,12345678
Statement Date:,10/30/2026
Total Account Value:,"$2,912.20"

Security,Ticker,CUSIP,Shares,Market Value
Northgate Holdings,NGH,664000123,10,"1,880.40"
Larch Total Market,LARX,517000456,10,"1,012.20"
Cash,,,,19.60
`
    expect(valuesOf(statementIn(pairs))).toEqual([['12345678', '2912.20', '1880.40', '1012.20', '19.60']])
    expect(statementIn(pairs).accounts[0]).toMatchObject({ name: 'Smith Family Trust', isMasked: false })
  })

  it('in a tree whose totals stand above their rows, an empty one included', () => {
    const statement = statementIn(`Holdings by account,As of 10/30/2026
Name,Ticker,Units,Price,Value
Total,,,,"2,892.60"
  Elyse Vandermeer (x9834),,,,"1,880.40"
    Equities,,,,"1,880.40"
      Northgate,NGH,10,188.04,"1,880.40"
  Rollover IRA (x1896),,,,"1,012.20"
    Mutual Funds,,,,"1,012.20"
      Larch,LARX,10,101.22,"1,012.20"
  Roth IRA (x2222),,,,0.00
`)
    expect(valuesOf(statement)).toEqual([
      ['...9834', '1880.40', '1880.40'],
      ['...1896', '1012.20', '1012.20'],
      ['...2222', '0.00'],
    ])
  })

  it('asks whether an account that is in the file twice goes on or is repeated', () => {
    const text = ['1880.40', '1012.20', '2068.44']
      .map(
        (value, at) => `${['Individual ...417', 'Roth ...982', 'Individual ...417'][at]}
Symbol,Description,Quantity,Market Value
NGH,NORTHGATE HOLDINGS INC,10,${value}
Account Total,,,${value}
`,
      )
      .join('\n')
    expect(ids(statementIn(text))).toEqual(['parts'])
    expect(valuesOf(answered(text, 'last'))[0]).toEqual(['...417', '2068.44', '2068.44'])
    expect(valuesOf(answered(text, 'first'))[0]).toEqual(['...417', '1880.40', '1880.40'])
    expect(valuesOf(answered(text, 'all'))[0]?.slice(2)).toEqual(['1880.40', '2068.44'])
  })

  it('keeps two accounts with the same last digits apart by their names', () => {
    const statement = statementIn(`Account,Owner,Symbol,Description,Quantity,Market Value
*****3086,LARSEN TRUST,NGH,NORTHGATE,10,1880.40
*****3086,WHITFIELD TRUST,LARX,LARCH,10,1012.20
`)
    expect(statement.accounts.map(({ key, isMasked }) => [key, isMasked])).toEqual([
      ['...3086 LARSEN TRUST', true],
      ['...3086 WHITFIELD TRUST', true],
    ])
  })
})

describe('rows without an account number', () => {
  const text = `Position Date,Account,Ticker,Company,Shs,MV
10/30/2026,ACCT-001,AAA,Aaa Corp,10,100.00
10/30/2026,ACCT-001,,,,100.00
10/30/2026,,CCC,Ccc Corp,3,30.00
10/30/2026,,,,,130.00
`

  it('belong to no account once the advisor leaves them out, and those that name a holding are refused by name', () => {
    const open = statementIn(text)
    const [question] = open.questions
    const statement = statementIn(text, { [question?.id ?? '']: 'refuse' })
    expect(valuesOf(statement)).toEqual([['ACCT-001', null, '100.00']])
    expect(statement.refused.map(({ row, cause }) => [row, cause])).toEqual([[4, 'It has no account number.']])
    expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
  })

  it('are asked about in each file where a number is missing now and then, and once where it stands in first rows alone', () => {
    const once = `Account,Ticker,Company,MV
ACCT-001,AAA,Aaa Corp,100.00
,BBB,Bbb Corp,10.00
,CCC,Ccc Corp,30.00
ACCT-002,AAA,Aaa Corp,7.00
,CCC,Ccc Corp,3.00
`
    const idOf = (content: string) => statementIn(content).questions[0]?.id ?? ''
    expect(Object.keys(rememberedStatementAnswers({ [idOf(text)]: 'above', [idOf(once)]: 'above' }))).toEqual([
      idOf(once),
    ])
    const values = (statement: Statement) => statement.accounts.map(({ number, rows }) => [number, rows.length])
    expect(values(statementIn(once, { [idOf(once)]: 'above' }))).toEqual([
      ['ACCT-001', 3],
      ['ACCT-002', 2],
    ])
    expect(values(statementIn(text, { [idOf(text)]: 'above' }))).toEqual([['ACCT-001', 2]])
  })
})

describe('two accounts that look like one', () => {
  it('with the same number and other names in their rows are two accounts', () => {
    const statement = statementIn(`Custodian,Account Number,Account Name,Symbol,Description,Market Value
Alpha,12345678,Trust,AAA,Aaa Corp,100.00
Beta,12345678,Roth,BBB,Bbb Corp,50.00
Alpha,12345678,TRUST,CCC,Ccc Corp,7.00
`)
    expect(statement.accounts.map(({ key, number, rows }) => [key, number, rows.map(({ row }) => row)])).toEqual([
      ['12345678 Trust · Alpha', '12345678', [2, 4]],
      ['12345678 Roth · Beta', '12345678', [3]],
    ])
  })

  it('are told apart by the custodian of each row, whose name stays with an account that is alone in a file', () => {
    const text = (second: string) => `Custodian,Account,Symbol,Description,Market Value
Alder Bank,12345678,AAA,Aaa Corp,1100.00
${second},12345678,BBB,Bbb Corp,300.00
`
    const accounts = (second: string) =>
      statementIn(text(second)).accounts.map(({ name, number, rows }) => [name, number, rows.length])
    expect(accounts('Birch Clearing')).toEqual([
      ['Alder Bank', '12345678', 1],
      ['Birch Clearing', '12345678', 1],
    ])
    expect(accounts('Alder Bank')).toEqual([['Alder Bank', '12345678', 2]])
    const named = text('Birch Clearing')
      .replace('Account,', 'Account,Account Name,')
      .replaceAll('12345678,', '12345678,Trust,')
    expect(statementIn(named).accounts.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Trust · Alder Bank', 1],
      ['Trust · Birch Clearing', 1],
    ])
  })
})

describe('a masked number that stands on both sides of another one', () => {
  const text = (again: string) => `Account,Symbol,Description,Quantity,Price,Market Value
*417,NGH,Northgate,10,188.04,1880.40
*418,LARX,Larch,10,101.22,1012.20
*417,${again},10.00,100.00
*418,DEF,Delta Echo,10,20.00,200.00
`
  it('keeps the rows of both accounts apart', () => {
    expect(valuesOf(statementIn(text('ABC,Alpha,10')))).toEqual([
      ['...417', null, '1880.40', '100.00'],
      ['...418', null, '1012.20', '200.00'],
    ])
  })

  it('is asked about where a security is on both sides, and its rows are refused by name if it is two accounts', () => {
    const twice = text('NGH,Northgate,10')
    expect(ids(statementIn(twice))).toEqual(['masked'])
    expect(valuesOf(statementIn(twice))[0]).toEqual(['...417', null, '1880.40'])
    expect(valuesOf(answered(twice, 'one'))[0]).toEqual(['...417', null, '1880.40', '100.00'])
    expect(answered(twice, 'apart').accounts[0]).toMatchObject({ rows: [], refused: [{ row: 2 }, { row: 4 }] })
    for (const answer of ['one', 'apart']) expect(rowsIn(answered(twice, answer))).toEqual([1, 2, 3, 4, 5])
  })

  it('in titles is asked about even without a common security', () => {
    const titled = `Symbol,Description,Quantity,Price,Market Value
Account *417
NGH,Northgate,10,188.04,1880.40
Account *418
LARX,Larch,10,101.22,1012.20
Account *417
ABC,Alpha,10,10.00,100.00
`
    expect(ids(statementIn(titled))).toEqual(['parts'])
    expect(answered(titled, 'apart').accounts[0]).toMatchObject({ rows: [], refused: [{ row: 3 }, { row: 7 }] })
  })
})

describe('a header that comes again without a blank line', () => {
  it.each([
    ['in another order', 'Account,Symbol,Market Value,Description,Price'],
    ['in another order and without a column', 'Account,Symbol,Market Value,Description'],
    ['in another order and letter case', 'ACCOUNT,SYMBOL,MARKET VALUE,DESCRIPTION,PRICE'],
  ])('%s names the columns of the rows below it', (_, header) => {
    const text = `Account,Symbol,Description,Price,Market Value
X10442871,NGH,Northgate,188.04,1880.40
${header}
X10442871,LARX,5000.00,Larch${header.split(',').length > 4 ? ',2.00' : ''}
Account,Symbol,Description,Price,Market Value
X10442871,ALD,Alder,3.00,30.00
X10442871,,Total,,6910.40
`
    const statement = statementIn(text)
    expect(questionsOf(statement)).toEqual([])
    expect(valuesOf(statement)).toEqual([['X10442871', '6910.40', '1880.40', '5000.00', '30.00']])
    expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
  })
})

describe('a row with the amount of the only holding below it', () => {
  it('may be the title of a section, which is asked even where a total counts both', () => {
    const text = `Account,Symbol,Description,Market Value
X10442871,,Domestic,5000.00
X10442871,LARX,Larch,5000.00
X10442871,,International,70.00
X10442871,NGH,Northgate,70.00
X10442871,,Total,10140.00
`
    const statement = statementIn(text)
    expect(ids(statement)).toEqual(expect.arrayContaining(['title:2', 'title:4']))
    const answers = Object.fromEntries(questionsOf(statement).map(({ id }) => [id, 'title']))
    expect(valuesOf(statementIn(text, answers))).toEqual([['X10442871', '10140.00', '5000.00', '70.00']])
  })
})

describe('a total of a household', () => {
  const rows = `Symbol,Description,Quantity,Price,Market Value
Individual ...417
NGH,Northgate,10,188.04,1880.40
Roth IRA ...982
LARX,Larch,10,101.22,1012.20
`
  it('is neither a holding nor the total of the last account', () => {
    const expected = [
      ['...417', null, '1880.40'],
      ['...982', null, '1012.20'],
    ]
    expect(valuesOf(statementIn(`${rows}Total for Smith Household,,,,2892.60\n`))).toEqual(expected)
    const column = `Account,Symbol,Description,Quantity,Price,Market Value
X10442871,NGH,Northgate,10,188.04,1880.40
X20913355,LARX,Larch,10,101.22,1012.20
Total for Smith Household,,,,,2892.60
`
    expect(valuesOf(statementIn(column))).toEqual([
      ['X10442871', null, '1880.40'],
      ['X20913355', null, '1012.20'],
    ])
  })

  it('that is not called a total is asked about', () => {
    const text = `${rows}Smith Household,,,,2892.60\n`
    expect(ids(statementIn(text))).toContain('of-all:6')
    const id = questionsOf(statementIn(text)).find((one) => one.id.endsWith('of-all:6'))?.id ?? ''
    expect(valuesOf(statementIn(text, { [id]: 'total' }))[1]).toEqual(['...982', null, '1012.20'])
    expect(valuesOf(statementIn(text, { [id]: 'holding' }))[1]).toEqual(['...982', null, '1012.20', '2892.60'])
  })
})

describe('titles without numbers', () => {
  const text = `Nina Harlow
Symbol,Description,Quantity,Price,Market Value
NGH,Northgate,10,188.04,1880.40
Peter Vreeland
Symbol,Description,Quantity,Price,Market Value
LARX,Larch,10,101.22,1012.20
Total,,,,2892.60
`
  it('that may be names of people are asked about, so that no total ties across their accounts', () => {
    expect(ids(statementIn(text))).toEqual(['titles'])
    expect(answered(text, 'accounts').accounts.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Nina Harlow', 1],
      ['Peter Vreeland', 1],
    ])
    expect(valuesOf(answered(text, 'parts'))).toEqual([['', '2892.60', '1880.40', '1012.20']])
    const closed = text.replace('Peter', 'Total,,,,1880.40\nPeter').replace('2892.60', '1012.20')
    expect(ids(statementIn(closed))).toEqual([])
    expect(statementIn(closed).accounts).toHaveLength(2)
  })

  it('with a label for the name of the account begin another one', () => {
    const named = text.replace('Nina', 'Account Name: Nina').replace('Peter', 'Account Name: Peter')
    expect(statementIn(named).accounts.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Nina Harlow', 1],
      ['Peter Vreeland', 1],
    ])
  })
})

describe('accounts in columns', () => {
  it('are refused by name: the total of all of them would be taken for one account', () => {
    const text = `Holdings as of 30-Oct-2026
Symbol,Name,11112222 Roth IRA,33334444 Family Trust,Total
AAA,Aaa Corp,100.00,200.00,300.00
BBB,Bbb Corp,50.00,,50.00
Total,,150.00,200.00,350.00
`
    expect(readBytes('positions.csv', Buffer.from(text))).toMatchObject({
      is: 'other',
      what: 'This table has a column for each account.',
    })
    const dated = text
      .replace('11112222 Roth IRA', 'Cost 09/30/2026')
      .replace('33334444 Family Trust', 'Gain 10/31/2026')
    expect(valuesOf(statementIn(dated))).toEqual([['', '350.00', '300.00', '50.00']])
  })
})
