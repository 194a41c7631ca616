import type { Migration } from '../migrate.ts'
import { mirrorChanges } from './changes.ts'
import { mirrorBalances } from './mirror-balances.ts'
import { mirrorMissing } from './mirror-missing.ts'
import { mirrorRollUps } from './mirror-roll-ups.ts'

/** Records that a run found gone, too many at once to be removed by it: the next run removes them, also after a restart. */
const mirrorHeldRemovals: Migration = `
  ALTER TABLE unconfirmed ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
`

/**
 * The latest time at which a record of the resource was checked by itself: one in the future is noticed without reading every record.
 * Earlier versions did not note it, so that the first look reads them all.
 */
const mirrorCheckedAlone: Migration = `
  ALTER TABLE resource_state ADD COLUMN checked_to INTEGER NOT NULL DEFAULT 0;
  UPDATE resource_state SET checked_to = ${Number.MAX_SAFE_INTEGER};
`

/** The indexes that earlier versions built in parts, as a table of sorted entries that then became the index. */
const builtInParts = [
  ...['users', 'households', 'individuals', 'entities', 'documents', 'document_summaries'].flatMap((table) => [
    `${table}_list`,
    `${table}_changed`,
  ]),
  ...['households_owner', 'individuals_household', 'entities_household', 'entities_kind', 'entities_estate'],
  ...['documents_household', 'documents_type', 'documents_entity', 'documents_individual'],
  ...['document_summaries_household', 'document_summaries_document'],
]

const dropParts = (index: string): string =>
  [
    ...['added', 'changed', 'gone'].map((when) => `DROP TRIGGER IF EXISTS ${index}_building_${when};`),
    ...['', '_runs', '_progress'].map((part) => `DROP TABLE IF EXISTS ${index}_building${part};`),
  ].join(' ')

/**
 * Lists are sorted and counted by SQLite alone: the rows that each commit changed, and columns as they were needed in memory, are not
 * stored any more. An index that was being built in parts is created again, whole, when its first load ends.
 */
const mirrorPlainLists: Migration = `
  DROP TABLE row_change;
  DROP TABLE stored_column;
  DROP TABLE stored_column_part;
  ${builtInParts.map(dropParts).join('\n  ')}
`

/**
 * Lists of which rows were folded by earlier rules for comparing text, which kept apostrophes and letters such as ø and ł: their sort
 * columns and search rows are written again after the opening, row after row; see `maintenance.ts`.
 */
const mirrorRefold: Migration = `
  CREATE TABLE to_refold (
    resource TEXT PRIMARY KEY,
    -- Rows up to this one are done.
    done_to INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO to_refold SELECT resource, 0 FROM resource_state;
`

/**
 * Rows that were written by something other than the page whose digest is stored; see `sweep/page-store.ts`. Earlier versions did not
 * note them, so that a row may differ from what its page gave: every page is read again.
 */
const mirrorRewrittenRows: Migration = `
  CREATE TABLE rewritten_row (
    resource TEXT NOT NULL, row INTEGER NOT NULL,
    -- The only page of which the digest is right; null if there is none.
    page INTEGER,
    PRIMARY KEY (resource, row)
  ) STRICT, WITHOUT ROWID;
  -- By how much the service's count of a list was found to be too high.
  ALTER TABLE resource_state ADD COLUMN count_excess INTEGER NOT NULL DEFAULT 0;
  DELETE FROM sweep;
  DELETE FROM page;
  DELETE FROM page_records;
`

/**
 * The rows that each of the last commits changed: earlier versions adjusted orders in memory
 * by them. Dropped by `mirrorPlainLists`.
 */
const mirrorRowChanges: Migration = `
  -- rows: 32-bit integers; the number of a row that was added or changed, negative if the row was deleted.
  CREATE TABLE row_change (
    resource TEXT NOT NULL, version INTEGER NOT NULL, rows BLOB NOT NULL, PRIMARY KEY (resource, version)
  ) STRICT;
`

/**
 * Columns of large lists as earlier versions needed them in memory. Dropped by `mirrorPlainLists`.
 */
const mirrorStoredColumns: Migration = `
  -- version: the versions of the resources that the column depends on. statement: the SQL of its order; another one makes it worthless.
  -- present: rows with a value, which come first. copied: JSON of the values and ranks that the codes stand for; null if there are none.
  CREATE TABLE stored_column (
    resource TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, statement TEXT NOT NULL, present INTEGER NOT NULL,
    copied TEXT, PRIMARY KEY (resource, name)
  ) STRICT;
  -- kind: rows, 32-bit row numbers in ascending order of the column; or codes, 16 bits for each row number.
  CREATE TABLE stored_column_part (
    resource TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (resource, name, kind, part)
  ) STRICT;
`

/**
 * Columns for comparing and ordering text, next to the displayed text: without case and accents, null if there is none. Existing
 * rows lack them, and a mirror can be downloaded again, so this step empties the mirror.
 */
const mirrorLists: Migration = `
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

/** Requests that the service refused, and whether an entity changed since its valuation was last read. */
const mirrorValuations: Migration = `
  -- The last request for "latest valuation of" that was refused, or answered with something unreadable (status 0).
  CREATE TABLE valuation_refusal (
    entity_id TEXT PRIMARY KEY, refused_at INTEGER NOT NULL, status INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- The entity's own updated_at at its last check; null where that was not noted yet.
  ALTER TABLE valuation_check ADD COLUMN entity_updated_at TEXT;
  -- Checks of entities that are gone say nothing about the age of what is here.
  DELETE FROM valuation_check WHERE entity_id NOT IN (SELECT id FROM entities);
  `

/**
 * Text is folded before it is indexed, because SQLite cannot fold every letter (ß, ø, ł). Names have an index of their own: a
 * word that is in most texts but in no name would otherwise be searched in all of them. Neither index stores positions, which no
 * query uses. Prefixes of up to five letters have their own lists: without one, SQLite collects all matches of a common prefix
 * before it returns the first. Records are indexed again when their next sweep ends; valuations here, because an unchanged
 * valuation is not written again.
 */
const mirrorSearch: Migration = `
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

/**
 * Records that are changed by writes made here. Their rows show the record with those writes applied; this table stores the
 * service's own copy until no write is left, and the row is restored from it.
 */
const mirrorOverlay: Migration = `
  CREATE TABLE overlay (
    -- A valuation goes by its entity's id.
    resource TEXT NOT NULL, id TEXT NOT NULL,
    -- Null where the record only shows what writes about others bring: a household its people.
    mark TEXT, attention INTEGER NOT NULL, operations TEXT NOT NULL,
    -- Null when the service has none, or has deleted it.
    server_json TEXT,
    PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;

  -- Up to which of the ledger's results this mirror has them.
  CREATE TABLE outbox_state (one INTEGER PRIMARY KEY CHECK (one = 1), results_to INTEGER NOT NULL) STRICT;
  `

/** Downloaded files, and their thumbnails. */
const mirrorFiles: Migration = `
  -- The bytes lie beside the database, sealed under the key that is here alone. kind: document or summary.
  CREATE TABLE held_file (
    kind TEXT NOT NULL, id TEXT NOT NULL, stored_name TEXT NOT NULL UNIQUE, key BLOB NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, media_type TEXT NOT NULL, name TEXT NOT NULL, held_at TEXT NOT NULL, used_at TEXT NOT NULL,
    -- What the service said of the file and its record when it was downloaded: is it still the same?
    etag TEXT, record_updated_at TEXT,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX held_file_by_digest ON held_file (sha256);
  CREATE INDEX held_file_by_use ON held_file (used_at);

  CREATE TABLE thumbnail (
    document_id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, png BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  `

/**
 * The index of a household's entities has their estate status, too, so that the household's figures come from it alone. It is made
 * again at the end of the next sweep; until then, figures are summed in one pass.
 */
const mirrorEstateIndex: Migration = `
  DROP INDEX IF EXISTS entities_household;
  UPDATE resource_state SET loaded = 0 WHERE resource = 'entities';
`

/** The kind of a file apart from what other programs may do with it. Files of before are judged again when they are looked at. */
const mirrorJudgedFiles: Migration = `
  ALTER TABLE held_file ADD COLUMN caution TEXT;
  ALTER TABLE held_file ADD COLUMN judge_version INTEGER NOT NULL DEFAULT 0;
  `

/** The part of a household that is in the estate, in dollars: lists are filtered by it. Every household's figures are summed again. */
const mirrorEstateValues: Migration = `
  ALTER TABLE household_total ADD COLUMN in_estate_value REAL;
  INSERT INTO household_dirty SELECT household_id FROM household_total WHERE true ON CONFLICT DO NOTHING;
`

/** Households without a name and without clients were called by their ids. */
const mirrorUnnamedHouseholds: Migration = `
  UPDATE households SET title = 'Unnamed household', title_sort = 'unnamed household' WHERE title = id;
`

/**
 * By how much what is in a household's estate is above the amount for its living primaries. amounts_to: the last change of an amount, by its
 * number in the ledger, that is in these figures.
 */
const mirrorEstateAmounts: Migration = `
  ALTER TABLE household_total ADD COLUMN against_amount REAL;
  ALTER TABLE totals_state ADD COLUMN amounts_to INTEGER NOT NULL DEFAULT 0;

  -- A household without a figure has nothing to compare.
  CREATE TRIGGER household_of_new_primary AFTER INSERT ON individuals
    WHEN NEW.is_primary = 1 AND EXISTS (SELECT 1 FROM household_total WHERE household_id = NEW.household_id) BEGIN
    INSERT INTO household_dirty VALUES (NEW.household_id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER household_of_gone_primary AFTER DELETE ON individuals
    WHEN OLD.is_primary = 1 AND EXISTS (SELECT 1 FROM household_total WHERE household_id = OLD.household_id) BEGIN
    INSERT INTO household_dirty VALUES (OLD.household_id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER household_of_changed_primary AFTER UPDATE OF household_id, is_primary, is_deceased ON individuals
    WHEN OLD.household_id <> NEW.household_id OR OLD.is_primary <> NEW.is_primary
      OR OLD.is_deceased IS NOT NEW.is_deceased BEGIN
    INSERT INTO household_dirty SELECT household_id FROM household_total
      WHERE household_id IN (OLD.household_id, NEW.household_id) ON CONFLICT DO NOTHING;
  END;
`

/**
 * The text of documents' files, and its index. It goes with its file, unless the user lets it stay (`keeps_text`), and with its document:
 * in the transaction that removes them. Text is folded before it is indexed, as in `mirrorSearch`; positions are needed for phrases.
 */
const mirrorTexts: Migration = `
  -- state: reading (its pages are being written), text, scans, protected, unreadable, no-text-kind. without_text: JSON of page numbers.
  -- attempts: how often the program that reads files had to be ended because of it. bytes: of its pages in page_source.
  CREATE TABLE file_text (
    row INTEGER PRIMARY KEY, document_id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, state TEXT NOT NULL, why TEXT,
    page_count INTEGER NOT NULL, without_text TEXT NOT NULL, cut TEXT, read_at TEXT NOT NULL, reader_version INTEGER NOT NULL,
    attempts INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX file_text_reading ON file_text (row) WHERE state = 'reading';
  -- number: 4096 times the file's row, and the number of the page. text: deflated UTF-8.
  CREATE TABLE page_source (number INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
  CREATE VIRTUAL TABLE page_text USING fts5 (
    text, content='', contentless_delete=1, tokenize='ascii', prefix='3'
  );
  CREATE VIRTUAL TABLE page_word USING fts5vocab (page_text, 'instance');
  CREATE TABLE text_state (one INTEGER PRIMARY KEY CHECK (one = 1), keeps_text INTEGER NOT NULL) STRICT;
  INSERT INTO text_state VALUES (1, 0);

  CREATE TRIGGER pages_of_gone_text AFTER DELETE ON file_text BEGIN
    DELETE FROM page_text WHERE rowid >= OLD.row * 4096 AND rowid < (OLD.row + 1) * 4096;
    DELETE FROM page_source WHERE number >= OLD.row * 4096 AND number < (OLD.row + 1) * 4096;
  END;
  CREATE TRIGGER text_of_gone_document AFTER DELETE ON documents BEGIN
    DELETE FROM file_text WHERE document_id = OLD.id;
  END;
  CREATE TRIGGER text_of_gone_file AFTER DELETE ON held_file WHEN OLD.kind = 'document' BEGIN
    DELETE FROM file_text WHERE document_id = OLD.id
      AND NOT (state = 'text' AND (SELECT keeps_text FROM text_state));
  END;
  CREATE TRIGGER text_of_other_file AFTER INSERT ON held_file WHEN NEW.kind = 'document' BEGIN
    DELETE FROM file_text WHERE document_id = NEW.id AND sha256 <> NEW.sha256;
  END;
`

/** Pages without text that were read as pictures; what was read is also in the ledger, since it takes hours. */
const mirrorScans: Migration = `
  -- outcome: text, blank, no-words, or why the page cannot be read. confidence: 0 to 100, as the engine estimates it.
  CREATE TABLE page_scan (number INTEGER PRIMARY KEY, outcome TEXT NOT NULL, confidence INTEGER) STRICT;
  -- Documents whose text from scans may not stay in the ledger: their files went.
  CREATE TABLE scan_gone (document_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  -- The number of pages without text that were not read as pictures.
  ALTER TABLE file_text ADD COLUMN to_scan INTEGER NOT NULL DEFAULT 0;
  UPDATE file_text SET to_scan = json_array_length(without_text) WHERE state IN ('text', 'scans');
  CREATE INDEX file_text_to_scan ON file_text (row) WHERE to_scan > 0;

  CREATE TRIGGER scans_of_gone_text AFTER DELETE ON file_text BEGIN
    DELETE FROM page_scan WHERE number >= OLD.row * 4096 AND number < (OLD.row + 1) * 4096;
  END;
  CREATE TRIGGER scans_of_gone_document AFTER DELETE ON documents BEGIN
    INSERT INTO scan_gone VALUES (OLD.id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER scans_of_gone_file AFTER DELETE ON held_file
    WHEN OLD.kind = 'document' AND NOT (SELECT keeps_text FROM text_state) BEGIN
    INSERT INTO scan_gone VALUES (OLD.id) ON CONFLICT DO NOTHING;
  END;
`

/** The index of births has the household, so that birthdays come from it alone. It is made again at the opening. */
const mirrorBirths: Migration = 'DROP INDEX IF EXISTS individuals_born'

/** The old figures of the firm's households, most value first: Today sums and lists them without reading the other households. */
const mirrorOldFigures: Migration = `CREATE INDEX household_total_old
  ON household_total (old_cents DESC, old_entities, oldest_figure) WHERE listed = 1 AND old_entities > 0`

/**
 * Append only; a released step is never edited and imports no other code. The secondary indexes and the search rows are created
 * after a resource's first load (see `sweep/apply-sweep.ts`), so they are not here.
 */
export const mirrorMigrations: readonly Migration[] = [
  `
  CREATE TABLE users (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    email TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE households (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    external_id TEXT, primaries TEXT NOT NULL, owner_id TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE individuals (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    household_id TEXT NOT NULL, email TEXT, date_of_birth TEXT, city TEXT, state TEXT,
    is_primary INTEGER NOT NULL, is_beneficiary INTEGER NOT NULL, is_grantor INTEGER NOT NULL,
    is_trustee INTEGER NOT NULL, is_deceased INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE entities (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    household_id TEXT NOT NULL, kind TEXT NOT NULL, stage TEXT NOT NULL, in_estate_status TEXT NOT NULL,
    external_id TEXT, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE documents (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    household_id TEXT NOT NULL, type TEXT NOT NULL, entity_id TEXT, individual_id TEXT, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE document_summaries (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    household_id TEXT NOT NULL, document_id TEXT NOT NULL, entry_mode TEXT, summary_format TEXT, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE valuations (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL, checked_at INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    entity_id TEXT NOT NULL UNIQUE, effective_date TEXT NOT NULL, directly_held_asset_value REAL NOT NULL,
    total_value REAL NOT NULL, asset_count INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX valuations_by_id ON valuations (id);

  -- The last answer to "latest valuation of": at, and whether there was one.
  CREATE TABLE valuation_check (
    entity_id TEXT PRIMARY KEY, checked_at INTEGER NOT NULL, outcome TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX valuation_check_by_time ON valuation_check (checked_at);

  -- Received records that could not be read as what they should be.
  CREATE TABLE set_aside (
    key TEXT PRIMARY KEY, resource TEXT NOT NULL, id TEXT, field TEXT NOT NULL, problem TEXT NOT NULL,
    seen_at INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX set_aside_by_id ON set_aside (resource, id);

  -- One row per resource: its version counts commits that changed rows, loaded says that indexes and search rows exist.
  CREATE TABLE resource_state (
    resource TEXT PRIMARY KEY, version INTEGER NOT NULL, loaded INTEGER NOT NULL, searched_to INTEGER NOT NULL,
    complete_began_at INTEGER, complete_ended_at INTEGER
  ) STRICT, WITHOUT ROWID;

  -- The sweep under way, moved on in the same transaction as the pages it covers.
  CREATE TABLE sweep (
    sweep_id INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL UNIQUE, began_at INTEGER NOT NULL,
    next_page INTEGER NOT NULL, after TEXT, received INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE page (
    resource TEXT NOT NULL, number INTEGER NOT NULL, sweep_id INTEGER NOT NULL, digest BLOB NOT NULL,
    outcome TEXT NOT NULL, PRIMARY KEY (resource, number)
  ) STRICT, WITHOUT ROWID;
  -- What a page held: 24 bytes per record (see sweep/page-records.ts). Apart, so that marking a page seen stays small.
  CREATE TABLE page_records (
    resource TEXT NOT NULL, number INTEGER NOT NULL, records BLOB NOT NULL, PRIMARY KEY (resource, number)
  ) STRICT;
  -- Rows that a complete sweep missed and nobody confirmed since: their own time of last check holds.
  CREATE TABLE unconfirmed (
    resource TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (resource, row)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE search USING fts5 (
    title, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
  );
  `,
  mirrorLists,
  mirrorBalances,
  mirrorSearch,
  mirrorOverlay,
  mirrorFiles,
  mirrorValuations,
  mirrorEstateIndex,
  mirrorChanges,
  mirrorRollUps,
  mirrorRowChanges,
  mirrorStoredColumns,
  mirrorRewrittenRows,
  mirrorRefold,
  mirrorJudgedFiles,
  mirrorHeldRemovals,
  mirrorPlainLists,
  mirrorEstateValues,
  mirrorUnnamedHouseholds,
  mirrorCheckedAlone,
  mirrorEstateAmounts,
  mirrorTexts,
  mirrorScans,
  mirrorMissing,
  mirrorBirths,
  mirrorOldFigures,
]
