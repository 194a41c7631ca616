import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
    // The last day of a month is not the last day of a longer one.
    ['estate-tax-return', '2022-08-31', '2023-05-31', null],
    ['estate-tax-return', '2023-11-30', '2024-08-30', null],
    ['estate-tax-return', '2024-06-30', '2025-03-31', '2025-03-30'],
    ['alternate-valuation', '2024-02-29', '2024-08-29', null],
    ['disclaimer', '2022-08-31', '2023-05-31', null],
    ['estate-tax-return', '2023-07-16', '2024-04-17', '2024-04-16'],
    ['estate-tax-return', '2025-05-28', '2026-03-02', '2026-02-28'],
    ['disclaimer', '2025-05-28', '2026-03-02', '2026-02-28'],
    ['estate-tax-return-extended', '2024-02-29', '2025-05-29', null],
    ['estate-tax-return-extended', '2024-12-01', '2026-03-02', '2026-03-01'],
    // Six months from the last day of February, not fifteen from the death.
    ['estate-tax-return-extended', '2023-05-31', '2024-08-29', null],
    ['estate-tax-return-extended', '2024-05-30', '2025-08-28', null],
    ['estate-tax-return-extended', '2024-08-31', '2025-12-01', '2025-11-30'],
    ['disclaimer', '2024-02-29', '2024-11-29', null],
    ['alternate-valuation', '2025-12-28', '2026-06-28', null],
    ['portability-election', '2021-11-28', '2026-11-28', null],
    ['final-income-tax-return', '2024-12-31', '2025-04-15', null],
    ['final-income-tax-return', '2022-01-01', '2023-04-18', '2023-04-15'],
  ])('%s: a death on %s gives %s', (id, death, date, moved_from) => {
    expect(datesOf(ruleOf(id), death, always)).toEqual([{ date, moved_from, words: null }])
  })
})

describe('a date after a birth', () => {
  test.each([
    ['age-18', '2008-02-29', '2026-02-28'],
    ['age-18', '2009-01-01', '2027-01-01'],
    ['age-65', '1960-02-29', '2025-02-28'],
    ['age-65', '1963-02-28', '2028-02-28'],
    ['age-70-half', '1955-12-31', '2026-06-30'],
    ['age-70-half', '1955-08-31', '2026-02-28'],
    ['age-70-half', '1956-02-29', '2026-08-28'],
    ['required-beginning-date', '1949-06-30', '2020-04-01'],
    ['required-beginning-date', '1949-07-01', '2022-04-01'],
    ['required-beginning-date', '1950-12-31', '2023-04-01'],
    ['required-beginning-date', '1951-01-01', '2025-04-01'],
    ['required-beginning-date', '1958-12-31', '2032-04-01'],
    ['required-beginning-date', '1959-01-01', '2033-04-01'],
    ['required-beginning-date', '1959-06-15', '2033-04-01'],
    ['required-beginning-date', '1959-12-31', '2033-04-01'],
    ['required-beginning-date', '1956-02-29', '2030-04-01'],
    ['required-beginning-date', '1960-02-29', '2036-04-01'],
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

  test.each([
    ['age-18', '2008-02-29', '2026-02-28', 'Mar 1, 2026'],
    ['age-65', '1960-02-29', '2025-02-28', 'Mar 1, 2025'],
    ['age-70-half', '1956-02-29', '2026-08-28', 'Sep 1, 2026'],
    ['portability-election', '2024-02-29', '2029-02-28', 'Mar 1, 2029'],
  ])('%s: counted from %s it is %s, and says that it is %s where March 1 counts', (id, event, date, other) => {
    const words = `Counted from February 28 of a year without February 29. Counted from March 1, it is ${other}.`
    expect(datesOf(ruleOf(id), event, always)).toEqual([{ date, moved_from: null, words }])
  })

  test.each(['required-beginning-date', 'alternate-valuation', 'estate-tax-return', 'disclaimer'])(
    '%s of February 29 is one day, however it is counted, and says nothing of it',
    (id) => expect(datesOf(ruleOf(id), '1956-02-29', always)[0]?.words).toBeNull(),
  )

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

test('a date is the same in every time zone', () => {
  const zone = process.env.TZ
  const found = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Europe/London', 'UTC'].map((of) => {
    process.env.TZ = of
    return dateRules.map((rule) => datesOf(rule, '1959-03-31', { from: '1959-01-01', to: '2040-12-31' }))
  })
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1)
})

/**
 * The oracle uses no code of Steward: JavaScript's days in UTC, ages step by step, and the holidays of a year as a list of their days.
 */
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
  'estate-tax-return-extended': (death) => monthsLater(monthsLater(death, 9), 6),
  'portability-election': (death) => monthsLater(death, 60),
  'final-income-tax-return': (death) => `${Number(death.slice(0, 4)) + 1}-04-15`,
  'age-18': (birth) => monthsLater(birth, 12 * 18),
  'age-65': (birth) => monthsLater(birth, 12 * 65),
  'age-70-half': (birth) => monthsLater(monthsLater(birth, 12 * 70), 6),
  'required-beginning-date': (birth) => `${distributionYear(birth) + 1}-04-01`,
  'required-distribution': (birth) => `${distributionYear(birth) + 1}-12-31`,
}

function distributionYear(birth: string): number {
  const year = Number(birth.slice(0, 4))
  if (year >= 1960) return year + 75
  if (year >= 1951) return year + 73
  return birth >= '1949-07-01' ? year + 72 : Number(monthsLater(birth, 12 * 70 + 6).slice(0, 4))
}

/** The days of a year on which a holiday of the District of Columbia is kept, as they are since 1986. */
function holidaysOf(year: number): Set<string> {
  const days = (month: number, weekday: number) =>
    Array.from({ length: 31 }, (_, at) => new Date(Date.UTC(year, month, at + 1))).filter(
      (day) => day.getUTCMonth() === month && day.getUTCDay() === weekday,
    )
  const [monday, thursday] = [1, 4]
  const kept = (of: number, month: number, date: number): Date => {
    const day = new Date(Date.UTC(of, month, date))
    const by = { 6: -1, 0: 1 }[day.getUTCDay()] ?? 0
    return new Date(day.getTime() + by * 86_400_000)
  }
  const inauguration = new Date(Date.UTC(year, 0, 20))
  const all = [
    ...[kept(year, 0, 1), kept(year + 1, 0, 1), kept(year, 6, 4), kept(year, 10, 11), kept(year, 11, 25)],
    ...[days(0, monday)[2], days(1, monday)[2], days(4, monday).at(-1), days(8, monday)[0], days(9, monday)[1]],
    days(10, thursday)[3],
    ...(year >= 2007 ? [kept(year, 3, 16)] : []),
    ...(year >= 2021 ? [kept(year, 5, 19)] : []),
    ...(year % 4 === 1 && inauguration.getUTCDay() !== 6 ? [kept(year, 0, 20)] : []),
  ]
  return new Set(all.flatMap((day) => (day ? [iso(day)] : [])))
}

function openDay(date: string): string {
  const day = utc(date)
  while ([0, 6].includes(day.getUTCDay()) || holidaysOf(day.getUTCFullYear()).has(iso(day))) {
    day.setUTCDate(day.getUTCDate() + 1)
  }
  return iso(day)
}

/** Births of a century; deaths since the holidays are what they are. */
const anyDay = (from: 'birth' | 'death') =>
  fc
    .date({
      min: new Date(from === 'birth' ? '1900-01-01T00:00:00Z' : '1986-01-01T00:00:00Z'),
      max: new Date('2060-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map(iso)

describe.each(dateRules.map((rule) => [rule.id, rule] as const))('the rule %s', (id, rule) => {
  test('has the date of an independent count', () => {
    fc.assert(
      fc.property(anyDay(rule.from), (event) => {
        const counted = monthsOf[id]?.(event) ?? ''
        const due = rule.weekend === 'moves' ? openDay(counted) : counted
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
