import type { Migration } from '../migrate.ts'

/**
 * Text is folded before it comes to the index, so that it folds what SQLite cannot (ß, ø, ł). Names have an index of their
 * own: a word that most texts hold and no name does would otherwise be looked for through all of them. Neither holds
 * positions, which nothing asks for. Beginnings of up to five letters have lists of their own: without one, a beginning
 * that most records share is gathered whole before the first of them is known. Records are indexed anew when their next
 * sweep ends; valuations here, since an unchanged one is not written again.
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
