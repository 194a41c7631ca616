import { describe, expect, test } from 'vitest'
import { nextOccurrence, occurrencesOf, repetitionNote } from '../../../shared/dates/own-dates.ts'
import { enteredDate } from '../../../shared/ipc/dates.ts'

const repeating = (date: string, every: 'once' | 'month' | 'quarter' | 'year', until: string | null = null) => ({
  ...{ date, every, until },
})

describe('the days of a repeating date', () => {
  test.each([
    ['once', repeating('2026-05-01', 'once'), ['2026-05-01']],
    ['a yearly date', repeating('2024-07-04', 'year'), ['2026-07-04', '2027-07-04']],
    ['a quarterly date', repeating('2026-11-30', 'quarter'), ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30']],
    ['a yearly date that ends', repeating('2024-07-04', 'year', '2026-07-04'), ['2026-07-04']],
    ['a yearly date that ended', repeating('2020-07-04', 'year', '2025-07-04'), []],
    ['February 29 in years without it', repeating('2024-02-29', 'year'), ['2026-02-28', '2027-02-28']],
    ['a date that begins later', repeating('2027-08-31', 'year'), ['2027-08-31']],
    ['a date after the span', repeating('2027-09-01', 'month'), []],
  ])('%s', (_name, date, days) => {
    expect(occurrencesOf(date, { from: '2026-02-01', to: '2027-08-31' })).toEqual(days)
  })

  test('the 31st is the last day of a shorter month, and the 31st again afterwards', () => {
    const days = occurrencesOf(repeating('2027-12-31', 'month'), { from: '2028-01-01', to: '2028-05-31' })
    expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
  })

  test('February 29 is on that day again in the next leap year', () => {
    const days = occurrencesOf(repeating('2024-02-29', 'year'), { from: '2028-01-01', to: '2029-12-31' })
    expect(days).toEqual(['2028-02-29', '2029-02-28'])
  })

  test('the next one is the day itself, and none after the last', () => {
    expect(nextOccurrence(repeating('2026-05-31', 'month'), '2026-05-31')).toBe('2026-05-31')
    expect(nextOccurrence(repeating('2026-05-31', 'month'), '2026-06-01')).toBe('2026-06-30')
    expect(nextOccurrence(repeating('2026-05-31', 'year', '2026-12-31'), '2026-06-01')).toBeNull()
    expect(nextOccurrence(repeating('2026-05-31', 'once'), '2026-06-01')).toBeNull()
    expect(nextOccurrence(repeating('2030-05-31', 'once'), '2026-06-01')).toBe('2030-05-31')
  })
})

test('a form says which days a repeating date has in shorter months and years', () => {
  expect(repetitionNote(repeating('2024-02-29', 'year'))).toBe('In years without February 29, it is on February 28.')
  expect(repetitionNote(repeating('2026-01-31', 'month'))).toBe(
    'In months without a day 31, it is on the last day of the month.',
  )
  expect(repetitionNote(repeating('2026-01-31', 'year'))).toBeNull()
  expect(repetitionNote(repeating('2026-01-31', 'once'))).toBeNull()
  expect(repetitionNote(repeating('2026-01-28', 'month'))).toBeNull()
})

test('a date that ends before it begins, or ends without repeating, is refused at its field', () => {
  const typed = { kind: 'review', title: 'Review', date: '2026-05-01', every: 'year', until: '2026-04-30' } as const
  const problem = (changed: object) => enteredDate.safeParse({ ...typed, ...changed }).error?.issues[0]?.path
  expect(problem({})).toEqual(['until'])
  expect(problem({ every: 'once', until: '2027-05-01' })).toEqual(['until'])
  expect(problem({ until: null, date: '2026-02-30' })).toEqual(['date'])
  expect(problem({ until: null, date: '1899-12-31' })).toEqual(['date'])
  expect(problem({ until: null })).toBeUndefined()
})
