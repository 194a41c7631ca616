import type { Migration } from '../migrate.ts'

/** Writes made on this computer, their history, and the service's answers to them. */
export const ledgerOutbox: Migration = `
  -- The whole operation is its JSON; beside it what is looked up or listed by.
  CREATE TABLE operation (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, action TEXT NOT NULL, resource TEXT NOT NULL,
    record_id TEXT NOT NULL, parent_id TEXT, state TEXT NOT NULL, is_open INTEGER NOT NULL, attention INTEGER NOT NULL,
    server_id TEXT, saved_at TEXT NOT NULL, changed_at TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operation_open ON operation (seq, attention) WHERE is_open = 1;
  CREATE INDEX operation_closed ON operation (changed_at, seq) WHERE is_open = 0;
  CREATE INDEX operation_by_record ON operation (record_id);

  CREATE TABLE operation_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation_id TEXT NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operation_event_by_operation ON operation_event (operation_id, seq);

  -- Records as the service sent them in answer to a write, null for one that is gone; a valuation goes by its entity's
  -- id. The mirror keeps the number up to which it has them.
  CREATE TABLE operation_result (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, kept_at INTEGER NOT NULL, json TEXT
  ) STRICT;

  -- The service's ids of records that were made here.
  CREATE TABLE adopted (local_id TEXT PRIMARY KEY, server_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `
