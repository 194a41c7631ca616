import { AppError } from '../../shared/domain/app-error.ts'
import { maxPageSize, page } from '../../shared/service/page.ts'
import { createPaginationPlan } from './pagination.ts'
import type { ServiceClient } from './service-client.ts'
import type { WriteService } from './write-service.ts'

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
