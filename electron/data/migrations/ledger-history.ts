import type { Migration } from '../migrate.ts'

/**
 * The history of a write is stored under its number, so that consecutive events are next to each other in the index; under random
 * ids every event touched its own index page.
 */
export const ledgerHistory: Migration = `
  DROP INDEX operation_event_by_operation;
  ALTER TABLE operation_event RENAME TO operation_event_by_id;
  CREATE TABLE operation_event (
    -- The operation's seq.
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation INTEGER NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  INSERT INTO operation_event (seq, operation, at, event, note)
    SELECT e.seq, o.seq, e.at, e.event, e.note
    FROM operation_event_by_id e JOIN operation o ON o.id = e.operation_id ORDER BY e.seq;
  DROP TABLE operation_event_by_id;
  CREATE INDEX operation_event_by_operation ON operation_event (operation, seq);
  `
