import type { z } from 'zod'
import { AppError } from '../../../shared/domain/app-error.ts'
import { isoTime } from '../../../shared/domain/days.ts'
import type { PendingWork, SetAsideRecord } from '../../../shared/ipc/records.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type ListedResource, type Resource, tableOf } from '../../../shared/service/resource.ts'
import { pendingOf } from '../overlay/open-operations.ts'
import { checkedAtOf, type ListDefinition, orderOf, readRows } from './list.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

/** Most related rows that a detail shows; the full counts are shown next to them. */
const maxRelated = 200

type StoredRecord = { row: number; json: string; noted: string; checked_at: number }

type FoundRecord<Of extends Resource> = {
  record: z.infer<(typeof recordSchemas)[Of]>
  checked_at: string
  pending: PendingWork | null
}

/**
 * A record as received, and when the service last confirmed it.
 * @throws AppError `record/not-found`.
 */
export function readRecord<Of extends Resource>(
  reader: Reader,
  resource: Of,
  id: string,
  column: 'id' | 'entity_id' = 'id',
): FoundRecord<Of> {
  const found = findRecord(reader, resource, id, column)
  if (found) return found
  throw notInMirror()
}

export function notInMirror(): AppError {
  return new AppError('record/not-found', {
    message: 'This record is not in the offline copy.',
    nextStep: 'Go back to the list; if it was just created elsewhere, sync first.',
  })
}

/** Like {@link readRecord}, but null when there is none. */
export function findRecord<Of extends Resource>(
  reader: Reader,
  resource: Of,
  id: string,
  column: 'id' | 'entity_id' = 'id',
): FoundRecord<Of> | null {
  const found = reader.mirror
    .prepare<[string], StoredRecord>(
      `SELECT t.row, t.json, t.${resource === 'valuations' ? 'entity_id' : 'id'} AS noted, ${checkedAtOf(resource)}
       FROM ${tableOf(resource)} t WHERE t.${column} = ?`,
    )
    .get(id)
  if (!found) return null
  return {
    record: recordSchemas[resource].parse(JSON.parse(found.json)) as FoundRecord<Of>['record'],
    checked_at: isoTime(found.checked_at),
    pending: pendingOf(reader.mirror, resource, found.noted),
  }
}

/** A record's id and name; the name is null when it is not in the mirror. */
export function linkTo(reader: Reader, resource: ListedResource, id: string): { id: string; name: string | null } {
  const found = reader.mirror
    .prepare<[string], { title: string }>(`SELECT title FROM ${tableOf(resource)} WHERE id = ?`)
    .get(id)
  return { id, name: found?.title ?? null }
}

/** Like {@link linkTo}, for an id that may be absent. */
export function optionalLink(reader: Reader, resource: ListedResource, id: string | null | undefined) {
  return id === null || id === undefined || id === '' ? null : linkTo(reader, resource, id)
}

/** The first {@link maxRelated} rows of a list within a scope, by title. */
export function relatedRows<Raw, Row>(
  reader: Reader,
  list: ListDefinition<Raw, Row>,
  scope: Record<string, string>,
): Row[] {
  const rows = orderOf(reader, list.shape, { sort: { column: 'title', direction: 'asc' }, scope })
  return readRows(reader, list, rows.subarray(0, maxRelated))
}

const maxJson = 100_000

type StoredUnreadable = Omit<SetAsideRecord, 'seen_at'> & { seen_at: number }

/**
 * The order is that of the index `set_aside_by_id`: rows before a page are skipped in the index, and the records themselves,
 * which may be long, are read only for the page.
 */
const quarantinePage = `
  SELECT key, resource, id, field, problem, seen_at, json FROM set_aside
  WHERE rowid IN (SELECT rowid FROM set_aside ORDER BY resource, id, rowid LIMIT ? OFFSET ?)
  ORDER BY resource, id, rowid`

/** A page of the records that could not be read, with their JSON indented and cut at 100,000 characters. */
export function listQuarantined(reader: Reader, input: InputOf<'setAside', 'list'>): OutputOf<'setAside', 'list'> {
  const stored = reader.mirror
    .prepare<[number, number], StoredUnreadable>(quarantinePage)
    .all(input.limit, input.offset)
  const total = reader.mirror.prepare<[], { n: number }>('SELECT count(*) AS n FROM set_aside').get()?.n ?? 0
  const records = stored.map((record) => ({ ...record, seen_at: isoTime(record.seen_at), json: pretty(record.json) }))
  return { records, total }
}

/** As it came, where it has so many levels that it cannot be printed: one such record must not hide the others. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2).slice(0, maxJson)
  } catch {
    return json.slice(0, maxJson)
  }
}
