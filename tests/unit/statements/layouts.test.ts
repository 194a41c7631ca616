import { describe, expect, it } from 'vitest'
import { statementContent } from '../../../shared/statements/source.ts'
import { rememberedStatementAnswers, type Statement } from '../../../shared/statements/statement.ts'
import { readBytes, rowsIn, statementIn } from './support.ts'

const valuesOf = ({ accounts }: Statement) =>
  accounts.map(({ number, statedTotal, rows }) => [
    number,
    statedTotal?.value ?? null,
    ...rows.map(({ value }) => value),
  ])
const linesOf = ({ accounts }: Statement) =>
  accounts.flatMap(({ lines }) => lines.map(({ name, value }) => [name, value]))
const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const ids = (statement: Statement) => questionsOf(statement).map(({ id }) => id.replace(/^[ah][0-9a-f]{16}\//, ''))

/** The statement with an answer to its only question. */
function answered(text: string, value: string, name?: string): Statement {
  const [question] = questionsOf(statementIn(text, {}, name))
  return statementIn(text, { [question?.id ?? '']: value }, name)
}

describe('rows', () => {
  it('leave out lots whose sum is the position, and ask where it is not', () => {
    const text = (lot: string) => `Joint ...555
Symbol,Description,Date Acquired,Quantity,Market Value
NGH,NORTHGATE HOLDINGS INC,,30,"5,641.20"
,,01/05/2020,10,"1,880.40"
,,02/06/2021,${lot}
LARX,LARCH,,10,"1,012.20"
LARX,LARCH,03/04/2022,10,"1,012.20"
Total,,,,"6,653.40"
`
    expect(valuesOf(statementIn(text('20,"3,760.80"')))).toEqual([['...555', '6653.40', '5641.20', '1012.20']])
    expect(ids(statementIn(text('19,"3,760.79"')))).toEqual(['lots:3'])
    expect(valuesOf(answered(text('19,"3,760.79"'), 'lots'))).toEqual([['...555', '6653.40', '5641.20', '1012.20']])
  })

  it('are in the unit or the currency that any line of the file names for all amounts, once the advisor says so', () => {
    const text = (title: string, footer: string) => `As of October 30, 2026
${title}

Account,Total Value
X10442871,11.25

Account Number,Symbol,Description,Market Value
X10442871,NGH,NORTHGATE HOLDINGS INC,10.25
X10442871,LARX,LARCH,1.00
X10442871,,Total,11.25

${footer}
`
    const idsOf = (title: string, footer = '') => new Set(ids(statementIn(text(title, footer))))
    for (const line of ['Values in thousands', 'USD (000s omitted)', '* Values are in $ millions.', 'In cents']) {
      expect(idsOf(line)).toEqual(new Set(['scale']))
      expect(idsOf('Holdings', line)).toEqual(new Set(['scale']))
    }
    expect(idsOf('Holdings', 'Values are shown in Canadian dollars.')).toContain('rate:CAD')
    for (const line of [
      'We serve thousands of clients.',
      'Some values are converted from EUR.',
      'Fees are charged in EUR.',
    ])
      expect(idsOf('Holdings', line)).toEqual(new Set())
  })

  it('have their names in the rows below them in each table that is so, whatever another table of the file has', () => {
    const header = 'Instrument,Qty,Mark,Mark Value'
    const copies = Array.from({ length: 12 }, () => 'MAW,+473,62.70,"$29,657.10"').join('\n')
    const statement = statementIn(`Position Statement for 883-750658 (ROWAN TRUST)
${header}
${copies}

Position Statement for 647-910850 (OKAFOR TRUST)
${header}
COI,+20,60.00,"$1,200.00"
Corrigan Therapeutics Inc,,,
,+10,20.00,$200.00
Société Glenrock SA,,,
`)
    expect(statement.accounts[1]?.rows.map(({ name, identifiers }) => [name, identifiers.length])).toEqual([
      ['Corrigan Therapeutics Inc', 1],
      ['Société Glenrock SA', 0],
    ])
  })

  it('count lots without a position, and the same security in cash and on margin', () => {
    const statement = statementIn(`Account,Symbol,Description,Type,Date Acquired,Quantity,Market Value
12345678,NGH,NORTHGATE,Cash,01/05/2020,10,1880.40
12345678,NGH,NORTHGATE,Margin,02/06/2021,20,3760.80
`)
    expect(valuesOf(statement)).toEqual([['12345678', null, '1880.40', '3760.80']])
    expect(statement.accounts[0]?.rows.map(({ kind }) => kind)).toEqual([null, null])
  })

  it('that are pending or accrued are lines for the advisor, by their name, their title or their column', () => {
    const statement = statementIn(`Account,U998877
Name,Symbol,Quantity,Market Value,Accrued Interest
Equities
Northgate Holdings,NGH,10,1880.40,
Total Equities,,,1880.40,
Fixed Income
US Treasury Note,912828XX9,100,98.50,1.25
Total Fixed Income,,,98.50,
Pending Activity
Sale of XYZ,,,55.00,
Dividends receivable,,,3.00,
`)
    expect(linesOf(statement)).toEqual([
      ['Sale of XYZ', '55.00'],
      ['Dividends receivable', '3.00'],
      ['Accrued interest', '1.25'],
    ])
    expect(valuesOf(statement)).toEqual([['U998877', null, '1880.40', '98.50']])
    expect(statement.accounts[0]?.rows.map(({ kind }) => kind)).toEqual(['Equities', 'Fixed Income'])
  })

  it('below zero say why; short positions and margin debits with positive values are asked about', () => {
    const text = `Account,Name,Symbol,Quantity,Market Value
X100200300,Northgate,NGH,10,1880.40
X100200300,XYZ Corp,XYZ,-5,300.00
X100200300,Margin Debit,,,250.00
X100200300,Cash,,,-12.00
`
    const open = questionsOf(statementIn(text))
    expect(open).toHaveLength(2)
    const statement = statementIn(text, Object.fromEntries(open.map(({ id }) => [id, 'owed'])))
    expect(statement.accounts[0]?.rows.map(({ value, negative }) => [value, negative])).toEqual([
      ['1880.40', null],
      ['-300.00', 'short'],
      ['-250.00', 'margin'],
      ['-12.00', 'cash'],
    ])
  })

  it('in another currency need a rate and its date', () => {
    const text = `Account,Name,Symbol,Quantity,Market Value,Currency
X100200300,Northgate,NGH,10,1880.40,USD
X100200300,SAP SE,SAP,5,500.01,EUR
`
    expect(ids(statementIn(text))).toEqual(['rate:EUR'])
    const row = answered(text, '1.0842 2026-10-30').accounts[0]?.rows[1]
    expect(row).toMatchObject({ value: '542.11', converted: { currency: 'EUR', amount: '500.01', rate: '1.0842' } })
    expect(answered(text, 'refuse').accounts[0]?.refused).toMatchObject([{ row: 3 }])
  })

  it('without a value are refused by name, or worth nothing if the advisor says so', () => {
    const text = `Account,Name,Symbol,Quantity,Market Value
X100200300,Northgate,NGH,10,1880.40
X100200300,Worthless Corp,WRT,5,N/A
`
    expect(statementIn(text).accounts[0]?.refused).toMatchObject([{ row: 3 }])
    expect(answered(text, 'nothing').accounts[0]).toMatchObject({ refused: [], questions: [] })
  })

  it('of a file that ends inside its last value are asked about', () => {
    const text =
      'Account,Name,Symbol,Quantity,Market Value\nX100200300,Northgate,NGH,10,1880.40\nX100200300,Larch,LARX,10,10'
    expect(ids(statementIn(text))).toEqual(['end:3'])
    expect(valuesOf(answered(text, 'whole'))).toEqual([['X100200300', null, '1880.40', '10.00']])
    expect(answered(text, 'cut').accounts[0]?.refused).toMatchObject([{ row: 3 }])
  })

  it('have all identifiers without marks of footnotes, and none that a spreadsheet changed', () => {
    const statement = statementIn(`Account,Symbol,CUSIP,ISIN,Security ID,Description,Quantity,Market Value
X100200300,LARX**,517000456,US5170004567,77,LARCH (1),10,1880.40
X100200300,1-Mar,7123102,,78,MARLOWE,10,12.00
X100200300,912828XX9,,,79,TREASURY,10,13.00
`)
    expect(
      statement.accounts[0]?.rows.map(({ identifiers }) => identifiers.map(({ kind, value }) => `${kind} ${value}`)),
    ).toEqual([
      ['symbol LARX', 'cusip 517000456', 'isin US5170004567', 'custodian 77'],
      ['custodian 78'],
      ['cusip 912828XX9', 'custodian 79'],
    ])
  })
})

describe('rows that a spreadsheet or a program of a custodian changed', () => {
  it('count by their name where the identifier is a number without its last digits', () => {
    const statement = statementIn(`Account,Symbol,CUSIP,Description,Quantity,Market Value
X100200300,,4.67E+32,CEDAR FALLS GO 3.375%,95000,91241.52
X100200300,NGH,9.44E+03,NORTHGATE HOLDINGS,10,1880.40
X100200300,,4.67E+32,,10,12.00
`)
    const [account] = statement.accounts
    expect(account?.rows.map(({ name, identifiers }) => [name, identifiers.map(({ value }) => value)])).toEqual([
      ['CEDAR FALLS GO 3.375%', []],
      ['NORTHGATE HOLDINGS', ['NGH']],
    ])
    expect(account?.refused).toMatchObject([{ row: 4, cause: expect.stringContaining('last digits are lost') }])
  })

  it('are positions of their own where lots are below each of two positions in one security', () => {
    const statement = statementIn(`ACCOUNT 0030508-01 SMITH FAMILY TRUST
ASSET DESCRIPTION,CUSIP,PAR/SHARES,ACQUIRED,FEDERAL TAX COST,PRICE,MARKET VALUE
SABLE CORP,007950E04,30,,300.00,98.29,2948.70
,,10,01/02/2026,100.00,,982.90
,,20,05/08/2025,200.00,,1965.80
SABLE CORP,007950E04,3,,30.00,98.29,294.87
,,1,11/01/2025,10.00,,98.29
,,2,05/14/2025,20.00,,196.58
MARLOWE CORP,57337A101,1,,1.00,5.00,5.00
MARLOWE CORP,57337A101,2,,2.00,5.00,10.00
,,1,11/01/2025,1.00,,5.00
,,1,05/14/2025,1.00,,5.00
TOTAL,,,,,,3258.57
`)
    expect(ids(statement)).toEqual([])
    expect(valuesOf(statement)).toEqual([['0030508-01', '3258.57', '2948.70', '294.87', '5.00', '10.00']])
  })

  it('are asked about where all rows of an account come twice, in any order and below rows of others', () => {
    const text = (again: string) => `Account,Name,Symbol,Quantity,Market Value
X100200300,Northgate,NGH,10,1880.40
X100200300,Larch,LARX,10,1012.20
X100200300,Pending Activity,,,-5.00
Y200300400,Marlowe,MAR,1,3.00
${again}`
    const twice = text(
      'X100200300,Pending Activity,,,-5.00\nX100200300,Larch,LARX,10,1012.20\nX100200300,Northgate,NGH,10,1880.40\n',
    )
    expect(ids(statementIn(twice))).toEqual(['parts'])
    const once = [
      ['X100200300', null, '1880.40', '1012.20'],
      ['Y200300400', null, '3.00'],
    ]
    expect(valuesOf(statementIn(twice))).toEqual(once)
    expect(valuesOf(answered(twice, 'first'))).toEqual(once)
    expect(linesOf(answered(twice, 'first'))).toHaveLength(1)
    expect(answered(twice, 'first').leftOut.map(({ row }) => row)).toEqual([1, 6, 7, 8])
    expect(valuesOf(answered(twice, 'all'))[0]).toHaveLength(6)
    expect(ids(statementIn(text('X100200300,Larch,LARX,10,1012.20\n')))).toEqual([])
    const single = 'Account,Name,Symbol,Quantity,Market Value\nX100200300,Northgate,NGH,10,1880.40\n'
    expect(ids(statementIn(`${single}X100200300,Northgate,NGH,10,1880.40\n`))).toEqual([])
    expect(ids(statementIn(`${single}Y200300400,Marlowe,MAR,1,3.00\nX100200300,Northgate,NGH,10,1880.40\n`))).toEqual([
      'parts',
    ])
  })

  it('of a German export are read by the names of their columns, which each account repeats', () => {
    const header = 'Valor;ISIN;Bezeichnung;Anzahl/Nominal;Whg;Kurs;Einstandswert USD;Kurswert Whg;Kurswert USD;Anteil'
    const account = (number: string) => `Depotauszug per 31.08.2026
Depot-Nr.;${number};MUSTER FAMILY TRUST
Referenzwährung;USD

${header}
8686370;US74222A1043;Larch International;3.129,653;USD;106,17;225.947,18;332.275,26;332.275,26;80,00%
8289673;DE0021140A17;Glenrock Namen-Aktien;333;EUR;337,67;71.964,23;70.711,44;83.068,82;20,00%
;;Gesamtvermögen;;;;;;415.344,08;100,00%

`
    const statement = statementIn(account('054.653787.91') + account('097.986962.96'))
    expect(questionsOf(statement)).toEqual([])
    expect(statement.accounts.flatMap(({ refused }) => refused)).toEqual([])
    expect(valuesOf(statement)).toEqual([
      ['054.653787.91', '415344.08', '332275.26', '83068.82'],
      ['097.986962.96', '415344.08', '332275.26', '83068.82'],
    ])
    expect(statement.accounts[1]?.rows[1]?.name).toBe('Glenrock Namen-Aktien')
  })

  it('below a header of unknown words that is repeated are no records', () => {
    const header = 'Aa,Bb,Cc,Dd'
    const text = `${header}\nNGH,NORTHGATE,10,1880.40\nLARX,LARCH,10,1012.20\n${header}\nMAR,MARLOWE,1,3.00\n`
    const statement = statementIn(text)
    const [question] = questionsOf(statement)
    expect(question?.id).toBe('header')
    expect([...statement.leftOut, ...statement.waiting].filter(({ row }) => row === 4)).toMatchObject([
      { why: 'It repeats the names of the columns.' },
    ])
  })
})

describe('the date', () => {
  const rows = 'Symbol,Description,Quantity,Market Value\nNGH,NORTHGATE,10,1880.40\n'
  const asOf = (title: string, name = 'positions.csv') => statementIn(`${title}\n${rows}`, {}, name).asOf

  it('comes from a title, a period or the name, and a download only proposes it', () => {
    expect(asOf('Positions for account ...417 as of 30 October 2026').date).toBe('2026-10-30')
    expect(asOf('Period: October 1 2026 - October 30 2026').date).toBe('2026-10-30')
    expect(asOf('Joint ...417', 'Positions_2026-10-30.csv')).toMatchObject({
      date: '2026-10-30',
      from: 'the file’s name',
    })
    expect(asOf('Exported on 10/30/2026', 'Positions_2026-10-30.csv')).toMatchObject({
      date: null,
      proposed: '2026-10-30',
    })
    expect(asOf('Joint ...417')).toMatchObject({ date: null, proposed: null, from: null })
  })

  it('in the future is refused, and several are asked about', () => {
    expect(asOf('As of 2027-01-31')).toMatchObject({
      date: null,
      problem: 'The file’s date, Jan 31, 2027, is in the future.',
    })
    expect(asOf('Statement as of 2026-09-30\nValues as of 2026-10-30')).toMatchObject({
      date: null,
      proposed: '2026-10-30',
    })
  })

  it('that can be read in two ways is a question, unless another date of the file shows the order', () => {
    const text = `As of 10/04/2026 ...417\n${rows}`
    expect(ids(statementIn(text))).toEqual(['dates:-1'])
    const answer = { [questionsOf(statementIn(text))[0]?.id ?? '']: 'month-first' }
    expect(statementIn(text, answer).asOf.date).toBe('2026-10-04')
    expect(rememberedStatementAnswers(answer)).toEqual(answer)
    expect(statementIn(text.replace('NORTHGATE,', 'NORTHGATE 2.5% 11/15/27,')).asOf.date).toBe('2026-10-04')
  })

  it('with points is not confused by the date of a trust with slashes', () => {
    const title = 'Statement of assets as at 31.07.2026\nAccount ...417 SMITH TRUST U/A DTD 10/22/2009'
    expect(asOf(title)).toMatchObject({ date: '2026-07-31', proposed: null })
  })

  it('lists the dates of prices where there are several', () => {
    const statement = statementIn(
      'Account,Symbol,Quantity,Market Value,Price Date\n12345678,A,1,1.00,2026-10-30\n12345678,B,1,2.00,2026-10-29\n',
    )
    expect(statement.asOf).toMatchObject({
      date: null,
      proposed: '2026-10-30',
      priceDates: ['2026-10-29', '2026-10-30'],
    })
  })
})

describe('columns', () => {
  it('whose names say nothing are asked about, and the answers hold for the next file', () => {
    const text = 'Papier,Anzahl,Kurs,Betrag\nNorthgate,10,188.04,1880.40\nLarch,10,101.22,1012.20\n'
    const answers: Record<string, string> = { header: '1' }
    const choices: Record<string, string> = { is: 'holdings', value: '3' }
    for (const { id } of questionsOf(statementIn(text, answers))) answers[id] = choices[id.split('/')[1] ?? ''] ?? ''
    const statement = statementIn(text, answers)
    expect(questionsOf(statement)).toEqual([])
    expect(valuesOf(statement)).toEqual([['', null, '1880.40', '1012.20']])
    const kept = rememberedStatementAnswers(answers)
    const next = statementIn(text.replace('1880.40', '1990.40'), { ...kept, header: '1' })
    expect(valuesOf(next)).toEqual([['', null, '1990.40', '1012.20']])
  })

  it('are corrected by the advisor, and so are tables', () => {
    const text = 'Account,Name,Symbol,Book Value,Market Value\n12345678,Northgate,NGH,10.00,1880.40\n'
    const [table] = statementIn(text).tables
    expect(table).toMatchObject({ is: 'holdings', uses: ['account_number', 'name', 'symbol', 'ignore', 'value'] })
    const corrected = statementIn(text, { [`${table?.scope}use:3`]: 'value' })
    expect(valuesOf(corrected)).toEqual([['12345678', null, '10.00']])
    expect(readBytes('a.csv', Buffer.from(text), { [`${table?.scope}is`]: 'other' })).toMatchObject({ is: 'other' })
  })
})

describe('a column of values that may have prices of one unit', () => {
  it('is asked about where the total is the sum of quantities multiplied by it, whatever its name', () => {
    const text = `Symbol,Description,Quantity,Market Value
NGH,Northgate,10,188.04
LARX,Larch,20,101.22
Total,,,3904.80
`
    expect(ids(statementIn(text))).toEqual(['unit-price'])
    expect(answered(text, 'unit').accounts[0]?.refused.map(({ row }) => row)).toEqual([2, 3])
    expect(ids(statementIn(text.replace('188.04', '1880.40').replace('101.22', '2024.40')))).toEqual([])
  })

  const headers = (more = '') => `Symbol,Description,Quantity,Value${more}\n`
  const rows = (...all: string[]) => all.map((row) => `${row}\n`).join('')
  const bare = headers() + rows('NGH,Northgate,10,188.04', 'LARX,Larch,20,101.22')

  it('is asked about where nothing proves that they are the positions, also if they tie; the answer holds for the next file', () => {
    const ties = `${bare}Total,,,289.26\n`
    for (const text of [bare, ties]) expect(ids(statementIn(text))).toContain('per-unit')
    const [question] = questionsOf(statementIn(bare)).filter(({ id }) => id.endsWith('per-unit'))
    expect(question?.text).toBe(
      '“Value” may be the price of one unit and not the value of the position, as in row 2: 10 units, 188.04.',
    )
    const answers = { [question?.id ?? '']: 'position' }
    expect(ids(statementIn(ties, answers))).not.toContain('per-unit')
    expect(valuesOf(statementIn(ties, answers))).toEqual([['', '289.26', '188.04', '101.22']])
    expect(rememberedStatementAnswers(answers)).toEqual(answers)
  })

  it('are refused by name if they are prices, and no other column has the values', () => {
    const [question] = questionsOf(statementIn(bare)).filter(({ id }) => id.endsWith('per-unit'))
    const { accounts } = statementIn(bare, { [question?.id ?? '']: 'unit' })
    expect(accounts.flatMap((account) => account.rows)).toEqual([])
    expect(accounts.flatMap(({ refused }) => refused.map(({ row, cause }) => [row, cause]))).toEqual([
      [2, 'Its value is the price of one unit, not the value of the position.'],
      [3, 'Its value is the price of one unit, not the value of the position.'],
    ])
  })

  it.each([
    ['a column of prices has the same', ',Price', ['NGH,Northgate,10,188.04,188.04', 'LARX,Larch,20,101.22,101.22']],
    ['another is the quantity times it', ',Worth', ['NGH,Northgate,10,188.04,1880.40', 'LARX,Larch,20,101.22,2024.40']],
  ])('is asked about in each file where %s', (_why, more, lines) => {
    const statement = statementIn(headers(more) + rows(...lines))
    expect(ids(statement)).toContain('unit-price')
    const [question] = questionsOf(statement).filter(({ id }) => id.endsWith('unit-price'))
    expect(rememberedStatementAnswers({ [question?.id ?? '']: 'position' })).toEqual({})
    const { accounts } = statementIn(headers(more) + rows(...lines), { [question?.id ?? '']: 'unit' })
    expect(accounts.flatMap((account) => account.rows.map(({ value }) => value))).toEqual(
      more === ',Worth' ? ['1880.40', '2024.40'] : [],
    )
  })

  it.each([
    [
      'the quantity times a price',
      headers(',Price') + rows('NGH,Northgate,10,1880.40,188.04', 'LARX,Larch,1,7.00,7.00'),
    ],
    ['prices of bonds in per cent', headers(',Price') + rows('912828XX1,Treasury,10000,9079.67,90.7967')],
    ['those of single units', headers() + rows('NGH,Northgate,1,188.04', 'LARX,Larch,1,101.22')],
    ['named as market values', bare.replace('Value', 'Market Value')],
  ])('is not asked about where they are %s', (_why, text) => {
    expect(ids(statementIn(text)).filter((id) => id.endsWith('unit') || id.startsWith('unit'))).toEqual([])
  })
})

it.each([
  ['Date,Description,Debit,Credit,Balance\n10/01/2026,Payroll,,1000.00,2000.00\n', /bank account/],
  ['Run Date,Action,Symbol,Quantity,Price ($),Amount ($)\n10/01/2026,YOU BOUGHT,NGH,10,100,-1000\n', /transactions/],
  ['\ufeff<!doctype html><table>', /web page/],
  ['From: a@b.example\nTo: c@d.example\nSubject: Statement\n\nHello', /e-mail/],
  ['<OFX><BANKMSGSRSV1><STMTRS><CURDEF>USD</STMTRS></BANKMSGSRSV1></OFX>', /bank account or a card/],
  ['<OFX><INVSTMTRS><INVTRANLIST><DTSTART>20261001</INVTRANLIST></INVSTMTRS></OFX>', /transactions/],
  ['Dear client,\nthank you.\n', /securities|table/],
  ['', /empty/],
])('%j says what it is', (text, what) => {
  const reading = readBytes('file', Buffer.from(text))
  expect(reading).toMatchObject({ is: 'other' })
  if (reading.is === 'other') expect(reading.what).toMatch(what)
})

it('a workbook, a PDF and a picture are recognized by their bytes', () => {
  expect(statementContent(Buffer.from('%PDF-1.7\n'))).toEqual({ is: 'pdf' })
  expect(statementContent(Buffer.from('PK\u0003\u0004'))).toEqual({ is: 'workbook' })
  expect(JSON.stringify(statementContent(Buffer.from([0x89, 0x50, 0x4e, 0x47])))).toMatch(/only as a PDF.*Print the/)
})

it('fifty thousand rows of a thousand accounts are in one list each', () => {
  const accounts = Array.from({ length: 1000 }, (_, at) => {
    const rows = Array.from({ length: 50 }, (_, row) => `S${at}X${row},Holding ${row},10,"1,000.25"`)
    return `Trust ...${100_000 + at}\nSymbol,Description,Quantity,Market Value\n${rows.join('\n')}\nAccount Total,,,"50,012.50"\n`
  })
  const statement = statementIn(accounts.join('\n'))
  expect(statement.accounts).toHaveLength(1000)
  expect(
    statement.accounts.every(
      ({ rows, statedTotal, questions }) =>
        rows.length === 50 && statedTotal?.value === '50012.50' && questions.length === 0,
    ),
  ).toBe(true)
  expect(rowsIn(statement)).toHaveLength(statement.rowsIn)
})

describe('names of what is held or owed', () => {
  it('of an overdraft say cash below zero, not a short position', () => {
    const statement = statementIn(`Account,Symbol,Description,Quantity,Value
40123456,AAA,Aaa Corp,10,1000.00
40123456,,Overdraft,,(120.50)
40123456,,Total,,879.50
`)
    expect(statement.accounts[0]?.rows.map(({ name, negative }) => [name, negative])).toEqual([
      ['Aaa Corp', null],
      ['Overdraft', 'cash'],
    ])
  })

  it('in a column named Instrument are names and no symbols', () => {
    const statement = statementIn(`Account Number,Instrument,ISIN,Value
40123456,Siemens AG,DE0007236101,1000.00
40123456,MICROSOFT CORP,US5949181045,20.00
40123456,BRK B,US0846707026,5.00
`)
    expect(
      statement.accounts[0]?.rows.map(({ name, identifiers }) => [name, identifiers.map(({ kind }) => kind)]),
    ).toEqual([
      ['Siemens AG', ['isin']],
      ['MICROSOFT CORP', ['isin']],
      ['BRK B', ['symbol', 'isin']],
    ])
  })
})

describe('a row with the amount of the only holding', () => {
  const text = `Account Number,Account Name,Symbol,Description,Quantity,Price,Value
40129999,Roth,AAA,Aaa Corp,5,10,50.00
40129999,Roth,,Everything,,,50.00
`

  it('is asked: it may be the total in other words', () => {
    expect(ids(statementIn(text))).toEqual(['one:3'])
    expect(valuesOf(answered(text, 'total'))).toEqual([['40129999', '50.00', '50.00']])
    expect(valuesOf(answered(text, 'holding'))).toEqual([['40129999', null, '50.00', '50.00']])
    expect(ids(statementIn(text.replace('Everything', 'Cash')))).toEqual([])
  })
})
