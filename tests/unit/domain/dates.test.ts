import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAgo, formatCalendarDate, formatDay, formatMoment, formatTime } from '../../../shared/domain/dates.ts'

describe('calendar dates', () => {
  it.each([
    ['2026-11-21', 'Nov 21, 2026'],
    ['1931-01-01', 'Jan 1, 1931'],
    ['2024-02-29', 'Feb 29, 2024'],
    ['0099-12-31', 'Dec 31, 0099'],
  ])('writes %s as %s', (text, written) => {
    expect(formatCalendarDate(text)).toBe(written)
  })

  it.each(['', 'soon', '2026-13-01', '2026-11-21T00:00:00Z'])('leaves %j as it is', (text) => {
    expect(formatCalendarDate(text)).toBe(text)
  })

  it('gives the same day in every time zone', () => {
    const before = process.env.TZ
    const written = ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'].map((zone) => {
      process.env.TZ = zone
      return formatCalendarDate('2026-11-21')
    })
    process.env.TZ = before
    expect(written).toEqual(['Nov 21, 2026', 'Nov 21, 2026', 'Nov 21, 2026'])
  })
})

describe('moments', () => {
  it('are written as the platform itself would, in this computer’s time zone', () => {
    const platform = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2150-01-01'), noInvalidDate: true }), (date) => {
        expect(formatMoment(date.toISOString())).toBe(platform.format(date).replace('\u202f', ' '))
      }),
    )
  })

  it('that cannot be read stay as they are', () => {
    expect(formatMoment('whenever')).toBe('whenever')
    expect(formatAgo('whenever', 0)).toBe('whenever')
  })

  const now = Date.parse('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:57:00Z', '3 minutes ago'],
    ['2026-11-21T10:30:00Z', '1 hour ago'],
    ['2026-11-19T11:00:00Z', '2 days ago'],
    ['2026-08-21T12:00:00Z', '3 months ago'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
  ])('%s is %s', (moment, written) => {
    expect(formatAgo(moment, now)).toBe(written)
  })
})

describe('days', () => {
  const now = new Date(2026, 10, 22, 9).getTime()
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

  it.each([
    [at(2026, 10, 22, 0, 0), 'Today'],
    [at(2026, 10, 21, 23, 59), 'Yesterday'],
    [at(2026, 10, 20, 12, 0), 'Friday, Nov 20'],
    [at(2025, 10, 20, 12, 0), 'Thursday, Nov 20, 2025'],
    ['soon', 'soon'],
  ])('names the day of %s %s', (text, named) => {
    expect(formatDay(text, now)).toBe(named)
  })

  it('knows yesterday on the day after the clocks were changed', () => {
    const before = process.env.TZ
    process.env.TZ = 'America/New_York'
    const named = formatDay(at(2026, 10, 1, 0, 30), new Date(2026, 10, 2, 0, 10).getTime())
    process.env.TZ = before
    expect(named).toBe('Yesterday')
  })

  it('writes the time of day alone', () => {
    expect(formatTime(at(2026, 10, 22, 16, 5))).toBe('4:05 PM')
    expect(formatTime('soon')).toBe('soon')
  })
})
