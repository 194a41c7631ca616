import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { RowBefore } from '../mirror/record-store.ts'
import type { GoodRecord } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import type { ReceivedRecord } from './overlay.ts'

/**
 * The only way in which the service's copies of records are added, changed and removed, and where the difference is recorded. Rows
 * of records with pending work show them with that work applied. A sweep checks `covered` once per page and stores the other
 * records by {@link storeRecord}.
 */
type Received = {
  resource: ListedResource
  record: GoodRecord
  json: string
  /** The parsed JSON, if it was parsed already. */
  value?: unknown
}

export type Stored = { row: number; written: boolean }

type At = { checkedAt: number; searchedTo: number }

/** Stores the service's current copy of a record without pending work; `written` is false if it is the same text already. */
export function storeRecord(writer: Writer, { resource, record, json, value }: Received, at: At): Stored {
  const { row, written, before } = writer.records[resource].put(record, json, at)
  // In a first load every record is new.
  if (written && (before !== null || at.searchedTo === Number.POSITIVE_INFINITY))
    noteRecord(writer, { resource, id: record.id }, before, { json, value, title: record.title })
  return { row, written }
}

/** Stores the service's current copy of any record; returns the same as {@link storeRecord}. */
export function receiveRecord(writer: Writer, received: Received, at: At): Stored {
  const { resource, record, json } = received
  const store = writer.records[resource]
  const key: Key = { resource, id: record.id }
  const noted = writer.overlay.rows.find(key)
  if (noted === null && !writer.overlay.covers(key)) return storeRecord(writer, received, at)
  const before = noted ? noted.server_json : store.jsonOf(record.id)
  if (before === json) return { row: store.rowOf(record.id), written: false }
  const had = before === null ? null : { value: JSON.parse(before), seenAt: store.seenAt(record.id) }
  bring(writer, key, json, { record, checkedAt: at.checkedAt })
  noteRecord(writer, { resource, id: record.id }, had, { ...received, title: record.title })
  return { row: store.rowOf(record.id), written: true }
}

/** The service no longer has this record. Returns its row, 0 if there is none; a record with pending work is still shown. */
export function loseRecord(writer: Writer, resource: ListedResource, id: string): number {
  const store = writer.records[resource]
  const row = store.rowOf(id)
  const json = writer.overlay.serverCopy({ resource, id })
  const had = json === null ? null : { value: JSON.parse(json), seenAt: store.seenAt(id) }
  if (isNoted(writer, { resource, id })) bring(writer, { resource, id }, null)
  else if (row > 0) store.remove(row)
  if (resource === 'entities') writer.valuations.forgetCheck(id)
  if (had) noteRecord(writer, { resource, id }, had, null)
  return row
}

type Before = Omit<RowBefore, 'seenAt'> & { seenAt: number | null }

/** Records what changed of a record at the service; a record that a first load brings is no change. */
function noteRecord(
  writer: Writer,
  { resource, id }: { resource: ListedResource; id: string },
  before: Before | null,
  after: { json: string; value?: unknown; title: string } | null,
): void {
  if (before === null && !writer.records[resource].isLoaded()) return
  const was = before?.value ?? null
  writer.changes.add({
    resource,
    id,
    before: was,
    // A record that was stored is an object.
    after: after && ((after.value ?? JSON.parse(after.json)) as JsonFields),
    title: after?.title ?? (was && recordTables[resource].read(was)?.title) ?? '',
    observedAt: writer.now(),
    seenBefore: before?.seenAt ?? null,
  })
}

/** Like {@link receiveRecord}; returns true if it differs from the service's previous copy. */
export function receiveValuation(writer: Writer, valuation: Valuation, json: string): boolean {
  const key: Key = { resource: 'valuations', id: valuation.entity_id }
  const before = writer.overlay.serverCopy(key)
  if (before === json) return false
  noteValuation(writer, valuation.entity_id, { before, after: json })
  if (!isNoted(writer, key)) return writer.valuations.put(valuation, json, writer.now())
  bring(writer, key, json)
  return true
}

/** Records what changed of an entity's latest valuation. Its first answer is no change, and a gone entity took it along. */
function noteValuation(
  { changes, valuations, now }: Writer,
  entityId: string,
  { before, after }: { before: string | null; after: string | null },
): void {
  const checkedBefore = valuations.lastChecked(entityId)
  if (checkedBefore === null) return
  changes.add({
    resource: 'valuations',
    id: entityId,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
    title: '',
    observedAt: now(),
    seenBefore: checkedBefore,
  })
}

/** The service has no valuation of this entity; returns true if it had one. */
export function loseValuation(writer: Writer, entityId: string): boolean {
  const key: Key = { resource: 'valuations', id: entityId }
  const before = writer.overlay.serverCopy(key)
  if (before !== null) noteValuation(writer, entityId, { before, after: null })
  if (!isNoted(writer, key)) return writer.valuations.remove(entityId)
  if (before !== null) bring(writer, key, null)
  return before !== null
}

function isNoted({ overlay }: Writer, key: Key): boolean {
  return overlay.covers(key) || overlay.rows.find(key) !== null
}

/** A household shows its individuals with pending work applied, so it is updated with each of them. */
function bring({ overlay, batch }: Writer, key: Key, json: string | null, received?: ReceivedRecord): void {
  overlay.bring(key, json, received)
  for (const other of overlay.open.together(key)) if (overlay.refresh(other)) batch.changed(other.resource)
}
