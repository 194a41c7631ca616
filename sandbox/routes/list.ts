import { ApiError } from '../http/api-error.ts'
import type { PageQuery } from '../store/pages.ts'
import type { TableName } from '../store/tables.ts'
import { type Answer, json } from './route.ts'
import type { PageParts, Services } from './services.ts'

export interface ListQuery {
  after?: string | undefined
  before?: string | undefined
  limit: number
}

/** Answers a list request with one page in its envelope. */
export function answerList(
  services: Services,
  table: TableName,
  paging: ListQuery,
  filter: PageQuery['filter'],
): Answer {
  const { after, before, limit } = paging
  if (after !== undefined && before !== undefined) {
    throw new ApiError(400, 'invalid_query', 'Send after or before, not both.', [
      { field: 'before', message: 'Cannot be combined with after.' },
    ])
  }
  const place = (field: 'after' | 'before', cursor: string | undefined) => {
    if (cursor === undefined) return undefined
    const found = services.cursors.decode(table, cursor)
    if (found) return found
    throw new ApiError(400, 'invalid_cursor', 'The cursor is not one of this list.', [
      { field, message: 'Not a cursor of this list.' },
    ])
  }
  const start = place('after', after)
  const query: PageQuery = { table, filter, limit, after: start?.seq, before: place('before', before)?.seq }
  const page = services.store.readPage(query)
  const cursorOf = (seq: number | undefined) =>
    seq === undefined ? undefined : services.cursors.encode(table, { seq, mark: 0 })
  const parts: PageParts = {
    texts: page.rows.map((row) => row.text),
    hasNext: page.hasNext,
    hasPrevious: page.hasPrevious,
    startCursor: cursorOf(page.rows[0]?.seq),
    endCursor: cursorOf(page.rows.at(-1)?.seq),
    totalCount: page.totalCount,
  }
  return json(envelope(services.bendPage({ query, after, afterMark: start?.mark ?? 0 }, parts)))
}

function envelope(page: PageParts): string {
  const info = JSON.stringify({
    has_next_page: page.hasNext,
    has_previous_page: page.hasPrevious,
    start_cursor: page.startCursor,
    end_cursor: page.endCursor,
  })
  return `{"data":[${page.texts.join(',')}],"page_info":${info},"total_count":${page.totalCount}}`
}
