import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { RecordStore } from '../mirror/record-store.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { ValuationStore } from '../mirror/valuation-store.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { Key } from './open-operations.ts'

/** The mirror's row for a record with pending work. */
export type OverlayRow = {
  mark: PendingMark | null
  attention: number
  /** Ids as a JSON array. */
  operations: string
  /** The service's own copy; null when it has none. */
  server_json: string | null
}

/** The mirror's table of records with pending work; always inside an open transaction. */
export type OverlayRows = {
  find(key: Key): OverlayRow | null
  put(key: Key, row: OverlayRow): void
  remove(key: Key): void
  keys(): Key[]
  /** Rows of a resource's table that the service does not have. */
  unserved(resource: ListedResource): Set<number>
  /** Number of the last ledger result that this mirror has applied; null for a new mirror. */
  resultsTo(): number | null
  setResultsTo(seq: number): void
}

/** {@link OverlayRows} on one connection; statements are prepared once. */
export function createOverlayRows(db: WritableDatabase): OverlayRows {
  const find = db.prepare<[string, string], OverlayRow>(
    'SELECT mark, attention, operations, server_json FROM overlay WHERE resource = ? AND id = ?',
  )
  const put = db.prepare(
    'INSERT OR REPLACE INTO overlay (resource, id, mark, attention, operations, server_json) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM overlay WHERE resource = ? AND id = ?')
  const keys = db.prepare<[], { resource: Resource; id: string }>('SELECT resource, id FROM overlay')
  const resultsTo = db.prepare<[], number>('SELECT results_to FROM outbox_state').pluck()
  const setResultsTo = db.prepare('INSERT OR REPLACE INTO outbox_state (one, results_to) VALUES (1, ?)')
  return {
    find: ({ resource, id }) => find.get(resource, id) ?? null,
    put: ({ resource, id }, { mark, attention, operations, server_json }) =>
      put.run(resource, id, mark, attention, operations, server_json),
    remove: ({ resource, id }) => remove.run(resource, id),
    keys: () => keys.all(),
    unserved(resource) {
      const rows = db.prepare<[string], number>(
        `SELECT t.row FROM overlay o JOIN ${recordTables[resource].table} t ON t.id = o.id
         WHERE o.resource = ? AND o.server_json IS NULL`,
      )
      return new Set(rows.pluck().all(resource))
    },
    resultsTo: () => resultsTo.get() ?? null,
    setResultsTo: (seq) => setResultsTo.run(seq),
  }
}

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
      const parsed = recordTables[resource].parse(record)
      return parsed.kind === 'good' && store.show(parsed, json, { shownAt, checkedAt: null })
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
