import { expect, test } from 'vitest'
import { testOf } from '../../../electron/data/lists/conditions.ts'
import { dayBefore, localMidnight, localToday, nextDay } from '../../../shared/domain/days.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'

test.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2026-01-01', 1, '2025-12-31'],
  ['2026-03-29', 365, '2025-03-29'],
  ['2026-11-02', 1, '2026-11-01'],
])('%s less %i days is %s, whatever the clocks did', (date, days, expected) => {
  expect(dayBefore(date, days)).toBe(expected)
  expect(dayBefore(expected, -days)).toBe(date)
})

test('a day of this computer holds every moment from its midnight to the next', () => {
  for (const date of ['2026-03-29', '2026-07-01', '2026-10-25', '2026-12-31']) {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    const first = new Date(year, month - 1, day)
    const last = new Date(new Date(year, month - 1, day + 1).getTime() - 1)
    for (const moment of [first, last, new Date(year, month - 1, day, 12)]) {
      for (const text of [moment.toISOString(), `${moment.toISOString().slice(0, 19)}Z`]) {
        expect(text >= localMidnight(date)).toBe(true)
        expect(text < localMidnight(nextDay(date))).toBe(true)
      }
      expect(localToday(moment)).toBe(date)
    }
  }
})

test('days are counted back from the day that is given, both ends included', () => {
  const asked = (operator: 'within_days' | 'older_than_days') =>
    testOf({ kind: 'date', today: '2026-03-10', filter: { column: 'x', operator, values: [10] } }).of('x')
  expect(asked('within_days')).toEqual({ sql: 'x >= ? AND x <= ?', parameters: ['2026-02-28', '2026-03-10'] })
  expect(asked('older_than_days')).toEqual({ sql: 'x < ?', parameters: ['2026-02-28'] })
})

test('no value of a filter becomes part of the SQL', () => {
  const evil = "'; DROP TABLE users; --"
  for (const operator of ['contains', 'not_contains', 'starts_with', 'is', 'is_not'] as const) {
    const { sql, parameters } = testOf({
      kind: 'text',
      today: '',
      filter: { column: 'x', operator, values: [evil] },
    }).of('t.x')
    expect(sql).not.toContain('DROP')
    expect(parameters).toEqual([foldLetters(evil)])
  }
  const { sql, parameters } = testOf({
    kind: 'enum',
    today: '',
    filter: { column: 'x', operator: 'none_of', values: [evil, 'b'] },
  }).of('t.x')
  expect(sql).toBe('(t.x IS NULL OR t.x NOT IN (?, ?))')
  expect(parameters).toEqual([evil, 'b'])
})
