import { conflict, invalidField, notFound } from '../http/api-error.ts'
import type { Found, StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { TableName } from '../store/tables.ts'

const NAMES: Record<TableName, string> = {
  households: 'household',
  individuals: 'individual',
  entities: 'entity',
  valuations: 'valuation',
  documents: 'document',
  document_summaries: 'document summary',
  users: 'user',
}

/** Returns the record if it exists and isn't deleted; throws a 404 otherwise. */
export function requireLive<Row extends StoredRecord>(store: Store, table: TableName, id: string): Found<Row> {
  const found = store[table].find<Row>(id)
  if (found === undefined || found.deletedAt !== undefined) throw notFound(NAMES[table])
  return found
}

/** Returns the record that a body refers to; throws a 422 for that field if it does not exist. */
export function requireReferenced(store: Store, table: TableName, id: string, field: string): Found {
  const found = store[table].find(id)
  if (found === undefined || found.deletedAt !== undefined)
    throw invalidField(field, `No ${NAMES[table]} with this id.`)
  return found
}

/** Throws a 409 if another live household or entity has this external id. */
export function requireFreeExternalId(
  store: Store,
  table: 'households' | 'entities',
  externalId: string,
  ownId?: string,
) {
  const page = store.readPage({ table, filter: { external_id: externalId }, limit: 2 })
  const taken = page.rows.some((row) => (JSON.parse(row.text) as { id: string }).id !== ownId)
  if (taken) throw conflict('Another record of this tenant has this external id.', 'external_id')
}

/** Merges the sent fields of a body into the record. Undefined fields are ignored; null clears a field. */
export function applyPatch<Row extends StoredRecord>(record: Row, patch: Record<string, unknown>): StoredRecord {
  const changed: StoredRecord = { ...record }
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete changed[field]
    else if (value !== undefined) changed[field] = value
  }
  return changed
}
