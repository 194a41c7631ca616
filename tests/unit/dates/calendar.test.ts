import { describe, expect, test } from 'vitest'
import { addMonths, businessDay } from '../../../shared/dates/calendar.ts'

describe('months after a date', () => {
  test.each([
    ['2025-01-15', 9, '2025-10-15', 'the same day'],
    ['2023-05-31', 9, '2024-02-29', 'the last day of a leap February'],
    ['2024-05-31', 9, '2025-02-28', 'the last day of another February'],
    ['2024-02-29', 6, '2024-08-29', 'from a leap day'],
    ['2024-02-29', 12, '2025-02-28', 'an anniversary of a leap day'],
    ['2024-02-29', 48, '2028-02-29', 'an anniversary of a leap day in a leap year'],
    ['2025-08-31', 6, '2026-02-28', 'over the end of a year'],
    ['2025-12-31', 0, '2025-12-31', 'none'],
    ['1999-12-01', 1, '2000-01-01', 'over the end of a century'],
    ['1899-05-31', 9, '1900-02-28', 'a year that is not a leap year by its hundreds'],
  ])('%s and %i months are %s: %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected)
  })
})

describe('the day on which an April 15 was due, as the Internal Revenue Service announced it', () => {
  test.each([
    [2007, '2007-04-17'],
    [2011, '2011-04-18'],
    [2012, '2012-04-17'],
    [2016, '2016-04-18'],
    [2017, '2017-04-18'],
    [2018, '2018-04-17'],
    [2019, '2019-04-15'],
    [2022, '2022-04-18'],
    [2023, '2023-04-18'],
    [2024, '2024-04-15'],
    [2025, '2025-04-15'],
    [2026, '2026-04-15'],
  ])('of %i is %s', (year, expected) => {
    const due = `${year}-04-15`
    expect(businessDay(due)).toEqual({ date: expected, moved_from: expected === due ? null : due })
  })
})

describe('a day that the law moves', () => {
  test.each([
    ['2025-01-20', '2025-01-21', 'Martin Luther King’s birthday and an inauguration'],
    ['2021-01-20', '2021-01-21', 'an inauguration'],
    ['2013-01-20', '2013-01-22', 'an inauguration on a Sunday, kept on Monday'],
    ['2029-01-19', '2029-01-19', 'the Friday before an inauguration on a Saturday'],
    ['2026-02-16', '2026-02-17', 'Washington’s birthday'],
    ['2026-05-25', '2026-05-26', 'Memorial Day, the last Monday of May'],
    ['2026-06-19', '2026-06-22', 'Juneteenth before a weekend'],
    ['2020-06-19', '2020-06-19', 'June 19 before it was a holiday'],
    ['2026-07-03', '2026-07-06', 'Independence Day on a Saturday, kept on Friday'],
    ['2027-07-05', '2027-07-06', 'Independence Day on a Sunday, kept on Monday'],
    ['2026-09-07', '2026-09-08', 'Labor Day'],
    ['2026-10-12', '2026-10-13', 'Columbus Day'],
    ['2026-11-11', '2026-11-12', 'Veterans Day'],
    ['2026-11-26', '2026-11-27', 'Thanksgiving'],
    ['2021-12-31', '2022-01-03', 'New Year’s Day on a Saturday, kept in the year before'],
    ['2022-12-26', '2022-12-27', 'Christmas on a Sunday, kept on Monday'],
    ['2027-12-24', '2027-12-27', 'Christmas on a Saturday, kept on Friday'],
    ['2026-11-25', '2026-11-25', 'an ordinary Wednesday'],
    ['2026-11-28', '2026-11-30', 'a Saturday'],
  ])('%s becomes %s: %s', (date, expected) => {
    expect(businessDay(date).date).toBe(expected)
  })
})
