import type { Migration } from '../migrate.ts'

/** The documents that rules do not find in the whole firm, kept by household; see `reads/kept-missing.ts`. */
export const mirrorMissing: Migration = `
  -- basis: a digest of what all counts depend on; day: the latest one that anything was counted for. done_to: the last household of a
  -- first count under way, null once it is complete. Without a row nothing is kept.
  CREATE TABLE missing_state (
    one INTEGER PRIMARY KEY CHECK (one = 1), basis TEXT NOT NULL, day TEXT NOT NULL, done_to TEXT
  ) STRICT;
  -- counts: JSON of [rule, documents, unknown]. next_on: the day of this year on which one falls due. A household without either has no row.
  CREATE TABLE missing_of (
    household_id TEXT PRIMARY KEY, counts TEXT NOT NULL, next_on TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX missing_of_next ON missing_of (next_on) WHERE next_on IS NOT NULL;
  -- The sums of the firm; the rule '' stands for all of them together.
  CREATE TABLE missing_total (
    rule TEXT PRIMARY KEY, documents INTEGER NOT NULL, households INTEGER NOT NULL, unknown INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Households that are counted again.
  CREATE TABLE missing_touched (household_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- What the counts have from the ledger: the id of a record, and what is noted of it.
  CREATE TABLE missing_noted (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
