import type { ReadableDatabase, ReadableStores, WritableDatabase } from '../open-database.ts'

/** A pinned household in the ledger; `json` is the result of the last check, see `electron/travel/travel-parts.ts`. */
export type KeptPin = { household_id: string; pinned_at: string; checked_at: string | null; json: string }

/** The setting for the space that downloaded files may use, in bytes. */
const budgetSetting = 'travel-budget'

/** Households in the order they were pinned. */
export function pinnedHouseholds(ledger: ReadableDatabase): string[] {
  return ledger.prepare<[], string>('SELECT household_id FROM pin ORDER BY pinned_at, household_id').pluck().all()
}

const pinColumns = 'SELECT household_id, pinned_at, checked_at, json FROM pin'

/** In the order they were pinned; `budget` in bytes, null when the user has not set one. */
export function readPins({ ledger }: ReadableStores): { pins: KeptPin[]; budget: number | null } {
  const pins = ledger.prepare<[], KeptPin>(`${pinColumns} ORDER BY pinned_at, household_id`).all()
  const budget = ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(budgetSetting)
  return { pins, budget: budget === undefined ? null : Number(budget) }
}

/** One pin; null when the household is not pinned. */
export function readPin(
  { ledger }: ReadableStores,
  { household_id }: { household_id: string },
): { pin: KeptPin | null } {
  return { pin: ledger.prepare<[string], KeptPin>(`${pinColumns} WHERE household_id = ?`).get(household_id) ?? null }
}

/** Pins a household, or restores a pin as it was. */
export function pin(ledger: WritableDatabase, { household_id, pinned_at, checked_at, json }: KeptPin): void {
  ledger
    .prepare(
      'INSERT INTO pin (household_id, pinned_at, checked_at, json) VALUES (?, ?, ?, ?) ON CONFLICT (household_id) DO NOTHING',
    )
    .run(household_id, pinned_at, checked_at, json)
}

/** Forgets a pin and the result of its last check. */
export function unpin(ledger: WritableDatabase, { household_id }: { household_id: string }): void {
  ledger.prepare('DELETE FROM pin WHERE household_id = ?').run(household_id)
}

/** Stores the result of a check; ignored when the household is no longer pinned. */
export function noteCheck(
  ledger: WritableDatabase,
  { household_id, checked_at, json }: Pick<KeptPin, 'household_id' | 'checked_at' | 'json'>,
): void {
  ledger.prepare('UPDATE pin SET checked_at = ?, json = ? WHERE household_id = ?').run(checked_at, json, household_id)
}

/** Sets the space that downloaded files may use. */
export function setBudget(ledger: WritableDatabase, { bytes }: { bytes: number }): void {
  ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(budgetSetting, String(bytes))
}
