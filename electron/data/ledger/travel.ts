import type { Db } from '../open-database.ts'
import type { LedgerWriteInput } from './ledger-calls.ts'

/** The setting for the space that downloaded files may use, in bytes. */
export const budgetSetting = 'travel-budget'

/** Households in the order they were pinned. */
export function pinnedHouseholds(ledger: Db): string[] {
  return ledger.prepare<[], string>('SELECT household_id FROM pin ORDER BY pinned_at, household_id').pluck().all()
}

export function pin(ledger: Db, { household_id, pinned_at, checked_at, json }: LedgerWriteInput<'travel.pin'>): void {
  ledger
    .prepare(
      'INSERT INTO pin (household_id, pinned_at, checked_at, json) VALUES (?, ?, ?, ?) ON CONFLICT (household_id) DO NOTHING',
    )
    .run(household_id, pinned_at, checked_at, json)
}

export function unpin(ledger: Db, { household_id }: LedgerWriteInput<'travel.unpin'>): void {
  ledger.prepare('DELETE FROM pin WHERE household_id = ?').run(household_id)
}

export function noteCheck(ledger: Db, { household_id, checked_at, json }: LedgerWriteInput<'travel.note'>): void {
  ledger.prepare('UPDATE pin SET checked_at = ?, json = ? WHERE household_id = ?').run(checked_at, json, household_id)
}

export function setBudget(ledger: Db, { bytes }: LedgerWriteInput<'travel.setBudget'>): void {
  ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(budgetSetting, String(bytes))
}
