import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRunIn } from '../../../electron/sync/schedule.ts'

test('runs that went well are a quarter of an hour apart, give or take a tenth', () => {
  expect(nextRunIn(0, 0)).toBeCloseTo(13.5 * 60_000)
  expect(nextRunIn(0, 1)).toBeCloseTo(16.5 * 60_000)
})

test('waits after failures double and never exceed five minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const wait = nextRunIn(failures, random)
      expect(wait).toBeGreaterThanOrEqual(2_500)
      expect(wait).toBeLessThanOrEqual(5 * 60_000)
    }),
  )
  expect(nextRunIn(2, 1)).toBe(2 * nextRunIn(1, 1))
})
