import { hash } from 'node:crypto'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { differencesOf, type FieldDifference } from '../../../shared/domain/record-differences.ts'
import { isSame, type Json, own } from '../../../shared/lib/json.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { WaitingRows, WriteBatch } from '../write-batch.ts'

/** Keeps the changes at the service that this computer saw in the ledger. */
export type ChangeLog = WaitingRows & {
  /** Records a change in the open batch. The caller leaves out what belongs to a first load. */
  add(change: RecordChange): void
  /** Notes, in the open batch, that the mirror has a complete copy of a resource, `isFirst`: its first. */
  copied(resource: Resource, at: number, isFirst: boolean): void
  /**
   * Deletes changes that the mirror lost: it will see them again. Called after opening; a new mirror has seen none and is a new
   * baseline.
   */
  settle(): void
  /** The open batch was lost. */
  onLost(): void
}

/** One field of a change as it is stored. `operation`: the number of this computer's own write that it is; null if none. */
export type StoredField = FieldDifference & { operation: number | null }

/** The columns of `observed_change` that are written once; see `migrations/changes.ts`. */
type NewRow = {
  resource: Resource
  record_id: string
  household_id: string | null
  left_household_id: string | null
  title: string
  kind: 'added' | 'changed' | 'gone'
  fields: string
  operation: number | null
  is_own: 0 | 1
  observed_at: number
  seen_before: number | null
}

const columns = [
  'resource',
  'record_id',
  'household_id',
  'left_household_id',
  'title',
  'kind',
  'fields',
  'operation',
  'is_own',
  'observed_at',
  'seen_before',
] as const satisfies readonly (keyof NewRow)[]

/**
 * A {@link ChangeLog} on one pair of connections; statements are prepared once. Changes are written when their batch is committed,
 * all at once, so that a batch that is lost leaves none behind.
 */
export function createChangeLog({ mirror, ledger }: { mirror: WritableDatabase; ledger: WritableDatabase }): ChangeLog {
  const insert = ledger.prepare(
    `INSERT INTO observed_change (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const last = ledger.prepare<[], number | null>('SELECT max(seq) FROM observed_change').pluck()
  const dropAfter = ledger.prepare('DELETE FROM observed_change WHERE seq > ?')
  const noted = mirror.prepare<[], number>('SELECT changes_to FROM change_state').pluck()
  const note = mirror.prepare('INSERT OR REPLACE INTO change_state (one, changes_to) VALUES (1, ?)')
  const copied = ledger.prepare(
    `INSERT INTO change_baseline (resource, first_at, last_at) VALUES (@resource, @at, @at)
     ON CONFLICT (resource) DO UPDATE SET last_at = excluded.last_at`,
  )
  const baseline = ledger.prepare<[Resource], number>('SELECT 1 FROM change_baseline WHERE resource = ?').pluck()
  const ownWrites = createOwnWrites(ledger)
  const householdOf = createHouseholds(mirror)
  let isSettled = true
  let pending: NewRow[] = []

  function settle(): void {
    const known = noted.get()
    const kept = last.get() ?? 0
    if (known === undefined) note.run(kept)
    else if (kept > known) dropAfter.run(known)
    isSettled = true
  }

  /** Committed together with the mirror's batch, just before it. */
  function begin(): void {
    if (!ledger.inTransaction) ledger.exec('BEGIN IMMEDIATE')
  }

  function rowOf(change: RecordChange): NewRow | null {
    const { resource, id, before, after, title, observedAt, seenBefore } = change
    const kind = before === null ? 'added' : after === null ? 'gone' : 'changed'
    const differences = before !== null && after !== null ? differencesOf(resource, before, after) : []
    if (kind === 'changed' && differences.length === 0) return null
    const household = householdOf(resource, after ?? before)
    const left = before && after ? householdOf(resource, before) : household
    const own = ownWrites.of(change)
    const fields = differences.map((field): StoredField => ({ ...field, operation: own(field) }))
    const operation = kind === 'changed' ? null : own(null)
    const isOwn = kind === 'changed' ? isOwnChange(fields) : operation !== null
    return {
      ...{ resource, record_id: id, title, kind, operation, observed_at: observedAt, seen_before: seenBefore },
      household_id: household,
      left_household_id: left === household ? null : left,
      fields: JSON.stringify(fields),
      is_own: isOwn ? 1 : 0,
    }
  }

  return {
    settle,
    copied(resource, at, isFirst) {
      // A mirror that is older than the record of changes has its first copy already.
      if (!isFirst && baseline.get(resource) !== undefined) return
      begin()
      copied.run({ resource, at })
    },
    write() {
      if (pending.length === 0) return
      if (!isSettled) settle()
      begin()
      let seq: number | bigint = 0
      for (const row of pending) seq = insert.run(...columns.map((column) => row[column])).lastInsertRowid
      note.run(seq)
      pending = []
    },
    onLost() {
      isSettled = false
      pending = []
    },
    count: () => pending.length,
    keepOnly(count) {
      pending.length = Math.min(pending.length, count)
    },
    add(change) {
      const row = rowOf(change)
      if (row) pending.push(row)
    },
  }
}

/** True if every field of a change is this computer's own work. */
export const isOwnChange = (fields: readonly StoredField[]): boolean =>
  fields.every(({ operation }) => operation !== null)

/** The household that a record belongs to; null for a user. */
function createHouseholds(mirror: WritableDatabase): (resource: Resource, record: JsonFields | null) => string | null {
  const ofEntity = mirror.prepare<[string], string>('SELECT household_id FROM entities WHERE id = ?').pluck()
  return (resource, record) => {
    if (record === null) return null
    if (resource === 'households') return textOf(record.id)
    if (resource !== 'valuations') return textOf(record.household_id)
    const entity = textOf(record.entity_id)
    return entity === null ? null : (ofEntity.get(entity) ?? null)
  }
}

/** The service's copy of a record, before and after; null when it has none. A valuation goes by its entity's id. */
export type RecordChange = {
  resource: Resource
  id: string
  before: JsonFields | null
  after: JsonFields | null
  title: string
  /** ms since the epoch. */
  observedAt: number
  /** When the copy before was last seen, ms since the epoch; null if that is unknown. */
  seenBefore: number | null
}

/** The text of a record's field; null if it has none. */
const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

/** Finds the number of the write that explains one field of a change, or with null the record's addition or end; null if there is none. */
type OwnWrites = { of(change: RecordChange): (field: FieldDifference | null) => number | null }

/** Most writes of a record that a change is compared with, the newest first. */
const mostWrites = 20

/** Finds the write of this computer that a change is: of the same record, with the same value, and perhaps being sent now. */
function createOwnWrites(ledger: WritableDatabase): OwnWrites {
  type About = { resource: Resource; id: string; most: number }
  const writesWhere = (condition: string) =>
    ledger
      .prepare<[About], string>(`SELECT json FROM operation WHERE ${condition} ORDER BY seq DESC LIMIT @most`)
      .pluck()
  // Each by its own index: together they would be sorted, which takes five times as long.
  const byRecord = writesWhere('record_id = @id AND resource = @resource')
  const byServerId = writesWhere('server_id = @id AND resource = @resource')
  const ofEntity = writesWhere("resource = 'valuations' AND parent_id = @id")
  /** Most records were never written here: one question by the indexes tells. */
  const isWritten = ledger
    .prepare<[{ id: string }], number>(
      `SELECT EXISTS (SELECT 1 FROM operation WHERE record_id = @id) OR EXISTS (SELECT 1 FROM operation WHERE server_id = @id)
         OR EXISTS (SELECT 1 FROM operation WHERE parent_id = @id AND resource = 'valuations')`,
    )
    .pluck()
  const isKnown = (id: string | null) => id !== null && isWritten.get({ id }) === 1

  function writesOf({ resource, id, seenBefore }: RecordChange, household: string | null, most: number): Operation[] {
    const key = { resource, id, most }
    const found = resource === 'valuations' ? ofEntity.all(key) : [...byServerId.all(key), ...byRecord.all(key)]
    if (household !== null) found.push(...byServerId.all({ resource: 'households', id: household, most }))
    return found.map((json): Operation => JSON.parse(json)).filter((write) => isSentSince(write, seenBefore))
  }

  return {
    of(change) {
      const { resource, id, before, after } = change
      const household = resource === 'individuals' && before === null ? textOf(after?.household_id) : null
      if (!isKnown(id) && !isKnown(household)) return () => null
      // The answer to a write shows the newest one, so that the others are rarely read.
      const newest = writesOf(change, household, 1)
      let all: Operation[] | null = null
      return (field) => {
        const isIt = (write: Operation) => isWriteOf(write, change, field)
        const found = newest.find(isIt)
        if (found) return found.seq
        all ??= writesOf(change, household, mostWrites)
        return all.find(isIt)?.seq ?? null
      }
    },
  }
}

/** True if a write explains one field of a change, or with null the record's addition or end. */
function isWriteOf(
  { action, fields, ...about }: Operation,
  { resource, before, after }: RecordChange,
  field: FieldDifference | null,
): boolean {
  if (about.resource !== resource) return action === 'create' && after !== null && isOwnPerson(fields, after)
  if (resource === 'valuations') return after !== null && isOwnValuation(fields, after)
  if (before === null) return action === 'create'
  if (after === null) return action === 'delete'
  if (field === null || action !== 'update' || !Object.hasOwn(fields, field.field)) return false
  return isSame(own(fields, field.field), field.after)
}

/** True if the service may have got the write after the moment, ms since the epoch. */
function isSentSince({ state, sent_at }: Operation, moment: number | null): boolean {
  if (sent_at === null || !(state === 'done' || state === 'sending' || state === 'uncertain')) return false
  return moment === null || Date.parse(sent_at) >= moment
}

/** An individual created together with the household. */
const isOwnPerson = ({ primary_individuals: people }: JsonFields, after: JsonFields): boolean =>
  Array.isArray(people) &&
  people.some(
    (person) =>
      typeof person === 'object' &&
      person !== null &&
      !Array.isArray(person) &&
      isSame(own(person, 'first_name'), own(after, 'first_name')) &&
      isSame(own(person, 'last_name'), own(after, 'last_name')),
  )

const isOwnValuation = (sent: JsonFields, after: JsonFields): boolean =>
  isSame(own(sent, 'effective_date'), own(after, 'effective_date')) &&
  countOf(own(sent, 'directly_held_assets')) === countOf(own(after, 'directly_held_assets'))

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Adds the valuation before a made-up change to the observed ones: it was seen until the one after it came. */
function observeBefore(ledger: WritableDatabase, change: RecordChange, since: number): void {
  const { id, before, observedAt, seenBefore } = change
  const valuation = recordSchemas.valuations.safeParse(before).data
  const latest = ledger
    .prepare<[string], number>('SELECT max(seq) FROM observed_valuation WHERE entity_id = ?')
    .pluck()
    .get(id)
  if (valuation === undefined || latest === undefined || latest === null) return
  const json = JSON.stringify(before)
  const firstSeen = Math.min(Math.max(since, Date.parse(valuation.created_at)), seenBefore ?? observedAt)
  const { directly_held_asset_value: held, total_value: total, effective_date: date } = valuation
  const { lastInsertRowid: seq } = ledger
    .prepare(
      `INSERT INTO observed_valuation (entity_id, observed_at, valuation_id, effective_date,
         directly_held_asset_value, total_value, digest, json, checked_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
    )
    .run(id, firstSeen, valuation.id, date, held, total, hash('sha256', json, 'buffer').subarray(0, 16), json)
  // The newest has the largest number.
  ledger
    .prepare('UPDATE observed_valuation SET seq = ? + 1, observed_at = ?, checked_before = ? WHERE seq = ?')
    .run(seq, observedAt, seenBefore, latest)
  ledger.prepare("UPDATE sqlite_sequence SET seq = ? + 1 WHERE name = 'observed_valuation'").run(seq)
}

/** The made-up history of the demo firm, oldest first; times in ms since the epoch. */
export type PastChanges = { changes: readonly RecordChange[]; since: number; lookedAt: number }

/** Records the demo firm's history as if this computer had seen it, with everything before `lookedAt` looked at. */
export function insertDemoChanges(
  { ledger, batch, changes: log }: { ledger: WritableDatabase; batch: WriteBatch; changes: ChangeLog },
  { changes, since, lookedAt }: PastChanges,
): void {
  batch.write(() => {
    for (const change of changes) log.add(change)
    log.write()
    for (const change of changes) if (change.resource === 'valuations') observeBefore(ledger, change, since)
    ledger.prepare('UPDATE change_baseline SET first_at = ?, last_at = ?').run(since, since)
    ledger
      .prepare(
        `INSERT OR IGNORE INTO household_mark (household_id, looked_at, looked_to)
         SELECT household_id, @at, (SELECT coalesce(max(seq), 0) FROM observed_change WHERE observed_at <= @at)
         FROM observed_change WHERE household_id IS NOT NULL GROUP BY household_id`,
      )
      .run({ at: lookedAt })
  })
  for (const resource of new Set(changes.map((change) => change.resource))) batch.changed(resource)
  batch.commit()
}
