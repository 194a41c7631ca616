import type { Migration } from '../migrate.ts'

/** Downloaded files, and their thumbnails. */
export const mirrorFiles: Migration = `
  -- The bytes lie beside the database, sealed under the key that is here alone. kind: document or summary.
  CREATE TABLE held_file (
    kind TEXT NOT NULL, id TEXT NOT NULL, stored_name TEXT NOT NULL UNIQUE, key BLOB NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, media_type TEXT NOT NULL, name TEXT NOT NULL, held_at TEXT NOT NULL, used_at TEXT NOT NULL,
    -- What the service said of the file and its record when it was downloaded: is it still the same?
    etag TEXT, record_updated_at TEXT,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX held_file_by_digest ON held_file (sha256);
  CREATE INDEX held_file_by_use ON held_file (used_at);

  CREATE TABLE thumbnail (
    document_id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, png BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  `
