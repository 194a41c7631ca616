import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageOutcome } from '../../../electron/data/sweep/page-store.ts'
import { createPaginationPlan, type WalkedList, walkUntilComplete } from '../../../electron/service/pagination.ts'

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
      const plan = createPaginationPlan({ after: start })
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

test('a walk is complete only when the service says so', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 10 }), (pages) => {
      const plan = createPaginationPlan({ after: null })
      for (const one of pages) {
        const step = plan.next(one)
        expect(step.kind === 'complete').toBe(!one.hasNextPage)
        if (step.kind !== 'next') return
      }
    }),
  )
})

const listOf = (ids: string[], counted: number | null): WalkedList => ({
  ids: new Set(ids),
  received: ids.length,
  counted,
})

test.each<[string, WalkedList[], number | null]>([
  ['as many as counted', [listOf(['a', 'b'], 2)], 1],
  ['no count', [listOf(['a', 'b'], null)], 1],
  ['a record that hides another, then all', [listOf(['a', 'a', 'b'], 3), listOf(['a', 'b', 'c'], 3)], 2],
  ['a record that hides another in both walks', [listOf(['a', 'a', 'b'], 3), listOf(['a', 'a', 'b'], 3)], null],
  ['other records in the second walk, too few', [listOf(['a', 'b'], 3), listOf(['a', 'c'], 3)], null],
  ['a count that is too high', [listOf(['a', 'b'], 9), listOf(['a', 'b'], 9)], 2],
])('a list is walked again if records are lacking: %s', async (_, walks, accepted) => {
  let walked = 0
  const result = walkUntilComplete(async () => walks[walked++] ?? listOf([], 0))
  if (accepted === null) await expect(result).rejects.toMatchObject({ code: 'service/bad-pagination' })
  else expect(await result).toBe(walks[accepted - 1])
  expect(walked).toBe(walks.length)
})

test('empty pages with fresh cursors, anywhere in a list, never end it before its last page', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }), (sizes) => {
      const plan = createPaginationPlan({ after: null })
      for (const [index, received] of sizes.entries()) {
        const hasNextPage = index < sizes.length - 1
        const one: PageOutcome = { hasNextPage, endCursor: `c${index}`, totalCount: null, received }
        const step = plan.next(one)
        expect(step).toEqual(hasNextPage ? { kind: 'next', after: `c${index}` } : { kind: 'complete' })
      }
    }),
  )
})

test('an honest list of any length is walked to its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 39 }), (length, resumeAt) => {
      const from = Math.min(resumeAt, length - 1)
      const plan = createPaginationPlan({ after: from === 0 ? null : `c${from}` })
      for (let index = from; index < length; index++) {
        const hasNextPage = index < length - 1
        const step = plan.next({ hasNextPage, endCursor: `c${index + 1}` })
        expect(step).toEqual(hasNextPage ? { kind: 'next', after: `c${index + 1}` } : { kind: 'complete' })
      }
    }),
  )
})
