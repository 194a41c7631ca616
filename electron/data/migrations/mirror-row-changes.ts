import type { Migration } from '../migrate.ts'

/**
 * The rows that each of the last commits changed: readers adjust what they hold in memory instead of building it again. See
 * `mirror/row-changes.ts`.
 */
export const mirrorRowChanges: Migration = `
  -- rows: 32-bit integers; the number of a row that was added or changed, negative if the row was deleted.
  CREATE TABLE row_change (
    resource TEXT NOT NULL, version INTEGER NOT NULL, rows BLOB NOT NULL, PRIMARY KEY (resource, version)
  ) STRICT;
`
