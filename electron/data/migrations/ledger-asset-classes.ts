import type { Migration } from '../migrate.ts'

/**
 * Ledger step: asset classes learned from every observed valuation or added by the user; and the time until which an observed
 * valuation was known to be the latest.
 */
export const ledgerAssetClasses: Migration = `
  -- When the entity had been asked last before this observation, which is until when the one before it stood; null for unknown.
  ALTER TABLE observed_valuation ADD COLUMN checked_before INTEGER;

  -- name, uses and last_seen are of valuations seen; given_name and added_at of a person. A row has a name or a given name.
  CREATE TABLE known_asset_class (
    id TEXT PRIMARY KEY, name TEXT, uses INTEGER NOT NULL, last_seen INTEGER, given_name TEXT, added_at INTEGER
  ) STRICT, WITHOUT ROWID;

  INSERT INTO known_asset_class (id, name, uses, last_seen)
    SELECT class_id, class_name, count(DISTINCT seq), max(observed_at) FROM (
      SELECT o.seq, o.observed_at, a.value ->> '$.asset_class.id' AS class_id,
        a.value ->> '$.asset_class.display_name' AS class_name
      FROM observed_valuation o, json_each(o.json, '$.directly_held_assets') a
      WHERE json_valid(o.json))
    WHERE class_id IS NOT NULL AND class_name IS NOT NULL
    GROUP BY class_id;
`
