import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDay } from '../../../shared/dates/calendar.ts'
import { datesOf, yearlyDatesOf } from '../../../shared/dates/derive-dates.ts'
import { type DateRule, usualRules } from '../../../shared/rules/rules.ts'

const dateRules = usualRules.filter((rule) => rule.kind === 'date')

const always = { from: '1800-01-01', to: '2200-12-31' }

function ruleOf(id: string): DateRule {
  const found = dateRules.find((rule) => rule.id === id)
  if (found === undefined) throw new Error(`There is no rule “${id}”.`)
  return found
}

describe('a date after a death', () => {
  test.each([
    ['alternate-valuation', '2025-03-10', '2025-09-10', null],
    ['alternate-valuation', '2025-08-31', '2026-02-28', null],
    ['alternate-valuation', '2023-08-31', '2024-02-29', null],
    ['estate-tax-return', '2025-01-15', '2025-10-15', null],
    ['estate-tax-return', '2023-05-31', '2024-02-29', null],
    ['estate-tax-return', '2023-07-16', '2024-04-17', '2024-04-16'],
    ['estate-tax-return', '2025-05-28', '2026-03-02', '2026-02-28'],
    ['disclaimer', '2025-05-28', '2026-03-02', '2026-02-28'],
    ['estate-tax-return-extended', '2024-02-29', '2025-05-29', null],
    ['estate-tax-return-extended', '2024-12-01', '2026-03-02', '2026-03-01'],
    ['portability-election', '2024-02-29', '2029-02-28', null],
    ['portability-election', '2021-11-28', '2026-11-28', null],
    ['final-income-tax-return', '2024-12-31', '2025-04-15', null],
    ['final-income-tax-return', '2022-01-01', '2023-04-18', '2023-04-15'],
  ])('%s: a death on %s gives %s', (id, death, date, moved_from) => {
    expect(datesOf(ruleOf(id), death, always)).toEqual([{ date, moved_from, words: null }])
  })
})

describe('a date after a birth', () => {
  test.each([
    ['age-70-half', '1955-12-31', '2026-06-30'],
    ['age-70-half', '1955-08-31', '2026-02-28'],
    ['age-70-half', '1956-02-29', '2026-08-29'],
    ['required-beginning-date', '1949-06-30', '2020-04-01'],
    ['required-beginning-date', '1949-07-01', '2022-04-01'],
    ['required-beginning-date', '1950-12-31', '2023-04-01'],
    ['required-beginning-date', '1951-01-01', '2025-04-01'],
    ['required-beginning-date', '1958-12-31', '2032-04-01'],
    ['required-beginning-date', '1959-06-15', '2033-04-01'],
    ['required-beginning-date', '1960-01-01', '2036-04-01'],
  ])('%s: a birth on %s gives %s', (id, birth, date) => {
    expect(datesOf(ruleOf(id), birth, always).map((found) => found.date)).toEqual([date])
  })

  test('says of a birth in 1959 that the law is disputed, and of no other', () => {
    const words = (birth: string) => datesOf(ruleOf('required-beginning-date'), birth, always)[0]?.words
    expect(words('1959-01-01')).toContain('both 73 and 75')
    expect(words('1959-12-31')).toContain('both 73 and 75')
    expect(words('1958-12-31')).toBeNull()
    expect(words('1960-01-01')).toBeNull()
  })

  test('of each year begins with the second required distribution', () => {
    const within = { from: '2024-01-01', to: '2027-12-31' }
    const dates = datesOf(ruleOf('required-distribution'), '1952-05-05', within).map(({ date }) => date)
    expect(dates).toEqual(['2026-12-31', '2027-12-31'])
  })
})

describe('a date of each year', () => {
  test.each([
    ['2023-01-01', '2023-12-31', '2023-04-18', '2023-04-15'],
    ['2024-01-01', '2024-12-31', '2024-04-15', null],
    ['2026-01-01', '2026-12-31', '2026-04-15', null],
    ['2028-01-01', '2028-12-31', '2028-04-18', '2028-04-15'],
  ])('the gift tax return from %s to %s is due on %s', (from, to, date, moved_from) => {
    const [rule] = usualRules.filter((one) => one.kind === 'yearly')
    expect(rule?.id).toBe('gift-tax-return')
    expect(rule && yearlyDatesOf(rule, { from, to })).toEqual([{ date, moved_from }])
  })

  test('on December 31 moves into the next year, and is found from there', () => {
    const rule = { month: 12, day: 31, weekend: 'moves' } as const
    // December 31, 2022 is a Saturday, and January 2 the observed New Year's Day.
    expect(yearlyDatesOf(rule, { from: '2023-01-01', to: '2023-12-30' })).toEqual([
      { date: '2023-01-03', moved_from: '2022-12-31' },
    ])
  })

  test('on February 29 is the 28th in years without it', () => {
    const rule = { month: 2, day: 29, weekend: 'stays' } as const
    const dates = yearlyDatesOf(rule, { from: '2023-01-01', to: '2024-12-31' }).map(({ date }) => date)
    expect(dates).toEqual(['2023-02-28', '2024-02-29'])
  })
})

/** The oracle counts on its own: JavaScript's days in UTC, and ages step by step. */
const utc = (date: string) => new Date(`${date}T00:00:00Z`)
const iso = (date: Date) => date.toISOString().slice(0, 10)

function monthsLater(date: string, months: number): string {
  const exact = utc(date)
  const day = exact.getUTCDate()
  exact.setUTCDate(1)
  exact.setUTCMonth(exact.getUTCMonth() + months)
  const month = exact.getUTCMonth()
  exact.setUTCDate(day)
  // A day that the month has not is one of the next month: back to the last one.
  while (exact.getUTCMonth() !== month) exact.setUTCDate(exact.getUTCDate() - 1)
  return iso(exact)
}

const monthsOf: Record<string, (event: string) => string> = {
  'alternate-valuation': (death) => monthsLater(death, 6),
  'estate-tax-return': (death) => monthsLater(death, 9),
  disclaimer: (death) => monthsLater(death, 9),
  'estate-tax-return-extended': (death) => monthsLater(death, 15),
  'portability-election': (death) => monthsLater(death, 60),
  'final-income-tax-return': (death) => `${Number(death.slice(0, 4)) + 1}-04-15`,
  'age-70-half': (birth) => monthsLater(birth, 12 * 70 + 6),
  'required-beginning-date': (birth) => `${distributionYear(birth) + 1}-04-01`,
  'required-distribution': (birth) => `${distributionYear(birth) + 1}-12-31`,
}

function distributionYear(birth: string): number {
  const year = Number(birth.slice(0, 4))
  if (year >= 1960) return year + 75
  if (year >= 1951) return year + 73
  return birth >= '1949-07-01' ? year + 72 : Number(monthsLater(birth, 12 * 70 + 6).slice(0, 4))
}

const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2060-12-31T00:00:00Z'), noInvalidDate: true })
  .map(iso)

describe.each(dateRules.map((rule) => [rule.id, rule] as const))('the rule %s', (id, rule) => {
  test('has the date of an independent count', () => {
    fc.assert(
      fc.property(anyDay, (event) => {
        const counted = monthsOf[id]?.(event) ?? ''
        const due = rule.weekend === 'moves' ? businessDay(counted).date : counted
        expect(datesOf(rule, event, { from: due, to: due }).map(({ date }) => date)).toEqual([due])
        const [first] = datesOf(rule, event, { from: '1800-01-01', to: due })
        expect(first?.date).toBe(due)
      }),
    )
  })

  test('says its source and never calls itself advice', () => {
    expect(rule.source).toMatch(/\d/)
    expect(`${rule.name} ${rule.words}`).not.toMatch(/advi[cs]e|should|must/i)
  })
})
