import { failedMigration, newerCache } from './cache-errors.ts'
import type { ReadableDatabase, WritableDatabase } from './open-database.ts'

/** One migration step, as SQL; its number is its position in the list, from 1. */
export type Migration = string

/**
 * Migrates a database to the newest schema, each step in its own transaction. `beforeUpgrade` runs once before an existing
 * database is changed.
 * @throws AppError `cache/newer`, `cache/migration-failed`; the database is as the last successful step left it.
 */
export function migrate(
  db: WritableDatabase,
  migrations: readonly Migration[],
  beforeUpgrade: (from: number) => void,
): void {
  const from = schemaVersion(db)
  if (from > migrations.length) throw newerCache(from, migrations.length)
  if (from === migrations.length) return
  if (from > 0) beforeUpgrade(from)
  for (const [index, step] of migrations.entries()) {
    if (index < from) continue
    const apply = db.transaction(() => {
      db.exec(step)
      db.pragma(`user_version=${index + 1}`)
    })
    try {
      apply.immediate()
    } catch (problem) {
      throw failedMigration(index + 1, problem)
    }
  }
}

/** The schema's number; 0 for a new database. */
export function schemaVersion(db: ReadableDatabase): number {
  return Number(db.pragma('user_version', { simple: true }))
}
