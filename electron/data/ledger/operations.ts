import type { Operation } from '../../../shared/domain/operation.ts'
import { isOpen, needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { OutboxCommit } from '../../outbox/outbox-store.ts'
import { toCacheError } from '../cache-errors.ts'
import type { Db } from '../open-database.ts'
import type { Adoption } from './adoptions.ts'
import { type KeptResult, putResults, type Result } from './results.ts'

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
