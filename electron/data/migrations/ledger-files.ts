import type { Migration } from '../migrate.ts'

/** Files that wait to be uploaded, the tray they were dropped on, pinned households, and the original version of summaries. */
export const ledgerFiles: Migration = `
  -- The bytes lie beside the database, sealed under the key that is here alone.
  CREATE TABLE staged_file (
    id TEXT PRIMARY KEY, stored_name TEXT NOT NULL UNIQUE, key BLOB NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, media_type TEXT NOT NULL, name TEXT NOT NULL, staged_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX staged_file_by_digest ON staged_file (sha256);

  -- What a person made of a dropped file so far; removed_at is when it was taken out of the tray.
  CREATE TABLE intake_row (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, staged_id TEXT, removed_at TEXT, json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE pin (
    household_id TEXT PRIMARY KEY, pinned_at TEXT NOT NULL, checked_at TEXT, json TEXT NOT NULL DEFAULT '{}'
  ) STRICT, WITHOUT ROWID;

  -- A summary as it was before it was first edited here.
  CREATE TABLE summary_original (id TEXT PRIMARY KEY, kept_at TEXT NOT NULL, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `
