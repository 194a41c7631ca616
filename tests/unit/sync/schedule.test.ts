import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAnswered, mayPass, nextRunIn } from '../../../electron/sync/schedule.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

test('runs that went well are a quarter of an hour apart, give or take a tenth', () => {
  expect(nextRunIn({ failures: 0 }, 0)).toBeCloseTo(13.5 * 60_000)
  expect(nextRunIn({ failures: 0 }, 1)).toBeCloseTo(16.5 * 60_000)
})

test('the first run after a failed one follows within two and a half to five seconds', () => {
  expect(nextRunIn({ failures: 1 }, 0)).toBe(2_500)
  expect(nextRunIn({ failures: 1 }, 1)).toBe(5_000)
})

test('waits after failures double and never exceed five minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const wait = nextRunIn({ failures }, random)
      expect(wait).toBeGreaterThanOrEqual(2_500)
      expect(wait).toBeLessThanOrEqual(5 * 60_000)
    }),
  )
  expect(nextRunIn({ failures: 2 }, 1)).toBe(2 * nextRunIn({ failures: 1 }, 1))
})

test('after a 5xx or 429 a run follows within a minute, or when Retry-After says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      expect(nextRunIn({ failures, isAnswered: true }, random)).toBeLessThanOrEqual(60_000)
      const asked = nextRunIn({ failures, isAnswered: true, askedMs: 90_000 }, random)
      expect(asked).toBeGreaterThanOrEqual(90_000)
      expect(asked).toBeLessThanOrEqual(95_000)
    }),
  )
})

test('"not found" for a list is tried again as soon as a 5xx: every service has its lists', () => {
  for (const code of ['service/not-found', 'service/failed', 'service/not-modified', 'auth/bad-response'] as const) {
    const problem = new AppError(code, { message: '', nextStep: '' })
    expect([code, mayPass(problem), isAnswered(problem)]).toEqual([code, true, true])
  }
})
