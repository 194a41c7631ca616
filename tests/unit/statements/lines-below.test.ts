import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { tieOut } from '../../../shared/statements/tie-out.ts'
import { rowsIn, statementIn } from './support.ts'

const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const valuesOf = ({ accounts }: Statement) =>
  accounts.map(({ number, statedTotal, rows }) => [
    number,
    statedTotal?.value ?? null,
    ...rows.map(({ value }) => value),
  ])

describe('lines below the holdings', () => {
  it('that begin with a title such as Footnotes are no records, however short they are', () => {
    const holdings =
      'Account Number,Symbol,Description,Quantity,Market Value\nX10442871,NGH,NORTHGATE HOLDINGS INC,10,1880.40\n'
    const lines = [
      'FOOTNOTES\n"Prices, some of which are provided by others, are not guaranteed."\n',
      'Notes:\n(a) Price is delayed\n(b) Estimated\n',
      'IMPORTANT INFORMATION\nSee the last page\n',
      'FOOTNOTE 1 Estimated\n',
    ]
    for (const text of lines) {
      const statement = statementIn(holdings + text)
      expect(questionsOf(statement), text).toEqual([])
      expect(valuesOf(statement), text).toEqual([['X10442871', null, '1880.40']])
      expect(statement.refused, text).toEqual([])
    }
  })

  it('are records below a title such as Notes if they have amounts', () => {
    const statement = statementIn(`Account: X10442871

Description,Symbol,Quantity,Market Value
NORTHGATE HOLDINGS INC,NGH,10,1880.40
Notes
MARLOWE 5% 2031,MARN,10,990.00
`)
    expect(valuesOf(statement)).toEqual([['X10442871', null, '1880.40', '990.00']])
  })

  it('right below the last row name the currency or the unit of all amounts, as they do below an empty row', () => {
    const holdings = 'Account Number,Symbol,Description,Market Value\nX10442871,NGH,NORTHGATE HOLDINGS INC,1880.40\n'
    for (const gap of ['', '\n']) {
      const idsBelow = (line: string) => questionsOf(statementIn(`${holdings}${gap}${line}\n`)).map(({ id }) => id)
      expect(idsBelow('All values are in CAD.')).toEqual([expect.stringMatching(/rate:CAD$/)])
      expect(idsBelow('Amounts are shown in thousands.')).toEqual([expect.stringMatching(/scale$/)])
    }
  })
})

describe('a row whose name begins with Total and that has neither a symbol nor units', () => {
  const fund = 'Total Bond Market Fund'
  const file = (...lines: string[]) =>
    `Account: X10442871\n\nDescription,Symbol,Quantity,Market Value\nNORTHGATE HOLDINGS INC,NGH,10,1880.40\nLARCH,LARX,5,119.60\n${lines.join('\n')}\n`
  const questionIn = (text: string) => questionsOf(statementIn(text)).find(({ id }) => /\/named:\d+$/.test(id))
  const tiedIn = (statement: Statement) =>
    statement.accounts.map((one) => tieOut(one, { asOf: null, accounts: {}, totals: {}, explained: {} }).ties)

  it('is a holding where the stated total counts it, also as the first row of a file that names no account', () => {
    for (const name of [fund, 'Total Stock Market Index', 'Total Return Fund Class A', 'TOTAL INTL STOCK ETF']) {
      const statement = statementIn(file(`${name},,,500.00`, 'Account Total,,,2500.00'))
      expect(questionsOf(statement), name).toEqual([])
      expect(valuesOf(statement), name).toEqual([['X10442871', '2500.00', '1880.40', '119.60', '500.00']])
    }
    const unnamed = `Description,Symbol,Quantity,Market Value\n${fund},,,500.00\nLARCH,LARX,5,119.60\nTotal,,,619.60\n`
    expect(valuesOf(statementIn(unnamed))).toEqual([['', '619.60', '500.00', '119.60']])
  })

  it('is a total where it is the sum of the rows above it, and the stated total does not count it', () => {
    for (const below of [[], ['MARLOWE 5% 2031,MARN,10,990.00', 'Account Total,,,2990.00']]) {
      const statement = statementIn(file('Total Fund Value,,,2000.00', ...below))
      expect(questionsOf(statement)).toEqual([])
      expect(valuesOf(statement)[0]?.slice(1, 4)).toEqual([
        below.length === 0 ? '2000.00' : '2990.00',
        '1880.40',
        '119.60',
      ])
      expect(tiedIn(statement)).toEqual([true])
    }
  })

  it('is asked about where it has the amount of the one row above it, and no other total says which it is', () => {
    const alone = 'Account: X10442871\n\nDescription,Symbol,Quantity,Market Value\nLARCH GROWTH LP,,,500.00\n'
    for (const text of [`${alone}${fund},,,500.00\n`, file('LARCH GROWTH LP,,,500.00', `${fund},,,500.00`)]) {
      const question = questionIn(text)
      expect(question?.text).toMatch(
        /^Row \d may be a holding or the total of others: Total Bond Market Fund, \$500\.00\.$/,
      )
      expect(tiedIn(statementIn(text))).toEqual([false])
      const held = valuesOf(statementIn(text, { [question?.id ?? '']: 'holding' }))[0]
      expect(held?.slice(-2)).toEqual(['500.00', '500.00'])
    }
    expect(tiedIn(statementIn(`${alone}${fund},,,500.00\nAccount Total,,,1000.00\n`))).toEqual([true])
    expect(tiedIn(statementIn(`${alone}Total Fund Value,,,500.00\nAccount Total,,,500.00\n`))).toEqual([true])
  })

  it('may be the share of a company such as Total Larch LLC or Subtotal Capital LP', () => {
    for (const name of ['Total Larch LLC', 'Subtotal Capital LP']) {
      expect(tiedIn(statementIn(file(`${name},,,500.00`, 'Account Total,,,2500.00'))), name).toEqual([true])
      expect(questionIn(file(`${name},,,500.00`)), name).toBeDefined()
    }
  })

  it('is the total of a part where it is the sum of the rows above it and no total is stated', () => {
    const statement = statementIn(file('Total Index Funds,,,2000.00', 'MARLOWE 5% 2031,MARN,10,990.00'))
    expect(questionsOf(statement)).toEqual([])
    expect(valuesOf(statement)[0]?.slice(2)).toEqual(['1880.40', '119.60', '990.00'])
  })

  it('is a holding beside another one that is the sum of both', () => {
    const statement = statementIn(file(`${fund},,,500.00`, 'Total Fund Value,,,2500.00'))
    expect(questionsOf(statement)).toEqual([])
    expect(valuesOf(statement)).toEqual([['X10442871', '2500.00', '1880.40', '119.60', '500.00']])
  })

  it('is asked about by name where neither reading ties, or both do', () => {
    const neither = file(`${fund},,,500.00`)
    const off = file(`${fund},,,500.00`, 'Account Total,,,2500.01')
    const both = file('Total,,,2000.00', 'Total Return Fund,,,2000.00', 'Total,,,4000.00')
    for (const text of [neither, off, both]) {
      const question = questionIn(text)
      expect(question?.text, text).toMatch(
        /^Row \d+ may be a holding or the total of others: Total (Bond Market|Return) Fund, \$/,
      )
      const asked = statementIn(text)
      expect(asked.waiting.map(({ row }) => row)).toEqual(question?.rows)
      expect(rowsIn(asked)).toEqual(rowsIn(statementIn(text, { [question?.id ?? '']: 'total' })))
    }
    const answered = (answer: string) => statementIn(off, { [questionIn(off)?.id ?? '']: answer })
    expect(valuesOf(answered('holding'))).toEqual([['X10442871', '2500.01', '1880.40', '119.60', '500.00']])
    expect(valuesOf(answered('total'))).toEqual([['X10442871', '2500.01', '1880.40', '119.60']])
    expect(tiedIn(answered('holding'))).toEqual([false])
  })

  it('leaves the rows of other accounts alone', () => {
    const other =
      'Account: Z20913355\n\nDescription,Symbol,Quantity,Market Value\nMARLOWE 5% 2031,MARN,10,990.00\nTotal,,,990.00\n'
    const statement = statementIn(
      `${file(`${fund},,,500.00`, 'Total,,,2500.00')}\n${other}Total of all accounts,,,3490.00\n`,
    )
    expect(questionsOf(statement)).toEqual([])
    expect(tiedIn(statement)).toEqual([true, true])
  })

  it('is a holding where the total ties with or without the interest that is accrued', () => {
    for (const total of ['2500.00', '2510.00']) {
      const statement = statementIn(file(`${fund},,,500.00`, 'Accrued interest,,,10.00', `Account Total,,,${total}`))
      expect(questionsOf(statement), total).toEqual([])
      expect(valuesOf(statement), total).toEqual([['X10442871', total, '1880.40', '119.60', '500.00']])
    }
  })

  it('leaves the total of all accounts alone, whether it is a holding or a total', () => {
    const other =
      'Account: Z20913355\n\nDescription,Symbol,Quantity,Market Value\nMARLOWE 5% 2031,MARN,10,990.00\nTotal,,,990.00\n'
    const cases = [
      [file('Total Fund Value,,,2000.00'), '2990.00'],
      [file(`${fund},,,500.00`, 'Total,,,2500.00'), '3490.00'],
    ] as const
    for (const [own, all] of cases) {
      const statement = statementIn(`${own}\n${other}Total,,,${all}\n`)
      expect(questionsOf(statement), all).toEqual([])
      expect(tiedIn(statement), all).toEqual([true, true])
    }
  })

  it('is no part of the sum of a later one if it is a total itself', () => {
    const statement = statementIn(file('Total Index Funds,,,2000.00', 'Total Fund Value,,,4000.00'))
    expect(valuesOf(statement)).toEqual([['X10442871', '4000.00', '1880.40', '119.60', '2000.00']])
  })
})

describe('the currency of amounts', () => {
  const table = (header: string, sign = '', total = '') =>
    `Symbol,Description,${header}\nRVB,RIVERBEND BANK,"${sign}1,000.00"\nLARX,LARCH,"${sign}2,000.00"\n${total}`
  const rates = (text: string) => questionsOf(statementIn(text)).map(({ id, rows }) => [id.replace(/^\w+\//, ''), rows])

  it('is as their column or a line says, also where a dollar sign alone is before them', () => {
    const asked = (row: number) => [['rate:CAD', [row, row + 1]]]
    expect(rates(table('Market Value (CAD)', '$'))).toEqual(asked(2))
    expect(rates(`All amounts are in Canadian dollars\n${table('Market Value', '$')}`)).toEqual(asked(3))
    expect(rates(`${table('Market Value', '$')}\nMarket values are expressed in Canadian dollars.\n`)).toEqual(asked(2))
    expect(rates(table('Market Value (CAD)', 'US$'))).toEqual([])
  })

  it('is that of the total where nothing else says it', () => {
    expect(rates(table('Market Value', '', 'Total,,"C$3,000.00"\n'))).toEqual([['rate:CAD', [2, 3]]])
    expect(rates(`Total Account Value (CAD),"3,000.00"\n\n${table('Market Value')}`)).toEqual([['rate:CAD', [4, 5]]])
  })

  it('is that of the section or the account that names it, and of dollars below a section of dollars', () => {
    const ofRates = (text: string) => rates(text).filter(([id]) => String(id).startsWith('rate:'))
    const head = 'Symbol,Description,Market Value\n'
    const sections = (first: string, second: string) =>
      `${head}${first}\nRVB,RIVERBEND BANK,"1,000.00"\n${second}\nLARX,LARCH,"2,000.00"\n`
    expect(ofRates(sections('Canadian Dollar Holdings', 'U.S. Dollar Holdings'))).toEqual([['rate:CAD', [3]]])
    expect(ofRates(sections('Equities', 'Securities held in CAD'))).toEqual([['rate:CAD', [5]]])
    expect(ofRates(sections('TOP HOLDINGS', 'ALL OTHER HOLDINGS'))).toEqual([])
    expect(rates(`Account 12345678 CAD\n${table('Market Value')}`)).toEqual([['rate:CAD', [3, 4]]])
    expect(rates(table('Mkt Val Cdn'))).toEqual([['rate:CAD', [2, 3]]])
  })

  it('is that of each account where the titles of two accounts with the same columns name two', () => {
    const account = (number: string, currency: string) =>
      `Account ${number}\nAccount Currency: ${currency}\n${table('Market Value', '', 'Total,,"3,000.00"\n')}\n`
    const text = account('12345678', 'USD') + account('87654321', 'CAD')
    expect(rates(text)).toEqual([['rate:CAD', [11, 12]]])
    expect(valuesOf(statementIn(text))[0]).toEqual(['12345678', '3000.00', '1000.00', '2000.00'])
  })

  it('is that of the stated total too: with a rate it ties to the cent as it is written, and a cent off does not', () => {
    const text = (total: string) =>
      `Account 12345678\nSymbol,Description,Market Value (CAD)\nRVB,RIVERBEND BANK,100.01\nLARX,LARCH,200.01\nNGH,NORTHGATE,300.01\nTotal,,${total}\n`
    const tieOf = (total: string) => {
      const id = questionsOf(statementIn(text(total)))[0]?.id ?? ''
      const [account] = statementIn(text(total), { [id]: '0.7333 2026-10-30' }).accounts
      return account && tieOut(account, { asOf: null, accounts: {}, totals: {}, explained: {} })
    }
    expect(tieOf('600.03')).toMatchObject({ stated: '440.01', sum: '440.01', ties: true })
    expect(tieOf('600.04')).toMatchObject({ stated: '600.04', sum: '440.01', ties: false })
  })
})

describe('a total in another currency above the table', () => {
  const rows = ['RVB,RIVERBEND BANK,100.01', 'LARX,LARCH,200.01', 'NGH,NORTHGATE,300.01']
  const inCad = (label: string, total: string) =>
    `Account 12345678\n${label},"${total}"\n\nSymbol,Description,Market Value (CAD)\n${rows.join('\n')}\n`
  const answered = (text: string, more: Record<string, string> = {}) => {
    const rates = questionsOf(statementIn(text)).filter(({ id }) => id.includes('rate:'))
    return statementIn(text, { ...Object.fromEntries(rates.map(({ id }) => [id, '0.7333 2026-10-30'])), ...more })
  }
  const tieOf = ({ accounts: [account] }: Statement) =>
    account && tieOut(account, { asOf: null, accounts: {}, totals: {}, explained: {} })

  it('is that of the rows at their rate if it is their sum as written, whether it names the currency or not', () => {
    const totals: [label: string, total: string][] = [
      ['Total Account Value', 'C$600.03'],
      ['Total Account Value (CAD)', '600.03'],
      ['Total Account Value', '600.03'],
      ['Total Account Value', '$600.03'],
    ]
    for (const [label, total] of totals) {
      const statement = answered(inCad(label, total))
      expect(questionsOf(statement), total).toEqual([])
      expect(tieOf(statement), total).toMatchObject({ stated: '440.01', sum: '440.01', ties: true })
    }
  })

  it('is asked about by name if it is a cent off, or in a currency of no row', () => {
    const dollars = `Account 12345678\nTotal Account Value,"C$600.03"\n\nSymbol,Description,Market Value (USD)\n${rows.join('\n')}\n`
    const off = inCad('Total Account Value', 'C$600.04')
    expect(tieOf(answered(inCad('Total Account Value', '440.01')))).toMatchObject({ stated: '440.01', ties: true })
    const asked = [
      [
        inCad('Total Account Value', '600.04'),
        'The total in row 2, Total Account Value, is 600.04, and its rows come to 600.03 CAD.',
      ],
      [off, 'The total in row 2, Total Account Value, is 600.04 CAD, and its rows come to 600.03 CAD.'],
      [dollars, 'The total in row 2, Total Account Value, is 600.03 CAD, and none of its rows is in CAD.'],
    ] as const
    for (const [text, words] of asked) {
      const statement = answered(text)
      const [question] = statement.accounts[0]?.questions ?? []
      expect(question?.text).toBe(words)
      const without = answered(text, { [question?.id ?? '']: 'aside' })
      expect(questionsOf(without)).toEqual([])
      expect(tieOf(without)).toMatchObject({ stated: null, ties: false })
    }
  })

  it('does not count interest that is accrued, and says nothing of one in the table', () => {
    const withInterest = inCad('Total Account Value', 'C$600.03').replace('LARX,', ',Accrued interest,10.00\nLARX,')
    expect(tieOf(answered(withInterest))).toMatchObject({ stated: '440.01', sum: '440.01', ties: true })
    const below = inCad('Some label', 'of the account').replace(/$/, 'Total,,600.04\n')
    expect(questionsOf(answered(below))).toEqual([])
  })

  it('may count interest that is accrued, and is compared without a row that is the total of those above it', () => {
    const accrued = answered(
      inCad('Total Account Value', 'C$610.03').replace('LARX,', ',Accrued interest,10.00\nLARX,'),
    )
    expect(questionsOf(accrued)).toEqual([])
    expect(tieOf(accrued)).toMatchObject({ stated: '447.34', sum: '440.01', difference: '-7.33', ties: false })
    const summed = answered(`${inCad('Total Account Value', 'C$600.03')},Total Fund Value,600.03\n`)
    expect(questionsOf(summed)).toEqual([])
    expect(tieOf(summed)).toMatchObject({ stated: '440.01', sum: '440.01', ties: true })
  })

  it('is not asked about before the rate of the rows is given', () => {
    const questions = questionsOf(statementIn(inCad('Total Account Value', 'C$600.04')))
    expect(questions.map(({ id }) => id)).toEqual([expect.stringMatching(/rate:CAD$/)])
  })

  it('is converted at the rate of its rows where others are in US dollars', () => {
    const text = (total: string) =>
      `Account 12345678\nTotal Account Value,"${total}"\n\nSymbol,Description,Market Value,Currency\nRVB,RIVERBEND BANK,100.00,CAD\nLARX,LARCH,73.33,USD\n`
    expect(tieOf(answered(text('C$200.00')))).toMatchObject({ stated: '146.66', sum: '146.66', ties: true })
    expect(tieOf(answered(text('$146.66')))).toMatchObject({ stated: '146.66', sum: '146.66', ties: true })
    expect(tieOf(answered(text('C$201.00')))).toMatchObject({ stated: '147.39', difference: '-0.73', ties: false })
  })
})

describe('the date of a statement', () => {
  const asOf = (line: string, name = 'positions.csv') =>
    statementIn(`${line}\n\nSymbol,Description,Market Value\nNGH,NORTHGATE,1880.40\n`, {}, name).asOf

  it('is not that of the next or the previous one, and that of a download in the file’s name is only proposed', () => {
    expect(asOf('Next statement date: 11/15/2026')).toMatchObject({ date: null, proposed: null })
    expect(asOf('Balance on 10/31/2026; previous balance on 09/30/2026').date).toBe('2026-10-31')
    expect(asOf('Individual', 'download-2026-11-02.csv')).toMatchObject({ date: null, proposed: '2026-11-02' })
  })
})
