import type { Migration } from '../migrate.ts'

/** Step 2 of the ledger: the user's list settings, recent and favourite records, and the user's answers about themselves. */
export const ledgerPlaces: Migration = `
  CREATE TABLE saved_view (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, resource TEXT NOT NULL, name TEXT NOT NULL,
    saved_at INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_view_by_resource ON saved_view (resource, seq);

  CREATE TABLE favourite (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, added_at INTEGER NOT NULL,
    UNIQUE (resource, id)
  ) STRICT;

  -- The newest has the highest number: a record visited again moves to the end.
  CREATE TABLE recent (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, visited_at INTEGER NOT NULL,
    UNIQUE (resource, id)
  ) STRICT;

  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `
