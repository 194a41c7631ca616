import type { Migration } from '../migrate.ts'

/**
 * The rows that each of the last commits changed: earlier versions adjusted orders in memory
 * by them. Dropped by `mirror-plain-lists.ts`.
 */
export const mirrorRowChanges: Migration = `
  -- rows: 32-bit integers; the number of a row that was added or changed, negative if the row was deleted.
  CREATE TABLE row_change (
    resource TEXT NOT NULL, version INTEGER NOT NULL, rows BLOB NOT NULL, PRIMARY KEY (resource, version)
  ) STRICT;
`
