import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { statementIn } from './support.ts'

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

describe('a column of numbers under an unknown name', () => {
  const file = (numbers: readonly [string, string, string], header = 'Depot Ref X') => `Holdings as of October 30, 2026

${header},Symbol,Description,Quantity,Market Value
${numbers[0]},NGH,NORTHGATE HOLDINGS INC,10,"1,880.40"
${numbers[1]},LARX,LARCH TOTAL MARKET INDEX,10,"1,012.20"
${numbers[2]},EMBX,EMBER BOND FUND,10,500.00
Total,,,,"3,392.60"
`

  it.each([
    ['whole', ['7412-8803', '7412-8803', '5520-1187']],
    ['masked', ['...417', '...417', '...982']],
  ] as const)(
    'is asked about where %s numbers repeat: its rows are not one account that ties to the total of all',
    (_, numbers) => {
      expect(ids(statementIn(file(numbers)))).toEqual(['account-column'])
      const [first, , last] = numbers
      expect(valuesOf(answered(file(numbers), '0'))).toEqual([
        [first, null, '1880.40', '1012.20'],
        [last, null, '500.00'],
      ])
      expect(valuesOf(answered(file(numbers), 'none'))).toEqual([['', '3392.60', '1880.40', '1012.20', '500.00']])
    },
  )

  it('is asked about where the number stands before words, and where an account has one symbol and cash', () => {
    expect(ids(statementIn(file(['12345R67 - Brokerage', '12345R67 - Brokerage', '98765R43 - IRA'])))).toEqual([
      'account-column',
    ])
    const cash = file(['111-204417-321', '111-204417-321', '111-558810-321']).replace(
      'LARX,LARCH TOTAL MARKET INDEX',
      ',BANK DEPOSIT',
    )
    expect(ids(statementIn(cash))).toEqual(['account-column'])
  })

  it.each([
    ['is the same in every row', ['7412-8803', '7412-8803', '7412-8803']],
    ['is another one in every row, as of securities', ['7412-8803', '7412-8804', '5520-1187']],
    ['has amounts', ['12345.60', '12345.60', '500.00']],
    ['has words', ['Taxable', 'Taxable', 'Roth IRA']],
    ['has short codes', ['101', '101', '205']],
  ] as const)('is not asked about where it %s', (_, numbers) => {
    expect(ids(statementIn(file(numbers)))).not.toContain('account-column')
  })
})

describe('a masked number in a column', () => {
  const file = (rows: readonly string[]) => `Account,Ticker,Description,Shares,Market Value
${rows.map((row) => `****4410,${row}`).join('\n')}
Total,,,,9750.00
`
  const [vti, bnd, more, cash] = [
    'VTI,TOTAL STOCK,10,3000.00',
    'BND,TOTAL BOND,10,700.00',
    'VTI,TOTAL STOCK,20,6000.00',
    'CASH,Cash,,50.00',
  ] as const

  it('is asked about where a security comes again below others: two accounts may end alike', () => {
    const text = file([vti, bnd, more, cash])
    expect(ids(statementIn(text))).toEqual(['masked'])
    expect(valuesOf(answered(text, 'one'))).toEqual([['...4410', '9750.00', '3000.00', '700.00', '6000.00', '50.00']])
    expect(answered(text, 'apart').accounts.map(({ rows, refused }) => [rows.length, refused.length])).toEqual([[0, 4]])
  })

  it('is not asked about where the second row of a security is right below the first, as in cash and on margin', () => {
    expect(ids(statementIn(file([vti, more, bnd, cash])))).toEqual([])
  })
})

describe('a column of names of accounts, owners or entities', () => {
  const file = (header: string) => `${header},Symbol,Description,Quantity,Price,Market Value
Henry IRA,NGH,NORTHGATE HOLDINGS INC,10,100.00,"1,000.00"
Henry IRA,EMBX,EMBER BOND FUND,10,200.00,"2,000.00"
Rosa Roth,LARX,LARCH TOTAL MARKET INDEX,10,50.00,500.00
`

  it.each([
    'Account Name',
    'Portfolio Name',
    'Owner',
    'Account Owner',
    'Account Holder',
    'Participant',
    'Entity',
    'Holding Account',
  ])('is asked about where no column has numbers, so that several are never one account: %s', (header) => {
    expect(ids(statementIn(file(header)))).toEqual(['account-column'])
    const { accounts } = answered(file(header), '0')
    expect(accounts.map(({ number, name, rows }) => [number, name, rows.length])).toEqual([
      ['', 'Henry IRA', 2],
      ['', 'Rosa Roth', 1],
    ])
  })

  it('is not asked about where it names one, or another column has their numbers', () => {
    expect(ids(statementIn(file('Owner').replace('Rosa Roth', 'Henry IRA')))).toEqual([])
    const numbered = file('Account Number,Owner')
      .replace(/^Henry/gm, '5550-1234,Henry')
      .replace(/^Rosa/m, '5550-9876,Rosa')
    expect(ids(statementIn(numbered))).toEqual([])
  })
})

describe('a row whose cells may be out of place', () => {
  it('opens no account by a text in the column of accounts, so that no row below it goes there', () => {
    const statement = statementIn(
      [
        'Account #,Account Nickname/Registration,Symbol,Description,Quantity,Price ($),Value ($)',
        '5X2-11A22,CMA Alder,NGH,NORTHGATE HOLDINGS INC,300,71.20,"21,360.00"',
        '5X2-11A22,CMA Alder,EMBX,EMBER BOND FUND,100,142.20,"14,220.00"',
        ',,,,,,',
        'Balances,,,,,,',
        'Money accounts,"14,220.00"',
        'Cash balance,0.44',
        'Total,"35,580.44"',
        '',
      ].join('\n'),
    )
    expect(statement.accounts.map(({ number, name }) => [number, name])).toEqual([['5X2-11A22', 'CMA Alder']])
    // The total has two cells alone, and is that of the account all the same.
    expect(valuesOf(statement)).toEqual([['5X2-11A22', '35580.44', '21360.00', '14220.00', '0.44']])
    expect(statement.waiting.map(({ row }) => row)).toEqual([6])
    expect(statement.questions.map(({ id }) => id)).toEqual(['rows:6'])
  })

  it('leaves the holdings of a table below it to the account above', () => {
    const statement = statementIn(
      [
        'Account,Net Account Value,Total Gain $,Total Gain %,Cash Purchasing Power',
        'Individual Brokerage -4821,34815.20,5110.22,18.4,2015.20',
        '',
        'Filters',
        'Symbol/CUSIP,N/A',
        'Security Types,All',
        '',
        'Symbol,Last Price $,Quantity,Value $',
        'NGH,190.00,100,19000.00',
        'LARX,158.152,100,15815.20',
        'TOTAL,,,34815.20',
        '',
      ].join('\n'),
    )
    expect(valuesOf(statement)).toEqual([['...4821', '34815.20', '19000.00', '15815.20']])
  })
})

describe('columns beside the accounts', () => {
  it('have identifiers behind a word for what they identify, and the quantity of today and not that of before', () => {
    const { accounts } = statementIn(
      [
        'Account: 5550-1234',
        'Security Symbol,Security CUSIP,Security Name,Prior Quantity,Shares,Market Value',
        'HD,437076102,HOME DEPOT,-3,10,1000.50',
        'PEP,713448108,PEPSICO,2,2,20.00',
        '',
      ].join('\n'),
    )
    expect(accounts[0]?.rows.map(({ identifiers, value }) => [...identifiers.map((one) => one.value), value])).toEqual([
      ['HD', '437076102', '1000.50'],
      ['PEP', '713448108', '20.00'],
    ])
  })
})
