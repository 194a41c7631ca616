import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { differencesOf, type FieldDifference } from '../../../shared/domain/record-differences.ts'
import { isSame, own } from '../../../shared/domain/same.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'

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

/** Keeps the changes at the service that this computer saw in the ledger. */
export type ChangeLog = {
  /** Records a change in the open batch. The caller leaves out what belongs to a first load. */
  add(change: RecordChange): void
  /** Notes, in the open batch, that the mirror has its first complete copy of a resource. */
  copied(resource: Resource, at: number): void
  /**
   * Deletes changes that the mirror lost: it will see them again. Called after opening; a new mirror has seen none and is a new
   * baseline.
   */
  settle(): void
  /** Called just before the open batch is committed. */
  onCommit(): void
  /** The open batch was lost. */
  onLost(): void
}

type Kind = 'added' | 'changed' | 'gone'

/** A {@link ChangeLog} on one pair of connections; statements are prepared once. */
export function createChangeLog({ mirror, ledger }: { mirror: WritableDatabase; ledger: WritableDatabase }): ChangeLog {
  const insert = ledger.prepare(
    `INSERT INTO observed_change (first, resource, record_id, household_id, left_household_id, title, kind, field,
       before, after, observed_at, seen_before, operation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const nextNumber = ledger
    .prepare<[], number>(`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'observed_change'), 0) + 1`)
    .pluck()
  const last = ledger.prepare<[], number | null>('SELECT max(seq) FROM observed_change').pluck()
  const dropAfter = ledger.prepare('DELETE FROM observed_change WHERE seq > ?')
  const noted = mirror.prepare<[], number>('SELECT changes_to FROM change_state').pluck()
  const note = mirror.prepare('INSERT OR REPLACE INTO change_state (one, changes_to) VALUES (1, ?)')
  const copied = ledger.prepare(
    `INSERT INTO change_baseline (resource, first_at, last_at) VALUES (@resource, @at, @at)
     ON CONFLICT (resource) DO UPDATE SET last_at = excluded.last_at`,
  )
  const ownWrites = createOwnWrites(ledger)
  const householdOf = createHouseholds(mirror)
  let isSettled = true
  /** The number of the next row, and of the last one that the mirror has not noted; null if unknown or none. */
  let next: number | null = null
  let unnoted: number | null = null

  function settle(): void {
    const known = noted.get()
    const kept = last.get() ?? 0
    if (known === undefined) note.run(kept)
    else if (kept > known) dropAfter.run(known)
    isSettled = true
    next = null
    unnoted = null
  }

  /** Committed together with the mirror's batch, just before it. */
  function begin(): void {
    if (!ledger.inTransaction) ledger.exec('BEGIN IMMEDIATE')
  }

  return {
    settle,
    copied(resource, at) {
      begin()
      copied.run({ resource, at })
    },
    onCommit() {
      if (unnoted !== null) note.run(unnoted)
      unnoted = null
    },
    onLost() {
      isSettled = false
    },
    add(change) {
      const { resource, id, before, after, title, observedAt, seenBefore } = change
      const kind: Kind = before === null ? 'added' : after === null ? 'gone' : 'changed'
      const fields: (FieldDifference | null)[] =
        before !== null && after !== null ? differencesOf(resource, before, after) : [null]
      if (fields.length === 0) return
      if (!isSettled) settle()
      begin()
      const household = householdOf(resource, after ?? before)
      const left = before && after ? householdOf(resource, before) : household
      const own = ownWrites.of(change)
      const first = next ?? nextNumber.get() ?? 1
      let seq = first
      for (const field of fields) {
        const { lastInsertRowid } = insert.run(
          first,
          resource,
          id,
          household,
          left === household ? null : left,
          title,
          kind,
          field?.field ?? null,
          field ? JSON.stringify(field.before) : null,
          field ? JSON.stringify(field.after) : null,
          observedAt,
          seenBefore,
          own(field),
        )
        seq = Number(lastInsertRowid)
      }
      next = seq + 1
      unnoted = seq
    },
  }
}

type OwnWrites = { of(change: RecordChange): (field: FieldDifference | null) => number | null }

/** Most writes of a record that a change is compared with, the newest first. */
const mostWrites = 20

/** Finds the write of this computer that a change is: of the same record, with the same value, and perhaps being sent now. */
function createOwnWrites(ledger: WritableDatabase): OwnWrites {
  const writesWhere = (condition: string) =>
    ledger
      .prepare<[{ resource: Resource; id: string }], string>(
        `SELECT json FROM operation WHERE ${condition} ORDER BY seq DESC LIMIT ${mostWrites}`,
      )
      .pluck()
  // Each by its own index: together they would be sorted, which takes five times as long.
  const byRecord = writesWhere('record_id = @id AND resource = @resource')
  const byServerId = writesWhere('server_id = @id AND resource = @resource')
  const ofEntity = writesWhere("resource = 'valuations' AND parent_id = @id")
  return {
    of({ resource, id, before, after, seenBefore }) {
      const writesOf = (key: { resource: Resource; id: string }) => [...byServerId.all(key), ...byRecord.all(key)]
      const household = resource === 'individuals' && before === null ? textOf(after?.household_id) : null
      const writes = resource === 'valuations' ? ofEntity.all({ resource, id }) : writesOf({ resource, id })
      if (household !== null) writes.push(...byServerId.all({ resource: 'households', id: household }))
      const sent = writes.map((json): Operation => JSON.parse(json)).filter((write) => isSentSince(write, seenBefore))
      return (field) => {
        const write = sent.find(({ action, fields, ...about }) => {
          if (about.resource !== resource) return action === 'create' && after !== null && isOwnPerson(fields, after)
          if (resource === 'valuations') return after !== null && isOwnValuation(fields, after)
          if (before === null) return action === 'create'
          if (after === null) return action === 'delete'
          if (field === null || action !== 'update' || !Object.hasOwn(fields, field.field)) return false
          return isSame(own(fields, field.field), field.after)
        })
        return write?.seq ?? null
      }
    },
  }
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

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

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
