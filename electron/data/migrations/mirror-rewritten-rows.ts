import type { Migration } from '../migrate.ts'

/**
 * Rows that were written by something other than the page whose digest is stored; see `sweep/page-store.ts`. Earlier versions did not
 * note them, so that a row may differ from what its page gave: every page is read again.
 */
export const mirrorRewrittenRows: Migration = `
  CREATE TABLE rewritten_row (
    resource TEXT NOT NULL, row INTEGER NOT NULL,
    -- The only page of which the digest is right; null if there is none.
    page INTEGER,
    PRIMARY KEY (resource, row)
  ) STRICT, WITHOUT ROWID;
  -- By how much the service's count of a list was found to be too high.
  ALTER TABLE resource_state ADD COLUMN count_excess INTEGER NOT NULL DEFAULT 0;
  DELETE FROM sweep;
  DELETE FROM page;
  DELETE FROM page_records;
`
