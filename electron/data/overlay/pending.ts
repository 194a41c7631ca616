import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'

/** Under which resource and which of a row's columns its pending work is noted: a valuation's by its entity. */
const noted: Readonly<Record<Resource, { resource: Resource; column: string; mark: string }>> = {
  users: { resource: 'users', column: 'id', mark: 'o.mark' },
  households: { resource: 'households', column: 'id', mark: 'o.mark' },
  individuals: { resource: 'individuals', column: 'id', mark: 'o.mark' },
  // No queued write is about an entity itself: it shows another valuation.
  entities: { resource: 'valuations', column: 'id', mark: "CASE WHEN o.mark IS NOT NULL THEN 'changed' END" },
  documents: { resource: 'documents', column: 'id', mark: 'o.mark' },
  'document-summaries': { resource: 'document-summaries', column: 'id', mark: 'o.mark' },
  valuations: { resource: 'valuations', column: 'entity_id', mark: 'o.mark' },
}

/** SQL of a row's pending work, over its own table as `t`: columns `pending` and `attention`, and where they come from. */
export function pendingSql(resource: Resource): { columns: string; join: string } {
  const { resource: under, column, mark } = noted[resource]
  return {
    columns: `${mark} AS pending, coalesce(o.attention, 0) AS attention`,
    join: `LEFT JOIN overlay o ON o.resource = '${under}' AND o.id = t.${column}`,
  }
}

/** SQL of one row's mark alone. Parameter: its number. */
export function markSql(resource: Resource, table: string): string {
  return `SELECT ${noted[resource].mark} FROM ${table} t ${pendingSql(resource).join} WHERE t.row = ?`
}

/** The pending work of a record, by the id it is noted under (a valuation's entity); null when there is none. */
export function pendingOf(mirror: Db, resource: Resource, id: string): PendingWork | null {
  const found = mirror
    .prepare<[string, string], { mark: PendingMark | null; attention: number; operations: string }>(
      `SELECT ${noted[resource].mark} AS mark, o.attention, o.operations FROM overlay o WHERE o.resource = ? AND o.id = ?`,
    )
    .get(noted[resource].resource, id)
  if (!found || found.mark === null) return null
  return { mark: found.mark, attention: found.attention === 1, operations: JSON.parse(found.operations) }
}
