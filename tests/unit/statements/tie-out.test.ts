import { describe, expect, it } from 'vitest'
import { readTypedTotal } from '../../../shared/statements/tie-out.ts'
import { account, entity, file, first, plan, row, type World } from './made-up.ts'

const trust = entity('entity_a', { external_id: '55501234' })
const bond = row(4, 'Bond', '100.10')
const fund = row(5, 'Fund', '-0.05')
const pending = { row: 7, name: 'Pending activity', value: '4710.50', why: 'Not settled.' }

const base: Omit<World, 'files'> = {
  entities: [trust],
  securities: { 'name:bond': 'class-bond', 'name:fund': 'class-fund', 'name:pending activity': 'class-cash' },
}

const tie = (options: Parameters<typeof account>[2], decisions: Parameters<typeof file>[1] = {}) =>
  first(
    plan({ ...base, files: [file([account('55501234', [bond, fund], { key: 'a', ...options })], decisions)] }).accounts,
  )

describe('tie-out', () => {
  it('is exact to the cent, and one cent blocks the account with both numbers', () => {
    expect(tie({ total: '100.05' })).toMatchObject({
      state: 'mapped',
      tie: { stated: '100.05', isTyped: false, rows: 2, sum: '100.05', lines: [], difference: '0.00', ties: true },
    })
    for (const [total, difference] of [
      ['100.04', '0.01'],
      ['100.06', '-0.01'],
      ['-100.05', '200.10'],
    ] as const) {
      expect(tie({ total })).toMatchObject({
        state: 'blocked',
        tie: { stated: total, sum: '100.05', difference, ties: false },
        problems: ['The rows come to another total than the statement.'],
      })
    }
  })

  it('adds tenths and large amounts without drift', () => {
    const rows = Array.from({ length: 1000 }, (_, at) => row(at, `Bond ${at}`, '0.10'))
    const more = [...rows, row(2000, 'Large', '90071992547409.91')]
    expect(tie({ rows: more, total: '90071992547509.91' }).tie).toMatchObject({ sum: '90071992547509.91', ties: true })
  })

  it('compares in cents, and keeps all digits of the rows', () => {
    const rows = [row(1, 'Bond', '1.004'), row(2, 'Fund', '1.004')]
    expect(tie({ rows, total: '2.01' }).tie).toMatchObject({ sum: '2.008', ties: true, difference: '0.00' })
    expect(tie({ rows, total: '2.00' }).tie).toMatchObject({ ties: false, difference: '0.01' })
  })

  it('takes a typed total where the file states none, and never instead of the file’s', () => {
    const problem = 'The file states no total: type the account’s total from the statement.'
    expect(tie({})).toMatchObject({
      state: 'blocked',
      problems: [problem],
      tie: { stated: null, difference: null, ties: false },
    })
    const typed = (total: string) => ({ decisions: { totals: { a: total } } })
    expect(tie({}, typed('100.05'))).toMatchObject({ state: 'mapped', tie: { stated: '100.05', isTyped: true } })
    expect(tie({}, typed(' 100.05 ')).tie.ties).toBe(true)
    expect(tie({}, typed('100.06')).state).toBe('blocked')
    expect(tie({}, typed('about 100')).problems).toEqual([problem])
    expect(tie({ total: '100.04' }, typed('100.05'))).toMatchObject({
      state: 'blocked',
      tie: { stated: '100.04', isTyped: false },
    })
  })

  it('counts a line only if the advisor says so; it is an asset of the account then', () => {
    const lines = { lines: [pending], total: '4810.55' }
    const without = tie(lines)
    expect(without).toMatchObject({ state: 'blocked', tie: { sum: '100.05', difference: '-4710.50', lines: [] } })
    expect(without.notes).toEqual(['Pending activity, row 7, is not counted.'])
    const decisions = { decisions: { explained: { a: [7, 8] } } }
    const explained = tie(lines, decisions)
    expect(explained).toMatchObject({ state: 'mapped', notes: [], tie: { sum: '4810.55', lines: [7], ties: true } })
    const files = [file([account('55501234', [bond, fund], { key: 'a', ...lines })], decisions)]
    const planned = first(plan({ ...base, files }).entities)
    expect(planned.total).toBe('4810.55')
    expect(planned.assets.at(-1)).toMatchObject({ name: 'Pending activity', value: '4710.50', from: { row: 7 } })
  })

  it('needs every row: one that cannot be read blocks, unless the total of the file itself ties without it', () => {
    const refused = [
      { row: 6, column: 2, text: 'Delisted Corp --', cause: 'There is no amount.', next_step: 'Correct it.' },
    ]
    const words = 'Row 6 (Delisted Corp --) cannot be read.'
    expect(tie({ refused, total: '100.05' })).toMatchObject({
      state: 'mapped',
      problems: [],
      warnings: [{ kind: 'first' }, { kind: 'refused', text: words }],
    })
    expect(tie({ refused, total: '101.05' }).problems).toContain(words)
    expect(tie({ refused }, { decisions: { totals: { a: '100.05' } } })).toMatchObject({
      state: 'blocked',
      problems: [words],
    })
    expect(tie({ total: '100.05' }, { statement: { refused } }).warnings.map(({ kind }) => kind)).toEqual([
      'first',
      'refused',
    ])
  })

  it('takes a name of a file for nothing but a name', () => {
    for (const key of ['constructor', '__proto__', 'toString'])
      expect(tie({ key, total: '100.05', lines: [pending] })).toMatchObject({ state: 'mapped', tie: { lines: [] } })
    expect(tie({ key: 'constructor' }).tie.stated).toBeNull()
  })

  it('waits for the questions of the account and of the file', () => {
    const question = { id: 'q', rows: [1], column: null, text: 'Which?', choices: [] }
    expect(tie({ questions: [question], total: '100.05' }).problems).toEqual([
      'The account has open questions: answer them on the file’s page.',
    ])
    expect(tie({ total: '100.05' }, { statement: { questions: [question] } }).problems).toEqual([
      'The file has open questions: answer them on its page.',
    ])
  })

  it('holds up no other account', () => {
    const other = entity('entity_b', { external_id: '55509876' })
    const off = account('55501234', [bond, fund], { total: '100.04' })
    const good = account('55509876', [bond], { total: '100.10' })
    const { entities } = plan({ ...base, entities: [trust, other], files: [file([off, good])] })
    expect(entities.map(({ state }) => state)).toEqual(['blocked', 'looked-at'])
    expect(first(entities).problems).toEqual([
      'The account …234 in “positions.csv”: The rows come to another total than the statement.',
    ])
  })

  it('of an account that holds nothing any more is a total of zero', () => {
    expect(tie({ rows: [], total: '0.00' })).toMatchObject({
      state: 'mapped',
      notes: ['The account holds nothing any more.'],
    })
    expect(tie({ rows: [] }).state).toBe('blocked')
  })

  it('says which amounts were converted, and that prices are of several dates', () => {
    const rows = [row(4, 'Bond', '108.42', { converted: { currency: 'EUR', amount: '100.00', rate: '1.0842' } })]
    const asOf = {
      date: '2026-10-30',
      proposed: null,
      from: null,
      priceDates: ['2026-10-29', '2026-10-30'],
      problem: null,
    }
    expect(tie({ rows, total: '108.42' }, { statement: { asOf } }).notes).toEqual([
      'Row 4: 100.00 EUR at 1.0842.',
      'Prices are of several dates: Oct 29, 2026, Oct 30, 2026.',
    ])
  })

  it('names rows that the service would not take', () => {
    const long = 'x'.repeat(1001)
    expect(tie({ rows: [row(4, '', '1.00'), row(5, long, '2.00')], total: '3.00' }).problems).toEqual([
      'Row 4 has no name.',
      'Row 5 has a text that is too long for the service.',
    ])
  })
})

describe('a typed total', () => {
  it.each([
    ['52,651.20', '52651.20'],
    ['$1,234.50', '1234.50'],
    [' 1234.5 ', '1234.50'],
    ['14M', '14000000.00'],
    ['1.25k', '1250.00'],
    ['(7.50)', '-7.50'],
    ['−7.50', '-7.50'],
    ['1,234', '1234.00'],
    ['0', '0.00'],
    ['123456789012345', '123456789012345.00'],
  ])('%s is %s', (text, total) => {
    expect(readTypedTotal(text)).toEqual({ total, problem: null })
  })

  it.each([
    ['1.234,50', 'Write 1,234.50 if that is meant.'],
    ['12,34', 'Write 12.34 if that is meant.'],
    ['1,5', 'Write 1.5 if that is meant.'],
    ['$ 1 234,50', 'Write $ 1,234.50 if that is meant.'],
    ['1.234', 'has more than two decimal places'],
    ['1,25M', 'can mean 1.25M or 125M'],
    ['14T', '“T” can mean thousand or trillion'],
    ['12,3456', 'This is not an amount'],
    ['about ten', 'This is not an amount'],
    ['1234567890123456', 'digits'],
  ])('%s is refused, with a reason', (text, reason) => {
    const { total, problem } = readTypedTotal(text)
    expect(total).toBeNull()
    expect(problem).toContain(reason)
  })
})
