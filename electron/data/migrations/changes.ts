import type { Migration } from '../migrate.ts'

/** Changes at the service, as this computer saw them. */
export const ledgerChanges: Migration = `
  -- One row for each field of a record that changed; none of its fields for a record that was added or is gone. Rows of one
  -- record at one moment have the number of the first of them. before and after are JSON. seen_before: when the value before
  -- was last seen. operation: the seq of this computer's own write that it is.
  CREATE TABLE observed_change (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, first INTEGER NOT NULL, resource TEXT NOT NULL, record_id TEXT NOT NULL,
    household_id TEXT, left_household_id TEXT, title TEXT NOT NULL, kind TEXT NOT NULL, field TEXT,
    before TEXT, after TEXT, observed_at INTEGER NOT NULL, seen_before INTEGER, operation INTEGER
  ) STRICT;
  -- With what is counted for a list.
  CREATE INDEX observed_change_by_household ON observed_change (household_id, seq, first, operation);
  CREATE INDEX observed_change_by_left_household ON observed_change (left_household_id, seq)
    WHERE left_household_id IS NOT NULL;
  CREATE INDEX observed_change_by_record ON observed_change (resource, record_id, seq);
  -- What the user has looked at of a household's changes, and when they last met: both in ms since the epoch.
  CREATE TABLE household_mark (
    household_id TEXT PRIMARY KEY, looked_at INTEGER, looked_to INTEGER NOT NULL, met_at INTEGER
  ) STRICT, WITHOUT ROWID;
  -- The first complete copies of a resource by this computer: changes are recorded since the first, and those between the
  -- last two are unknown.
  CREATE TABLE change_baseline (
    resource TEXT PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- A change is compared with this computer's writes of the same record.
  CREATE INDEX operation_by_server_id ON operation (server_id) WHERE server_id IS NOT NULL;
  CREATE INDEX operation_by_parent ON operation (parent_id) WHERE resource = 'valuations';
  `

/** The number of the last change in the ledger that this mirror has seen. */
export const mirrorChanges: Migration = `
  CREATE TABLE change_state (one INTEGER PRIMARY KEY CHECK (one = 1), changes_to INTEGER NOT NULL) STRICT;
  `
