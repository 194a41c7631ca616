import type { Migration } from '../migrate.ts'

/** Requests that the service refused, and whether an entity changed since its valuation was last read. */
export const mirrorValuations: Migration = `
  -- The last request for "latest valuation of" that was refused, or answered with something unreadable (status 0).
  CREATE TABLE valuation_refusal (
    entity_id TEXT PRIMARY KEY, refused_at INTEGER NOT NULL, status INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- The entity's own updated_at at its last check; null where that was not noted yet.
  ALTER TABLE valuation_check ADD COLUMN entity_updated_at TEXT;
  -- Checks of entities that are gone say nothing about the age of what is here.
  DELETE FROM valuation_check WHERE entity_id NOT IN (SELECT id FROM entities);
  `
