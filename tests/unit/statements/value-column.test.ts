import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { rememberedStatementAnswers } from '../../../shared/statements/statement.ts'
import { tieOut } from '../../../shared/statements/tie-out.ts'
import { statementIn } from './support.ts'

const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const values = ({ accounts }: Statement) => accounts.flatMap(({ rows }) => rows.map(({ value }) => value))
const lines = ({ accounts }: Statement) =>
  accounts.flatMap((account) => account.lines.map(({ name, value }) => [name, value]))
const ties = ({ accounts }: Statement) =>
  accounts.map((account) => tieOut(account, { asOf: null, accounts: {}, totals: {}, explained: {} }).ties)
const answered = (text: string, choice: string): Statement => {
  const answers = Object.fromEntries(questionsOf(statementIn(text)).map(({ id }) => [id, choice]))
  return statementIn(text, answers)
}

/** Shares and a bond with accrued interest; `names` of the columns of values, which the two have without, of and with the interest. */
const withInterest = (names: readonly [string, string, string], price = ['421.00', '99.875']): string => {
  const [clean, accrued, whole] = names
  const all = [clean, accrued, whole].filter((name) => name !== '').join(',')
  const row = (cells: string, parts: readonly string[]) =>
    `${cells},${parts.filter((_, at) => names[at] !== '').join(',')}`
  return `Account: 5541-0087
As of: 10/30/2026

Description,Symbol,CUSIP,Quantity,Price,${all}
${row(`HOME DEPOT INC,HD,437076102,500,${price[0]}`, ['210500.00', '0.00', '210500.00'])}
${row(`CALIFORNIA ST GO 4% 09/01/34,,13063DAD0,100000,${price[1]}`, ['99875.00', '655.56', '100530.56'])}
${row('Total,,,,', ['310375.00', '655.56', '311030.56'])}
`
}

describe('values with accrued interest', () => {
  it('the column that is the quantity multiplied by the price is the value, and the interest is a line of its own', () => {
    for (const names of [
      ['Market value', 'Accrued interest', 'Total value'],
      ['Zzz', 'Accrued interest', 'Total value'],
      ['Zzz', 'Accrued interest', 'Total'],
      ['Zzz', 'Accrued interest', 'Ending value'],
      ['Market value', 'Zzz', 'Total value'],
      ['Principal', 'Accrued interest', 'Value'],
    ] as const) {
      const statement = statementIn(withInterest(names))
      expect(questionsOf(statement), names.join()).toEqual([])
      expect(values(statement), names.join()).toEqual(['210500.00', '99875.00'])
      expect(ties(statement), names.join()).toEqual([true])
    }
  })

  it('which of the two is the value is asked where no price decides, and both answers tie', () => {
    const text = withInterest(['Zzz', 'Accrued interest', 'Total value'], ['', ''])
    const [question, ...more] = questionsOf(statementIn(text))
    expect(more).toEqual([])
    expect(question?.text).toBe('“Total value” is “Zzz” together with “Accrued interest”.')
    const [without, withIt] = question?.choices.map(({ value }) => answered(text, value)) ?? []
    expect(without && [values(without), ties(without)]).toEqual([['210500.00', '99875.00'], [true]])
    expect(withIt && [values(withIt), ties(withIt), lines(withIt)]).toEqual([['210500.00', '100530.56'], [true], []])
  })

  it('a value that is the product and the interest is asked about under any name, and the interest is taken off or counted', () => {
    for (const name of ['Ending value', 'Total', 'Value', 'Market value']) {
      const text = withInterest(['', 'Accrued interest', name])
      const [question, ...more] = questionsOf(statementIn(text))
      expect(more).toEqual([])
      expect(question?.text).toBe(`“${name}” seems to contain “Accrued interest”, as in row 6: 100530.56, 655.56.`)
      const without = answered(text, 'off')
      expect([values(without), ties(without)]).toEqual([['210500.00', '99875.00'], [true]])
      const withIt = answered(text, 'within')
      expect([values(withIt), ties(withIt), lines(withIt)]).toEqual([['210500.00', '100530.56'], [true], []])
    }
  })

  it('interest under another name is found where each row shows it', () => {
    const text = withInterest(['', 'Zzz', 'Ending value'])
    expect(questionsOf(statementIn(text)).map(({ text: asked }) => asked)).toEqual([
      '“Ending value” seems to contain “Zzz”, as in row 6: 100530.56, 655.56.',
    ])
    expect(values(answered(text, 'off'))).toEqual(['210500.00', '99875.00'])
  })

  it('a bare name beside interest is asked about where no price decides, and the answer is kept for the next file', () => {
    const text = withInterest(['', 'Accrued interest', 'Ending value'], ['', ''])
    const [question] = questionsOf(statementIn(text))
    expect(question?.text).toContain('“Ending value” may contain “Accrued interest”')
    expect(Object.values(rememberedStatementAnswers({ [question?.id ?? '']: 'within' }))).toEqual(['within'])
    expect(lines(answered(text, 'within'))).toEqual([])
    // A market value is without interest by its name.
    expect(questionsOf(statementIn(withInterest(['Market value', 'Accrued interest', ''], ['', ''])))).toEqual([])
  })

  it('a value beside the interest is not asked about where the price proves it', () => {
    for (const name of ['Ending value', 'Value', 'Market value'])
      expect(questionsOf(statementIn(withInterest([name, 'Accrued interest', '']))), name).toEqual([])
  })

  it('two columns of which only one is the quantity multiplied by the price are asked about', () => {
    const text = withInterest(['Zzz', '', 'Total value'])
    const [question, ...more] = questionsOf(statementIn(text))
    expect(more).toEqual([])
    expect(question?.text).toBe('“Zzz” is the quantity multiplied by the price, and “Total value” is not.')
    expect(values(answered(text, question?.choices[0]?.value ?? ''))).toEqual(['210500.00', '99875.00'])
    expect(values(answered(text, question?.choices[1]?.value ?? ''))).toEqual(['210500.00', '100530.56'])
  })

  it('what positions cost and gained are no parts of their values', () => {
    const text = `Account: 5541-0087
Description,Symbol,Quantity,Price,Cost,Gain,Market value
HOME DEPOT INC,HD,500,421.00,200000.00,10500.00,210500.00
PEPSICO INC,PEP,10,150.00,1000.00,500.00,1500.00
Total,,,,201000.00,11000.00,212000.00
`
    for (const renamed of [
      text,
      text.replace('Cost', 'Zzz'),
      text.replace('Gain', 'Zzz'),
      text.replace('Cost,Gain', 'Zz,Yy'),
    ]) {
      expect(questionsOf(statementIn(renamed))).toEqual([])
      expect(values(statementIn(renamed))).toEqual(['210500.00', '1500.00'])
    }
  })
})

describe('values of several currencies', () => {
  const file = (local: string, base: string) => `Account No: 77-2210-5
As of 2026-10-30

Name,ISIN,Ccy,Quantity,Price,${local},${base}
Siemens AG,DE0007236101,EUR,100,180.00,18000.00,19530.00
BP PLC,GB0007980591,GBP,2000,4.50,9000.00,11430.00
Total,,,,,,30960.00
`
  it('beside a column in the currency of each row are asked about: they are not said to be in that currency', () => {
    for (const [local, base] of [
      ['Local Value', 'Base Value'],
      ['Local Market Value', 'Market Value'],
    ] as const) {
      const asked = questionsOf(statementIn(file(local, base)))
      expect(asked[0]?.text).toBe(
        `“${base}” may be in one currency for all rows, and not in that of each row, as in row 5: 19530.00, EUR.`,
      )
      const answers = { [asked[0]?.id ?? '']: 'dollars' }
      const read = statementIn(file(local, base), answers)
      expect([questionsOf(read), values(read), ties(read)]).toEqual([[], ['19530.00', '11430.00'], [true]])
      expect(rememberedStatementAnswers(answers)).toEqual(answers)
    }
  })

  const ids = (text: string) => questionsOf(statementIn(text)).map(({ id }) => id.replace(/^h\w+\//, ''))
  const converted = (names: string, rows: readonly string[]) => `Account No: 77-2210-5
As of 2026-10-30

Name,ISIN,Ccy,Quantity,${names}
${rows.join('\n')}
`
  const [inDollars, inPounds, usd] = [
    'EUR,100,180.00,1.0850,19530.00',
    'GBP,2000,4.50,1.2700,11430.00',
    'USD,10,200.00,,2000.00',
  ]
  const held = (euro: string, pound: string, dollar: string) => [
    `Siemens AG,DE0007236101,${euro}`,
    `BP PLC,GB0007980591,${pound}`,
    `IBM,US4592001014,${dollar}`,
  ]

  it('in dollars by their name are not asked about where they are the quantity multiplied by a local price and a rate, or divided by it', () => {
    for (const names of [
      'Price,FX Rate,Value (USD)',
      'Local Price,Exchange rate,Value USD',
      'Price,Rate to USD,Value (USD)',
    ]) {
      const text = converted(names, [...held(inDollars, inPounds, usd), 'Total,,,,,,32960.00'])
      expect([ids(text), values(statementIn(text)), ties(statementIn(text))], names).toEqual([
        [],
        ['19530.00', '11430.00', '2000.00'],
        [true],
      ])
    }
    const inverse = held(inDollars.replace('1.0850', '0.92166'), inPounds.replace('1.2700', '0.78740'), usd)
    expect(ids(converted('Price,FX,Value (USD)', inverse))).toEqual([])
  })

  it('that are a local price multiplied by a rate are asked about: they may be prices of one unit', () => {
    const ofUnit = held('EUR,100,180.00,1.0850,195.30', 'GBP,2000,4.50,1.2700,5.72', 'USD,10,200.00,,200.00')
    expect(ids(converted('Price,FX Rate,Value (USD)', ofUnit))).toEqual(['per-unit'])
  })

  it('beside accrued interest are without it where the quantity multiplied by price and rate proves it', () => {
    const bonds = (value: string) => `Account No: 77-2210-5
As of 2026-10-30

Name,ISIN,Ccy,Quantity,Price,FX Rate,Accrued interest (USD),Value (USD)
Italy 4%,IT0005584849,EUR,100000,99.50,1.0850,500.00,${value}
`
    expect(ids(bonds('107957.50'))).toEqual([])
    expect(ids(bonds('108457.50'))).toEqual(['with-accrued'])
  })

  it('under a name without a currency are asked about where a rate of each row made them', () => {
    const text = converted('Price,FX Rate,Value', [...held(inDollars, inPounds, usd), 'Total,,,,,,32960.00'])
    const [base] = questionsOf(statementIn(text))
    expect(base?.text).toContain('“Value” may be in one currency for all rows')
    const read = statementIn(text, { [base?.id ?? '']: 'dollars' })
    expect([questionsOf(read), ties(read)]).toEqual([[], [true]])
    const local = held('EUR,100,180.00,1.0850,18000.00', 'GBP,2000,4.50,1.2700,9000.00', usd)
    expect(ids(converted('Price,FX Rate,Value', local))).toEqual(['rate:EUR', 'rate:GBP'])
  })

  it('that are in the currency of each row by their name or alone are not asked about', () => {
    const alone = file('Yield', 'Market Value').replace('18000.00', '').replace('9000.00', '')
    expect(ids(alone)).toEqual(['rate:EUR', 'rate:GBP'])
  })
})

describe('accrued interest', () => {
  it('is in the unit of the sheet, and of its own name where that says one', () => {
    const text = (value: string, accrued: string, title: string) => `Account: 5541-0087
${title}

Name,CUSIP,${value},${accrued}
CALIFORNIA ST GO 4% 09/01/34,13063DAD0,99.875,0.655
Total,,100.530,
`
    const ofTitle = text('Market value', 'Accrued interest', 'All amounts in thousands')
    const [scale] = questionsOf(statementIn(ofTitle))
    const read = statementIn(ofTitle, { [scale?.id ?? '']: '1000' })
    expect([values(read), lines(read)]).toEqual([['99875.00'], [['Accrued interest', '655.00']]])
    expect(lines(statementIn(text('Market value (USD 000)', 'Accrued interest (USD 000)', 'Holdings')))).toEqual([
      ['Accrued interest', '655.00'],
    ])
    expect(lines(statementIn(text('Market value (USD 000)', 'Accrued interest', 'Holdings')))).toEqual([
      ['Accrued interest', '0.655'],
    ])
  })

  it('is read with the decimal comma of its column', () => {
    const text = `Account;5541-0087

Name;ISIN;Market value;Accrued interest
ITALY 4%;IT0005584849;99.875,00;655,56
Total;;100.530,56;
`
    expect(lines(statementIn(text))).toEqual([['Accrued interest', '655.56']])
  })
})

describe('values that may be prices', () => {
  it('are asked about under a name such as Last Value, unless a price proves that they are those of positions', () => {
    for (const name of ['Last Value', 'Close Value', 'Closing Value', 'Value']) {
      const text = (columns: string, row: string) => `Symbol,Quantity,${columns}\nNGH,10,${row}\n`
      expect(
        questionsOf(statementIn(text(name, '188.04'))).map(({ id }) => id.replace(/^.*\//, '')),
        name,
      ).toEqual(['per-unit'])
      expect(questionsOf(statementIn(text(`Price,${name}`, '188.04,1880.40'))), name).toEqual([])
    }
  })
})
