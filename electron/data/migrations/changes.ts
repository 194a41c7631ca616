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

/**
 * One row for a change of a record instead of one for each of its fields, and an index less: what a sweep records costs a third. A
 * change keeps the number of its last row, which is the one that marks and the mirror know.
 */
export const ledgerPackedChanges: Migration = `
  -- fields: JSON, a list of {field, before, after, operation}; empty for a record that was added or is gone, which has its
  -- operation in a column. operation: the seq of this computer's own write that it is. is_own: 1 if all of it is.
  CREATE TABLE packed_change (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, record_id TEXT NOT NULL,
    household_id TEXT, left_household_id TEXT, title TEXT NOT NULL, kind TEXT NOT NULL, fields TEXT NOT NULL,
    operation INTEGER, is_own INTEGER NOT NULL, observed_at INTEGER NOT NULL, seen_before INTEGER
  ) STRICT;
  -- Numbering goes on: a number is never used again.
  INSERT INTO sqlite_sequence (name, seq) SELECT 'packed_change', seq FROM sqlite_sequence WHERE name = 'observed_change';
  -- Without it all rows would be sorted with their values.
  CREATE INDEX observed_change_by_first ON observed_change (first, seq);
  INSERT INTO packed_change
    SELECT max(seq), resource, record_id, household_id, left_household_id, title, kind,
      json_group_array(json_object('field', field, 'before', json(coalesce(before, 'null')),
        'after', json(coalesce(after, 'null')), 'operation', operation) ORDER BY seq) FILTER (WHERE field IS NOT NULL),
      max(iif(field IS NULL, operation, NULL)), min(operation IS NOT NULL), observed_at, min(seen_before)
    FROM observed_change GROUP BY first ORDER BY first;
  DROP TABLE observed_change;
  ALTER TABLE packed_change RENAME TO observed_change;
  -- With what is counted for a list.
  CREATE INDEX observed_change_by_household ON observed_change (household_id, seq, is_own);
  CREATE INDEX observed_change_by_left_household ON observed_change (left_household_id, seq, is_own)
    WHERE left_household_id IS NOT NULL;
  `

/** Meetings with households, which were only known by the time of the last one. */
export const ledgerMeetings: Migration = `
  CREATE TABLE meeting (
    id TEXT PRIMARY KEY, household_id TEXT NOT NULL, met_at INTEGER NOT NULL, note TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX meeting_by_household ON meeting (household_id, met_at);
  INSERT INTO meeting SELECT 'first ' || household_id, household_id, met_at, '' FROM household_mark WHERE met_at IS NOT NULL;
  ALTER TABLE household_mark DROP COLUMN met_at;
  `

/** The number of the last change in the ledger that this mirror has seen. */
export const mirrorChanges: Migration = `
  CREATE TABLE change_state (one INTEGER PRIMARY KEY CHECK (one = 1), changes_to INTEGER NOT NULL) STRICT;
  `
