import type { PageOutcome } from '../data/connection-store.ts'

/** What to do after a page. A broken walk ends the sweep, and nothing is concluded from it. */
export type PageStep = { kind: 'next'; after: string } | { kind: 'complete' } | { kind: 'broken'; reason: BrokenReason }

export type BrokenReason =
  | 'no cursor to go on with'
  | 'a cursor came again'
  | 'fewer records than counted'
  | 'too many pages'

/** Far more than any firm has: a service that makes up fresh cursors for ever is stopped here. */
const maxPages = 100_000

/**
 * Decides from each page of a cursor walk how to go on. Never asks twice with one cursor, so a walk ends after at most as
 * many requests as there were cursors, and one. An empty page with a fresh cursor is legal: the walk goes on.
 *
 * @param start - where the walk begins, and what an unfinished one had received before
 */
export function createPaginationPlan(start: { after: string | null; received: number }) {
  const asked = new Set<string>(start.after === null ? [] : [start.after])
  let received = start.received
  let pages = 0
  return {
    next(page: PageOutcome): PageStep {
      received += page.received
      pages++
      if (!page.hasNextPage) {
        // Fewer than the service counts: something was skipped, so what was not seen may well be there.
        const short = page.totalCount !== null && received < page.totalCount
        return short ? { kind: 'broken', reason: 'fewer records than counted' } : { kind: 'complete' }
      }
      if (page.endCursor === null || page.endCursor === '') return { kind: 'broken', reason: 'no cursor to go on with' }
      if (asked.has(page.endCursor)) return { kind: 'broken', reason: 'a cursor came again' }
      if (pages >= maxPages) return { kind: 'broken', reason: 'too many pages' }
      asked.add(page.endCursor)
      return { kind: 'next', after: page.endCursor }
    },
  }
}
