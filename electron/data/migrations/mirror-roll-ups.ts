import type { Migration } from '../migrate.ts'

/**
 * Sums that are kept instead of computed: those of the whole book by triggers, in the statement that changes what they are summed
 * from; those of a household by `mirror/household-totals.ts`, before the commit of the batch that changed one of its records.
 */
export const mirrorRollUps: Migration = `
  -- The whole book. A row of which nothing is left stays, with zeros.
  CREATE TABLE entity_total (
    in_estate_status TEXT NOT NULL, kind TEXT NOT NULL, entities INTEGER NOT NULL, PRIMARY KEY (in_estate_status, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE line_total (line INTEGER PRIMARY KEY, valued INTEGER NOT NULL) STRICT;
  -- summed: holdings that are in units and dust; see the table holding.
  CREATE TABLE holding_total (
    line INTEGER NOT NULL, class INTEGER NOT NULL, holdings INTEGER NOT NULL, summed INTEGER NOT NULL,
    units INTEGER NOT NULL, dust INTEGER NOT NULL, PRIMARY KEY (line, class)
  ) STRICT, WITHOUT ROWID;

  -- The figures of every household that has a valued entity. listed: 1 if the household itself is in the mirror. units and dust are
  -- the exact sum and null if it does not fit. old_entities and old_cents: of the valuations of totals_state.old_to and before;
  -- cents are null if they do not fit.
  CREATE TABLE household_total (
    household_id TEXT PRIMARY KEY, listed INTEGER NOT NULL, valued_count INTEGER NOT NULL,
    directly_held_asset_value REAL NOT NULL, in_estate_share REAL, out_of_estate_share REAL, oldest_figure TEXT NOT NULL,
    units INTEGER, dust INTEGER, old_entities INTEGER NOT NULL, old_cents INTEGER
  ) STRICT, WITHOUT ROWID;
  -- Households of which a figure may have changed; empty at the end of a batch, unless the index of entities is missing.
  CREATE TABLE household_dirty (household_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE totals_state (one INTEGER PRIMARY KEY CHECK (one = 1), old_to TEXT NOT NULL) STRICT;

  INSERT INTO entity_total SELECT in_estate_status, kind, count(*) FROM entities GROUP BY in_estate_status, kind;
  INSERT INTO line_total SELECT line, count(*) FROM valuations WHERE line IS NOT NULL GROUP BY line;
  INSERT INTO holding_total
    SELECT line, class, count(*), count(units), coalesce(sum(units), 0), coalesce(sum(dust), 0)
    FROM holding WHERE line IS NOT NULL GROUP BY line, class;
  INSERT INTO household_dirty
    SELECT DISTINCT e.household_id FROM valuations v CROSS JOIN entities e ON e.id = v.entity_id;

  CREATE TRIGGER total_of_new_entity AFTER INSERT ON entities BEGIN
    INSERT INTO entity_total VALUES (NEW.in_estate_status, NEW.kind, 1)
      ON CONFLICT DO UPDATE SET entities = entities + 1;
  END;
  CREATE TRIGGER total_of_gone_entity AFTER DELETE ON entities BEGIN
    UPDATE entity_total SET entities = entities - 1
      WHERE in_estate_status = OLD.in_estate_status AND kind = OLD.kind;
    INSERT INTO household_dirty VALUES (OLD.household_id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER total_of_changed_entity AFTER UPDATE OF in_estate_status, kind ON entities
    WHEN OLD.in_estate_status <> NEW.in_estate_status OR OLD.kind <> NEW.kind BEGIN
    UPDATE entity_total SET entities = entities - 1
      WHERE in_estate_status = OLD.in_estate_status AND kind = OLD.kind;
    INSERT INTO entity_total VALUES (NEW.in_estate_status, NEW.kind, 1)
      ON CONFLICT DO UPDATE SET entities = entities + 1;
  END;
  CREATE TRIGGER household_of_changed_entity AFTER UPDATE OF household_id, in_estate_status ON entities
    WHEN OLD.household_id <> NEW.household_id OR OLD.in_estate_status <> NEW.in_estate_status BEGIN
    INSERT INTO household_dirty VALUES (OLD.household_id) ON CONFLICT DO NOTHING;
    INSERT INTO household_dirty VALUES (NEW.household_id) ON CONFLICT DO NOTHING;
  END;
  -- The same as before, with the household: one look for a valuation is enough.
  DROP TRIGGER line_of_new_entity;
  CREATE TRIGGER line_of_new_entity AFTER INSERT ON entities
    WHEN EXISTS (SELECT 1 FROM valuations WHERE entity_id = NEW.id) BEGIN
    INSERT INTO balance_line (in_estate_status, kind) VALUES (NEW.in_estate_status, NEW.kind) ON CONFLICT DO NOTHING;
    UPDATE valuations SET line = (
      SELECT row FROM balance_line WHERE in_estate_status = NEW.in_estate_status AND kind = NEW.kind)
      WHERE entity_id = NEW.id;
    INSERT INTO household_dirty VALUES (NEW.household_id) ON CONFLICT DO NOTHING;
  END;

  CREATE TRIGGER total_of_new_valuation AFTER INSERT ON valuations BEGIN
    INSERT INTO line_total SELECT NEW.line, 1 WHERE NEW.line IS NOT NULL
      ON CONFLICT DO UPDATE SET valued = valued + 1;
    INSERT INTO household_dirty SELECT household_id FROM entities WHERE id = NEW.entity_id ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER total_of_gone_valuation AFTER DELETE ON valuations BEGIN
    UPDATE line_total SET valued = valued - 1 WHERE line = OLD.line;
    INSERT INTO household_dirty SELECT household_id FROM entities WHERE id = OLD.entity_id ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER total_of_moved_valuation AFTER UPDATE OF line ON valuations WHEN OLD.line IS NOT NEW.line BEGIN
    UPDATE line_total SET valued = valued - 1 WHERE line = OLD.line;
    INSERT INTO line_total SELECT NEW.line, 1 WHERE NEW.line IS NOT NULL
      ON CONFLICT DO UPDATE SET valued = valued + 1;
  END;
  CREATE TRIGGER household_of_changed_valuation AFTER UPDATE OF effective_date, directly_held_asset_value ON valuations
    WHEN OLD.effective_date <> NEW.effective_date
      OR OLD.directly_held_asset_value <> NEW.directly_held_asset_value BEGIN
    INSERT INTO household_dirty SELECT household_id FROM entities WHERE id = NEW.entity_id ON CONFLICT DO NOTHING;
  END;

  CREATE TRIGGER total_of_new_holding AFTER INSERT ON holding WHEN NEW.line IS NOT NULL BEGIN
    INSERT INTO holding_total
      VALUES (NEW.line, NEW.class, 1, NEW.units IS NOT NULL, coalesce(NEW.units, 0), coalesce(NEW.dust, 0))
      ON CONFLICT DO UPDATE SET holdings = holdings + 1, summed = summed + excluded.summed,
        units = units + excluded.units, dust = dust + excluded.dust;
  END;
  CREATE TRIGGER total_of_gone_holding AFTER DELETE ON holding WHEN OLD.line IS NOT NULL BEGIN
    UPDATE holding_total SET holdings = holdings - 1, summed = summed - (OLD.units IS NOT NULL),
      units = units - coalesce(OLD.units, 0), dust = dust - coalesce(OLD.dust, 0)
      WHERE line = OLD.line AND class = OLD.class;
  END;
  CREATE TRIGGER total_of_moved_holding AFTER UPDATE OF line ON holding WHEN OLD.line IS NOT NEW.line BEGIN
    UPDATE holding_total SET holdings = holdings - 1, summed = summed - (OLD.units IS NOT NULL),
      units = units - coalesce(OLD.units, 0), dust = dust - coalesce(OLD.dust, 0)
      WHERE line = OLD.line AND class = OLD.class;
    INSERT INTO holding_total
      SELECT NEW.line, NEW.class, 1, NEW.units IS NOT NULL, coalesce(NEW.units, 0), coalesce(NEW.dust, 0)
      WHERE NEW.line IS NOT NULL
      ON CONFLICT DO UPDATE SET holdings = holdings + 1, summed = summed + excluded.summed,
        units = units + excluded.units, dust = dust + excluded.dust;
  END;

  CREATE TRIGGER total_of_new_household AFTER INSERT ON households
    WHEN EXISTS (SELECT 1 FROM household_total WHERE household_id = NEW.id) BEGIN
    UPDATE household_total SET listed = 1 WHERE household_id = NEW.id;
  END;
  CREATE TRIGGER total_of_gone_household AFTER DELETE ON households BEGIN
    UPDATE household_total SET listed = 0 WHERE household_id = OLD.id;
  END;
`
