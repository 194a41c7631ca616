import type Database from 'better-sqlite3'
import { TABLE_NAMES, TABLES, type TableName, textExpression } from './tables.ts'

/** A record as JSON. The schemas define its fields; the store only knows its columns. */
export interface StoredRecord {
  id: string
  [field: string]: unknown
}

export interface Found<Row extends StoredRecord = StoredRecord> {
  seq: number
  deletedAt: string | undefined
  record: Row
  /** The JSON as served. */
  text: string
}

export interface Records {
  insert(record: StoredRecord): void
  /** Finds deleted records too; the caller decides how to treat them. */
  find<Row extends StoredRecord>(id: string): Found<Row> | undefined
  /** Replaces the record with the same id. `deleted_at` in the record marks it as deleted. */
  save(record: StoredRecord): void
  /** Marks the record as deleted; `deleted_at` is added to its JSON only if `inRecord` is true. */
  markDeleted(id: string, at: string, inRecord?: boolean): void
  remove(id: string): boolean
  /** Serves this text in place of the record's JSON; null removes the override. */
  overrideText(id: string, text: string | null): boolean
  /** Moves the record to the end of the list order. */
  moveToEnd(id: string): boolean
  /** Increases with every write, so that cached counts of an older version are known to be stale. */
  version(): number
}

type Value = string | number | null

export type Tables = Record<TableName, Records>

/** Creates access to each table by id. Callers wrap several writes that must succeed together in a transaction. */
export function createTables(db: Database.Database): Tables {
  const versions = new Map<TableName, number>()
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, createRecords({ db, name, versions })])) as Tables
}

interface RecordsOptions {
  db: Database.Database
  name: TableName
  versions: Map<TableName, number>
}

function createRecords({ db, name, versions }: RecordsOptions): Records {
  const columns: readonly string[] = TABLES[name].columns
  const insert = db.prepare<Value[]>(
    `INSERT INTO ${name} (id, deleted_at, json${columns.map((column) => `, ${column}`).join('')})
     VALUES (?, ?, ?${', ?'.repeat(columns.length)})`,
  )
  const update = db.prepare<Value[]>(
    `UPDATE ${name} SET deleted_at = ?, json = ?${columns.map((column) => `, ${column} = ?`).join('')} WHERE id = ?`,
  )
  const find = db.prepare<[string], { seq: number; deleted_at: string | null; json: string; text: string }>(
    `SELECT t.seq, t.deleted_at, t.json, ${textExpression(name)} AS text FROM ${name} t WHERE t.id = ?`,
  )
  const mark = db.prepare<[string, string]>(`UPDATE ${name} SET deleted_at = ? WHERE id = ?`)
  const remove = db.prepare<[string]>(`DELETE FROM ${name} WHERE id = ?`)
  const override = db.prepare<[string | null, string]>(`UPDATE ${name} SET raw_json = ? WHERE id = ?`)
  const move = db.prepare<[string]>(`UPDATE ${name} SET seq = (SELECT max(seq) + 1 FROM ${name}) WHERE id = ?`)
  const touch = () => versions.set(name, (versions.get(name) ?? 0) + 1)

  const records: Records = {
    insert(record) {
      touch()
      insert.run(record.id, deletedAt(record), JSON.stringify(record), ...columnValues(columns, record))
    },
    find<Row extends StoredRecord>(id: string) {
      const row = find.get(id)
      if (row === undefined) return undefined
      const record = JSON.parse(row.json) as Row
      return { seq: row.seq, deletedAt: row.deleted_at ?? undefined, record, text: row.text }
    },
    save(record) {
      touch()
      update.run(deletedAt(record), JSON.stringify(record), ...columnValues(columns, record), record.id)
    },
    markDeleted(id, at, inRecord = false) {
      touch()
      if (!inRecord) mark.run(at, id)
      const found = inRecord ? records.find(id) : undefined
      if (found) records.save({ ...found.record, updated_at: at, deleted_at: at })
    },
    remove(id) {
      touch()
      return remove.run(id).changes > 0
    },
    overrideText(id, text) {
      touch()
      return override.run(text, id).changes > 0
    },
    moveToEnd(id) {
      touch()
      return move.run(id).changes > 0
    },
    version: () => versions.get(name) ?? 0,
  }
  return records
}

function deletedAt(record: StoredRecord): string | null {
  return typeof record.deleted_at === 'string' ? record.deleted_at : null
}

function columnValues(columns: readonly string[], record: StoredRecord): Value[] {
  return columns.map((column) => {
    const value = record[column]
    if (typeof value === 'boolean') return value ? 1 : 0
    return typeof value === 'string' || typeof value === 'number' ? value : null
  })
}
