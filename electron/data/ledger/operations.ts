import type { JsonFields, Operation, OperationEvent, OperationValues } from '../../../shared/domain/operation.ts'
import { isOpen, localPrimaryId, needsAttention } from '../../../shared/domain/operation-rules.ts'
import { undoneNote } from '../../../shared/domain/operation-words.ts'
import { household } from '../../../shared/service/household.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { primaryIndividualCreate } from '../../../shared/service/writes.ts'
import { toCacheError } from '../cache-errors.ts'
import {
  commitOpen,
  type ReadableDatabase,
  type ReadableStores,
  rollBack,
  type WritableDatabase,
} from '../open-database.ts'
import { linksOfRecord, moveLink, setLinkRemoved } from './estate-links.ts'
import { keepDraft } from './screen-state.ts'
import { prepareSources, type StoredSource } from './statements.ts'

/** A record from the service's answer, for the mirror. */
export type ServerRecord =
  | { resource: ListedResource; bytes: Uint8Array<ArrayBuffer> }
  | { resource: 'valuations'; entityId: string; bytes: Uint8Array<ArrayBuffer> }

/** A record that the service has just reported as gone (404, 410, or with `deleted_at`). */
export type GoneRecord = { resource: ListedResource; id: string }

/** One step of the outbox, committed completely or not at all. */
export type OutboxCommit = {
  /** Each is new or replaces the operation with its id. */
  operations: readonly Operation[]
  events: readonly (OperationEvent & {
    operationId: string
    /** The operation's earlier values, if the event changed them. */
    was?: OperationValues
  })[]
  records?: readonly ServerRecord[]
  gone?: readonly GoneRecord[]
  /** The name of the draft that these writes were typed into; it is deleted with this step. */
  draft?: string
  /** Rows that go back to the intake tray with this step: the uploads that it undoes. */
  tray?: readonly StoredIntakeRow[]
  /** Two records of one person or household became one: what this computer alone stores of the first moves to the second. */
  merged?: readonly MergedRecords[]
  /** The sources of new valuations, by their writes. */
  sources?: readonly (StoredSource & { operation_id: string })[]
}

/** The outbox's part of a connection's ledger. Rejections are AppErrors (`cache/…`); then nothing of the step was committed. */
export type OutboxStore = {
  /** Operations that are neither done nor discarded, ordered by `seq`; and whether all sending is paused. */
  load(): Promise<{ operations: Operation[]; allPaused: boolean; nextSeq: number }>
  /**
   * On the disk (`synchronous=FULL`) when this resolves, and visible to every read. The ledger commits first; the mirror follows,
   * after a crash at the next opening.
   */
  commit(step: OutboxCommit): Promise<void>
  setAllPaused(paused: boolean): Promise<void>
}

/** One step of the outbox with all its consequences, ready to be committed. */
export type Step = {
  operations: OutboxCommit['operations']
  events: OutboxCommit['events']
  results: readonly Result[]
  adoptions: readonly Adoption[]
  /** The name of the draft that these writes were typed into. */
  draft?: string | undefined
  /** Rows that go back to the intake tray. */
  tray?: OutboxCommit['tray']
  sources?: OutboxCommit['sources']
  merged?: OutboxCommit['merged']
}

/**
 * Writes a step in a transaction of its own and leaves it open: the changes that its answers bring are committed with it.
 * Observations in an open transaction are committed before it: if this one fails, it must neither undo them nor be committed with
 * them later.
 * @throws AppError `cache/…`; then nothing of the step is written.
 */
export type WriteStep = (step: Step, now: number) => KeptResult[]

/** A {@link WriteStep} on one connection; statements are prepared once. */
export function createWriteStep(ledger: WritableDatabase): WriteStep {
  const putOperation = prepareOperations(ledger)
  const putEvent = ledger.prepare(
    'INSERT INTO operation_event (operation, at, event, note, was) VALUES (?, ?, ?, ?, ?)',
  )
  const seqOf = ledger.prepare<[string], number>('SELECT seq FROM operation WHERE id = ?').pluck()
  const putResults = prepareResults(ledger)
  const adopt = prepareAdoptions(ledger)
  const moveOwn = prepareMergedRecords(ledger)
  const putSource = prepareSources(ledger)
  return ({ operations, events, results, adoptions, draft, tray = [], sources = [], merged = [] }, now) =>
    inNewTransaction(ledger, () => {
      for (const operation of operations) putOperation(operation)
      const seqs = new Map(operations.map(({ id, seq }) => [id, seq]))
      for (const { operationId, at, event, note, was } of events) {
        putEvent.run(seqs.get(operationId) ?? seqOf.get(operationId), at, event, note, was ? JSON.stringify(was) : '')
      }
      for (const adoption of adoptions) adopt(adoption)
      if (draft !== undefined) keepDraft(ledger, { name: draft, json: null })
      for (const records of merged) moveOwn(records, now)
      putIntakeRows(ledger, { rows: tray })
      for (const { operation_id, ...source } of sources) putSource(operation_id, source)
      return putResults(results, now)
    })
}

/** Operations that are neither done nor discarded, in the order they were made. */
export function openOperations(ledger: ReadableDatabase): Operation[] {
  const stored = ledger.prepare<[], string>('SELECT json FROM operation WHERE is_open = 1 ORDER BY seq').pluck()
  return stored.all().map((json) => JSON.parse(json))
}

/** Returns true for a discarded write that was undone. */
export function prepareIsUndone(ledger: ReadableDatabase): (operation: Pick<Operation, 'seq'>) => boolean {
  const discardedBy = ledger
    .prepare<[number], string>(
      "SELECT note FROM operation_event WHERE operation = ? AND event = 'discarded' ORDER BY seq DESC LIMIT 1",
    )
    .pluck()
  return ({ seq }) => discardedBy.get(seq) === undoneNote
}

/** The initial state of the outbox; see `OutboxStore.load`. */
export function loadOutbox(ledger: ReadableDatabase): { operations: Operation[]; allPaused: boolean; nextSeq: number } {
  const last = ledger.prepare<[], number | null>('SELECT max(seq) FROM operation').pluck().get()
  return { operations: openOperations(ledger), allPaused: isAllPaused(ledger), nextSeq: (last ?? 0) + 1 }
}

const pausedSetting = 'outbox-paused'

export function isAllPaused(ledger: ReadableDatabase): boolean {
  return ledger.prepare('SELECT 1 FROM setting WHERE name = ?').get(pausedSetting) !== undefined
}

/** @throws AppError `cache/…`. */
export function setAllPaused(ledger: WritableDatabase, paused: boolean): void {
  inNewTransaction(ledger, () => {
    if (paused) ledger.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, '1')").run(pausedSetting)
    else ledger.prepare('DELETE FROM setting WHERE name = ?').run(pausedSetting)
  })
  commitOpen(ledger)
}

/** Leaves the transaction open. */
function inNewTransaction<Kept>(ledger: WritableDatabase, work: () => Kept): Kept {
  commitOpen(ledger)
  try {
    ledger.exec('BEGIN IMMEDIATE')
    return work()
  } catch (problem) {
    rollBack(ledger)
    throw toCacheError(problem)
  }
}

/**
 * Most steps do not change an operation's indexed columns. SQLite rewrites an index whenever one of its columns is set, even to
 * the same value, so the narrowest matching statement of three is used.
 */
function prepareOperations(ledger: WritableDatabase): (operation: Operation) => void {
  const same = 'seq = ? AND id = ? AND action = ? AND resource = ? AND record_id = ? AND parent_id IS ?'
  const progress = ledger.prepare(
    `UPDATE operation SET state = ?, server_id = ?, saved_at = ?, changed_at = ?, json = ?
     WHERE ${same} AND is_open = ? AND attention = ?`,
  )
  const turn = ledger.prepare(
    `UPDATE operation SET state = ?, server_id = ?, saved_at = ?, changed_at = ?, json = ?, is_open = ?, attention = ?
     WHERE ${same}`,
  )
  const put = ledger.prepare(
    `INSERT INTO operation (seq, id, action, resource, record_id, parent_id, state, is_open, attention, server_id,
       saved_at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET action = excluded.action, resource = excluded.resource,
       record_id = excluded.record_id, parent_id = excluded.parent_id, state = excluded.state,
       is_open = excluded.is_open, attention = excluded.attention, server_id = excluded.server_id,
       saved_at = excluded.saved_at, changed_at = excluded.changed_at, json = excluded.json`,
  )
  return (operation) => {
    const { seq, id, action, resource, record_id, parent_id, state, server_id, saved_at, changed_at } = operation
    const json = JSON.stringify(operation)
    const flags = [isOpen(operation) ? 1 : 0, needsAttention(operation) ? 1 : 0]
    const found = [seq, id, action, resource, record_id, parent_id]
    const said = [state, server_id, saved_at, changed_at, json]
    if (progress.run(...said, ...found, ...flags).changes > 0) return
    if (turn.run(...said, ...flags, ...found).changes > 0) return
    put.run(...found, state, ...flags, server_id, saved_at, changed_at, json)
  }
}

/** Replaces the local id with the service's where this computer alone stores something about the record. */
function prepareAdoptions(ledger: WritableDatabase): (adoption: Adoption) => void {
  const put = ledger.prepare('INSERT OR REPLACE INTO adopted (local_id, server_id) VALUES (?, ?)')
  const places = [
    ...['favourite', 'recent'].map((table) => `UPDATE OR IGNORE ${table} SET id = ? WHERE id = ?`),
    'UPDATE OR IGNORE pin SET household_id = ? WHERE household_id = ?',
    // A new number, by which the kept figures of households notice it.
    `UPDATE OR IGNORE estate_amount SET household_id = ?, seq = (SELECT max(seq) + 1 FROM estate_amount)
     WHERE household_id = ?`,
    ...['household_id', 'from_id', 'to_id'].map((column) => `UPDATE estate_link SET ${column} = ? WHERE ${column} = ?`),
    ...['own_date', 'rule_exception', 'meeting'].map(
      (table) => `UPDATE OR IGNORE ${table} SET household_id = ? WHERE household_id = ?`,
    ),
    ...ownOfRecord,
  ].map((sql) => ledger.prepare(sql))
  return ({ localId, serverId }) => {
    put.run(localId, serverId)
    for (const move of places) move.run(serverId, localId)
  }
}

/** Statements that give what this computer stores about one record to another: their inputs are the new and the old id. */
const ownOfRecord = [
  ...['own_date', 'rule_exception'].map((table) => `UPDATE OR IGNORE ${table} SET record_id = ? WHERE record_id = ?`),
  'UPDATE OR IGNORE date_mark SET subject = ? WHERE subject = ?',
  ...['from_id', 'to_id', 'source'].map(
    (column) => `UPDATE OR IGNORE role_rejection SET ${column} = ? WHERE ${column} = ?`,
  ),
  // A pair that is not the same stays so, with the id of the record that one of the two became.
  `UPDATE OR IGNORE double_apart AS d
   SET one_id = min(x.new, iif(d.one_id = x.old, d.other_id, d.one_id)),
     other_id = max(x.new, iif(d.one_id = x.old, d.other_id, d.one_id))
   FROM (SELECT ? AS new, ? AS old) x WHERE x.old IN (d.one_id, d.other_id) AND x.new NOT IN (d.one_id, d.other_id)`,
  `UPDATE fact_decision SET json = replace(json, x.local, x.server)
   FROM (SELECT '"' || ? || '"' AS server, '"' || ? || '"' AS local) x WHERE instr(json, x.local) > 0`,
]

/** Two records of one person or household that became one. `household_id`: of the person that is kept. */
export type MergedRecords = {
  resource: 'households' | 'individuals'
  from_id: string
  to_id: string
  household_id: string | null
}

const moveFavourite = (resource: MergedRecords['resource']) =>
  `INSERT OR IGNORE INTO favourite (resource, id, added_at)
   SELECT resource, ?, added_at FROM favourite WHERE resource = '${resource}' AND id = ?`

/** Statements that give what this computer stores about a household to the one that is kept, which keeps its own amount if it has one. */
const ownOfHousehold = [
  moveFavourite('households'),
  `INSERT OR IGNORE INTO estate_amount (household_id, usd, year, primaries, is_off)
   SELECT ?, usd, year, primaries, is_off FROM estate_amount WHERE household_id = ?`,
  ...ownOfRecord,
  ...['estate_link', 'own_date', 'meeting'].map(
    (table) => `UPDATE ${table} SET household_id = ? WHERE household_id = ?`,
  ),
  // An exception that both have stays, with its reason, where it was.
  'UPDATE rule_exception SET household_id = ? WHERE household_id = ? AND record_id <> household_id',
]

/** Gives what this computer stores about a record to the one that is kept. */
function prepareMergedRecords(ledger: WritableDatabase): (merged: MergedRecords, now: number) => void {
  const ofHousehold = ownOfHousehold.map((sql) => ledger.prepare(sql))
  const ofPerson = prepareMergedPeople(ledger)
  const forget = ['favourite', 'recent'].map((table) =>
    ledger.prepare(`DELETE FROM ${table} WHERE resource = ? AND id = ?`),
  )
  // Left are the pair of both, and one with a third that both have.
  const unite = ledger.prepare('DELETE FROM double_apart WHERE ? IN (one_id, other_id)')
  // Its changes stay with the deleted household, and so does the number up to which they were looked at: it says nothing of other changes.
  const unlook = ledger.prepare('DELETE FROM household_mark WHERE household_id = ?')
  return (merged, now) => {
    if (merged.resource === 'individuals') ofPerson(merged, now)
    else for (const move of ofHousehold) move.run(merged.to_id, merged.from_id)
    for (const move of forget) move.run(merged.resource, merged.from_id)
    unite.run(merged.from_id)
    unlook.run(merged.from_id)
  }
}

/**
 * Gives what this computer stores about a person to the one that is kept. A role that both have is kept once, and so is what was noted
 * between the two. A role that contradicts another one stays with the deleted person, where the user decides about it.
 */
function prepareMergedPeople(ledger: WritableDatabase): (merged: MergedRecords, now: number) => void {
  const places = [moveFavourite('individuals'), ...ownOfRecord].map((sql) => ledger.prepare(sql))
  const settle = ['own_date', 'rule_exception'].map((table) =>
    ledger.prepare(`UPDATE ${table} SET household_id = ? WHERE record_id = ? AND resource = 'individuals'`),
  )
  const sameLink = ledger.prepare(
    `UPDATE fact_decision SET link_id = (
       SELECT o.id FROM estate_link l JOIN estate_link o ON o.role = l.role AND o.removed_at IS NULL AND o.id <> l.id
         AND o.from_id = iif(l.from_id = @from, @to, l.from_id) AND o.to_id = iif(l.to_id = @from, @to, l.to_id)
       WHERE l.id = @link)
     WHERE link_id = @link AND EXISTS (SELECT 1 FROM estate_link l WHERE l.id = @link)`,
  )
  return ({ from_id, to_id, household_id }, now) => {
    const was = { resource: 'individuals', id: from_id } as const
    const node = { resource: 'individuals', id: to_id } as const
    for (const link of linksOfRecord({ ledger }, was)) {
      const end = link.from_id === from_id ? 'from' : 'to'
      const refused = moveLink(ledger, { id: link.id, end, was, node }, now).refused?.why
      if (refused === 'noted') sameLink.run({ from: from_id, to: to_id, link: link.id })
      if (refused === 'noted' || refused === 'self') setLinkRemoved(ledger, { id: link.id, removed: true }, now)
    }
    for (const move of places) move.run(to_id, from_id)
    if (household_id !== null) for (const move of settle) move.run(household_id, to_id)
  }
}

/**
 * The service's answer to a write: the record, or null for one that is gone. A valuation is stored under its entity's id. `value`
 * is the parsed JSON, if it was parsed already.
 */
export type Result = { resource: Resource; id: string; json: string | null; value?: JsonFields }

/** A stored result: the mirror remembers the number of the last result it has applied. */
export type KeptResult = Result & { seq: number }

/** Stores results and numbers them. */
function prepareResults(ledger: WritableDatabase): (results: readonly Result[], now: number) => KeptResult[] {
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

/** The ledger's row of a file waiting to be uploaded. Times are ISO 8601. */
export type StagedRow = {
  id: string
  stored_name: string
  key: Uint8Array
  size: number
  sha256: string
  media_type: string
  /** The reason why its content is not opened in another program; null if there is none. */
  caution: string | null
  /** The version of the rules by which type and caution were found; 0 for those before the first. */
  judge_version: number
  name: string
  staged_at: string
}

const columns = 'id, stored_name, key, size, sha256, media_type, caution, judge_version, name, staged_at'

/** At most 500 ids; unknown ones are left out. */
export function readStaged({ ledger }: ReadableStores, { ids }: { ids: readonly string[] }): StagedRow[] {
  return ledger
    .prepare<[string], StagedRow>(
      `SELECT ${columns} FROM staged_file WHERE id IN (SELECT value FROM json_each(?)) ORDER BY staged_at, id`,
    )
    .all(JSON.stringify(ids))
}

/** Staged files with this content, oldest first. */
export function stagedByDigest({ ledger }: ReadableStores, { sha256 }: { sha256: string }): StagedRow[] {
  return ledger
    .prepare<[string], StagedRow>(`SELECT ${columns} FROM staged_file WHERE sha256 = ? ORDER BY staged_at, id`)
    .all(sha256)
}

/** The stored name of every staged file. */
export function stagedNames({ ledger }: ReadableStores): string[] {
  return ledger.prepare<[], string>('SELECT stored_name FROM staged_file').pluck().all()
}

/** Adds a staged file; its id must be new. */
export function putStaged(ledger: WritableDatabase, row: StagedRow): void {
  ledger
    .prepare(
      `INSERT INTO staged_file (${columns})
       VALUES (@id, @stored_name, @key, @size, @sha256, @media_type, @caution, @judge_version, @name, @staged_at)`,
    )
    .run({ ...row, key: Buffer.from(row.key) })
}

type JudgedStaged = Pick<StagedRow, 'id' | 'media_type' | 'caution' | 'judge_version'>

/** Stores what a staged file was found to be; an unknown id is ignored. */
export function judgeStaged(ledger: WritableDatabase, { id, media_type, caution, judge_version }: JudgedStaged): void {
  ledger
    .prepare('UPDATE staged_file SET media_type = ?, caution = ?, judge_version = ? WHERE id = ?')
    .run(media_type, caution, judge_version, id)
}

/** Removes staged files; unknown ids are ignored. */
export function removeStaged(ledger: WritableDatabase, { ids }: { ids: readonly string[] }): void {
  ledger.prepare('DELETE FROM staged_file WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids))
}

/** A summary as it was before its first edit on this computer. */
export function readSummaryOriginal(
  { ledger }: ReadableStores,
  { id }: { id: string },
): { kept_at: string; json: string } | null {
  const found = ledger.prepare<[string], { kept_at: string; json: string }>(
    'SELECT kept_at, json FROM summary_original WHERE id = ?',
  )
  return found.get(id) ?? null
}

/** Ignored if an original exists already. */
export function keepSummaryOriginal(
  ledger: WritableDatabase,
  { id, json }: { id: string; json: string },
  now: number,
): void {
  ledger
    .prepare('INSERT INTO summary_original (id, kept_at, json) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
    .run(id, new Date(now).toISOString(), json)
}

/** A stored row of the intake tray; only the code that writes `json` interprets it. */
export type StoredIntakeRow = { id: string; staged_id: string | null; removed_at: string | null; json: string }

/** In the order they were dropped, including those removed from the tray. */
export function listIntakeRows(reader: ReadableStores): StoredIntakeRow[] {
  return reader.ledger
    .prepare<[], StoredIntakeRow>('SELECT id, staged_id, removed_at, json FROM intake_row ORDER BY seq')
    .all()
}

/** Creates rows of the tray or replaces those with the same ids, which keep their position. */
export function putIntakeRows(ledger: WritableDatabase, { rows }: { rows: readonly StoredIntakeRow[] }): void {
  const put = ledger.prepare<[string, string | null, string | null, string]>(
    `INSERT INTO intake_row (id, staged_id, removed_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET staged_id = excluded.staged_id, removed_at = excluded.removed_at, json = excluded.json`,
  )
  for (const { id, staged_id, removed_at, json } of rows) put.run(id, staged_id, removed_at, json)
}

/** Deletes rows of the tray; unknown ids are ignored. */
export function forgetIntakeRows(ledger: WritableDatabase, { ids }: { ids: readonly string[] }): void {
  const forget = ledger.prepare<[string]>('DELETE FROM intake_row WHERE id = ?')
  for (const id of ids) forget.run(id)
}

/** Ids of all staged files, including those of queued uploads. */
export function listStagedIds(reader: ReadableStores): string[] {
  return reader.ledger
    .prepare<[], { id: string }>('SELECT id FROM staged_file')
    .all()
    .map(({ id }) => id)
}
