import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskNumbers } from '../../../shared/domain/mask-numbers.ts'

const cases: [text: string, masked: string][] = [
  ['SSN 123-45-6789.', 'SSN •••-••-6789.'],
  ['SSN 123 45 6789', 'SSN ••• •• 6789'],
  ['SSN 123456789', 'SSN •••••6789'],
  ['SSN 123–45–6789', 'SSN •••–••–6789'],
  ['a number at the end of a line 123-45-\n6789', 'a number at the end of a line •••-••-\n6789'],
  ['EIN 12-3456789', 'EIN ••-•••6789'],
  ['Account X10442871', 'Account X••••2871'],
  ['Account Z12-345678', 'Account Z••-••5678'],
  ['Account 4471-9923', 'Account ••••-9923'],
  ['Account 1234567', 'Account •••4567'],
  ['Card 4111 1111 1111 1111', 'Card •••• •••• •••• 1111'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN DE•• •••• •••• •••• ••30 00'],
  ['Policy AB123456', 'Policy AB••3456'],
  ['Loan no. 00-1234-567890-1', 'Loan no. ••-••••-•••890-1'],
  ['SSN 1 2 3 - 4 5 - 6 7 8 9', 'SSN • • • - • • - 6 7 8 9'],
  ['1 2 3 4 5 6 7 8 9', '• • • • • 6 7 8 9'],
  ['SSN １２３－４５－６７８９', 'SSN •••－••－６７８９'],
  ['number １２３４５６７８９', 'number •••••６７８９'],
  ['Account 123456', 'Account ••3456'],
  ['acct. # 1044 2871', 'acct. # •••• 2871'],
  ['EIN 12 3456789', 'EIN •• •••6789'],
  ['de89 3704 0044 0532 0130 00', 'de•• •••• •••• •••• ••30 00'],
  ['Card 4111 - 1111 - 1111 - 1111', 'Card •••• - •••• - •••• - 1111'],
]

/** Dashes, minus, slashes, dots and spaces of every kind, some of them with spaces, and characters that are not seen. */
const tight = [
  ...[
    '-',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2212',
    '\ufe63',
    '\uff0d',
    '\u2060',
    '/',
    '\u2044',
    '\\',
    '.',
    '·',
    '_',
    '--',
  ],
]
const loose = [' ', '\u00a0', '\u2009', '\u202f', '\u2007', '\u3000', '\n', ' - ', '- ', ' \u2013 ', ' \u2212 ']
const accounts = ['4471 9923', '1044 28 71 33', '12 3456789', 'X12 345678', 'Z12 34 5678']

const plain = [
  'January 5, 2026',
  'on 01/31/2026 and 2026-01-31',
  'on 01-31-2026, 31.12.2025 and 1-5-2026',
  'the years 2019-2024',
  '$1,234,567.89 and $1234567',
  '1,234,567',
  '1234567.89',
  'Section 12.4.1 of 2026',
  'call 555-123-4567 or (555) 123-4567 or 1-800-555-0100',
  'Springfield, IL 62704-1234',
  'page 123456',
  'Form 1040, Schedule K-1, 401(k), 26 U.S.C. 2032A',
  'in 2024 2025 2026 2027',
  'the years 2019/2020 and account 2024 2025',
  'on 31-Jan-2026, 2026/01/31, ２０２６－０１－３１ and 01−31−2026',
  'call 555\u2011123\u20114567 or (555) 123–4567',
  'Springfield, IL 62704–1234',
  '$1,123.45 2026',
  'account 10 12/31/2025, account 123,456, account 1234567.89',
]

describe('numbers in an excerpt', () => {
  it.each(cases)('%j is masked but for its last four digits', (text, expected) => {
    expect(maskNumbers(text)).toBe(expected)
  })

  it.each([...tight, ...loose, ', ', '|', ' | '])(
    'a social security number with %j between its groups is masked',
    (gap) => {
      expect(maskNumbers(`of 123${gap}45${gap}6789.`)).toBe(`of •••${gap}••${gap}6789.`)
    },
  )

  it.each([...tight, ...loose])('an account number with %j between its groups is masked', (gap) => {
    for (const account of accounts) {
      const text = `Account no. ${account.replaceAll(' ', gap)} is closed`
      const masked = maskNumbers(text)
      expect(masked).toHaveLength(text.length)
      expect(masked.match(/\d/g)?.join('')).toBe(account.replace(/\D/g, '').slice(-4))
    }
  })

  it.each(plain)('%j stays', (text) => {
    expect(maskNumbers(text)).toBe(text)
  })

  it('keep their places, and are the same when they are masked again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-. \nXA$') }), (text) => {
        const once = maskNumbers(text)
        expect(once).toHaveLength(text.length)
        expect(once.replace(/[0-9•]/g, '#')).toBe(text.replace(/[0-9]/g, '#'))
        expect(once.match(/\d{9}/)).toBeNull()
      }),
    )
  })
})
