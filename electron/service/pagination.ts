import { AppError } from '../../shared/domain/app-error.ts'
import { maxPageSize } from '../../shared/service/page.ts'
import { idOf } from '../data/mirror/record-tables.ts'
import type { PageOutcome } from '../data/sweep/page-store.ts'
import { readPage } from '../data/sweep/read-page.ts'
import { assertCurrent } from './check-answer.ts'
import type { ServiceClient } from './service-client.ts'
import type { WriteService } from './write-service.ts'

/** The step after a page. A broken walk ends the sweep, and no conclusion is drawn from it. */
export type PageStep = { kind: 'next'; after: string } | { kind: 'complete' } | { kind: 'broken'; reason: BrokenReason }

export type BrokenReason = 'no cursor to go on with' | 'a cursor came again' | 'too many pages'

/** Far more pages than any firm has: stops a service that keeps inventing new cursors. */
const maxPages = 100_000

/**
 * Decides after each page of a cursor walk how to continue. It never uses a cursor twice, so a walk ends after at most as many
 * requests as there were cursors, plus one. An empty page with a new cursor is legal: the walk continues. Whether the records are as
 * many as the service counts is judged at the end, by their ids: a record that comes twice would hide one that is missing.
 *
 * @param start - where the walk begins
 */
export function createPaginationPlan(start: { after: string | null }) {
  const asked = new Set<string>(start.after === null ? [] : [start.after])
  let pages = 0
  return {
    next(page: Pick<PageOutcome, 'hasNextPage' | 'endCursor'>): PageStep {
      pages++
      if (!page.hasNextPage) return { kind: 'complete' }
      if (page.endCursor === null || page.endCursor === '') return { kind: 'broken', reason: 'no cursor to go on with' }
      if (asked.has(page.endCursor)) return { kind: 'broken', reason: 'a cursor came again' }
      if (pages >= maxPages) return { kind: 'broken', reason: 'too many pages' }
      asked.add(page.endCursor)
      return { kind: 'next', after: page.endCursor }
    },
  }
}

/** The result of a walk over a whole list. */
export type WalkedList = {
  /** The ids of its records, each once. */
  ids: ReadonlySet<string>
  received: number
  /** The service's count on the last page; null if it gave none. */
  counted: number | null
}

/**
 * Walks a list, and once more if it has fewer records than the service counts: some may have moved past the walk. If the second walk
 * brings the same records, each once, then it is the count that is wrong.
 * @throws AppError `service/bad-pagination` if the second walk lacks records, too
 */
export async function walkUntilComplete<Walked extends WalkedList>(walk: () => Promise<Walked>): Promise<Walked> {
  const first = await walk()
  if (addsUp(first)) return first
  const second = await walk()
  if (!addsUp(second) && !isSameList(first, second)) throw incomplete('fewer records than counted')
  return second
}

const addsUp = ({ ids, counted }: WalkedList) => counted === null || ids.size >= counted

const isSameList = (one: WalkedList, other: WalkedList) =>
  other.received === other.ids.size && one.ids.size === other.ids.size && [...other.ids].every((id) => one.ids.has(id))

/** Reads a whole list into memory, from the first page to the last; rejects if any page fails. */
export function createListAll(listPage: ServiceClient['listPage']): WriteService['listAll'] {
  return async (list) => {
    const { records, serverTime } = await walkUntilComplete(() => walkOnce(listPage, list))
    return { records, serverTime }
  }
}

type List = Parameters<WriteService['listAll']>[0]
type ReadList = WalkedList & Awaited<ReturnType<WriteService['listAll']>>

async function walkOnce(listPage: ServiceClient['listPage'], { resource, query, signal }: List): Promise<ReadList> {
  const plan = createPaginationPlan({ after: null })
  const records: unknown[] = []
  for (let after: string | null = null; ; ) {
    const body = await listPage({ resource, after, limit: maxPageSize, query, signal })
    assertCurrent(body)
    const { outcome, records: found } = readPage(body.bytes, [])
    for (const record of found) if (record.kind === 'new') records.push(record.value)
    const step = plan.next(outcome)
    if (step.kind === 'broken') throw incomplete(step.reason)
    if (step.kind === 'complete') {
      // A record without an id is told apart by its text.
      const ids = new Set(records.map((record) => idOf(record) ?? JSON.stringify(record)))
      return { records, serverTime: body.serverTime, ids, received: records.length, counted: outcome.totalCount }
    }
    after = step.after
  }
}

function incomplete(reason: string): AppError {
  return new AppError('service/bad-pagination', {
    message: 'The service could not be read completely.',
    nextStep: "Try again; if it keeps happening, contact your service's support.",
    detail: reason,
  })
}
