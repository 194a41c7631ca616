import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import { type GoodRecord, isAfter, type ParsedRecord, type RecordTable } from './record-tables.ts'
import type { SearchIndex } from './search-index.ts'

/** A row's earlier values, and when the service last had them, ms since the epoch. */
export type RowBefore = { value: JsonFields; seenAt: number }

/** `before`: null if the row is new or unchanged. `isOlder`: it was not written, because the stored one is newer. */
type PutResult = { row: number; written: boolean; before: RowBefore | null; isOlder: boolean; isNew: boolean }

/** `isWalked`: true for a row that only a newer record may replace. */
type PutAt = { checkedAt: number; searchedTo: number; isWalked?: (row: number) => boolean }

/** Writes to one resource's table and its search rows; always inside an open transaction. */
export type RecordStore = {
  /**
   * Inserts or updates; `written` is false when the stored JSON is the same text already. `searchedTo` is the value of
   * {@link RecordStore.searchedTo} at the start of this piece of work.
   */
  put(record: GoodRecord, json: string, at: PutAt): PutResult
  /**
   * Like {@link RecordStore.put}, for a record with pending writes applied: the row's confirmation by the service is unchanged
   * unless `checkedAt` is given (ms since the epoch). False when the row shows this record already.
   */
  show(record: GoodRecord, json: string, at: { shownAt: number; checkedAt: number | null }): boolean
  /** The displayed JSON of an id; null when there is no row. */
  jsonOf(id: string): string | null
  /** When the service last had a row as it is, ms since the epoch; null when there is no row. */
  seenAt(id: string): number | null
  /** True once a sweep delivered everything: until then a new row is no news. */
  isLoaded(): boolean
  /** Rows up to this one have search rows that must be updated; the others get theirs when the first load ends. */
  searchedTo(): number
  /** The row of an id, or 0. */
  rowOf(id: string): number
  /** Deletes a row and its search row. */
  remove(row: number): void
  /** The service has just confirmed a row by id. */
  confirm(row: number, checkedAt: number): void
}

/** `changed` reports that rows of a resource changed in the open batch. */
type Beside = { search: SearchIndex; changed: (resource: Resource) => void }

type StateRow = { loaded: number; searched_to: number }

/** A {@link RecordStore} on one connection; statements are prepared once. */
export function createRecordStore(
  db: WritableDatabase,
  table: RecordTable & { resource: ListedResource },
  { search, changed }: Beside,
): RecordStore {
  const columns = ['checked_at', 'json', ...table.columns]
  const marks = columns.map(() => '?').join(', ')
  const insert = db.prepare(
    `INSERT INTO ${table.table} (id, ${columns.join(', ')}) VALUES (?, ${marks}) ON CONFLICT (id) DO NOTHING`,
  )
  const write = prepareWrites(db, table)
  const jsonOf = db.prepare<[string], string>(`SELECT json FROM ${table.table} WHERE id = ?`).pluck()
  const find = db.prepare<[string, string], { row: number; same: number; json: string; checked_at: number }>(
    `SELECT row, json = ? AS same, json, checked_at FROM ${table.table} WHERE id = ?`,
  )
  const seen = db
    .prepare<[string, string, number], number>(
      `SELECT complete_began_at FROM resource_state WHERE resource = ?
       AND NOT EXISTS (SELECT 1 FROM unconfirmed WHERE resource = ? AND row = ?)`,
    )
    .pluck()
  const rowOf = db.prepare<[string], { row: number }>(`SELECT row FROM ${table.table} WHERE id = ?`)
  const remove = db.prepare(`DELETE FROM ${table.table} WHERE row = ?`)
  const touch = db.prepare(`UPDATE ${table.table} SET checked_at = ? WHERE row = ?`)
  const noteChecked = db.prepare(
    `INSERT INTO resource_state (resource, version, loaded, searched_to, checked_to) VALUES (?, 1, 0, 0, ?)
     ON CONFLICT (resource) DO UPDATE SET checked_to = excluded.checked_to WHERE checked_to < excluded.checked_to`,
  )
  const confirmed = db.prepare('DELETE FROM unconfirmed WHERE resource = ? AND row = ?')
  const state = db.prepare<[string], StateRow>('SELECT loaded, searched_to FROM resource_state WHERE resource = ?')

  const complete = db
    .prepare<[string], number | null>('SELECT complete_began_at FROM resource_state WHERE resource = ?')
    .pluck()

  const searchedTo = () => {
    const now = state.get(table.resource)
    return now?.loaded === 1 ? Number.POSITIVE_INFINITY : (now?.searched_to ?? 0)
  }

  /** A complete sweep confirms its rows all at once. */
  const seenAt = (row: number, checkedAt: number) =>
    Math.max(checkedAt, seen.get(table.resource, table.resource, row) ?? 0)

  /** True if the search row of the previous record is still right; writing one takes longer than all the rest. */
  const isFoundAlike = (before: GoodRecord | null, { title, body }: GoodRecord) =>
    before !== null && before.title === title && before.body === body

  return {
    searchedTo,
    put(record, json, { checkedAt, searchedTo: searched, isWalked }) {
      // In a first load hardly any record exists already; after it, nearly all do.
      const known = searched === Number.POSITIVE_INFINITY ? find.get(json, record.id) : undefined
      const inserted = known ? null : insert.run(record.id, checkedAt, json, ...record.values)
      if (inserted && inserted.changes > 0) {
        const row = Number(inserted.lastInsertRowid)
        changed(table.resource)
        if (row <= searched) search.put(table.resource, row, record)
        return { row, written: true, before: null, isOlder: false, isNew: true }
      }
      const found = known ?? find.get(json, record.id)
      const row = found?.row ?? 0
      if (found?.same === 1) return { row, written: false, before: null, isOlder: false, isNew: false }
      const value: JsonFields | null = found ? JSON.parse(found.json) : null
      const before = value && table.read(value)
      if (isWalked && isAfter(before?.updatedAt ?? null, record.updatedAt) && isWalked(row))
        return { row, written: false, before: null, isOlder: true, isNew: false }
      const shown = found && value ? { value, seenAt: seenAt(row, found.checked_at) } : null
      write({ row, before, record, json, checkedAt })
      changed(table.resource)
      confirmed.run(table.resource, row)
      if (row <= searched && !isFoundAlike(before, record)) search.put(table.resource, row, record)
      return { row, written: true, before: shown, isOlder: false, isNew: false }
    },
    show(record, json, { shownAt, checkedAt }) {
      const found = find.get(json, record.id)
      if (found?.same === 1) return false
      const inserted = found ? null : insert.run(record.id, shownAt, json, ...record.values)
      const row = found?.row ?? Number(inserted?.lastInsertRowid)
      const before = found ? table.read(JSON.parse(found.json)) : null
      if (found) write({ row, before, record, json, checkedAt })
      changed(table.resource)
      if (checkedAt !== null) confirmed.run(table.resource, row)
      if (!isFoundAlike(before, record) && row <= searchedTo()) search.put(table.resource, row, record)
      return true
    },
    jsonOf: (id) => jsonOf.get(id) ?? null,
    seenAt(id) {
      const found = find.get('', id)
      return found ? seenAt(found.row, found.checked_at) : null
    },
    isLoaded: () => (complete.get(table.resource) ?? null) !== null,
    rowOf: (id) => rowOf.get(id)?.row ?? 0,
    remove(row) {
      remove.run(row)
      changed(table.resource)
      confirmed.run(table.resource, row)
      if (row <= searchedTo()) search.remove(table.resource, row)
    },
    confirm(row, checkedAt) {
      touch.run(checkedAt, row)
      noteChecked.run(table.resource, checkedAt)
      confirmed.run(table.resource, row)
    },
  }
}

type Write = {
  row: number
  /** The row's previous record; null if it cannot be determined. */
  before: GoodRecord | null
  record: GoodRecord
  json: string
  /** Null leaves the column unchanged. */
  checkedAt: number | null
}

/** Updates only the columns that differ: SQLite rewrites every index with a column that is set, even to the same value. */
function prepareWrites(db: WritableDatabase, table: RecordTable): (write: Write) => void {
  const prepared = new Map<string, ReturnType<WritableDatabase['prepare']>>()
  const statementOf = (columns: readonly string[]) => {
    const set = columns.map((column) => `${column} = ?`).join(', ')
    const known = prepared.get(set) ?? db.prepare(`UPDATE ${table.table} SET ${set} WHERE row = ?`)
    prepared.set(set, known)
    return known
  }
  return ({ row, before, record, json, checkedAt }) => {
    const differing = table.columns.flatMap((column, at) =>
      before !== null && before.values[at] === record.values[at] ? [] : [{ column, value: record.values[at] }],
    )
    const changes = [{ column: 'json', value: json }, ...differing]
    if (checkedAt !== null) changes.push({ column: 'checked_at', value: checkedAt })
    statementOf(changes.map(({ column }) => column)).run(...changes.map(({ value }) => value), row)
  }
}

type BadRecord = { resource: Resource; digest: string; json: string; parsed: Extract<ParsedRecord, { kind: 'bad' }> }

/** Records that did not match their schema; always inside an open transaction. */
export type Quarantine = {
  put(bad: BadRecord, seenAt: number): void
  /** A valid version of this record arrived. Returns true if there was another one. */
  resolve(resource: Resource, id: string): boolean
  /** After a complete sweep: deletes those that it did not deliver again. */
  keepOnly(resource: Resource, digests: ReadonlySet<string>): void
}

const keyOf = (resource: Resource, digest: string) => `${resource}:${Buffer.from(digest, 'latin1').toString('hex')}`

/** A {@link Quarantine} on one connection. */
export function createQuarantine(db: WritableDatabase): Quarantine {
  const put = db.prepare(
    `INSERT INTO set_aside (key, resource, id, field, problem, seen_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at`,
  )
  const any = db.prepare<[string], { found: number }>('SELECT 1 AS found FROM set_aside WHERE resource = ? LIMIT 1')
  const byId = db.prepare('DELETE FROM set_aside WHERE resource = ? AND id = ?')
  const keys = db.prepare<[string], { key: string }>('SELECT key FROM set_aside WHERE resource = ?')
  const remove = db.prepare('DELETE FROM set_aside WHERE key = ?')
  return {
    put({ resource, digest, json, parsed }, seenAt) {
      if (parsed.id !== null) byId.run(resource, parsed.id)
      put.run(keyOf(resource, digest), resource, parsed.id, parsed.field, parsed.problem, seenAt, json)
    },
    resolve: (resource, id) => any.get(resource) !== undefined && byId.run(resource, id).changes > 0,
    keepOnly(resource, digests) {
      const wanted = new Set([...digests].map((digest) => keyOf(resource, digest)))
      for (const { key } of keys.all(resource)) if (!wanted.has(key)) remove.run(key)
    },
  }
}
