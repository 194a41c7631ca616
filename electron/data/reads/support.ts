import { schemaVersion } from '../migrate.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Reader } from './reader.ts'

/** Figures of a store that do not require reading any record. */
export type StoreFigures = {
  schema: number
  /** Number of rows by table. */
  rows: Record<string, number>
  /** The result of SQLite's own check; `not-checked` if it would take longer than a user waits. */
  integrity: 'ok' | 'damaged' | 'not-checked'
}

/** Writes in the same state, on the same kind of record, with the same problem. */
export type OperationFigures = { state: string; action: string; resource: string; code: string | null; times: number }

/** Largest store in bytes that is checked completely, which takes half a second; a larger one would delay screens. */
const mostChecked = 256 * 1024 * 1024

/** Figures for a support bundle. */
export function readFigures({ mirror, ledger }: Reader): {
  mirror: StoreFigures
  ledger: StoreFigures
  operations: OperationFigures[]
} {
  const operations = ledger.prepare<[], OperationFigures>(
    `SELECT state, action, resource, json ->> '$.problem.code' AS code, count(*) AS times
     FROM operation GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  )
  return { mirror: figuresOf(mirror), ledger: figuresOf(ledger), operations: operations.all() }
}

function figuresOf(db: ReadableDatabase): StoreFigures {
  // Virtual tables and their underlying tables are not counted; the records are.
  const tables = db
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !name.startsWith('sqlite_'))
  const rows = tables.map((name) => [name, Number(db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())])
  return { schema: schemaVersion(db), rows: Object.fromEntries(rows), integrity: integrityOf(db) }
}

function integrityOf(db: ReadableDatabase): StoreFigures['integrity'] {
  const size = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))
  if (size > mostChecked) return 'not-checked'
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'damaged'
}
