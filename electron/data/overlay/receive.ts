import { hash } from 'node:crypto'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { ChangeLog } from '../ledger/changes.ts'
import type { Observations } from '../ledger/observations.ts'
import type { Quarantine, RecordStore, RowBefore } from '../mirror/record-store.ts'
import { firstIssue, type GoodRecord, idOf, isAfter, recordTables, updatedAtOf } from '../mirror/record-tables.ts'
import { OversizedRecord } from '../mirror/scan-json.ts'
import type { ValuationStore } from '../mirror/valuation-store.ts'
import type { WriteBatch } from '../write-batch.ts'
import type { Key, ReadonlySetLike } from './open-operations.ts'
import type { Overlay, ReceivedRecord } from './overlay.ts'

/** The stores that a record of the service changes; see `writer.ts`. */
export type RecordWriter = {
  records: Readonly<Record<ListedResource, RecordStore>>
  valuations: ValuationStore
  setAside: Quarantine
  /** Told of rows that are no longer as their page gave them. */
  pages: { rewritten(resource: ListedResource, row: number): void }
  overlay: Overlay
  recentWrites: RecentWriteResults
  observations: Observations
  changes: Pick<ChangeLog, 'add'>
  batch: Pick<WriteBatch, 'changed'>
  /** ms since the epoch. */
  now: () => number
}

/** A record as the service sent it: its text, or that it has none. */
type Raw = RawRecord | RawAbsence | RawValuation

/** `value`: the parsed JSON. `digest`: see {@link digestOfText}, if it is known already. */
type RawRecord = { resource: ListedResource; json: string; value: unknown; digest?: string }
type RawAbsence = { resource: ListedResource; id: string; json: null }
/** An entity's latest valuation, or the HTTP status of an answer without one. */
type RawValuation = { resource: 'valuations'; entityId: string } & (
  | { json: string; value: unknown }
  | { json: null; status: number }
)

/**
 * The answer that brought a record, the same for all records in it; see {@link sourceOf}.
 * - `page`: a page of a sweep. The end of a complete sweep confirms all its rows at once, so a page confirms none
 * - `id`: the record was asked for alone
 * - `list`: a list that is not a sweep, such as that of one household
 * - `answer`: the answer to a write of this computer. It is never older than the write
 */
type Source = {
  by: 'page' | 'id' | 'list' | 'answer'
  /** When the service gave the answer, ms since the epoch. */
  checkedAt: number
  /** See `RecordStore.searchedTo`. */
  searchedTo: number
  /** Ids of the records with pending work; null if there are none. */
  covered: ReadonlySetLike | null
  /** For a page: true if this walk had brought the row before. Of two copies in one walk the newer one is right. */
  isWalked?: (row: number) => boolean
}

/**
 * The outcome for a received record. `older`: it is older than the answer to a write of this computer, or than the copy that the same walk has
 * brought already, and is ignored.
 */
export type Received = {
  kind: 'written' | 'unchanged' | 'set-aside' | 'gone' | 'older'
  /** Null if it has none. For a valuation its entity's. */
  id: string | null
  /** Its row, 0 if there is none; for a record that is gone, the row that it had. Always 0 for a valuation. */
  row: number
  /** True if the row was added. */
  isNew?: boolean
}

/** The source of one or more records of a resource that arrive now, in an answer that was `ageMs` old. */
export function sourceOf(writer: RecordWriter, resource: Resource, by: Source['by'], ageMs = 0): Source {
  const searchedTo = resource === 'valuations' ? Number.POSITIVE_INFINITY : writer.records[resource].searchedTo()
  return { by, checkedAt: writer.now() - ageMs, searchedTo, covered: writer.overlay.open.covered(resource) }
}

/**
 * The only way in which the service's copies of records are added, changed and removed, and where the difference is recorded, however
 * they come. Rows of records with pending work show them with that work applied. Inside an open transaction.
 */
export function receive(writer: RecordWriter, raw: Raw, source: Source): Received {
  const received =
    raw.resource === 'valuations' ? receiveValuation(writer, raw, source) : receiveRecord(writer, raw, source)
  if (received.kind !== 'unchanged' && received.kind !== 'older') writer.batch.changed(raw.resource)
  return received
}

/** A short fingerprint of a record's JSON: the first 16 bytes of its SHA-256, as a latin-1 string. */
const digestOfText = (json: string): string => hash('sha256', json, 'binary').slice(0, 16)

function receiveRecord(writer: RecordWriter, raw: RawRecord | RawAbsence, source: Source): Received {
  const { resource } = raw
  if (raw.json === null) {
    const key = { resource, id: raw.id }
    if (source.by !== 'answer' && writer.recentWrites.isJustCreated(key))
      return { kind: 'older', id: raw.id, row: writer.records[resource].rowOf(raw.id) }
    return loseRecord(writer, key, source)
  }
  const { json, value } = raw
  const parsed = value instanceof OversizedRecord ? value : recordTables[resource].parse(value)
  if (parsed.kind === 'deleted') return loseRecord(writer, { resource, id: parsed.id }, source)
  const { id } = parsed
  const store = writer.records[resource]
  const updatedAt = parsed.kind === 'good' ? parsed.updatedAt : updatedAtOf(value)
  if (id !== null && isOlderThanOurWrite(writer, { key: { resource, id }, updatedAt, source }))
    return { kind: 'older', id, row: store.rowOf(id) }
  if (parsed.kind === 'bad') {
    writer.setAside.put({ resource, digest: raw.digest ?? digestOfText(json), json, parsed }, source.checkedAt)
    // The last valid version stays.
    return { kind: 'set-aside', id, row: id === null ? 0 : store.rowOf(id) }
  }
  const {
    row,
    written,
    isOlder = false,
    isNew = false,
  } = storeRecord(writer, { resource, record: parsed, json, value }, source)
  if (isOlder) return { kind: 'older', id, row }
  const isResolved = writer.setAside.resolve(resource, parsed.id)
  if (source.by !== 'page') store.confirm(row, source.checkedAt)
  // A page knows itself what it wrote.
  if (isResolved || (written && source.by !== 'page')) writer.pages.rewritten(resource, row)
  if (isNew && source.searchedTo === Number.POSITIVE_INFINITY) writer.pages.rewritten(resource, 0)
  return { kind: written ? 'written' : 'unchanged', id, row, isNew }
}

type ListedKey = Key & { resource: ListedResource }

type Judged = { key: Key; updatedAt: string | null; source: Source }

/** True if a record was asked for before the answer to a write of this computer; such an answer is remembered here. */
function isOlderThanOurWrite({ recentWrites, overlay }: RecordWriter, { key, updatedAt, source }: Judged): boolean {
  if (source.by !== 'answer') return recentWrites.isOlder(key, updatedAt)
  if (updatedAt !== null) recentWrites.note(key, updatedAt, overlay.serverCopy(key) === null || undefined)
  return false
}

type Good = { resource: ListedResource; record: GoodRecord; json: string; value: unknown }

type Stored = { row: number; written: boolean; isOlder?: boolean; isNew?: boolean }

/** Stores the service's current copy of a record; `written` is false if it is the same text already, or if it is older. */
function storeRecord(writer: RecordWriter, { resource, record, json, value }: Good, source: Source): Stored {
  const store = writer.records[resource]
  const key: ListedKey = { resource, id: record.id }
  const after = { value, title: record.title }
  if (!hasPendingWork(writer, key, source)) {
    const { row, written, before, isOlder, isNew } = store.put(record, json, source)
    // In a first load every record is new.
    if (written && (before !== null || source.searchedTo === Number.POSITIVE_INFINITY))
      noteRecord(writer, key, before, after)
    return { row, written, isOlder, isNew }
  }
  const before = writer.overlay.serverCopy(key)
  if (before === json) return { row: store.rowOf(record.id), written: false }
  const had = before === null ? null : { value: JSON.parse(before), seenAt: store.seenAt(record.id) }
  const row = store.rowOf(record.id)
  if (isAfter(had && updatedAtOf(had.value), record.updatedAt) && source.isWalked?.(row))
    return { row, written: false, isOlder: true, isNew: false }
  bring(writer, key, json, { record, checkedAt: source.checkedAt })
  noteRecord(writer, key, had, after)
  return { row: store.rowOf(record.id), written: true }
}

/** Between pages nothing but open operations has a row in the overlay; an answer may have just closed one. */
function hasPendingWork({ overlay }: RecordWriter, key: Key, { by, covered }: Source): boolean {
  return (covered?.has(key.id) ?? false) || (by !== 'page' && overlay.rows.find(key) !== null)
}

/** The service no longer has this record; with pending work it is still shown. An entity's valuation goes with it. */
function loseRecord(writer: RecordWriter, key: ListedKey, { by, checkedAt }: Source): Received {
  const { resource, id } = key
  const store = writer.records[resource]
  const row = store.rowOf(id)
  const json = writer.overlay.serverCopy(key)
  const had = json === null ? null : { value: JSON.parse(json), seenAt: store.seenAt(id) }
  if (isNoted(writer, key)) {
    bring(writer, key, null)
    if (by !== 'page') store.confirm(row, checkedAt)
  } else if (row > 0) store.remove(row)
  if (had) noteRecord(writer, key, had, null)
  if (row > 0) writer.pages.rewritten(resource, row)
  writer.setAside.resolve(resource, id)
  if (by === 'answer') writer.recentWrites.note(key, null)
  if (resource === 'entities') {
    writer.valuations.forgetCheck(id)
    if (loseValuation(writer, id)) writer.batch.changed('valuations')
    writer.setAside.resolve('valuations', id)
  }
  return { kind: row > 0 || had ? 'gone' : 'unchanged', id, row }
}

type Before = Omit<RowBefore, 'seenAt'> & { seenAt: number | null }

/** Records what changed of a record at the service; a record that a first load brings is no change. */
function noteRecord(
  writer: RecordWriter,
  { resource, id }: ListedKey,
  before: Before | null,
  after: { value: unknown; title: string } | null,
): void {
  if (before === null && !writer.records[resource].isLoaded()) return
  const was = before?.value ?? null
  writer.changes.add({
    resource,
    id,
    before: was,
    // A record that was stored is an object.
    after: after && (after.value as JsonFields),
    title: after?.title ?? (was && recordTables[resource].read(was)?.title) ?? '',
    observedAt: writer.now(),
    seenBefore: before?.seenAt ?? null,
  })
}

/** Stores the answer to "latest valuation of", and records it in the ledger as an observation if it differs from the last one. */
function receiveValuation(writer: RecordWriter, raw: RawValuation, source: Source): Received {
  const { entityId: id } = raw
  const updatedAt = raw.json === null ? null : updatedAtOf(raw.value)
  if (isOlderThanOurWrite(writer, { key: { resource: 'valuations', id }, updatedAt, source }))
    return { kind: 'older', id, row: 0 }
  if (raw.json === null) return absentValuation(writer, { id, status: raw.status }, source)
  const { json, value } = raw
  const kind = keepValuation(writer, { id, json, value, source })
  writer.valuations.checked(id, source.checkedAt, kind === 'set-aside' ? 'set-aside' : 'valued')
  return { kind, id, row: 0 }
}

/**
 * The service has no way to delete a valuation: one that is stored was not answered, and goes with its entity only. "None" is believed
 * of an entity that never had one.
 */
function absentValuation(
  writer: RecordWriter,
  { id, status }: { id: string; status: number },
  { checkedAt }: Source,
): Received {
  const isStored = writer.overlay.serverCopy({ resource: 'valuations', id }) !== null
  if (isStored) writer.valuations.unanswered(id, checkedAt, status)
  else writer.valuations.checked(id, checkedAt, 'none')
  return { kind: 'unchanged', id, row: 0 }
}

type Answered = { id: string; json: string; value: unknown; source: Source }

function keepValuation(writer: RecordWriter, { id, json, value, source }: Answered): Received['kind'] {
  const digest = digestOfText(json)
  if (value instanceof OversizedRecord) {
    const { field, problem } = value
    const bad = { kind: 'bad', id, field, problem } as const
    writer.setAside.put({ resource: 'valuations', digest, json, parsed: bad }, source.checkedAt)
    return 'set-aside'
  }
  const parsed = recordSchemas.valuations.safeParse(value)
  if (!parsed.success || parsed.data.entity_id !== id) {
    const issue = parsed.success ? { field: 'entity_id', problem: 'names another entity' } : firstIssue(parsed.error)
    const bad = { kind: 'bad' as const, id: idOf(value) ?? id, ...issue }
    writer.setAside.put({ resource: 'valuations', digest, json, parsed: bad }, source.checkedAt)
    return 'set-aside'
  }
  writer.setAside.resolve('valuations', parsed.data.id)
  writer.setAside.resolve('valuations', id)
  writer.observations.add(parsed.data, {
    json,
    digest: Buffer.from(digest, 'latin1'),
    at: source.checkedAt,
    checkedBefore: () => writer.valuations.lastValued(id),
  })
  return storeValuation(writer, parsed.data, json, source) ? 'written' : 'unchanged'
}

/** Returns true if it differs from the service's previous copy. */
function storeValuation(writer: RecordWriter, valuation: Valuation, json: string, { checkedAt }: Source): boolean {
  const key: Key = { resource: 'valuations', id: valuation.entity_id }
  const before = writer.overlay.serverCopy(key)
  if (before === json) return false
  noteValuation(writer, valuation.entity_id, { before, after: json })
  if (!isNoted(writer, key)) return writer.valuations.put(valuation, json, checkedAt)
  bring(writer, key, json)
  return true
}

/** Records what changed of an entity's latest valuation. Its first answer is no change, and a gone entity took it along. */
function noteValuation(
  { changes, valuations, now }: RecordWriter,
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
function loseValuation(writer: RecordWriter, entityId: string): boolean {
  const key: Key = { resource: 'valuations', id: entityId }
  const before = writer.overlay.serverCopy(key)
  if (before !== null) noteValuation(writer, entityId, { before, after: null })
  if (!isNoted(writer, key)) return writer.valuations.remove(entityId)
  if (before !== null) bring(writer, key, null)
  return before !== null
}

function isNoted({ overlay }: RecordWriter, key: Key): boolean {
  return overlay.covers(key) || overlay.rows.find(key) !== null
}

/** A household shows its individuals with pending work applied, so it is updated with each of them. */
function bring({ overlay, batch }: RecordWriter, key: Key, json: string | null, received?: ReceivedRecord): void {
  overlay.bring(key, json, received)
  for (const other of overlay.open.together(key)) if (overlay.refresh(other)) batch.changed(other.resource)
}

/**
 * The service's recent answers to writes. A page or another answer may have been requested before a write and arrive after it:
 * anything in it that is older than the write's answer is ignored, so that no saved change seems to be undone. In memory only:
 * after a start everything is read again.
 */
export type RecentWriteResults = {
  /** `updatedAt` as the service sent it; null for a record that is gone. `isCreated`: the record was not known before. */
  note(key: Key, updatedAt: string | null, isCreated?: boolean): void
  /** True if a received record is older than the answer to a write. */
  isOlder(key: Key, updatedAt: string | null): boolean
  /**
   * True if the record was created by this computer so recently that a "not found" proves nothing: a service may read from a copy that
   * does not have it yet.
   */
  isJustCreated(key: Key): boolean
}

/** Time in ms for which an answer is remembered, longer than any request takes. */
const memory = 15 * 60_000

export function createRecentWriteResults(now: () => number): RecentWriteResults {
  const recentWrites = new Map<string, { updatedAt: string | null; at: number; isCreated: boolean }>()
  const nameOf = ({ resource, id }: Key) => `${resource} ${id}`
  const forgetOld = () => {
    for (const [name, { at }] of recentWrites) {
      if (now() - at < memory) return
      recentWrites.delete(name)
    }
  }
  const recent = (key: Key) => {
    const answer = recentWrites.size === 0 ? undefined : recentWrites.get(nameOf(key))
    return answer && now() - answer.at < memory ? answer : undefined
  }
  return {
    note(key, updatedAt, isCreated = recent(key)?.isCreated ?? false) {
      // Deleted first, to keep the map ordered by time.
      recentWrites.delete(nameOf(key))
      recentWrites.set(nameOf(key), { updatedAt, at: now(), isCreated: isCreated && updatedAt !== null })
      forgetOld()
    },
    isJustCreated: (key) => recent(key)?.isCreated ?? false,
    isOlder(key, updatedAt) {
      const answer = recent(key)
      if (!answer) return false
      if (answer.updatedAt === null || updatedAt === null) return true
      return Date.parse(updatedAt) < Date.parse(answer.updatedAt)
    },
  }
}
