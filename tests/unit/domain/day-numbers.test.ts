import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'

it('the reader of days counts days as UTC does, leap years and centuries included', () => {
  const day = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(day, (moment) => {
      const text = moment.toISOString().slice(0, 10)
      const number = Math.floor(moment.getTime() / 86_400_000)
      expect(dayNumber(text)).toBe(number)
      expect(dateOfDay(number)).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

it.each(['1970-01-01', '2000-02-29', '2100-02-28', '2100-03-01', '2024-12-31'])(
  'the reader of days knows %s',
  (text) => {
    expect(dayNumber(text)).toBe(Date.parse(`${text}T00:00:00Z`) / 86_400_000)
  },
)

it.each(['', 'today', '2024-1-1', '24-01-01'])('the reader of days takes %j for no date', (text) => {
  expect(dayNumber(text)).toBeNull()
})
