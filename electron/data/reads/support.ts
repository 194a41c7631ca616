import type { ReadOutput } from '../connection-store.ts'
import { schemaVersion } from '../migrate.ts'
import type { Db } from '../open-database.ts'
import type { Reader } from './reader.ts'
import type { OperationFigures, StoreFigures } from './support-calls.ts'

/** Largest store in bytes that is checked completely, which takes half a second; a larger one would delay screens. */
const mostChecked = 256 * 1024 * 1024

export function readFigures({ mirror, ledger }: Reader): ReadOutput<'support.figures'> {
  const operations = ledger.prepare<[], OperationFigures>(
    `SELECT state, action, resource, json ->> '$.problem.code' AS code, count(*) AS times
     FROM operation GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  )
  return { mirror: figuresOf(mirror), ledger: figuresOf(ledger), operations: operations.all() }
}

function figuresOf(db: Db): StoreFigures {
  // Virtual tables and their underlying tables are not counted; the records are.
  const tables = db
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !name.startsWith('sqlite_'))
  const rows = tables.map((name) => [name, Number(db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())])
  return { schema: schemaVersion(db), rows: Object.fromEntries(rows), integrity: integrityOf(db) }
}

function integrityOf(db: Db): StoreFigures['integrity'] {
  const size = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))
  if (size > mostChecked) return 'not-checked'
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'damaged'
}
