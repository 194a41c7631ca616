import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
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
import type { OutboxCommit, ServerRecord } from '../outbox-store.ts'
import { parseBody } from '../sweep/scan-page.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import { bringResults } from './results.ts'

/** A commit that the ledger has just stored. */
type KeptCommit = {
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
  if (noted !== resultsTo || keys.length > 0) show(writer, { keys, results, resultsTo })
  writer.follows.ledger = true
  dropOldResults(ledger, resultsTo, writer.now())
}

/** Like {@link settleMirror}, unless the mirror is known to be up to date with the ledger. */
export function ensureSettled(writer: Writer): void {
  if (!writer.follows.ledger) settleMirror(writer)
}

/**
 * Commits one step of the outbox; see `OutboxStore.commit`.
 * @throws AppError `service/not-json`, `cache/…`; then nothing of the step is committed.
 */
export function commitStep(writer: Writer, step: OutboxCommit): void {
  const { operations, events, records = [], gone = [], draft, tray } = step
  const results = [...records.flatMap(resultOf), ...gone.map(({ resource, id }) => ({ resource, id, json: null }))]
  const adoptions = adoptionsOf(operations, results)
  const kept = writer.keepStep({ operations, events, results, adoptions, draft, tray }, writer.now())
  try {
    replayCommit(writer, { operations, adoptions, results: kept })
  } catch (problem) {
    // The ledger has the step, and an error would cause it to be repeated: the mirror catches up with the next write.
    writer.onTrouble(problem)
  }
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
 * Applies a ledger commit to the mirror.
 * @throws AppError `cache/…`; the next write then repeats it.
 */
function replayCommit(writer: Writer, { operations, adoptions, results }: KeptCommit): void {
  const { open, rows } = writer.overlay
  if (!writer.follows.ledger) {
    settleMirror(writer)
    return
  }
  const keys = [...open.replace(operations), ...open.adopted(adoptions.map(({ localId }) => localId))]
  if (keys.length === 0 && results.length === 0) return
  const resultsTo = results.at(-1)?.seq ?? rows.resultsTo() ?? 0
  show(writer, { keys, results, resultsTo })
}

type Work = { keys: readonly Key[]; results: readonly KeptResult[]; resultsTo: number }

function show(writer: Writer, { keys, results, resultsTo }: Work): void {
  const { batch, overlay } = writer
  // If anything fails from here on, the mirror is behind the ledger.
  writer.follows.ledger = false
  batch.write(() => {
    const { changed, isShown } = bringResults(writer, results)
    for (const resource of changed) batch.changed(resource)
    const together = keys.flatMap((key) => [key, ...overlay.open.together(key)])
    for (const key of distinct(together)) if (!isShown(key) && overlay.refresh(key)) batch.changed(key.resource)
    if (overlay.rows.resultsTo() !== resultsTo) overlay.rows.setResultsTo(resultsTo)
  })
  batch.commit()
  writer.follows.ledger = true
}

function distinct(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.resource} ${key.id}`, key])).values()]
}
