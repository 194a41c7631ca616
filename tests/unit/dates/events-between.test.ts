import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../../../shared/dates/calendar.ts'
import { datesOf } from '../../../shared/dates/derive-dates.ts'
import { eventsBetween } from '../../../shared/dates/events-between.ts'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'
import { usualRules } from '../../../shared/rules/rules.ts'

const dateRules = usualRules.filter((rule) => rule.kind === 'date')

const monthOf = (year: number, month: number) => {
  const from = `${year}-${String(month).padStart(2, '0')}-01`
  return { from, to: dateOfDay((dayNumber(addMonths(from, 1)) ?? 0) - 1) }
}

test.each(dateRules.map((rule) => [rule.id, rule] as const))(
  'the events of %s in a month are those that have a date in it',
  (_id, rule) => {
    const days = fc.integer({ min: dayNumber('1900-01-01') ?? 0, max: dayNumber('2100-12-31') ?? 0 })
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2060 }), fc.integer({ min: 1, max: 12 }), days, (year, month, day) => {
        const span = monthOf(year, month)
        const spans = eventsBetween(rule, span)
        // Random events, and those at the ends of the spans.
        // Older events are not looked for.
        const ends = spans.flatMap(({ from, to }) => [from, to].map((date) => dayNumber(date) ?? 0))
        for (const event of [day, ...ends.flatMap((end) => [end - 1, end, end + 1])].map(dateOfDay)) {
          if (event < '1800-01-01') continue
          const isIn = spans.some(({ from, to }) => event >= from && event <= to)
          expect({ event, count: datesOf(rule, event, span).length }).toEqual({ event, count: isIn ? 1 : 0 })
        }
      }),
      { numRuns: 300 },
    )
  },
)

const anyDate = fc
  .integer({ min: dayNumber('1930-01-01') ?? 0, max: dayNumber('2100-12-31') ?? 0 })
  .map((day) => dateOfDay(day))
const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined })
/** As a firm may write it: its times in any order, and for births that are far away. */
const anyRule = fc.record({
  after: fc.array(
    fc.record({
      born_to: maybe(fc.oneof(anyDate, fc.constantFrom('0001-01-01', '1700-01-01', '2400-01-01', '9999-12-31'))),
      years: maybe(fc.integer({ min: 0, max: 120 })),
      months: maybe(fc.integer({ min: 0, max: 240 })),
      further_months: maybe(fc.integer({ min: 0, max: 240 })),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  on: maybe(
    fc.record({
      years_later: fc.integer({ min: 0, max: 20 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    }),
  ),
  yearly: maybe(fc.boolean()),
  weekend: fc.constantFrom('stays', 'moves'),
})

test('the events of any rule that a firm may write are found once each, whatever the order of its times', () => {
  const months = fc.tuple(fc.integer({ min: 1990, max: 2050 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(anyRule, months, fc.array(anyDate, { minLength: 3, maxLength: 6 }), (rule, [year, month], days) => {
      const span = monthOf(year, month)
      const spans = eventsBetween(rule, span)
      const ends = spans.slice(0, 8).flatMap(({ from, to }) => [from, to].map((date) => dayNumber(date) ?? 0))
      const near = ends.flatMap((end) => [end - 1, end, end + 1]).map((day) => dateOfDay(day))
      for (const event of [...days, ...near].filter((date) => date >= '1930-01-01' && date <= '2200-12-31')) {
        const count = spans.filter(({ from, to }) => event >= from && event <= to).length
        expect({ event, count }).toEqual({ event, count: datesOf(rule, event, span).length })
      }
    }),
    { numRuns: 400 },
  )
})

test('a rule whose times are out of order counts nobody twice', () => {
  const after = [{ born_to: '1960-12-31', years: 65 }, { born_to: '1950-12-31', years: 60 }, { years: 67 }]
  const spans = eventsBetween({ after, weekend: 'stays' }, monthOf(2021, 3))
  expect(spans).toEqual([{ from: '1956-03-01', to: '1956-03-31' }])
})

test('a rule that repeats on the day of its event finds the events of every year', () => {
  const birthday = { after: [{ years: 1 }], yearly: true, weekend: 'stays' } as const
  const days = fc.integer({ min: dayNumber('1930-01-01') ?? 0, max: dayNumber('2027-12-31') ?? 0 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), days, (month, day) => {
      const event = dateOfDay(day)
      const spans = eventsBetween(birthday, monthOf(2027, month))
      const found = spans.filter(({ from, to }) => event >= from && event <= to).length
      expect({ event, found }).toEqual({ event, found: datesOf(birthday, event, monthOf(2027, month)).length })
    }),
    { numRuns: 50 },
  )
})

test('a birth on February 29 has its yearly date on that day in each leap year, wherever it is counted', () => {
  const birthday = { after: [{ years: 1 }], yearly: true, weekend: 'stays' } as const
  const moved = { ...birthday, weekend: 'moves' } as const
  const [born, february] = ['2024-02-29', monthOf(2048, 2)]
  const datesIn = (year: number) => datesOf(birthday, born, monthOf(year, 2)).map(({ date }) => date)
  expect([2027, 2028].flatMap(datesIn)).toEqual(['2027-02-28', '2028-02-29'])
  // February 29, 2048 is a Saturday.
  expect(datesOf(moved, born, february)).toEqual([])
  expect(eventsBetween(moved, february).filter(({ from, to }) => born >= from && born <= to)).toEqual([])
})
