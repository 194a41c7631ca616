import Database from 'better-sqlite3'

/** The version of the library that keeps the stores, as it says itself. Opens no file. */
export function readSqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
