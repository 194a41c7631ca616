import Database from 'better-sqlite3'

/** The version of the SQLite library, as it reports itself. Opens no file. */
export function readSqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
