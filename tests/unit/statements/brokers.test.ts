import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { statementIn } from './support.ts'

const asked = ({ questions, accounts }: Statement) =>
  [...questions, ...accounts.flatMap((one) => one.questions)].map(({ id, text }) => [id.split('/').at(-1), text])
const holdings = ({ accounts }: Statement) =>
  accounts.map(({ number, statedTotal, rows }) => [
    number,
    statedTotal?.value ?? null,
    ...rows.map(({ value, identifiers }) =>
      [...identifiers.map(({ kind, value }) => `${kind}:${value}`), value].join(' '),
    ),
  ])

describe('exports of brokers', () => {
  it('do not ask whether changes in dollars and per cent that repeat are numbers of accounts', () => {
    const statement = statementIn(
      [
        '"Positions for account Trust ...417 as of 03:59 PM ET, 2026/10/30"',
        '',
        '"Symbol","Description","Qty (Quantity)","Mkt Val (Market Value)","Day Chng $ (Day Change $)","Day Chng % (Day Change %)"',
        '"AAPL","APPLE INC","100","$22,550.00","-$120.00","-0.53%"',
        '"SWVXX","SCHWAB PRIME ADVANTAGE MONEY INVESTOR","10,000","$10,000.00","$12,000.00","10.53%"',
        '"AAPL 12/18/2026 200.00 P","PUT APPLE INC $200 EXP 12/18/26","-2","-$220.00","-$120.00","-10.53%"',
        '"Cash & Cash Investments","--","--","$17,670.00","$12,000.00","10.53%"',
        '"Account Total","","--","$50,000.00","-$130.00","-0.26%"',
        '',
      ].join('\n'),
    )
    expect(asked(statement)).toEqual([])
    expect(holdings(statement)).toEqual([
      ['...417', '50000.00', 'symbol:AAPL 22550.00', 'symbol:SWVXX 10000.00'].concat(
        'symbol:AAPL 12/18/2026 200.00 P -220.00',
        '17670.00',
      ),
    ])
    expect(statement.asOf.date).toBe('2026-10-30')
  })

  it.each([
    'Subtotal Mutual Funds',
    'Subtotal: Mutual Funds',
    'Total Closed End Products',
    'TOTAL CLOSED END PRODUCTS',
  ])('have no holding of a total in the column of symbols, in a section of one holding: %s', (label) => {
    const statement = statementIn(
      [
        'Account: XXXX-4567',
        'Data as of,"October 30, 2026 4:20 PM ET"',
        '',
        'Symbol,Description,Quantity,Last Price,Market Value',
        'STOCKS,,,,',
        'NGH,NORTHGATE HOLDINGS INC,100,150.00,"15,000.00"',
        'Subtotal Stocks,,,,"15,000.00"',
        'MUTUAL FUNDS,,,,',
        'EMBX,EMBER BOND FUND,80,250.00,"20,000.00"',
        `${label},,,,"20,000.00"`,
        'Total,,,,"35,000.00"',
        '',
      ].join('\n'),
    )
    expect(asked(statement)).toEqual([])
    expect(holdings(statement)).toEqual([['...4567', '35000.00', 'symbol:NGH 15000.00', 'symbol:EMBX 20000.00']])
  })

  it('say how many cells most rows have where a row has as many as the header', () => {
    const row = (symbol: string) => `Z12345678,${symbol},FUND,1,100.00,`
    const rows = [
      'Account Number,Symbol,Description,Quantity,Value',
      row('FXAIX'),
      row('FSKAX'),
      'Z12345678,,Pending,1,',
    ]
    const statement = statementIn(`${[...rows, row('FCASH')].join('\n')}\n`)
    expect(asked(statement)).toEqual([
      [expect.stringMatching(/^rows:/), expect.stringContaining('fewer cells than most rows (5 instead of 6)')],
    ])
  })

  it('have the kind of a security from its classification and not from the registration of the account, and the dates of prices', () => {
    const statement = statementIn(
      [
        'Account Number,Account Short Name,Registration Type,CUSIP,Security Description,Asset Classification,Price As Of Date,Market Value',
        '6XY001234,SMITH TR,Trust,459200101,INTERNATIONAL BUSINESS MACHINES CORP,Equities,10/30/2026,"25,000.00"',
        '6XY001234,SMITH TR,Trust,912828YK0,UNITED STATES TREAS NTS 1.375%,Fixed Income,10/29/2026,"49,750.00"',
        '',
      ].join('\n'),
    )
    expect(statement.accounts[0]?.rows.map(({ kind }) => kind)).toEqual(['Equities', 'Fixed Income'])
    expect(statement.asOf.priceDates).toEqual(['2026-10-29', '2026-10-30'])
  })

  it('have numbers of banks and markets that are no CUSIPs, whatever their form, and codes of coins that are no symbols', () => {
    const swiss = statementIn(
      'Portfolio:;0240 00123456 01\n\nValor;Description;Currency;Number;Market value in USD\n112233445;US Treasury Notes;USD;50;47500.00\n',
    )
    expect(holdings(swiss)).toEqual([['0240 00123456 01', null, 'custodian:112233445 47500.00']])
    const coins = statementIn(
      'Portfolio,Asset,Asset Name,Quantity,Value (USD)\nDefault,BTC,Bitcoin,0.5,50209.94\nDefault,ETH,Ethereum,1,3500.50\n',
    )
    expect(holdings(coins)).toEqual([['', null, 'custodian:BTC 50209.94', 'custodian:ETH 3500.50']])
  })

  const annuity = [
    'Contract Number:,VA-99812345',
    'Statement Period:,07/01/2026 - 09/30/2026',
    '',
    'Investment Option,Fund Number,Units,Contract Value',
    'Growth Portfolio,1012,1200.3456,"30,156.83"',
    'Bond Portfolio,1044,800.1111,"9,841.37"',
    'Total Contract Value,,,"39,998.20"',
    'Surrender Charge,,,"(1,500.00)"',
    'Cash Surrender Value,,,"38,498.20"',
    'Death Benefit,,,"55,000.00"',
    '',
  ].join('\n')

  it('ask about rows below the total of an annuity, which are no holdings unless the advisor says so', () => {
    const open = statementIn(annuity)
    expect(asked(open)).toEqual([
      [
        'below:7',
        'The total in row 7 is that of the rows above it, without rows 8, 9 and 10: Surrender Charge, Cash Surrender Value, Death Benefit.',
      ],
    ])
    expect(open.waiting.map(({ row }) => row)).toEqual([8, 9, 10])
    const [id = ''] = open.accounts[0]?.questions.map((one) => one.id) ?? []
    const aside = statementIn(annuity, { [id]: 'aside' })
    expect(asked(aside)).toEqual([])
    expect(holdings(aside)).toEqual([['VA-99812345', '39998.20', 'custodian:1012 30156.83', 'custodian:1044 9841.37']])
    // The sum of rows above it is asked about as everywhere.
    expect(holdings(statementIn(annuity, { [id]: 'holdings' }))[0]?.slice(4)).toEqual(['-1500.00', '55000.00'])
  })

  it('do not ask about rows below a total if a later total counts them, or if one of them has a quantity', () => {
    const later = annuity.replace('Death Benefit,,,"55,000.00"', 'Grand total,,,"38,498.20"')
    const units = annuity.replace('Surrender Charge,,,', 'Surrender Charge,,10,')
    for (const text of [later, units]) expect(asked(statementIn(text)).map(([id]) => id)).not.toContain('below:7')
  })

  it('name an account by four digits, which may be the last ones of its number and never decide alone', () => {
    const title = (text: string) =>
      `${text}\nAs of 10/30/2026\n\nName,Symbol,Market Value\nMICROSOFT CORP,MSFT,8040.00\n`
    const cell =
      'Account Number,Account Title,Symbol,Description,Market Value\n1234,Trust,MSFT,MICROSOFT CORP,8040.00\n'
    for (const text of [title('Account: Smith Trust - 1234 (Active Assets)'), title('Account 1234'), cell]) {
      const [account] = statementIn(text).accounts
      expect([account?.number, account?.isMasked], text).toEqual(['...1234', true])
    }
    const { accounts } = statementIn(
      `Account 1234 Okafor Trust\n\n${cell.replace(',Account Title', '').replace(',Trust', '')}`,
    )
    expect(accounts.map(({ number, name, rows }) => [number, name, rows.length])).toEqual([
      ['...1234', 'Okafor Trust', 1],
    ])
    const [longer] = statementIn(title('Account 12345')).accounts
    expect([longer?.number, longer?.isMasked]).toEqual(['12345', false])
  })

  it('have the number of an account under Holding Account Number, and the day of their values under COB Date', () => {
    const statement = statementIn(
      'COB Date,Holding Account,Holding Account Number,Symbol,Description,Value\n10/30/2026,Alder Trust,1234-5678,AAPL,APPLE INC,22550.00\n',
    )
    expect(holdings(statement)).toEqual([['1234-5678', null, 'symbol:AAPL 22550.00']])
    expect(statement.asOf.date).toBe('2026-10-30')
  })

  it('ask which column names the holdings where an account has several names, and none is named for them', () => {
    const text = [
      'Contract Number,Contract Type,Account Name,Units,Balance',
      'A123456-7,RA,TIAA Traditional,,"$10,000.00"',
      'A123456-7,RA,CREF Stock R3,10.1234,"$9,112.07"',
      '',
    ].join('\n')
    const [question] = statementIn(text).questions
    expect(question?.choices.map(({ label }) => label)).toEqual(['Contract Type: RA', 'Account Name: TIAA Traditional'])
    const { accounts } = statementIn(text, { [question?.id ?? '']: '2' })
    expect(accounts.map(({ number, rows }) => [number, ...rows.map(({ name, value }) => `${name} ${value}`)])).toEqual([
      ['A123456-7', 'TIAA Traditional 10000.00', 'CREF Stock R3 9112.07'],
    ])
  })

  it('have no amounts in thousands because they are of a 401(k)', () => {
    const plan =
      'Plan Name,ACME 401(k) Savings Plan\nAs of Date,10/30/2026\n\nFund Name,Units,Balance\nStable Value,3000,"$3,000.00"\n'
    const ids = (text: string) => asked(statementIn(text)).map(([id]) => id)
    expect(ids(plan)).not.toContain('scale')
    expect(ids(plan.replace('401(k) Savings Plan', 'Plan (k)'))).toContain('scale')
  })

  it('of a trust company have accrued income beside the account and a total of both', () => {
    const statement = statementIn(
      [
        'Account: 40-1177-00-3  Smith Family Irrevocable Trust',
        '',
        'Shares / Par,Asset Description,CUSIP,Market Value',
        '100,APPLE INC,037833100,22550.00',
        'Total Market Value,,,22550.00',
        'Plus Accrued Income,,,32.50',
        'Total Account Value,,,22582.50',
        '',
      ].join('\n'),
    )
    expect(asked(statement)).toEqual([])
    expect(holdings(statement)).toEqual([['40-1177-00-3', '22582.50', 'cusip:037833100 22550.00']])
    expect(statement.accounts[0]?.lines).toMatchObject([{ name: 'Plus Accrued Income', value: '32.50' }])
  })
})
