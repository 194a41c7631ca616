import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { diskFull, isDiskFull } from '../cache-errors.ts'
import { openOperations } from '../ledger/operations.ts'
import {
  type Adoption,
  adoptionsOf,
  dropOldResults,
  type KeptResult,
  lastResult,
  type Result,
  resultsAfter,
} from '../ledger/results.ts'
import { idOf } from '../mirror/record-table.ts'
import { parseBody } from '../mirror/scan-json.ts'
import { commitOpen } from '../open-database.ts'
import type { OutboxCommit, ServerRecord } from '../outbox-store.ts'
import { withReserve } from '../reserve.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import { bringResults } from './results.ts'

/** A step that the ledger's open transaction has. */
type WrittenStep = {
  operations: readonly Operation[]
  adoptions: readonly Adoption[]
  results: readonly KeptResult[]
}

/**
 * Brings the mirror up to date with the ledger: after opening, after a mirror started empty, and after a failed commit of the
 * mirror. Writes nothing if there is nothing to do.
 * @throws AppError `cache/…`; then the next write tries again.
 */
export function settleMirror(writer: Writer): void {
  const { overlay, ledger, changes } = writer
  changes.settle()
  overlay.open.load(openOperations(ledger))
  const last = lastResult(ledger)
  const noted = overlay.rows.resultsTo()
  // A new or restored ledger may have fewer results than the mirror has applied.
  const known = noted === null ? null : Math.min(noted, last)
  // A new mirror downloads everything anyway.
  const results = known === null ? [] : resultsAfter(ledger, known)
  const resultsTo = results.at(-1)?.seq ?? known ?? last
  const keys = [...overlay.open.keys(), ...overlay.rows.keys()]
  if (noted !== resultsTo || keys.length > 0) {
    writer.follows.ledger = false
    writer.batch.write(() => show(writer, { keys, results, resultsTo }))
    writer.batch.commit()
  }
  writer.follows.ledger = true
  dropOldResults(ledger, resultsTo, writer.now())
}

/** Like {@link settleMirror}, unless the mirror is known to be up to date with the ledger. */
export function ensureSettled(writer: Writer): void {
  if (!writer.follows.ledger) settleMirror(writer)
}

/**
 * Commits one step of the outbox; see `OutboxStore.commit`. The ledger has the step and the changes that its answers brought in one
 * transaction, and waits for the disk once.
 * @throws AppError `service/not-json`, `cache/…`; then nothing of the step is committed.
 */
export function commitStep(writer: Writer, step: OutboxCommit): void {
  const { operations, events, records = [], gone = [], draft, tray } = step
  const results = [...records.flatMap(resultOf), ...gone.map(({ resource, id }) => ({ resource, id, json: null }))]
  const adoptions = adoptionsOf(operations, results)
  const isNew = events.some(({ event }) => event === 'saved' || event === 'changed')
  // What could not be shown afterwards is not acknowledged.
  if (isNew && !writer.reserve.take()) throw diskFull()
  const commit = () => {
    const kept = writer.writeStep({ operations, events, results, adoptions, draft, tray }, writer.now())
    return commitWithMirror(writer, { operations, adoptions, results: kept })
  }
  const found = isNew ? commit() : withReserve(writer.reserve, commit)
  const problem = isDiskFull(found) && writer.reserve.release() ? errorOf(() => settleMirror(writer)) : found
  // The ledger has the step, and an error would cause it to be repeated: the mirror catches up with the next write.
  if (problem !== null) writer.onTrouble(problem)
}

/** A record without an id cannot be stored; the next sweep handles it. */
function resultOf(record: ServerRecord): Result[] {
  const { json, value } = parseBody(record.bytes)
  if (record.resource === 'valuations') return [{ resource: record.resource, id: record.entityId, json }]
  const id = idOf(value)
  // A value with an id is an object.
  return id === null ? [] : [{ resource: record.resource, id, json, value: value as JsonFields }]
}

/**
 * Commits the step that the ledger's open transaction has, and applies it to the mirror. Returns the mirror's error, or null; after an
 * error the next write catches up.
 * @throws AppError `cache/…` if the ledger fails; then nothing of the step is committed.
 */
function commitWithMirror(writer: Writer, { operations, adoptions, results }: WrittenStep): unknown {
  const { ledger, follows, overlay } = writer
  if (!follows.ledger) {
    commitOpen(ledger)
    return errorOf(() => settleMirror(writer))
  }
  // If anything fails from here on, the mirror and the open operations in memory differ from the ledger.
  follows.ledger = false
  const { open, rows } = overlay
  const keys = [...open.replace(operations), ...open.adopted(adoptions.map(({ localId }) => localId))]
  if (keys.length === 0 && results.length === 0) commitOpen(ledger)
  else {
    const resultsTo = results.at(-1)?.seq ?? rows.resultsTo() ?? 0
    const problem = writer.batch.commitStep(() => show(writer, { keys, results, resultsTo }))
    if (problem !== null) return problem
  }
  follows.ledger = true
  return null
}

function errorOf(work: () => void): unknown {
  try {
    work()
    return null
  } catch (problem) {
    return problem
  }
}

type Work = { keys: readonly Key[]; results: readonly KeptResult[]; resultsTo: number }

/** Inside an open batch. */
function show(writer: Writer, { keys, results, resultsTo }: Work): void {
  const { batch, overlay } = writer
  const isShown = bringResults(writer, results)
  const together = keys.flatMap((key) => [key, ...overlay.open.together(key)])
  for (const key of distinct(together)) if (!isShown(key) && overlay.refresh(key)) batch.changed(key.resource)
  if (overlay.rows.resultsTo() !== resultsTo) overlay.rows.setResultsTo(resultsTo)
}

function distinct(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.resource} ${key.id}`, key])).values()]
}
