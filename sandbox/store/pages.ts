import type Database from 'better-sqlite3'
import type { Tables } from './records.ts'
import { type TableName, textExpression } from './tables.ts'

export interface PageQuery {
  table: TableName
  /** Conditions of the form column = value; the names come from the routes, never from a request. */
  filter: Readonly<Record<string, string | number | boolean | undefined>>
  limit: number
  /** Returns items with a greater `seq`, in ascending order. */
  after?: number | undefined
  /** Returns the last items with a smaller `seq`, in ascending order. */
  before?: number | undefined
}

export interface PageRow {
  seq: number
  text: string
}

export interface Page {
  rows: PageRow[]
  hasNext: boolean
  hasPrevious: boolean
  totalCount: number
}

export type ReadPage = (query: PageQuery) => Page

/** Reads pages by keyset, so the cost of a page does not depend on its depth. */
export function createPageReader(db: Database.Database, tables: Tables): ReadPage {
  const statements = new Map<string, Database.Statement<unknown[], [number, string]>>()
  const counts = new Map<string, { version: number; count: number }>()

  function statement(sql: string) {
    const known = statements.get(sql)
    if (known) return known
    const prepared = db.prepare<unknown[], [number, string]>(sql).raw()
    statements.set(sql, prepared)
    return prepared
  }

  function count(table: TableName, where: string, values: readonly unknown[]): number {
    const key = JSON.stringify([table, where, values])
    const version = tables[table].version()
    const known = counts.get(key)
    if (known?.version === version) return known.count
    const [total] = statement(`SELECT count(*), '' FROM ${table} t WHERE ${where}`).get(...values) ?? [0]
    if (counts.size > 1000) counts.clear()
    counts.set(key, { version, count: total })
    return total
  }

  return ({ table, filter, limit, after, before }) => {
    const filters = Object.entries(filter).filter(([, value]) => value !== undefined)
    const where = ['t.deleted_at IS NULL', ...filters.map(([column]) => `t.${column} = ?`)].join(' AND ')
    const values = filters.map(([, value]) => (typeof value === 'boolean' ? Number(value) : value))
    const exists = (beyond: string, seq: number) =>
      statement(`SELECT t.seq, '' FROM ${table} t WHERE ${where} AND t.seq ${beyond} ? LIMIT 1`).get(...values, seq) !==
      undefined
    const backward = before !== undefined
    const bound = backward ? 't.seq < ?' : 't.seq > ?'
    const sql = `SELECT t.seq, ${textExpression(table)} FROM ${table} t
      WHERE ${where} AND ${bound} ORDER BY t.seq ${backward ? 'DESC' : 'ASC'} LIMIT ?`
    const start = before ?? after ?? 0
    const rows = statement(sql)
      .all(...values, start, limit + 1)
      .map(([seq, text]) => ({ seq, text }))
    const more = rows.length > limit
    if (more) rows.pop()
    if (backward) rows.reverse()
    const first = rows[0]?.seq ?? (backward ? start : start + 1)
    const last = rows.at(-1)?.seq ?? (backward ? start - 1 : start)
    return {
      rows,
      hasNext: backward ? exists('>', last) : more,
      hasPrevious: backward ? more : exists('<', first),
      totalCount: count(table, where, values),
    }
  }
}
