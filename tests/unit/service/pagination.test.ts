import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageOutcome } from '../../../electron/data/sweep/page-store.ts'
import { createPaginationPlan } from '../../../electron/service/pagination.ts'

const cursor = fc.option(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f'), { nil: null })
const page: fc.Arbitrary<PageOutcome> = fc.record({
  hasNextPage: fc.boolean(),
  endCursor: cursor,
  totalCount: fc.option(fc.nat(50), { nil: null }),
  received: fc.nat(3),
})

test('any service, however it lies, is asked at most once per cursor and once more', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 30 }), cursor, (pages, resumed) => {
      const start = resumed === '' ? null : resumed
      const plan = createPaginationPlan({ after: start, received: 0 })
      const asked: (string | null)[] = [start]
      for (const one of pages) {
        const step = plan.next(one)
        if (step.kind !== 'next') break
        asked.push(step.after)
      }
      expect(new Set(asked).size).toBe(asked.length)
      expect(asked.length).toBeLessThanOrEqual(6 + 1)
    }),
  )
})

test('a walk is complete only when the service says so and counts no more than came', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 10 }), (pages) => {
      const plan = createPaginationPlan({ after: null, received: 0 })
      let received = 0
      for (const one of pages) {
        received += one.received
        const step = plan.next(one)
        if (step.kind === 'complete') {
          expect(one.hasNextPage).toBe(false)
          expect(one.totalCount ?? 0).toBeLessThanOrEqual(received)
        }
        if (step.kind !== 'next') return
      }
    }),
  )
})

test('empty pages with fresh cursors, anywhere in a list, never end it before its last page', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }), (sizes) => {
      const plan = createPaginationPlan({ after: null, received: 0 })
      const totalCount = sizes.reduce((sum, size) => sum + size, 0)
      for (const [index, received] of sizes.entries()) {
        const hasNextPage = index < sizes.length - 1
        const step = plan.next({ hasNextPage, endCursor: `c${index}`, totalCount, received })
        expect(step).toEqual(hasNextPage ? { kind: 'next', after: `c${index}` } : { kind: 'complete' })
      }
    }),
  )
})

test('an honest list of any length is walked to its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 39 }), (length, resumeAt) => {
      const from = Math.min(resumeAt, length - 1)
      const plan = createPaginationPlan({ after: from === 0 ? null : `c${from}`, received: from * 10 })
      for (let index = from; index < length; index++) {
        const hasNextPage = index < length - 1
        const step = plan.next({ hasNextPage, endCursor: `c${index + 1}`, totalCount: length * 10, received: 10 })
        expect(step).toEqual(hasNextPage ? { kind: 'next', after: `c${index + 1}` } : { kind: 'complete' })
      }
    }),
  )
})
