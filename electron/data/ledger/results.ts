import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import { household } from '../../../shared/service/household.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { primaryIndividualCreate } from '../../../shared/service/writes.ts'
import type { ReadableDatabase, WritableDatabase } from '../open-database.ts'

/**
 * The service's answer to a write: the record, or null for one that is gone. A valuation is stored under its entity's id. `value`
 * is the parsed JSON, if it was parsed already.
 */
export type Result = { resource: Resource; id: string; json: string | null; value?: JsonFields }

/** A stored result: the mirror remembers the number of the last result it has applied. */
export type KeptResult = Result & { seq: number }

/** Stores results and numbers them. */
export function prepareResults(ledger: WritableDatabase): (results: readonly Result[], now: number) => KeptResult[] {
  const put = ledger.prepare('INSERT INTO operation_result (resource, id, kept_at, json) VALUES (?, ?, ?, ?)')
  return (results, now) =>
    results.map((result) => {
      const { lastInsertRowid } = put.run(result.resource, result.id, now, result.json)
      return { ...result, seq: Number(lastInsertRowid) }
    })
}

/** Results after a number, in order. */
export function resultsAfter(ledger: ReadableDatabase, seq: number): KeptResult[] {
  return ledger
    .prepare<[number], KeptResult>('SELECT seq, resource, id, json FROM operation_result WHERE seq > ? ORDER BY seq')
    .all(seq)
}

/** Number of the last result; 0 without one. */
export function lastResult(ledger: ReadableDatabase): number {
  return ledger.prepare<[], number | null>('SELECT max(seq) FROM operation_result').pluck().get() ?? 0
}

/** A power failure can lose the mirror's last commits, which then need the results again: results are kept for a week (in ms). */
const resultAge = 7 * 86_400_000

/** Deletes results that the mirror applied long ago. */
export function dropOldResults(ledger: WritableDatabase, had: number, now: number): void {
  ledger.prepare('DELETE FROM operation_result WHERE seq <= ? AND kept_at < ?').run(had, now - resultAge)
}

/** A record that was created here, and the id that the service gave it. */
export type Adoption = { localId: string; serverId: string }

/** The ids in a step for records that were created here: created records, and individuals created with their household. */
export function adoptionsOf(operations: readonly Operation[], results: readonly Result[]): Adoption[] {
  return operations.flatMap((operation) => {
    const { action, resource, state, record_id, server_id } = operation
    if (action !== 'create' || state !== 'done' || server_id === null) return []
    const own: Adoption = { localId: record_id, serverId: server_id }
    return resource === 'households' ? [own, ...adoptedPrimaries(operation, server_id, results)] : [own]
  })
}

/** Matched by name, each once; individuals with the same name are matched by position. */
function adoptedPrimaries(operation: Operation, serverId: string, results: readonly Result[]): Adoption[] {
  const json = results.find(({ resource, id }) => resource === 'households' && id === serverId)?.json
  const answered = household.safeParse(json ? JSON.parse(json) : null)
  const sent = operation.fields.primary_individuals
  if (!answered.success || !Array.isArray(sent)) return []
  const left = [...(answered.data.primary_individuals ?? [])]
  return sent.flatMap((person, index) => {
    const named = primaryIndividualCreate.safeParse(person).data
    const at = left.findIndex((one) => one.first_name === named?.first_name && one.last_name === named.last_name)
    const localId = localPrimaryId(operation.record_id, index)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    return found && localId !== null ? [{ localId, serverId: found.id }] : []
  })
}
