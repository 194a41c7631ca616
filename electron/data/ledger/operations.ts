import { isOpen, needsAttention, type Operation } from '../../../shared/domain/operation.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { OutboxCommit } from '../../outbox/outbox-store.ts'
import { toCacheError } from '../cache-errors.ts'
import type { Db } from '../open-database.ts'
import type { Adoption } from './adoptions.ts'

/** What the service answered to a write: the record, or null for one that is gone. A valuation goes by its entity's id. */
export type Result = { resource: Resource; id: string; json: string | null }

/** A result as it is kept: the mirror remembers the number up to which it has them. */
export type KeptResult = Result & { seq: number }

/** One step of the outbox with all that follows from it, ready to be kept. */
export type Step = {
  operations: OutboxCommit['operations']
  events: OutboxCommit['events']
  results: readonly Result[]
  adoptions: readonly Adoption[]
}

/**
 * Keeps a step in one transaction of its own. Observations that wait in an open transaction are committed before: should
 * this one fail, it must take nothing along, and nothing of it may come later.
 * @throws AppError `cache/…`; nothing of the step is kept then.
 */
export function keepStep(ledger: Db, step: Step, now: number): KeptResult[] {
  return inOwnTransaction(ledger, () => {
    putOperations(ledger, step.operations)
    putEvents(ledger, step.events)
    adopt(ledger, step.adoptions)
    return putResults(ledger, step.results, now)
  })
}

/** Operations that are neither done nor discarded, in the order they were made. */
export function openOperations(ledger: Db): Operation[] {
  const stored = ledger.prepare<[], string>('SELECT json FROM operation WHERE is_open = 1 ORDER BY seq').pluck()
  return stored.all().map((json) => JSON.parse(json))
}

/** What the outbox begins with; see `OutboxStore.load`. */
export function loadOutbox(ledger: Db): { operations: Operation[]; allPaused: boolean; nextSeq: number } {
  const last = ledger.prepare<[], number | null>('SELECT max(seq) FROM operation').pluck().get()
  return { operations: openOperations(ledger), allPaused: isAllPaused(ledger), nextSeq: (last ?? 0) + 1 }
}

const pausedSetting = 'outbox-paused'

export function isAllPaused(ledger: Db): boolean {
  return ledger.prepare('SELECT 1 FROM setting WHERE name = ?').get(pausedSetting) !== undefined
}

/** @throws AppError `cache/…`. */
export function setAllPaused(ledger: Db, paused: boolean): void {
  inOwnTransaction(ledger, () => {
    if (paused) ledger.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, '1')").run(pausedSetting)
    else ledger.prepare('DELETE FROM setting WHERE name = ?').run(pausedSetting)
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

/** The service's ids of records that were made here, by their local ids. */
export function adoptions(ledger: Db): Adoption[] {
  return ledger.prepare<[], Adoption>('SELECT local_id AS localId, server_id AS serverId FROM adopted').all()
}

function inOwnTransaction<Kept>(ledger: Db, work: () => Kept): Kept {
  try {
    if (ledger.inTransaction) ledger.exec('COMMIT')
    return ledger.transaction(work).immediate()
  } catch (problem) {
    if (ledger.inTransaction) ledger.exec('ROLLBACK')
    throw toCacheError(problem)
  }
}

function putOperations(ledger: Db, operations: Step['operations']): void {
  const put = ledger.prepare(
    `INSERT INTO operation (seq, id, action, resource, record_id, parent_id, state, is_open, attention, server_id,
       saved_at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, action = excluded.action, resource = excluded.resource,
       record_id = excluded.record_id, parent_id = excluded.parent_id, state = excluded.state,
       is_open = excluded.is_open, attention = excluded.attention, server_id = excluded.server_id,
       saved_at = excluded.saved_at, changed_at = excluded.changed_at, json = excluded.json`,
  )
  for (const one of operations) {
    const { seq, id, action, resource, record_id, parent_id, state, server_id, saved_at, changed_at } = one
    const flags = [isOpen(one) ? 1 : 0, needsAttention(one) ? 1 : 0]
    const json = JSON.stringify(one)
    put.run(seq, id, action, resource, record_id, parent_id, state, ...flags, server_id, saved_at, changed_at, json)
  }
}

function putEvents(ledger: Db, events: Step['events']): void {
  const put = ledger.prepare('INSERT INTO operation_event (operation_id, at, event, note) VALUES (?, ?, ?, ?)')
  for (const { operationId, at, event, note } of events) put.run(operationId, at, event, note)
}

function putResults(ledger: Db, results: readonly Result[], now: number): KeptResult[] {
  const put = ledger.prepare('INSERT INTO operation_result (resource, id, kept_at, json) VALUES (?, ?, ?, ?)')
  return results.map((result) => {
    const { lastInsertRowid } = put.run(result.resource, result.id, now, result.json)
    return { ...result, seq: Number(lastInsertRowid) }
  })
}

/** Where a person returns to a record by its local id, it is found under its own from now on. */
function adopt(ledger: Db, adoptions: readonly Adoption[]): void {
  const put = ledger.prepare('INSERT OR REPLACE INTO adopted (local_id, server_id) VALUES (?, ?)')
  const places = ['favourite', 'recent'].map((table) =>
    ledger.prepare(`UPDATE OR IGNORE ${table} SET id = ? WHERE id = ?`),
  )
  for (const { localId, serverId } of adoptions) {
    put.run(localId, serverId)
    for (const move of places) move.run(serverId, localId)
  }
}
