import Database from 'better-sqlite3'
import { sqliteOptions } from './sqlite-binary.ts'

/** The version of the SQLite library, as it reports itself. Opens no file. */
export function readSqliteVersion(): string {
  const database = new Database(':memory:', sqliteOptions())
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
