import type { Migration } from '../migrate.ts'
import { ledgerChanges, ledgerMeetings, ledgerPackedChanges } from './changes.ts'

/** Step 2 of the ledger: the user's list settings, recent and favourite records, and the user's answers about themselves. */
const ledgerPlaces: Migration = `
  CREATE TABLE saved_view (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, resource TEXT NOT NULL, name TEXT NOT NULL,
    saved_at INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_view_by_resource ON saved_view (resource, seq);

  CREATE TABLE favourite (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, added_at INTEGER NOT NULL,
    UNIQUE (resource, id)
  ) STRICT;

  -- The newest has the highest number: a record visited again moves to the end.
  CREATE TABLE recent (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, visited_at INTEGER NOT NULL,
    UNIQUE (resource, id)
  ) STRICT;

  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `

/**
 * Ledger step: asset classes learned from every observed valuation or added by the user; and the time until which an observed
 * valuation was known to be the latest.
 */
const ledgerAssetClasses: Migration = `
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

/** Writes made on this computer, their history, and the service's answers to them. */
const ledgerOutbox: Migration = `
  -- The whole operation is its JSON; beside it what is looked up or listed by.
  CREATE TABLE operation (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, action TEXT NOT NULL, resource TEXT NOT NULL,
    record_id TEXT NOT NULL, parent_id TEXT, state TEXT NOT NULL, is_open INTEGER NOT NULL, attention INTEGER NOT NULL,
    server_id TEXT, saved_at TEXT NOT NULL, changed_at TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operation_open ON operation (seq, attention) WHERE is_open = 1;
  CREATE INDEX operation_closed ON operation (changed_at, seq) WHERE is_open = 0;
  CREATE INDEX operation_by_record ON operation (record_id);

  CREATE TABLE operation_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation_id TEXT NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operation_event_by_operation ON operation_event (operation_id, seq);

  -- Records as the service sent them in answer to a write, null for one that is gone; a valuation goes by its entity's
  -- id. The mirror keeps the number up to which it has them.
  CREATE TABLE operation_result (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, resource TEXT NOT NULL, id TEXT NOT NULL, kept_at INTEGER NOT NULL, json TEXT
  ) STRICT;

  -- The service's ids of records that were made here.
  CREATE TABLE adopted (local_id TEXT PRIMARY KEY, server_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `

/** Files that wait to be uploaded, the tray they were dropped on, pinned households, and the original version of summaries. */
const ledgerFiles: Migration = `
  -- The bytes lie beside the database, sealed under the key that is here alone.
  CREATE TABLE staged_file (
    id TEXT PRIMARY KEY, stored_name TEXT NOT NULL UNIQUE, key BLOB NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, media_type TEXT NOT NULL, name TEXT NOT NULL, staged_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX staged_file_by_digest ON staged_file (sha256);

  -- What a person made of a dropped file so far; removed_at is when it was taken out of the tray.
  CREATE TABLE intake_row (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, staged_id TEXT, removed_at TEXT, json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE pin (
    household_id TEXT PRIMARY KEY, pinned_at TEXT NOT NULL, checked_at TEXT, json TEXT NOT NULL DEFAULT '{}'
  ) STRICT, WITHOUT ROWID;

  -- A summary as it was before it was first edited here.
  CREATE TABLE summary_original (id TEXT PRIMARY KEY, kept_at TEXT NOT NULL, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `

/**
 * The history of a write is stored under its number, so that consecutive events are next to each other in the index; under random
 * ids every event touched its own index page.
 */
const ledgerHistory: Migration = `
  DROP INDEX operation_event_by_operation;
  ALTER TABLE operation_event RENAME TO operation_event_by_id;
  CREATE TABLE operation_event (
    -- The operation's seq.
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation INTEGER NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  INSERT INTO operation_event (seq, operation, at, event, note)
    SELECT e.seq, o.seq, e.at, e.event, e.note
    FROM operation_event_by_id e JOIN operation o ON o.id = e.operation_id ORDER BY e.seq;
  DROP TABLE operation_event_by_id;
  CREATE INDEX operation_event_by_operation ON operation_event (operation, seq);
  `

/**
 * For an event that changed a write's values: the earlier values (JSON; '' for an event that changed nothing). Most events change
 * nothing, so a history costs no more than before. Null: written before this column existed.
 */
const ledgerValues: Migration = 'ALTER TABLE operation_event ADD COLUMN was TEXT'

/**
 * Writes wait for a moment before they are sent, so that they can be undone. Those that were saved before do not. The number of
 * this step also keeps an earlier Steward, which would send them at once, from opening the ledger.
 */
const ledgerGrace: Migration = `
  UPDATE operation SET json = json_set(json, '$.grace_until', NULL, '$.save', NULL, '$.earlier', json('[]'))
  WHERE is_open = 1;
  `

/** The user's own links between people and entities, and the proposals that the user rejected. */
const ledgerEstateLinks: Migration = `
  CREATE TABLE estate_link (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, household_id TEXT NOT NULL,
    from_resource TEXT NOT NULL, from_id TEXT NOT NULL, to_resource TEXT NOT NULL, to_id TEXT NOT NULL,
    role TEXT NOT NULL, origin TEXT NOT NULL, made_at INTEGER NOT NULL, removed_at INTEGER
  ) STRICT;
  CREATE INDEX estate_link_by_household ON estate_link (household_id, seq);

  -- Evidence on which a proposal was rejected: kind is summary or asset, source a document's id or an external id.
  CREATE TABLE estate_rejection (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, from_id TEXT NOT NULL, to_id TEXT NOT NULL, kind TEXT NOT NULL,
    source TEXT NOT NULL, rejected_at INTEGER NOT NULL, UNIQUE (from_id, to_id, kind, source)
  ) STRICT;
  `

/** The kind of a file apart from what other programs may do with it. Files of before are judged again when they are looked at. */
const ledgerJudgedFiles: Migration = `
  ALTER TABLE staged_file ADD COLUMN caution TEXT;
  ALTER TABLE staged_file ADD COLUMN judge_version INTEGER NOT NULL DEFAULT 0;
  `

/** The summaries that the user has reviewed, the rules for documents that the user switched off, and changes by their time. */
const ledgerReviews: Migration = `
  -- updated_at is the version that was reviewed: a summary that changes afterwards waits again.
  CREATE TABLE summary_review (
    summary_id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, reviewed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rule_off (rule TEXT PRIMARY KEY, off_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  CREATE INDEX operation_by_time ON operation (saved_at);
  `

/** Rejections by role, and the roles of one record. */
const ledgerRoles: Migration = `
  -- role is empty for a proposal without one, and * for a rejection from before roles were rejected one by one: it holds for all.
  CREATE TABLE role_rejection (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, from_id TEXT NOT NULL, to_id TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL,
    source TEXT NOT NULL, rejected_at INTEGER NOT NULL, UNIQUE (from_id, to_id, role, kind, source)
  ) STRICT;
  INSERT INTO role_rejection (from_id, to_id, role, kind, source, rejected_at)
    SELECT from_id, to_id, '*', kind, source, rejected_at FROM estate_rejection ORDER BY seq;
  DROP TABLE estate_rejection;

  CREATE INDEX estate_link_by_from ON estate_link (from_id, seq);
  CREATE INDEX estate_link_by_to ON estate_link (to_id, seq);
  `

/** The amounts that estates are compared with: the firm's, whose household is '', and those of single households. Each change has a new number. */
const ledgerEstateAmounts: Migration = `
  CREATE TABLE estate_amount (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, household_id TEXT NOT NULL UNIQUE, usd REAL, year INTEGER,
    primaries INTEGER, is_off INTEGER NOT NULL
  ) STRICT;
  `

/** The review that a newer one of the same summary has replaced: taking the newer one back gives it back. */
const ledgerReviewsBefore: Migration = `
  ALTER TABLE summary_review ADD COLUMN before_updated_at TEXT;
  ALTER TABLE summary_review ADD COLUMN before_reviewed_at INTEGER;
  `

/**
 * Custodians' files: decisions about them, and what valuations were read from. A record that a write made or replaced counts while that
 * write is not discarded, so that an undone one needs no step of its own.
 */
const ledgerStatements: Migration = `
  CREATE TABLE statement (
    id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, name TEXT NOT NULL, added_at TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- tail is the end of the account's number, which is the same however the number is masked. operation_id is null for an account that came
  -- from another computer.
  CREATE TABLE statement_account (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tail TEXT NOT NULL, entity_id TEXT NOT NULL,
    operation_id TEXT, replaced_by TEXT, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX statement_account_by_tail ON statement_account (tail);
  CREATE INDEX statement_account_by_entity ON statement_account (entity_id);

  CREATE TABLE statement_valuation (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation_id TEXT NOT NULL UNIQUE, entity_id TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX statement_valuation_by_entity ON statement_valuation (entity_id, seq);
  CREATE TABLE statement_digest (
    sha256 TEXT NOT NULL, operation_id TEXT NOT NULL, PRIMARY KEY (sha256, operation_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE statement_security (key TEXT PRIMARY KEY, asset_class_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE statement_answer (
    scope TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (scope, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE statement_layout (layout TEXT PRIMARY KEY, custodian TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `

/**
 * Decisions about facts that were found in the text of documents. A key is the same for the same words about the same record. The link of a
 * confirmed role is in link_id; makes_link is 1 if this decision made it. json is the fact as it was.
 */
const ledgerFacts: Migration = `
  CREATE TABLE fact_decision (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL, key TEXT NOT NULL, decision TEXT NOT NULL,
    link_id TEXT, makes_link INTEGER NOT NULL, sha256 TEXT NOT NULL, json TEXT NOT NULL, decided_at INTEGER NOT NULL,
    UNIQUE (document_id, key)
  ) STRICT;
  CREATE INDEX fact_decision_by_link ON fact_decision (link_id, seq);
  `

/** Texts of scans: reading them took hours, so they stay when the mirror is rebuilt. */
const ledgerScans: Migration = `
  -- outcome and confidence as in the mirror's page_scan; text: deflated UTF-8, empty for another outcome.
  CREATE TABLE scan_page (
    document_id TEXT NOT NULL, page INTEGER NOT NULL, sha256 TEXT NOT NULL, outcome TEXT NOT NULL, confidence INTEGER,
    text BLOB NOT NULL, PRIMARY KEY (document_id, page)
  ) STRICT, WITHOUT ROWID;
  -- Documents whose pages the user does not want to be read as scans.
  CREATE TABLE scan_never (document_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `

/** Differences between an entity and its documents that are not a problem, with the user's reason. A key is that of the words of both sides. */
const ledgerTitling: Migration = `
  CREATE TABLE titling_dismissal (
    entity_id TEXT NOT NULL, key TEXT NOT NULL, reason TEXT NOT NULL, dismissed_at INTEGER NOT NULL, PRIMARY KEY (entity_id, key)
  ) STRICT, WITHOUT ROWID;
  `

/** The user's own dates of households, people, entities and documents. source is the fact in a document that a date was added from. */
const ledgerOwnDates: Migration = `
  CREATE TABLE own_date (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, household_id TEXT NOT NULL, resource TEXT NOT NULL,
    record_id TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, every TEXT NOT NULL, until TEXT,
    source TEXT, made_at INTEGER NOT NULL, removed_at INTEGER
  ) STRICT;
  CREATE INDEX own_date_by_record ON own_date (record_id, seq);
  `

/** Rules that the user does not apply to a household, a person or an entity, with the user's reason. */
const ledgerRuleExceptions: Migration = `
  CREATE TABLE rule_exception (
    rule TEXT NOT NULL, record_id TEXT NOT NULL, resource TEXT NOT NULL, household_id TEXT NOT NULL, reason TEXT NOT NULL,
    made_at INTEGER NOT NULL, PRIMARY KEY (rule, record_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rule_exception_by_household ON rule_exception (household_id);
  `

/** The words on the pages of scanned statements: reading them takes minutes. */
const ledgerStatementScans: Migration = `
  -- pages: deflated JSON, as the code that writes it has it.
  CREATE TABLE statement_scan (id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, pages BLOB NOT NULL) STRICT, WITHOUT ROWID;
  `

/** Records that look alike and that the user said are not the same. one_id is the smaller id. */
const ledgerApart: Migration = `
  CREATE TABLE double_apart (
    one_id TEXT NOT NULL, other_id TEXT NOT NULL, resource TEXT NOT NULL, decided_at INTEGER NOT NULL,
    PRIMARY KEY (one_id, other_id)
  ) STRICT, WITHOUT ROWID;
  `

/**
 * The user's marks of one day of a date: that it is done, that it is not shown until another day, a note. subject and what: one of the user's
 * own dates and `own`, or a record and the rule that derives the date.
 */
const ledgerDateMarks: Migration = `
  CREATE TABLE date_mark (
    subject TEXT NOT NULL, what TEXT NOT NULL, date TEXT NOT NULL, is_done INTEGER NOT NULL, snoozed_until TEXT,
    note TEXT NOT NULL, PRIMARY KEY (subject, what, date)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX date_mark_by_date ON date_mark (date);
  `

/** Append only, like the mirror's migrations (see `mirror.ts`); the ledger's data exists nowhere else. */
export const ledgerMigrations: readonly Migration[] = [
  `
  CREATE TABLE observed_valuation (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, entity_id TEXT NOT NULL, observed_at INTEGER NOT NULL,
    valuation_id TEXT NOT NULL, effective_date TEXT NOT NULL, directly_held_asset_value REAL NOT NULL,
    total_value REAL NOT NULL, digest BLOB NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX observed_valuation_by_entity ON observed_valuation (entity_id, seq);
  `,
  ledgerPlaces,
  ledgerAssetClasses,
  ledgerOutbox,
  ledgerFiles,
  ledgerHistory,
  ledgerValues,
  ledgerGrace,
  ledgerEstateLinks,
  ledgerChanges,
  ledgerPackedChanges,
  ledgerJudgedFiles,
  ledgerReviews,
  ledgerRoles,
  ledgerEstateAmounts,
  ledgerReviewsBefore,
  ledgerStatements,
  ledgerFacts,
  ledgerScans,
  ledgerTitling,
  ledgerOwnDates,
  ledgerRuleExceptions,
  ledgerStatementScans,
  ledgerDateMarks,
  ledgerMeetings,
  ledgerApart,
]
