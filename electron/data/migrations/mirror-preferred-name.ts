import type { Migration } from '../migrate.ts'

/** The preferred names of individuals. Existing rows lack them, so all individuals are fetched again. */
export const mirrorPreferredName: Migration = `
  ALTER TABLE individuals ADD COLUMN preferred_name TEXT;
  ALTER TABLE individuals ADD COLUMN preferred_name_sort TEXT;
  DROP INDEX IF EXISTS individuals_list;

  DELETE FROM individuals;
  -- A search row's id is the record's row * 8 + the number of its resource.
  DELETE FROM search WHERE rowid % 8 = 2;
  DELETE FROM search_name WHERE rowid % 8 = 2;
  DELETE FROM set_aside WHERE resource = 'individuals';
  DELETE FROM resource_state WHERE resource = 'individuals';
  DELETE FROM sweep WHERE resource = 'individuals';
  DELETE FROM page WHERE resource = 'individuals';
  DELETE FROM page_records WHERE resource = 'individuals';
  DELETE FROM unconfirmed WHERE resource = 'individuals';
`
