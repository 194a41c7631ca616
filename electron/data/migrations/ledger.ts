import type { Migration } from '../migrate.ts'
import { ledgerAssetClasses } from './ledger-asset-classes.ts'
import { ledgerFiles } from './ledger-files.ts'
import { ledgerHistory } from './ledger-history.ts'
import { ledgerOutbox } from './ledger-outbox.ts'
import { ledgerPlaces } from './ledger-places.ts'
import { ledgerValues } from './ledger-values.ts'

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
]
