import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isRecord, type Json } from '../../../shared/lib/json.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { diskFull, isDiskFull } from '../cache-errors.ts'
import type { ChangeLog } from '../ledger/changes.ts'
import {
  type Adoption,
  adoptionsOf,
  dropOldResults,
  type KeptResult,
  lastResult,
  type OutboxCommit,
  openOperations,
  type Result,
  resultsAfter,
  type ServerRecord,
  type WriteStep,
} from '../ledger/operations.ts'
import { idOf, recordTables } from '../mirror/record-tables.ts'
import { parseBody } from '../mirror/scan-json.ts'
import { commitOpen, type WritableDatabase } from '../open-database.ts'
import { type Reserve, withReserve } from '../reserve.ts'
import type { WriteBatch } from '../write-batch.ts'
import type { Key } from './open-operations.ts'
import { type Received, type RecordWriter, receive, sourceOf } from './receive.ts'

/** The stores that the outbox's steps and the service's answers to them change; see `writer.ts`. */
export type OutboxWriter = RecordWriter & {
  ledger: WritableDatabase
  writeStep: WriteStep
  changes: Pick<ChangeLog, 'add' | 'settle'>
  batch: WriteBatch
  reserve: Reserve
  /** Called with an error of the mirror after the ledger has committed the write. */
  onTrouble: (problem: unknown) => void
}

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
export function settleMirror(writer: OutboxWriter): void {
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
    writer.overlay.followsLedger = false
    writer.batch.write(() => show(writer, { keys, results, resultsTo }))
    writer.batch.commit()
  }
  writer.overlay.followsLedger = true
  dropOldResults(ledger, resultsTo, writer.now())
}

/** Like {@link settleMirror}, unless the mirror is known to be up to date with the ledger. */
export function ensureSettled(writer: OutboxWriter): void {
  if (!writer.overlay.followsLedger) settleMirror(writer)
}

/**
 * Commits one step of the outbox; see `OutboxStore.commit`. The ledger has the step and the changes that its answers brought in one
 * transaction, and waits for the disk once.
 * @throws AppError `service/not-json`, `cache/…`; then nothing of the step is committed.
 */
export function commitStep(writer: OutboxWriter, step: OutboxCommit): void {
  const { operations, events, records = [], gone = [], draft, tray, sources, merged } = step
  const results = [...records.flatMap(resultOf), ...gone.map(({ resource, id }) => ({ resource, id, json: null }))]
  const adoptions = adoptionsOf(operations, results)
  const isNew = events.some(({ event }) => event === 'saved' || event === 'changed')
  // A write that could not be shown afterwards is not acknowledged.
  if (isNew && !writer.reserve.take()) throw diskFull()
  const commit = () => {
    const kept = writer.writeStep(
      { operations, events, results, adoptions, draft, tray, sources, merged },
      writer.now(),
    )
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
function commitWithMirror(writer: OutboxWriter, { operations, adoptions, results }: WrittenStep): unknown {
  const { ledger, overlay } = writer
  if (!overlay.followsLedger) {
    commitOpen(ledger)
    return errorOf(() => settleMirror(writer))
  }
  // If anything fails from here on, the mirror and the open operations in memory differ from the ledger.
  overlay.followsLedger = false
  const { open, rows } = overlay
  const keys = [...open.replace(operations), ...open.adopted(adoptions.map(({ localId }) => localId))]
  if (keys.length === 0 && results.length === 0) commitOpen(ledger)
  else {
    const resultsTo = results.at(-1)?.seq ?? rows.resultsTo() ?? 0
    const problem = writer.batch.commitStep(() => show(writer, { keys, results, resultsTo }))
    if (problem !== null) return problem
  }
  overlay.followsLedger = true
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
function show(writer: OutboxWriter, { keys, results, resultsTo }: Work): void {
  const { batch, overlay } = writer
  const isShown = bringResults(writer, results)
  const together = keys.flatMap((key) => [key, ...overlay.open.together(key)])
  for (const key of distinct(together)) if (!isShown(key) && overlay.refresh(key)) batch.changed(key.resource)
  if (overlay.rows.resultsTo() !== resultsTo) overlay.rows.setResultsTo(resultsTo)
}

function distinct(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.resource} ${key.id}`, key])).values()]
}

/**
 * Applies the service's answers to writes to the mirror, in the order they arrived. Returns a function that is true for records whose
 * row is up to date with pending work applied.
 */
function bringResults(writer: RecordWriter, results: readonly Result[]): (key: Key) => boolean {
  const shown = new Set<string>()
  const people = new Map<string, JsonFields[]>()
  for (const result of results) {
    const { resource, id, json } = result
    // Even the same text as before may end what is pending.
    writer.batch.changed(resource)
    const value: unknown = json === null ? null : (result.value ?? JSON.parse(json))
    const { kind } = receiveAnswer(writer, { resource, id, json, value })
    if (resource === 'valuations') continue
    if (kind === 'written') shown.add(nameOf(result))
    if ((kind !== 'written' && kind !== 'unchanged') || !isRecord<Json>(value)) continue
    if (resource === 'households') addPeople(writer, value)
    if (resource !== 'individuals') continue
    const household = String(value.household_id)
    people.set(household, [...(people.get(household) ?? []), value])
  }
  for (const [household, members] of people) updateHousehold(writer, household, members)
  return (key) => shown.has(nameOf(key))
}

const nameOf = ({ resource, id }: Key) => `${resource} ${id}`

type Answer = { resource: Resource; id: string; json: string | null; value: unknown }

function receiveAnswer(writer: RecordWriter, { resource, id, json, value }: Answer): Received {
  const source = sourceOf(writer, resource, 'answer')
  if (resource === 'valuations') {
    const answer = json === null ? { json, status: 204 } : { json, value }
    return receive(writer, { resource, entityId: id, ...answer }, source)
  }
  return receive(writer, json === null ? { resource, id, json } : { resource, json, value }, source)
}

/** Adds individuals that were created with their household at once, instead of after the next sweep. */
function addPeople(writer: RecordWriter, { primary_individuals }: JsonFields): void {
  for (const value of Array.isArray(primary_individuals) ? primary_individuals : []) {
    const record = recordTables.individuals.parse(value)
    if (record.kind !== 'good') continue
    const key: Key = { resource: 'individuals', id: record.id }
    if (writer.overlay.serverCopy(key) === null) receiveAnswer(writer, { ...key, json: JSON.stringify(value), value })
  }
}

/**
 * Updates a household's copies of its primary clients; otherwise its name would be based on the old ones until its next sweep. Does
 * nothing unless it has or had any of these individuals.
 */
function updateHousehold(writer: RecordWriter, id: string, people: readonly JsonFields[]): void {
  const key: Key = { resource: 'households', id }
  const before = writer.overlay.serverCopy(key)
  const household: JsonFields = before === null ? {} : JSON.parse(before)
  const known = household.primary_individuals
  if (!Array.isArray(known)) return
  const primary_individuals = people.reduce<typeof known>(withPrimary, known)
  if (primary_individuals === known) return
  const value = { ...household, primary_individuals }
  if (recordTables.households.read(value) === null) return
  receiveAnswer(writer, { ...key, json: JSON.stringify(value), value })
}

/** Returns the same list if the individual neither was nor becomes a primary client. */
function withPrimary(list: Json[], person: JsonFields): Json[] {
  const at = list.findIndex((one) => isRecord<Json>(one) && one.id === person.id)
  if (at < 0) return person.is_primary === true ? [...list, person] : list
  return person.is_primary === true ? list.with(at, person) : list.toSpliced(at, 1)
}
