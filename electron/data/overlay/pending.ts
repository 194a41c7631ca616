import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'

type PendingSql = {
  /** The columns `pending` and `attention`. */
  columns: string
  join: string
}

const joinOn = (alias: string, resource: Resource, id: string) =>
  `LEFT JOIN overlay ${alias} ON ${alias}.resource = '${resource}' AND ${alias}.id = ${id}`

/** No write edits an entity itself, so an entity without a pending creation or deletion is marked as changed by its valuation. */
const ofEntities: PendingSql = {
  columns: `coalesce(e.mark, CASE WHEN o.mark IS NOT NULL THEN 'changed' END) AS pending,
    max(coalesce(e.attention, 0), coalesce(o.attention, 0)) AS attention`,
  join: `${joinOn('o', 'valuations', 't.id')} ${joinOn('e', 'entities', 't.id')}`,
}

/** SQL for a row's pending work, over its own table as `t`; a valuation's is stored under its entity. */
export function pendingSql(resource: Resource): PendingSql {
  if (resource === 'entities') return ofEntities
  return {
    columns: 'o.mark AS pending, coalesce(o.attention, 0) AS attention',
    join: joinOn('o', resource, resource === 'valuations' ? 't.entity_id' : 't.id'),
  }
}

/** SQL for one row's mark alone. Parameter: its row number. */
export function markSql(resource: Resource): string {
  const { columns, join } = pendingSql(resource)
  return `SELECT ${columns} FROM ${tableOf(resource)} t ${join} WHERE t.row = ?`
}

type Stored = { mark: PendingMark | null; attention: number; operations: string }

/** The pending work of a record, by the id it is stored under (for a valuation its entity's); null when there is none. */
export function pendingOf(mirror: ReadableDatabase, resource: Resource, id: string): PendingWork | null {
  const select = mirror.prepare<[string, string], Stored>(
    'SELECT mark, attention, operations FROM overlay WHERE resource = ? AND id = ?',
  )
  const own = workOf(select.get(resource, id))
  if (own !== null || resource !== 'entities') return own
  const valuation = workOf(select.get('valuations', id))
  return valuation && { ...valuation, mark: 'changed' }
}

function workOf(found: Stored | undefined): PendingWork | null {
  if (!found || found.mark === null) return null
  return { mark: found.mark, attention: found.attention === 1, operations: JSON.parse(found.operations) }
}
