import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** Two records that the user said are not the same; `one_id` is the smaller id. */
type ApartPair = { resource: 'households' | 'individuals'; one_id: string; other_id: string }

/** Remembers that two records are not the same, or forgets it. A record may have been sent since it was shown: the pair has its id then. */
export function setApart(
  ledger: WritableDatabase,
  { resource, one_id, other_id, apart }: ApartPair & { apart: boolean },
  now: number,
): void {
  const sent = ledger.prepare<[string], string>('SELECT server_id FROM adopted WHERE local_id = ?').pluck()
  const ids = [one_id, other_id].map((id) => sent.get(id) ?? id).toSorted()
  if (apart)
    ledger
      .prepare('INSERT OR IGNORE INTO double_apart (one_id, other_id, resource, decided_at) VALUES (?, ?, ?, ?)')
      .run(...ids, resource, now)
  else ledger.prepare('DELETE FROM double_apart WHERE one_id = ? AND other_id = ?').run(...ids)
}

/** The pairs that are not the same, as JSON: the two ids with a space between them, the smaller one first. There are few. */
export const readApart = ({ ledger }: Pick<ReadableStores, 'ledger'>): string =>
  JSON.stringify(ledger.prepare<[], string>("SELECT one_id || ' ' || other_id FROM double_apart").pluck().all())
