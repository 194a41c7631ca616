import type { Migration } from '../migrate.ts'

/**
 * The data that balance sheets are summed from. `units` × 10^−4 + `dust` × 10^−16 dollars, both null if an amount does not fit
 * (see `mirror/valuation-store.ts`). In an older mirror they are filled as far as SQLite can prove them exact.
 */
export const mirrorBalances: Migration = `
  -- Estate status × kind, one number each, so that sums over the whole book walk one narrow index in order.
  CREATE TABLE balance_line (
    row INTEGER PRIMARY KEY, in_estate_status TEXT NOT NULL, kind TEXT NOT NULL, UNIQUE (in_estate_status, kind)
  ) STRICT;
  -- Row 0 stands for no class: what a valuation has beyond its listed assets, or lacks.
  CREATE TABLE asset_class (row INTEGER PRIMARY KEY, id TEXT UNIQUE, name TEXT NOT NULL) STRICT;
  INSERT INTO asset_class (row, id, name) VALUES (0, NULL, '');

  -- The line of the valued entity; null while that is not in the mirror.
  ALTER TABLE valuations ADD COLUMN line INTEGER;

  -- One row per valuation × asset class.
  CREATE TABLE holding (
    valuation INTEGER NOT NULL, class INTEGER NOT NULL, line INTEGER, units INTEGER, dust INTEGER,
    PRIMARY KEY (valuation, class)
  ) STRICT, WITHOUT ROWID;

  DELETE FROM valuation_check WHERE entity_id IN (SELECT entity_id FROM valuations WHERE NOT json_valid(json));
  DELETE FROM valuations WHERE NOT json_valid(json);
  INSERT INTO balance_line (in_estate_status, kind)
    SELECT DISTINCT in_estate_status, kind FROM entities ORDER BY 1, 2;
  UPDATE valuations SET line = (
    SELECT l.row FROM entities e
      JOIN balance_line l ON l.in_estate_status = e.in_estate_status AND l.kind = e.kind
      WHERE e.id = valuations.entity_id);

  CREATE TEMP TABLE asset_before AS
    SELECT v.row AS valuation, a.value ->> '$.asset_class.id' AS class_id,
      a.value ->> '$.asset_class.display_name' AS class_name,
      CAST(a.value ->> '$.value' AS REAL) AS value, length(a.value -> '$.value') AS digits
    FROM valuations v, json_each(v.json, '$.directly_held_assets') a;
  INSERT INTO asset_class (id, name)
    SELECT class_id, max(class_name) FROM asset_before GROUP BY class_id ORDER BY class_id;
  -- At most 15 digits, and as many ten-thousandths of a dollar divided by 10,000 give the very same number: exact.
  CREATE TEMP TABLE holding_before AS
    SELECT valuation, c.row AS class, count(*) AS assets, count(exact) AS known, sum(exact) AS units FROM (
      SELECT valuation, class_id, CASE WHEN digits <= 16 AND abs(value) <= 800000000.0
        AND CAST(round(value * 10000) AS INTEGER) / 10000.0 = value
        THEN CAST(round(value * 10000) AS INTEGER) END AS exact FROM asset_before)
      JOIN asset_class c ON c.id = class_id
    GROUP BY valuation, c.row;
  CREATE TEMP TABLE whole_before AS
    SELECT row AS valuation, CASE WHEN length(json -> '$.directly_held_asset_value') <= 16
      AND abs(directly_held_asset_value) <= 800000000.0
      AND CAST(round(directly_held_asset_value * 10000) AS INTEGER) / 10000.0 = directly_held_asset_value
      THEN CAST(round(directly_held_asset_value * 10000) AS INTEGER) END AS units
    FROM valuations;
  INSERT INTO holding (valuation, class, line, units, dust)
    SELECT h.valuation, h.class, v.line,
      CASE WHEN known = assets AND abs(units) <= 8796093022208 THEN units END,
      CASE WHEN known = assets AND abs(units) <= 8796093022208 THEN 0 END
    FROM holding_before h JOIN valuations v ON v.row = h.valuation;
  -- The rest; where it cannot be told here it is null, and found when it is read.
  INSERT INTO holding (valuation, class, line, units, dust)
    SELECT valuation, 0, line, fit, CASE WHEN fit IS NOT NULL THEN 0 END FROM (
      SELECT valuation, line, rest, CASE WHEN abs(rest) <= 8796093022208 THEN rest END AS fit FROM (
        SELECT w.valuation, v.line, w.units - CASE WHEN h.assets IS NULL THEN 0
          WHEN h.assets = h.known THEN h.units END AS rest
        FROM whole_before w JOIN valuations v ON v.row = w.valuation
          LEFT JOIN (SELECT valuation, sum(assets) AS assets, sum(known) AS known, sum(units) AS units
            FROM holding_before GROUP BY valuation) h ON h.valuation = w.valuation))
    WHERE rest IS NULL OR rest <> 0;
  DROP TABLE asset_before;
  DROP TABLE holding_before;
  DROP TABLE whole_before;

  CREATE INDEX valuations_by_line ON valuations (line, effective_date);
  CREATE INDEX holding_by_line ON holding (line, class, units, dust);
  CREATE INDEX holding_beyond_units ON holding (line, valuation, class) WHERE units IS NULL;
  -- A mirror that was loaded before makes the index of its entities now, a new one after its first load.
  UPDATE resource_state SET loaded = 0 WHERE resource = 'entities';

  -- However entities and valuations come and go, a valuation's line is its entity's.
  CREATE TRIGGER line_of_new_entity AFTER INSERT ON entities
    WHEN EXISTS (SELECT 1 FROM valuations WHERE entity_id = NEW.id) BEGIN
    INSERT INTO balance_line (in_estate_status, kind) VALUES (NEW.in_estate_status, NEW.kind) ON CONFLICT DO NOTHING;
    UPDATE valuations SET line = (
      SELECT row FROM balance_line WHERE in_estate_status = NEW.in_estate_status AND kind = NEW.kind)
      WHERE entity_id = NEW.id;
  END;
  CREATE TRIGGER line_of_changed_entity AFTER UPDATE OF in_estate_status, kind ON entities
    WHEN OLD.in_estate_status <> NEW.in_estate_status OR OLD.kind <> NEW.kind BEGIN
    INSERT INTO balance_line (in_estate_status, kind) VALUES (NEW.in_estate_status, NEW.kind) ON CONFLICT DO NOTHING;
    UPDATE valuations SET line = (
      SELECT row FROM balance_line WHERE in_estate_status = NEW.in_estate_status AND kind = NEW.kind)
      WHERE entity_id = NEW.id;
  END;
  CREATE TRIGGER line_of_gone_entity AFTER DELETE ON entities BEGIN
    UPDATE valuations SET line = NULL WHERE entity_id = OLD.id;
  END;
  CREATE TRIGGER line_of_holding AFTER UPDATE OF line ON valuations BEGIN
    UPDATE holding SET line = NEW.line WHERE valuation = NEW.row;
  END;
  CREATE TRIGGER holding_of_gone_valuation AFTER DELETE ON valuations BEGIN
    DELETE FROM holding WHERE valuation = OLD.row;
  END;
`
