import type { ListedResource } from '../../../shared/service/resource.ts'
import type { Firm } from './firm.ts'

/** Returns a page of a generated list as the service would send it; the cursor is the number of records before the next page. */
export function pageOf(firm: Firm, resource: ListedResource, { from, limit }: { from: number; limit: number }) {
  const total = firm.counts[resource]
  const to = Math.min(total, from + limit)
  return {
    data: Array.from({ length: to - from }, (_, at) => firm.record(resource, from + at)),
    page_info: { has_next_page: to < total, has_previous_page: from > 0, end_cursor: String(to) },
    total_count: total,
  }
}
