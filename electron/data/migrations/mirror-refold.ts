import type { Migration } from '../migrate.ts'

/**
 * Lists of which rows were folded by earlier rules for comparing text, which kept apostrophes and letters such as ø and ł: their sort
 * columns and search rows are written again after the opening, row after row; see `refold.ts`.
 */
export const mirrorRefold: Migration = `
  CREATE TABLE to_refold (
    resource TEXT PRIMARY KEY,
    -- Rows up to this one are done.
    done_to INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO to_refold SELECT resource, 0 FROM resource_state;
`
