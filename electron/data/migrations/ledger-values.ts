import type { Migration } from '../migrate.ts'

/**
 * Beside an event that changed what a write says, what it said before (JSON; '' for an event that changed nothing). Most
 * events change nothing, so a history costs no more than before. Null: written before this was kept.
 */
export const ledgerValues: Migration = 'ALTER TABLE operation_event ADD COLUMN was TEXT'
