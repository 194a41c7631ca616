import type { Db } from '../open-database.ts'
import type { Reader } from '../reads/reader.ts'
import type { LedgerWriteInput, StoredIntakeRow } from './ledger-calls.ts'

/** In the order they were dropped. */
export function listIntakeRows(reader: Reader): StoredIntakeRow[] {
  return reader.ledger
    .prepare<[], StoredIntakeRow>('SELECT id, staged_id, removed_at, json FROM intake_row ORDER BY seq')
    .all()
}

export function putIntakeRows(ledger: Db, { rows }: LedgerWriteInput<'intake.put'>): void {
  const put = ledger.prepare<[string, string | null, string | null, string]>(
    `INSERT INTO intake_row (id, staged_id, removed_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET staged_id = excluded.staged_id, removed_at = excluded.removed_at, json = excluded.json`,
  )
  for (const { id, staged_id, removed_at, json } of rows) put.run(id, staged_id, removed_at, json)
}

export function forgetIntakeRows(ledger: Db, { ids }: LedgerWriteInput<'intake.forget'>): void {
  const forget = ledger.prepare<[string]>('DELETE FROM intake_row WHERE id = ?')
  for (const id of ids) forget.run(id)
}

/** The ids of all staged files, whatever they wait for. */
export function listStagedIds(reader: Reader): string[] {
  return reader.ledger
    .prepare<[], { id: string }>('SELECT id FROM staged_file')
    .all()
    .map(({ id }) => id)
}
