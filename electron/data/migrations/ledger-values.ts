import type { Migration } from '../migrate.ts'

/**
 * For an event that changed a write's values: the earlier values (JSON; '' for an event that changed nothing). Most events change
 * nothing, so a history costs no more than before. Null: written before this column existed.
 */
export const ledgerValues: Migration = 'ALTER TABLE operation_event ADD COLUMN was TEXT'
