import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'
import { ageInYears, figureAge, nextBirthday } from '../../../shared/domain/figure-age.ts'

describe('the age of a figure', () => {
  it.each([
    ['2026-11-22', 'today', false],
    ['2026-11-21', '1 day', false],
    ['2026-11-09', '13 days', false],
    ['2026-11-08', '2 weeks', false],
    ['2026-09-23', '8 weeks', false],
    ['2026-09-22', '2 months', false],
    ['2025-11-23', '11 months', false],
    ['2025-11-22', '12 months', true],
    ['2024-11-23', '23 months', true],
    ['2024-11-22', '2 years', true],
    ['2026-11-23', 'dated later', false],
    ['soon', 'soon', false],
  ])('of %s is %s', (date, text, old) => {
    expect(figureAge(date, '2026-11-22')).toEqual({ text, old })
  })

  it('is old exactly when the same day of the next year has come', () => {
    const day = fc.integer({ min: dayNumber('1990-01-01') ?? 0, max: dayNumber('2060-12-31') ?? 0 })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 2000 }), (from, days) => {
        const date = dateOfDay(from)
        const today = dateOfDay(from + days)
        const anniversary = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
        expect(figureAge(date, today).old).toBe(today >= anniversary)
      }),
    )
  })
})

describe("a person's age", () => {
  it.each([
    ['2008-11-22', 18],
    ['2008-11-23', 17],
    ['2026-11-22', 0],
    ['2026-11-23', null],
    ['2004-02-29', 22],
    [null, null],
    ['', null],
  ])('born %s is %s on 2026-11-22', (born, age) => {
    expect(ageInYears(born, '2026-11-22')).toBe(age)
  })
})

describe('the next birthday', () => {
  it.each([
    ['1961-11-22', { date: '2026-11-22', age: 65, milestone: true, days: 0 }],
    ['1961-11-23', { date: '2026-11-23', age: 65, milestone: true, days: 1 }],
    ['1961-11-21', { date: '2027-11-21', age: 66, milestone: false, days: 364 }],
    ['2026-11-22', { date: '2026-11-22', age: 0, milestone: false, days: 0 }],
    ['2008-02-29', { date: '2027-02-28', age: 19, milestone: false, days: 98 }],
    // Of someone who is not born yet, and of no date.
    ['2026-11-23', null],
    ['1961', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('of someone born %s is, from 2026-11-22 on, %j', (born, next) => {
    expect(nextBirthday(born, '2026-11-22')).toEqual(next)
  })

  it('of someone born on 29 February is that day in a leap year', () => {
    expect(nextBirthday('1952-02-29', '2028-01-01')).toEqual({
      date: '2028-02-29',
      age: 76,
      milestone: false,
      days: 59,
    })
  })

  it('is unknown without a day to count from', () => {
    expect(nextBirthday('1961-11-22', '')).toBeNull()
  })
})
