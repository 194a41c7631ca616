import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessMapping, mappingProblems } from '../../../../shared/domain/import/guess-mapping.ts'
import { type ImportKind, importFields } from '../../../../shared/domain/import/import-fields.ts'
import { cellText, readCell } from '../../../../shared/domain/import/read-cell.ts'
import { guessDateOrder, readDate } from '../../../../shared/domain/import/read-date.ts'
import { readState } from '../../../../shared/domain/import/states.ts'

describe('readDate', () => {
  it.each([
    ['1961-04-30', '1961-04-30', '1961-04-30'],
    ['1961/4/3', '1961-04-03', '1961-04-03'],
    ['1961-04-30T00:00:00', '1961-04-30', '1961-04-30'],
    ['1961-04-30 00:00:00.000', '1961-04-30', '1961-04-30'],
    ['4/3/1961', '1961-04-03', '1961-03-04'],
    ['04.03.1961', '1961-04-03', '1961-03-04'],
    ['4-3-1961 0:00', '1961-04-03', '1961-03-04'],
    ['13/2/1961', null, '1961-02-13'],
    ['Apr 3, 1961', '1961-04-03', '1961-04-03'],
    ['April 3rd, 1961', '1961-04-03', '1961-04-03'],
    ['3 April 1961', '1961-04-03', '1961-04-03'],
    ['3-Apr-1961', '1961-04-03', '1961-04-03'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
    ['2023-02-29', null, null],
    ['2/30/1961', null, null],
    ['4/3/61', null, null],
    ['22399', null, null],
    ['1961', null, null],
    ['soon', null, null],
  ])('reads %s as %s with the month first and as %s with the day first', (text, monthFirst, dayFirst) => {
    expect(readDate(text, 'month-first')).toBe(monthFirst)
    expect(readDate(text, 'day-first')).toBe(dayFirst)
  })

  it('reads every way of writing a day as that day', () => {
    const day = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', month = '', ofMonth = ''] = iso.split('-')
        expect(readDate(iso, 'day-first')).toBe(iso)
        expect(readDate(`${Number(month)}/${Number(ofMonth)}/${year}`, 'month-first')).toBe(iso)
        expect(readDate(`${ofMonth}.${month}.${year}`, 'day-first')).toBe(iso)
      }),
    )
  })
})

describe('guessDateOrder', () => {
  it.each([
    [['13/2/1961', '1/2/1961'], 'day-first', false],
    [['2/13/1961', '1/2/1961'], 'month-first', false],
    [['1/2/1961'], 'month-first', true],
    [['13/2/1961', '2/13/1961'], 'month-first', true],
    [['31/31/1961', '13/2/1961'], 'day-first', false],
    [['31/31/1961'], 'month-first', true],
    [['1961-02-13', ''], 'month-first', false],
  ] as const)('of %j is %s, unclear: %s', (cells, order, unclear) => {
    expect(guessDateOrder(cells)).toEqual({ order, unclear })
  })
})

describe('readState', () => {
  it.each([
    ['NY', 'NY'],
    ['ny', 'NY'],
    ['New York', 'NY'],
    ['québec', 'QC'],
    ['District of Columbia', 'DC'],
    ['N.Y', null],
    ['Bavaria', null],
    ['N1', null],
  ])('reads %s as %s', (text, state) => {
    expect(readState(text)).toBe(state)
  })
})

describe('readCell', () => {
  const reading = { order: 'month-first', today: '2026-11-21' } as const
  const read = (kind: ImportKind, text: string) => readCell(text, { kind, label: 'Field' }, reading)

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
    ['date', '22399', /not a calendar date/, /Format the column as a date/],
    ['date', '30/4/1961', /not a calendar date/, /With the day first, it would be a date/],
    ['date', '4/3/61', /not a calendar date/, /four-digit year/],
    ['email', 'ada at example', /not an email address/, /Correct it/],
    ['text', 'a'.repeat(1001), /Field has more than 1,000 characters/, /at most 1,000/],
    ['long-text', 'a'.repeat(65_537), /more than 65,536/, /at most 65,536/],
  ] as const)('refuses a %s written %s, saying why and what to do', (kind, text, cause, next) => {
    expect(read(kind, text)).toEqual({ cause: expect.stringMatching(cause), next_step: expect.stringMatching(next) })
  })
})

describe('cellText', () => {
  it.each([
    ["'=SUM(A1)", '=SUM(A1)'],
    ["'+1 555", '+1 555'],
    ["'-5", '-5'],
    ["O'Brien", "O'Brien"],
    ["'tis", "'tis"],
    ['  Ada ', 'Ada'],
    [undefined, ''],
  ])('of %j is %j', (cell, text) => {
    expect(cellText(cell)).toBe(text)
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
