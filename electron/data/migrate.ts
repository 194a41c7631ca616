import { failedMigration, newerCache } from './cache-errors.ts'
import type { ReadableDatabase, WritableDatabase } from './open-database.ts'

/** One migration step, as SQL; its number is its position in the list, from 1. */
export type Migration = string

/**
 * Migrates a database to the newest schema, each step in its own transaction. `beforeUpgrade` runs once before an existing
 * database is changed. In a mirror no step can set the versions of resources back, and what depends on them is emptied.
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
      const versions = versionsIn(db)
      db.exec(step)
      continueVersions(db, versions)
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

const hasTable = (db: ReadableDatabase, name: string): boolean =>
  db
    .prepare<[string], number>("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
    .get(name) === 1

type ResourceVersion = { resource: string; version: number }

/** How many commits changed each resource of a mirror; none in a ledger. */
const versionsIn = (db: ReadableDatabase): ResourceVersion[] =>
  hasTable(db, 'resource_state')
    ? db.prepare<[], ResourceVersion>('SELECT resource, version FROM resource_state').all()
    : []

/** What belongs to a version of a resource: it describes rows as they were before the step. */
const ofVersions = ['row_change', 'stored_column', 'stored_column_part']

/**
 * A step may change any row, without the commit that counts it: every version is then one higher than before, also that of a resource
 * whose state the step deleted. A version that began again would meet the numbers of earlier commits, and every commit would fail.
 */
function continueVersions(db: WritableDatabase, before: readonly ResourceVersion[]): void {
  if (before.length === 0 || !hasTable(db, 'resource_state')) return
  const put = db.prepare(
    `INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES (?, ?, 0, 0)
     ON CONFLICT (resource) DO UPDATE SET version = excluded.version`,
  )
  for (const { resource, version } of before) put.run(resource, version + 1)
  for (const table of ofVersions) if (hasTable(db, table)) db.exec(`DELETE FROM ${table}`)
}
