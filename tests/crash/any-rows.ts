import type { WritableDatabase } from '../../electron/data/open-database.ts'

type Column = { name: string; type: string; pk: number }

const tablesOf = (db: WritableDatabase): string[] =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()

/** Inserts rows into every table, whatever its columns are; each value is distinct. */
export function fillTables(db: WritableDatabase, count: number): void {
  db.transaction(() => {
    for (const table of tablesOf(db)) {
      const columns = db.prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
      const names = columns.map(({ name }) => name)
      const put = db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      for (let n = 1; n <= count; n += 1) put.run(columns.map((column) => cellOf(column, n)))
    }
  })()
}

const json = new Set(['json', 'before', 'after', 'fields'])

/** References are recognised by the column's name and get the same value as the row they refer to. */
function cellOf({ name, type }: Column, n: number): unknown {
  if (type === 'INTEGER' || type === 'REAL') return n
  if (type === 'BLOB') return Buffer.from(`bytes ${n}`)
  if (json.has(name)) return JSON.stringify({ n })
  return name === 'operation_id' ? `id ${n}` : `${name} ${n}`
}

/** Returns the number of rows in each table. */
export const readTables = (db: WritableDatabase): Map<string, number> =>
  new Map(
    tablesOf(db)
      .sort()
      .map((table) => [table, db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0]),
  )
