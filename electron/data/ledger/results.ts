import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'

/**
 * The service's answer to a write: the record, or null for one that is gone. A valuation is stored under its entity's id. `value`
 * is the parsed JSON, if it was parsed already.
 */
export type Result = { resource: Resource; id: string; json: string | null; value?: JsonFields }

/** A stored result: the mirror remembers the number of the last result it has applied. */
export type KeptResult = Result & { seq: number }

/** Stores results and numbers them. */
export function prepareResults(ledger: Db): (results: readonly Result[], now: number) => KeptResult[] {
  const put = ledger.prepare('INSERT INTO operation_result (resource, id, kept_at, json) VALUES (?, ?, ?, ?)')
  return (results, now) =>
    results.map((result) => {
      const { lastInsertRowid } = put.run(result.resource, result.id, now, result.json)
      return { ...result, seq: Number(lastInsertRowid) }
    })
}

/** Results after a number, in order. */
export function resultsAfter(ledger: Db, seq: number): KeptResult[] {
  return ledger
    .prepare<[number], KeptResult>('SELECT seq, resource, id, json FROM operation_result WHERE seq > ? ORDER BY seq')
    .all(seq)
}

export function lastResult(ledger: Db): number {
  return ledger.prepare<[], number | null>('SELECT max(seq) FROM operation_result').pluck().get() ?? 0
}

/** A power failure can lose the mirror's last commits, which then need the results again: results are kept for a week (in ms). */
const resultAge = 7 * 86_400_000

/** Deletes results that the mirror applied long ago. */
export function dropOldResults(ledger: Db, had: number, now: number): void {
  ledger.prepare('DELETE FROM operation_result WHERE seq <= ? AND kept_at < ?').run(had, now - resultAge)
}
