import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessMapping, isImportHeader, mappingProblems } from '../../../../shared/domain/import/guess-mapping.ts'
import { type ImportKind, importFields } from '../../../../shared/domain/import/import-fields.ts'
import { readCell } from '../../../../shared/domain/import/read-cell.ts'
import { readPostalCode, readState } from '../../../../shared/domain/import/states.ts'
import { readDateColumn } from '../../../../shared/tables/dates.ts'

describe('readState', () => {
  it.each([
    ['NY', 'NY'],
    ['ny', 'NY'],
    ['New York', 'NY'],
    ['québec', 'QC'],
    ['District of Columbia', 'DC'],
    ['N.Y.', 'NY'],
    ['D.C.', 'DC'],
    ['Guam', 'GU'],
    ['Puerto Rico', 'PR'],
    ['AE', 'AE'],
    ['ZZ', null],
    ['XX', null],
    ['Bavaria', null],
    ['N1', null],
  ])('reads %s as %s', (text, state) => {
    expect(readState(text)).toBe(state)
  })
})

describe('readCell', () => {
  const read = (kind: ImportKind, text: string) =>
    readCell(
      text,
      { kind, label: 'Field' },
      readDateColumn([{ row: 2, text }], { column: 0, header: 'Field', today: '2026-11-21', answers: {} }),
    )

  it.each([
    ['flag', 'Yes', true],
    ['flag', 'x', true],
    ['flag', '0', false],
    ['flag', 'FALSE', false],
    ['state', 'Ohio', 'OH'],
    ['date', '4/30/1961', '1961-04-30'],
    ['date', '2026-11-21', '2026-11-21'],
    ['email', 'ada@example.com', 'ada@example.com'],
    ['text', 'Ada', 'Ada'],
  ] as const)('takes a %s written %s', (kind, text, value) => {
    expect(read(kind, text)).toEqual({ value })
  })

  it.each([
    ['flag', 'maybe', /neither yes nor no/, /“yes” or “no”/],
    ['state', 'Nowhere', /not a state or province/, /two letters/],
    ['date', '2026-11-22', /2026-11-22 is in the future/, /Correct the date/],
    ['date', '22399', /not a calendar date/, /four-digit year/],
    ['date', '30/30/1961', /not a calendar date/, /four-digit year/],
    ['date', '4/31/61', /not a calendar date/, /four-digit year/],
    ['email', 'ada at example', /not an email address/, /Correct it/],
    ['text', 'a'.repeat(1001), /Field has more than 1,000 characters/, /at most 1,000/],
    ['long-text', 'a'.repeat(65_537), /more than 65,536/, /at most 65,536/],
  ] as const)('refuses a %s written %s, saying why and what to do', (kind, text, cause, next) => {
    expect(read(kind, text)).toEqual({ cause: expect.stringMatching(cause), next_step: expect.stringMatching(next) })
  })
})

describe('readPostalCode', () => {
  it.each([
    ['02134', 'MA', '02134'],
    ['2134', 'MA', '02134'],
    ['2134.0', 'MA', '02134'],
    ['21341234', 'MA', '02134-1234'],
    ['601', 'PR', '00601'],
    ['90210.0', 'CA', '90210'],
    ['2134', 'TX', 'short'],
    ['2134', null, 'unclear'],
    ['K1A 0B1', 'ON', 'K1A 0B1'],
    ['SW1A 1AA', null, 'SW1A 1AA'],
  ])('reads %s in %s as %s', (text, state, expected) => {
    const read = readPostalCode(text, { state, zeros: null })
    expect(typeof read === 'string' ? read : read.code).toBe(expected)
  })

  it('takes the advisor’s word for a code without a state', () => {
    expect(readPostalCode('2134', { state: null, zeros: 'dropped' })).toEqual({ code: '02134' })
    expect(readPostalCode('2134', { state: null, zeros: 'complete' })).toEqual({ code: '2134' })
  })
})

describe('guessMapping', () => {
  it('knows the usual headers, whatever their case and punctuation', () => {
    const headers = ['Household_ID', 'FIRST NAME', 'Surname', 'E-Mail', 'D.O.B.', 'DOB', 'Zip', 'Primary?', 'Shoe size']
    expect(guessMapping('individuals', headers)).toEqual([
      'household',
      'first_name',
      'last_name',
      'email',
      null,
      'date_of_birth',
      'postal_code',
      'is_primary',
      null,
    ])
    expect(guessMapping('households', ['CRM ID', 'Family', 'Advisor', 'Comments'])).toEqual([
      'external_id',
      'name',
      'owner',
      'notes',
    ])
  })

  it.each([
    ['Email Address - Personal', 'email'],
    ['Email – Home', 'email'],
    ['E-mail (Primary)', 'email'],
    ['E-mail 1 - Value', 'email'],
    ['E-mail Address 1', 'email'],
    ['Personal Email Address', 'email'],
    ['Street - Home', 'address_line1'],
    ['City - Home', 'city'],
    ['Zip Code - Home', 'postal_code'],
    ['Email Address - Work', null],
    ['E-mail 1 - Type', null],
    ['E-mail 2 - Value', null],
    ['Phone 1 - Value', null],
    ['Phone - Home', null],
    ['Home', null],
  ])('takes %s for %s', (header, field) => {
    expect(guessMapping('individuals', [header])).toEqual([field])
    expect(isImportHeader('individuals', header)).toBe(field !== null)
  })

  it('prefers the exact name of a field to one with a mark behind it', () => {
    const headers = ['Email Address - Personal', 'Email Address', 'Email Address - Work']
    expect(guessMapping('individuals', headers)).toEqual([null, 'email', null])
  })

  it('knows its own names and labels, and gives no field to two columns', () => {
    const fields = Object.keys(importFields.individuals)
    expect(guessMapping('individuals', fields)).toEqual(fields)
    const labels = Object.values(importFields.individuals).map(({ label }) => label)
    expect(guessMapping('individuals', labels)).toEqual(fields)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...fields, ...labels, 'id', 'name', '')), (headers) => {
        const used = guessMapping('individuals', headers).filter((field) => field !== null)
        expect(new Set(used).size).toBe(used.length)
      }),
    )
  })
})

describe('mappingProblems', () => {
  it.each([
    [['household', 'first_name', 'last_name'], []],
    [['household', 'first_name', null], ['No column is mapped to “Last name”.']],
    [['household', 'first_name', 'last_name', 'last_name'], ['Two columns are mapped to “Last name”.']],
    [['household', 'first_name', 'last_name', 'toString'], ['A column is mapped to an unknown field.']],
  ])('of %j are %j', (mapping, problems) => {
    expect(mappingProblems('individuals', mapping, mapping.length)).toEqual(problems)
  })

  it('wants as many columns as the file has, and at least one that is something', () => {
    expect(mappingProblems('households', ['name'], 2)).toEqual(['These columns do not belong to this file.'])
    expect(mappingProblems('households', [null], 1)).toEqual(['No column is mapped to a field.'])
  })
})
