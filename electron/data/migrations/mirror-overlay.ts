import type { Migration } from '../migrate.ts'

/**
 * Records that are changed by writes made here. Their rows show the record with those writes applied; this table stores the
 * service's own copy until no write is left, and the row is restored from it.
 */
export const mirrorOverlay: Migration = `
  CREATE TABLE overlay (
    -- A valuation goes by its entity's id.
    resource TEXT NOT NULL, id TEXT NOT NULL,
    -- Null where the record only shows what writes about others bring: a household its people.
    mark TEXT, attention INTEGER NOT NULL, operations TEXT NOT NULL,
    -- Null when the service has none, or has deleted it.
    server_json TEXT,
    PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;

  -- Up to which of the ledger's results this mirror has them.
  CREATE TABLE outbox_state (one INTEGER PRIMARY KEY CHECK (one = 1), results_to INTEGER NOT NULL) STRICT;
  `
