import { openMemoryDatabase } from './open-database.ts'

/** The version of the SQLite library, as it reports itself. Opens no file. */
export function readSqliteVersion(): string {
  const database = openMemoryDatabase()
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
