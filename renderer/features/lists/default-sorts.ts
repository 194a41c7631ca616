import type { ColumnsOf } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'

/** The default order of each list, unless the user or a view sets another. */
export const defaultSorts = {
  households: { column: 'title', direction: 'asc' },
  individuals: { column: 'title', direction: 'asc' },
  entities: { column: 'title', direction: 'asc' },
  valuations: { column: 'effective_date', direction: 'desc' },
  documents: { column: 'updated_at', direction: 'desc' },
  'document-summaries': { column: 'updated_at', direction: 'desc' },
  users: { column: 'title', direction: 'asc' },
} as const satisfies { [R in Resource]: { column: ColumnsOf<R>; direction: 'asc' | 'desc' } }
