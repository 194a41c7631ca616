import { isDamage, newerCache } from '../cache-errors.ts'
import { migrate, schemaVersion } from '../migrate.ts'
import { ledgerMigrations } from '../migrations/ledger.ts'
import { type DatabaseFile, openDatabase, type WritableDatabase } from '../open-database.ts'
import { readAround } from './read-around.ts'

/** The result of recovering a damaged ledger. */
export type Recovered = {
  /** Number of rows in the new ledger. */
  rows: number
  /** Tables with data that could not be read. */
  tables: string[]
}

/**
 * Creates a new ledger at `target` with every readable row of the damaged one, which is only read. If not even its beginning can
 * be opened, the new ledger is empty.
 * @throws AppError `cache/newer`; SqliteError when the disk is full
 */
export function recoverLedger(damaged: DatabaseFile, target: string): Recovered {
  const from = openDamaged(damaged)
  try {
    const version = from === null ? 0 : schemaVersion(from)
    if (version > ledgerMigrations.length) throw newerCache(version, ledgerMigrations.length)
    const to = openDatabase({ ...damaged, path: target })
    try {
      // Rows are copied into the schema version in which they were written, and then migrated.
      migrate(to, version > 0 ? ledgerMigrations.slice(0, version) : ledgerMigrations, () => {})
      const salvaged = from === null ? { rows: 0, tables: tablesOf(to) } : copyRows(from, to)
      migrate(to, ledgerMigrations, () => {})
      // The number of a lost write is used again, so its history is deleted: it must not become that of another write.
      to.exec('DELETE FROM operation_event WHERE operation NOT IN (SELECT seq FROM operation)')
      return salvaged
    } finally {
      to.close()
    }
  } finally {
    from?.close()
  }
}

function openDamaged(damaged: DatabaseFile): WritableDatabase | null {
  return readOrNull(() => openDatabase({ ...damaged, readonly: true, forSalvage: true }))
}

function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (problem) {
    if (isDamage(problem)) return null
    throw problem
  }
}

function copyRows(from: WritableDatabase, to: WritableDatabase): Recovered {
  const salvaged: Recovered = { rows: 0, tables: [] }
  to.transaction(() => {
    // Numbering continues where it was, whatever rows are missing.
    copyTable('sqlite_sequence', from, to)
    for (const table of tablesOf(to)) {
      const { copied, isWhole } = copyTable(table, from, to)
      salvaged.rows += copied
      if (!isWhole) salvaged.tables.push(table)
    }
  })()
  return salvaged
}

function copyTable(table: string, from: WritableDatabase, to: WritableDatabase): { copied: number; isWhole: boolean } {
  const info = to
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
    .all(table)
  const columns = info.map(({ name }) => name)
  const isText =
    to.prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) === 1
  const key = isText ? (info.find(({ pk }) => pk === 1)?.name ?? '') : 'rowid'
  const put = to.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const rows = readAround({ db: from, table, key, isText, columns, last: lastNumber(from, table) })
  let copied = 0
  for (let row = rows.next(); ; row = rows.next()) {
    if (row.done) return { copied, isWhole: row.value }
    copied += put.run(row.value).changes
  }
}

/** The highest row number that the table may have, from any source that can be read. */
function lastNumber(from: WritableDatabase, table: string): number {
  const sequence = 'SELECT seq FROM sqlite_sequence WHERE name = ?'
  const noted = readOrNull(() => from.prepare<[string], number>(sequence).pluck().get(table))
  const written = table === 'operation' ? readOrNull(() => highestWrite(from)) : null
  return Math.max(noted ?? 0, written ?? 0) || Number.MAX_SAFE_INTEGER
}

/** Every write has a history. */
const highestWrite = (from: WritableDatabase): number | null =>
  from.prepare<[], number | null>('SELECT max(operation) FROM operation_event').pluck().get() ?? null

const tablesOf = (db: WritableDatabase): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .pluck()
    .all()
