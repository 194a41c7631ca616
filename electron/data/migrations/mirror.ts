import type { Migration } from '../migrate.ts'
import { mirrorBalances } from './mirror-balances.ts'
import { mirrorFiles } from './mirror-files.ts'
import { mirrorLists } from './mirror-lists.ts'
import { mirrorOverlay } from './mirror-overlay.ts'
import { mirrorSearch } from './mirror-search.ts'
import { mirrorValuations } from './mirror-valuations.ts'

/**
 * Append only; a released step is never edited and imports no other code. The secondary indexes and the search rows are created
 * after a resource's first load (see `mirror/finish-load.ts`), so they are not here.
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
]
