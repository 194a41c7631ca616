import type { Migration } from '../migrate.ts'

/**
 * Columns of large lists as earlier versions needed them in memory. Dropped by `mirror-plain-lists.ts`.
 */
export const mirrorStoredColumns: Migration = `
  -- version: the versions of the resources that the column depends on. statement: the SQL of its order; another one makes it worthless.
  -- present: rows with a value, which come first. copied: JSON of the values and ranks that the codes stand for; null if there are none.
  CREATE TABLE stored_column (
    resource TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, statement TEXT NOT NULL, present INTEGER NOT NULL,
    copied TEXT, PRIMARY KEY (resource, name)
  ) STRICT;
  -- kind: rows, 32-bit row numbers in ascending order of the column; or codes, 16 bits for each row number.
  CREATE TABLE stored_column_part (
    resource TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (resource, name, kind, part)
  ) STRICT;
`
