import type { Migration } from '../migrate.ts'

/**
 * Text is folded before it is indexed, because SQLite cannot fold every letter (ß, ø, ł). Names have an index of their own: a
 * word that is in most texts but in no name would otherwise be searched in all of them. Neither index stores positions, which no
 * query uses. Prefixes of up to five letters have their own lists: without one, SQLite collects all matches of a common prefix
 * before it returns the first. Records are indexed again when their next sweep ends; valuations here, because an unchanged
 * valuation is not written again.
 */
export const mirrorSearch: Migration = `
  DROP TABLE search;
  CREATE VIRTUAL TABLE search USING fts5 (
    text, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='1 2 3 4 5'
  );
  CREATE VIRTUAL TABLE search_name USING fts5 (
    name, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='1 2 3 4 5'
  );
  INSERT INTO search (rowid, text)
    SELECT v.row * 8 + 6, coalesce((SELECT group_concat(a.value ->> '$.display_name', ' ')
      FROM json_each(v.json, '$.directly_held_assets') a), '') || ' ' || coalesce(v.json ->> '$.description', '')
    FROM valuations v;
  UPDATE resource_state SET loaded = 0, searched_to = 0;

  -- Every word of every name, once.
  CREATE TABLE name_term (term TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
