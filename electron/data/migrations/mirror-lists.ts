import type { Migration } from '../migrate.ts'

/**
 * Columns for comparing and ordering text, next to the displayed text: without case and accents, null if there is none. Existing
 * rows lack them, and a mirror can be downloaded again, so this step empties the mirror.
 */
export const mirrorLists: Migration = `
  ALTER TABLE users ADD COLUMN email_sort TEXT;
  ALTER TABLE households ADD COLUMN external_id_sort TEXT;
  ALTER TABLE households ADD COLUMN primaries_sort TEXT;
  ALTER TABLE individuals ADD COLUMN email_sort TEXT;
  ALTER TABLE individuals ADD COLUMN city_sort TEXT;
  ALTER TABLE individuals ADD COLUMN state_sort TEXT;
  ALTER TABLE entities ADD COLUMN external_id_sort TEXT;

  -- Everything a list of valuations sorts and filters by, apart from their wide JSON. Valuations come one by one, so this
  -- is not left to the end of a first load.
  CREATE INDEX valuations_list ON valuations (
    entity_id, effective_date, directly_held_asset_value, total_value, asset_count, created_at, updated_at
  );

  DELETE FROM users;
  DELETE FROM households;
  DELETE FROM individuals;
  DELETE FROM entities;
  DELETE FROM documents;
  DELETE FROM document_summaries;
  DELETE FROM valuations;
  DELETE FROM valuation_check;
  DELETE FROM set_aside;
  DELETE FROM resource_state;
  DELETE FROM sweep;
  DELETE FROM page;
  DELETE FROM page_records;
  DELETE FROM unconfirmed;
  INSERT INTO search (search) VALUES ('delete-all');
`
