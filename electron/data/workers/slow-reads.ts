import type { ReadOrder } from '../lists/list-order.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { MissingIndex, SlowRead } from './protocol.ts'

/** ms from which a read counts as slow: a user waits for it. */
const defaultLimit = 250

type Options = {
  onSlow: (slow: SlowRead) => void
  limit?: number
  /** ms from any moment on. */
  now?: () => number
}

type WatchedReads = {
  /** The same mirror; statements that are prepared on it belong to the read that is running. */
  mirror: ReadableDatabase
  /** Runs a read; if it is slow, reports what SQLite has to do for want of an index, once for each statement. */
  time<Result>(read: string, work: () => Result, order?: ReadOrder | null): Result
}

/** Finds the index that a slow read lacks, so that one is added where it is needed. */
export function watchReads(mirror: ReadableDatabase, options: Options): WatchedReads {
  const { onSlow, limit = defaultLimit, now = () => performance.now() } = options
  const explained = new Set<string>()
  const statements = new Set<string>()
  const report = (read: string, ms: number, order: ReadOrder | null) => {
    const unexplained = [...statements].filter((sql) => !explained.has(sql))
    for (const sql of unexplained) explained.add(sql)
    const missing = unexplained.flatMap((sql) => missingIn(mirror, sql))
    if (missing.length > 0) onSlow({ read, ms: Math.round(ms), order, missing })
  }
  const watched = {
    prepare(sql: string) {
      statements.add(sql)
      return mirror.prepare(sql)
    },
    transaction: <Result>(work: () => Result) => mirror.transaction(work),
    pragma: (query: string, asked: { simple: true }) => mirror.pragma(query, asked),
    close: () => mirror.close(),
  }
  return {
    // All that a database for reading has; its mark is only a type.
    mirror: watched as unknown as ReadableDatabase,
    time(read, work, order = null) {
      statements.clear()
      const began = now()
      try {
        return work()
      } finally {
        const ms = now() - began
        if (ms > limit)
          report(read, ms, order && { resource: order.resource, column: order.column, direction: order.direction })
      }
    },
  }
}

/** The work of SQLite for a statement because no index has its rows as they are asked for. */
function missingIn(mirror: ReadableDatabase, sql: string): MissingIndex[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
  const parameters = names.length > 0 ? [Object.fromEntries(names)] : (sql.match(/\?/g) ?? []).map(() => null)
  const steps = mirror.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters)
  return steps.flatMap(({ detail }): MissingIndex[] => {
    if (detail.startsWith('USE TEMP B-TREE')) return [{ step: 'sort', table: null }]
    const [, access, alias = '', rest = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? []
    const table = tableOf(sql, alias)
    if (rest.includes('AUTOMATIC')) return [{ step: 'build', table }]
    return access === 'SCAN' && rest.includes(' USING ')
      ? [{ step: 'walk', table }]
      : access === 'SCAN'
        ? [{ step: 'scan', table }]
        : []
  })
}

/** The table that a statement calls by this name, such as `individuals t`; null if it is no table of the store. */
function tableOf(sql: string, name: string): string | null {
  const [, named, own] = new RegExp(`\\b(?:FROM|JOIN) (?:(\\w+) (?:AS )?${name}|(${name}))\\b(?!\\()`).exec(sql) ?? []
  return named ?? own ?? null
}
