import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import type { Answers } from '../../../shared/tables/doubts.ts'
import { readBytes, rowsIn } from './support.ts'

type Parts = { positions?: string; balances?: string; securities?: string; currency?: string }

const position = (value: string, more = '', id = '664000123') =>
  `<POSSTOCK><INVPOS><SECID><UNIQUEID>${id}<UNIQUEIDTYPE>CUSIP</SECID><POSTYPE>LONG<UNITS>10<UNITPRICE>1.00<MKTVAL>${value}${more}</INVPOS></POSSTOCK>`
const account = ({ positions = '', balances = '', currency = 'USD' }: Parts, number = '990077') =>
  `<INVSTMTRS><DTASOF>20261030<CURDEF>${currency}<INVACCTFROM><BROKERID>larch.example<ACCTID>${number}</INVACCTFROM><INVPOSLIST>${positions}</INVPOSLIST><INVBAL>${balances}</INVBAL></INVSTMTRS>`
const fileOf = (accounts: string, securities = '') => `<OFX>${accounts}<SECLIST>${securities}</SECLIST></OFX>`

function read(text: string, answers: Answers = {}): Statement {
  const reading = readBytes('positions.ofx', Buffer.from(text), answers)
  if (reading.is !== 'statement') throw new Error(reading.what)
  expect(rowsIn(reading.statement)).toHaveLength(reading.statement.rowsIn)
  return reading.statement
}

const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const answered = (text: string, value: string): Statement =>
  read(text, Object.fromEntries(questionsOf(read(text)).map(({ id }) => [id, value])))
const valuesOf = (statement: Statement) =>
  statement.accounts.map(({ rows }) => rows.map(({ name, value }) => `${name} ${value}`))

const fund = `<MFINFO><SECINFO><SECID><UNIQUEID>625601109<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Redstone Government Money Market</SECINFO></MFINFO>`

describe('balances of OFX', () => {
  const text = fileOf(account({ positions: position('700.00', '', '625601109'), balances: '<AVAILCASH>812.40' }), fund)

  it('ask whether the available cash includes a money fund that is a position, and never add it twice', () => {
    expect(questionsOf(read(text)).map(({ id }) => id.split('/')[1])).toEqual(['cash'])
    expect(valuesOf(read(text))).toEqual([['Redstone Government Money Market 700.00']])
    expect(valuesOf(answered(text, 'same'))).toEqual([
      ['Redstone Government Money Market 700.00', 'Available cash 112.40'],
    ])
    expect(valuesOf(answered(text, 'more'))).toEqual([
      ['Redstone Government Money Market 700.00', 'Available cash 812.40'],
    ])
  })

  it('take owed cash as it is, and a margin debit as negative', () => {
    const owed = fileOf(
      account({ positions: position('700.00', '', '625601109'), balances: '<AVAILCASH>-83.63<MARGINBALANCE>-50.00' }),
      fund,
    )
    const { accounts } = read(owed)
    expect(accounts[0]?.rows.map(({ value, negative }) => [value, negative])).toEqual([
      ['700.00', null],
      ['-83.63', 'cash'],
      ['-50.00', 'margin'],
    ])
  })

  it('ask whether a credit on margin is a part of the cash', () => {
    const credit = fileOf(account({ balances: '<AVAILCASH>812.40<MARGINBALANCE>20.00' }))
    expect(valuesOf(answered(credit, 'same'))).toEqual([['Available cash 812.40']])
    expect(valuesOf(answered(credit, 'more'))).toEqual([['Available cash 812.40', 'Margin balance 20.00']])
  })

  it('never add a short balance, a percentage or a number, and know the account’s value', () => {
    const list = (name: string, type: string, value: string) =>
      `<BAL><NAME>${name}<DESC>${name}<BALTYPE>${type}<VALUE>${value}</BAL>`
    const balances = `<AVAILCASH>0<SHORTBALANCE>-900.00<BALLIST>${list('Margin Interest Rate', 'PERCENT', '7.85')}${list('Day trades', 'NUMBER', '3')}${list('Total account value', 'DOLLAR', '10.00')}${list('Buying power', 'DOLLAR', '20.00')}${list('Accrued interest', 'DOLLAR', '1.25')}</BALLIST>`
    const [one] = read(fileOf(account({ positions: position('10.00'), balances }))).accounts
    expect(one?.rows.map(({ value }) => value)).toEqual(['10.00'])
    expect(one?.statedTotal).toMatchObject({ label: 'Total account value', value: '10.00' })
    expect(one?.lines).toMatchObject([{ name: 'Accrued interest', value: '1.25' }])
  })
})

describe('positions of OFX', () => {
  it('in another currency offer the file’s rate, and need it or another with its date', () => {
    const currency = '<CURRENCY><CURRATE>1.0842<CURSYM>EUR</CURRENCY>'
    const text = fileOf(account({ positions: position('500.01', currency) }))
    const [question] = read(text).questions
    expect(question?.choices.map(({ value }) => value)).toEqual(['1.0842 2026-10-30', 'refuse'])
    const row = answered(text, '1.0842 2026-10-30').accounts[0]?.rows[0]
    expect(row).toMatchObject({ value: '542.11', converted: { currency: 'EUR', amount: '500.01', rate: '1.0842' } })
    expect(answered(text, '1.1 2026-10-29').accounts[0]?.rows[0]?.value).toBe('550.01')
    expect(answered(text, 'refuse').accounts[0]?.refused).toHaveLength(1)
  })

  it('in another currency at several rates of the file are never converted at one of them', () => {
    const at = (rate: string) => `<CURRENCY><CURRATE>${rate}<CURSYM>EUR</CURRENCY>`
    const one = (value: string, more: string) => position(value, more)
    const text = fileOf(account({ positions: `${one('100.00', at('1.08'))}${one('200.00', at('1.10'))}` }))
    const [question] = read(text).questions
    expect(question?.text).toBe('Values are in EUR, and the file has several rates for it.')
    expect(question?.choices.map(({ value }) => value)).toEqual(['each', 'refuse'])
    expect(answered(text, 'each').questions).toEqual([])
    expect(answered(text, 'each').accounts[0]?.rows.map(({ value }) => value)).toEqual(['108.00', '220.00'])
    const without = fileOf(
      account({ positions: `${one('1.00', at('1.08'))}${one('2.00', at('1.10'))}${one('3.00', at(''))}` }),
    )
    const [last] = answered(without, 'each').accounts
    expect(last?.rows).toHaveLength(2)
    expect(last?.refused.map(({ cause }) => cause)).toEqual(['Its value is in EUR, and the file has no rate for it.'])
  })

  it('of a time that is on the day before in New York have no certain date', () => {
    const asOf = (time: string) =>
      read(fileOf(account({ positions: position('10.00') })).replace(/<DTASOF>[^<\r\n]*/, `<DTASOF>${time}`)).asOf
    for (const time of ['20261031013000.000[0:GMT]', '20261031043000', '20261031003000[+1:CET]'])
      expect(asOf(time)).toMatchObject({ date: null, proposed: '2026-10-30' })
    for (const time of ['20261030', '20261030000000[0:GMT]', '20261030200000[0:GMT]', '20261030013000[-5:EST]'])
      expect(asOf(time)).toMatchObject({ date: '2026-10-30', proposed: null })
  })

  it('sold short with a positive value are asked about', () => {
    const text = fileOf(account({ positions: position('12.00').replace('LONG', 'SHORT') }))
    expect(answered(text, 'owed').accounts[0]?.rows[0]).toMatchObject({ value: '-12.00', negative: 'short' })
    expect(answered(text, 'held').accounts[0]?.rows[0]).toMatchObject({ value: '12.00', negative: null })
  })

  it('with a negative number of units and a positive value are asked about too', () => {
    const text = fileOf(account({ positions: position('12.00').replace('<UNITS>10', '<UNITS>-10') }))
    expect(questionsOf(read(text)).map(({ id }) => id.split('/')[1])).toEqual(['short:1'])
    expect(answered(text, 'owed').accounts[0]?.rows[0]).toMatchObject({ value: '-12.00', negative: 'short' })
  })

  it('are read from all lists of an account, and one without content is refused by name', () => {
    const lists = `${position('10.00')}</INVPOSLIST><INVPOSLIST>${position('5.00', '', '38141G104')}<POSOTHER><MEMO>x</POSOTHER>`
    const [one] = read(fileOf(account({ positions: lists }))).accounts
    expect(one?.rows.map(({ value }) => value)).toEqual(['10.00', '5.00'])
    expect(one?.refused).toMatchObject([{ text: 'POSOTHER', cause: 'The position has no content that can be read.' }])
  })

  it('whose list is missing are asked about, and the account is refused by name until then', () => {
    const cash = account({ balances: '<AVAILCASH>80.00' }, '880011').replace('<INVPOSLIST></INVPOSLIST>', '')
    const text = fileOf(account({ positions: position('10.00') }) + cash)
    expect(read(text).accounts[1]?.refused).toMatchObject([{ text: 'No list of positions' }])
    expect(answered(text, 'none').accounts[1]).toMatchObject({ refused: [], rows: [{ value: '80.00' }] })
  })

  it('of two brokers of one organization are of two layouts, so that equal numbers share no mapping', () => {
    const text = fileOf(account({ positions: position('10.00') })).replace('<OFX>', '<OFX><FI><ORG>Larch</FI>')
    const other = text.replace('larch.example', 'other.example')
    expect(read(text).layout.key).not.toBe(read(other).layout.key)
    expect(read(text).layout.words).toBe(read(other).layout.words)
  })

  it('of all accounts are read; one that is in the file twice is asked about', () => {
    const one = account({ positions: position('10.00') })
    const other = account({ positions: position('20.00') }, '7781-2234')
    expect(valuesOf(read(fileOf(one + other)))).toEqual([['664000123 10.00'], ['664000123 20.00']])
    expect(questionsOf(read(fileOf(one + one))).map(({ id }) => id.split('/')[1])).toEqual(['parts'])
    expect(valuesOf(answered(fileOf(one + one), 'last'))).toEqual([['664000123 10.00']])
  })

  it('keep entities, characters of 1252 and empty elements', () => {
    const security =
      '<STOCKINFO><SECINFO><SECID><UNIQUEID>664000123<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>A&amp;B &#233;tat R&D<MEMO><TICKER>NGH</SECINFO></STOCKINFO>'
    const [row] = read(fileOf(account({ positions: position('+00010.50') }), security)).accounts[0]?.rows ?? []
    expect(row).toMatchObject({ name: 'A&B état R&D', value: '10.50', kind: 'Stock' })
    expect(row?.identifiers).toEqual([
      { kind: 'cusip', value: '664000123' },
      { kind: 'symbol', value: 'NGH' },
    ])
  })

  it.each([
    '<OFX><!-- ',
    '<OFX><INVSTMTRS></OFX>',
    '<OFX></INVSTMTRS></OFX>',

    '<OFX><![CDATA[x</OFX>',
  ])('of a damaged file (%s) are refused', (text) => {
    expect(readBytes('a.ofx', Buffer.from(text))).toMatchObject({
      is: 'other',
      what: 'This OFX file is cut off or damaged.',
    })
  })
})

describe('accounts of OFX that lack something', () => {
  it('without a currency ask whether their values are in US dollars, and count none until then', () => {
    const text = fileOf(account({ positions: position('700.00'), balances: '<AVAILCASH>10.00' })).replace(
      '<CURDEF>USD',
      '',
    )
    expect(questionsOf(read(text)).map(({ id }) => id.split('/')[1])).toEqual(['currency'])
    expect(valuesOf(read(text))).toEqual([[]])
    expect(valuesOf(answered(text, 'dollars'))).toEqual([['664000123 700.00', 'Available cash 10.00']])
    const other = answered(text, 'other')
    expect(valuesOf(other)).toEqual([[]])
    expect(other.accounts[0]?.refused.map(({ cause }) => cause)).toEqual(
      Array(2).fill('Its value is in a currency that the file does not name.'),
    )
  })

  it('of a retirement plan count its cash once: beside available cash it is asked', () => {
    const plan = (balances = '') =>
      fileOf(account({ positions: position('700.00'), balances })).replace(
        '</INVSTMTRS>',
        '<INV401KBAL><CASHBAL>25.50<PRETAX>725.50<TOTAL>725.50</INV401KBAL></INVSTMTRS>',
      )
    const [only] = read(plan()).accounts
    expect(only?.rows.map(({ name, value }) => `${name} ${value}`)).toEqual([
      '664000123 700.00',
      'Cash of the plan 25.50',
    ])
    expect(only?.statedTotal?.value).toBe('725.50')
    const both = plan('<AVAILCASH>25.50')
    expect(questionsOf(read(both)).map(({ id }) => id.split('/')[1])).toEqual(['plan-cash'])
    expect(valuesOf(answered(both, 'same'))).toEqual([['664000123 700.00', 'Available cash 25.50']])
  })

  it('that the custodian sent as an error are named beside the good ones, and count as unread', () => {
    const failed =
      '<INVSTMTTRNRS><TRNUID>2<STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found</STATUS></INVSTMTTRNRS>'
    const { accounts, leftOut, tablesLeftOut } = read(
      fileOf(`<INVSTMTTRNRS>${account({ positions: position('700.00') })}</INVSTMTTRNRS>${failed}`),
    )
    expect(accounts.map(({ rows }) => rows.length)).toEqual([1])
    expect(leftOut).toMatchObject([
      { text: 'An account that was not sent · Account not found', why: expect.stringMatching(/sent an error/) },
    ])
    expect(tablesLeftOut).toBe(1)
  })
})

describe('what an OFX file has beside its positions', () => {
  it('counts as unread: the account of a bank may be another client’s', () => {
    const bank = '<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>55501234</BANKACCTFROM></STMTRS>'
    const orders = '<INVOOLIST></INVOOLIST>'
    expect(read(fileOf(account({ positions: position('1.00') }))).tablesLeftOut).toBe(0)
    expect(read(fileOf(account({ positions: position('1.00') }) + bank + orders)).tablesLeftOut).toBe(2)
  })
})

describe('accounts of OFX with one number', () => {
  const [one, other] = [
    account({ positions: position('100.00') }),
    account({ positions: position('50.00', '', '38141G104') }),
  ]
  const masked = (text: string) => text.replace('990077', 'XXXX077')
  const keysOf = (text: string) => read(text).accounts.map(({ key, rows }) => [key, rows.map(({ value }) => value)])

  it('are one account at one broker, and two where the number is masked or the brokers differ', () => {
    expect(keysOf(fileOf(one + other))).toEqual([['990077', ['100.00', '50.00']]])
    expect(keysOf(fileOf(masked(one) + masked(other)))).toEqual([
      ['...077', ['100.00']],
      ['...077 (2)', ['50.00']],
    ])
    expect(keysOf(fileOf(one + other.replace('larch.example', 'other.example')))).toEqual([
      ['990077', ['100.00']],
      ['990077 (2)', ['50.00']],
    ])
  })
})
