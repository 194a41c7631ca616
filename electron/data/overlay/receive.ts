import type { ListedResource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { PutResult } from '../mirror/record-store.ts'
import type { GoodRecord } from '../mirror/record-table.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import type { ReceivedRecord } from './overlay.ts'

/**
 * The only way in which the service's copies of records with pending work are added and removed; the rows show them with that
 * work applied. A sweep checks `covered` once per page and writes the other records directly to their table.
 */
type Received = { resource: ListedResource; record: GoodRecord; json: string }

/** Stores the service's current copy of a record; returns the same as `RecordStore.put`. */
export function receiveRecord(
  writer: Writer,
  { resource, record, json }: Received,
  at: { checkedAt: number; searchedTo: number },
): PutResult {
  const store = writer.records[resource]
  const key: Key = { resource, id: record.id }
  const noted = writer.overlay.rows.find(key)
  if (noted === null && !writer.overlay.covers(key)) return store.put(record, json, at)
  const before = noted ? noted.server_json : store.jsonOf(record.id)
  if (before === json) return { row: store.rowOf(record.id), written: false }
  bring(writer, key, json, { record, checkedAt: at.checkedAt })
  return { row: store.rowOf(record.id), written: true }
}

/** The service no longer has this record. Returns its row, 0 if there is none; a record with pending work is still shown. */
export function loseRecord(writer: Writer, resource: ListedResource, id: string): number {
  const store = writer.records[resource]
  const row = store.rowOf(id)
  if (isNoted(writer, { resource, id })) bring(writer, { resource, id }, null)
  else if (row > 0) store.remove(row)
  if (resource === 'entities') writer.valuations.forgetCheck(id)
  return row
}

/** Like {@link receiveRecord}; returns true if it differs from the service's previous copy. */
export function receiveValuation(writer: Writer, valuation: Valuation, json: string): boolean {
  const key: Key = { resource: 'valuations', id: valuation.entity_id }
  if (!isNoted(writer, key)) return writer.valuations.put(valuation, json, writer.now())
  if (writer.overlay.serverCopy(key) === json) return false
  bring(writer, key, json)
  return true
}

/** The service has no valuation of this entity; returns true if it had one. */
export function loseValuation(writer: Writer, entityId: string): boolean {
  const key: Key = { resource: 'valuations', id: entityId }
  if (!isNoted(writer, key)) return writer.valuations.remove(entityId)
  const had = writer.overlay.serverCopy(key) !== null
  if (had) bring(writer, key, null)
  return had
}

function isNoted({ overlay }: Writer, key: Key): boolean {
  return overlay.covers(key) || overlay.rows.find(key) !== null
}

/** A household shows its individuals with pending work applied, so it is updated with each of them. */
function bring({ overlay, batch }: Writer, key: Key, json: string | null, received?: ReceivedRecord): void {
  overlay.bring(key, json, received)
  for (const other of overlay.open.together(key)) if (overlay.refresh(other)) batch.changed(other.resource)
}
