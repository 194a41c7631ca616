import type { Migration } from '../migrate.ts'

/** Records that a run found gone, too many at once to be removed by it: the next run removes them, also after a restart. */
export const mirrorHeldRemovals: Migration = `
  ALTER TABLE unconfirmed ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
`
