import type { JsonFields } from '../../../shared/domain/operation.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { RecordStore } from '../mirror/record-store.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { ValuationStore } from '../mirror/valuation-store.ts'

/** The rows of one resource that the overlay changes: by id, or for a valuation by its entity's id. */
export type OverlayTarget = {
  jsonOf(id: string): string | null
  /** Displays this record; false when it is displayed already, or does not match its schema. */
  show(json: string, record: JsonFields, shownAt: number): boolean
  remove(id: string): void
}

type Stores = { records: Readonly<Record<ListedResource, RecordStore>>; valuations: ValuationStore }

/** The {@link OverlayTarget} of a resource. */
export function overlayTargetOf({ records, valuations }: Stores, resource: Resource): OverlayTarget {
  if (resource === 'valuations') return valuationShelf(valuations)
  const store = records[resource]
  return {
    jsonOf: store.jsonOf,
    show(json, record, shownAt) {
      const judged = recordTables[resource].judge(record)
      return judged.kind === 'good' && store.show(judged, json, { shownAt, checkedAt: null })
    },
    remove(id) {
      const row = store.rowOf(id)
      if (row > 0) store.remove(row)
    },
  }
}

function valuationShelf(store: ValuationStore): OverlayTarget {
  return {
    jsonOf: store.jsonOf,
    show(json, record, shownAt) {
      const parsed = recordSchemas.valuations.safeParse(record)
      return parsed.success && store.put(parsed.data, json, shownAt)
    },
    remove: (id) => void store.remove(id),
  }
}
