import { AppError } from '../../shared/domain/app-error.ts'
import { maxPageSize, page } from '../../shared/service/page.ts'
import type { PageOutcome } from '../data/sweep/page-store.ts'
import type { ServiceClient } from './service-client.ts'
import type { WriteService } from './write-service.ts'

/** The step after a page. A broken walk ends the sweep, and no conclusion is drawn from it. */
export type PageStep = { kind: 'next'; after: string } | { kind: 'complete' } | { kind: 'broken'; reason: BrokenReason }

export type BrokenReason =
  | 'no cursor to go on with'
  | 'a cursor came again'
  | 'fewer records than counted'
  | 'too many pages'

/** Far more pages than any firm has: stops a service that keeps inventing new cursors. */
const maxPages = 100_000

/**
 * Decides after each page of a cursor walk how to continue. It never uses a cursor twice, so a walk ends after at most as many
 * requests as there were cursors, plus one. An empty page with a new cursor is legal: the walk continues.
 *
 * @param start - where the walk begins, and how many records an unfinished walk had received before
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
        // Fewer records than the service counts: some were skipped, so records that were not seen may still exist.
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

/** Reads a whole list into memory, from the first page to the last; rejects if any page fails. */
export function createListAll(listPage: ServiceClient['listPage']): WriteService['listAll'] {
  return async ({ resource, query, signal }) => {
    const plan = createPaginationPlan({ after: null, received: 0 })
    const records: unknown[] = []
    let serverTime: number | null = null
    for (let after: string | null = null; ; ) {
      const body = await listPage({ resource, after, limit: maxPageSize, query, signal })
      const { data, page_info, total_count } = parsePage(body.bytes)
      records.push(...data)
      serverTime = body.serverTime
      const step = plan.next({
        hasNextPage: page_info.has_next_page,
        endCursor: page_info.end_cursor ?? null,
        totalCount: total_count ?? null,
        received: data.length,
      })
      if (step.kind === 'complete') return { records, serverTime }
      if (step.kind === 'broken') throw incomplete(step.reason)
      after = step.after
    }
  }
}

function parsePage(bytes: Uint8Array) {
  try {
    return page.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw new AppError('service/bad-page', {
      message: 'A page from the service has an unexpected form.',
      nextStep: "Try again; if it keeps happening, contact your service's support.",
    })
  }
}

function incomplete(reason: string): AppError {
  return new AppError('service/bad-pagination', {
    message: 'The service could not be read completely.',
    nextStep: "Try again; if it keeps happening, contact your service's support.",
    detail: reason,
  })
}
