import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import type { Db } from '../open-database.ts'
import type { Reader } from '../reads/reader.ts'
import type { LedgerWriteInput } from './ledger-calls.ts'

/** Drafts are stored among the settings, under names with this prefix. */
const prefix = 'draft:'

export function listDrafts(reader: Reader): KeptDraft[] {
  return reader.ledger
    .prepare<[number, number, string], KeptDraft>(
      'SELECT substr(name, ?) AS name, value AS json FROM setting WHERE substr(name, 1, ?) = ? ORDER BY name',
    )
    .all(prefix.length + 1, prefix.length, prefix)
}

export function keepDraft(ledger: Db, { name, json }: LedgerWriteInput<'drafts.keep'>): void {
  if (json === null) ledger.prepare('DELETE FROM setting WHERE name = ?').run(prefix + name)
  else ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(prefix + name, json)
}
