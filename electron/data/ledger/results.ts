import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'

/**
 * What the service answered to a write: the record, or null for one that is gone. A valuation goes by its entity's id.
 * `value` is what the JSON says, where that was read already.
 */
export type Result = { resource: Resource; id: string; json: string | null; value?: JsonFields }

/** A result as it is kept: the mirror remembers the number up to which it has them. */
export type KeptResult = Result & { seq: number }

/** Keeps results, and gives each its number. */
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

/** A mirror's last commits can be lost with the power, and then need the results again: a week's are at hand. */
const resultAge = 7 * 86_400_000

/** Forgets results that the mirror has had for long. */
export function dropOldResults(ledger: Db, had: number, now: number): void {
  ledger.prepare('DELETE FROM operation_result WHERE seq <= ? AND kept_at < ?').run(had, now - resultAge)
}
