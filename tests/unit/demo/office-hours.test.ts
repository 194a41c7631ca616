import { describe, expect, it } from 'vitest'
import { seenInOfficeHours } from '../../../electron/demo/demo-firm.ts'

/** A day of November 2026 on this computer; the 23rd is a Monday. */
const on = (day: number, hour: number) => new Date(2026, 10, day, 0, Math.round(hour * 60)).getTime()

describe('a change of the demo firm', () => {
  it.each([
    ['in office hours', on(23, 10), on(23, 10) + 60_000, on(23, 10) - 14 * 60_000],
    ['at night', on(24, 2.5), on(24, 8.5), on(23, 17.5)],
    ['in the evening', on(23, 22), on(24, 8.5), on(23, 17.5)],
    ['on a Friday evening', on(27, 20), on(30, 8.5), on(27, 17.5)],
    ['on a Sunday', on(29, 12), on(30, 8.5), on(27, 17.5)],
    ['on a Monday before the office opens', on(23, 6), on(23, 8.5), on(20, 17.5)],
  ])(
    'that happens %s is seen at the next moment of work, and was not yet there at the last',
    (_when, at, seen, before) => {
      expect(seenInOfficeHours(at, 0)).toEqual({ observedAt: seen, seenBefore: before })
    },
  )

  it('is never seen before it happens, nor on a weekend or at night', () => {
    for (let hour = 0; hour < 24 * 21; hour += 1) {
      const at = on(1, hour + 0.4)
      const { observedAt, seenBefore } = seenInOfficeHours(at, (hour % 10) / 10)
      expect(seenBefore).toBeLessThanOrEqual(at)
      expect(observedAt).toBeGreaterThan(at)
      const seen = new Date(observedAt)
      expect([seen.getDay() % 6 === 0, seen.getHours() < 8, seen.getHours() > 17]).toEqual([false, false, false])
    }
  })
})
