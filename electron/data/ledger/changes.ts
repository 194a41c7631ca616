import type { JsonFields } from '../../../shared/domain/operation.ts'
import { differencesOf, type FieldDifference } from '../../../shared/domain/record-differences.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import { createOwnWrites } from './own-writes.ts'
import { type RecordChange, textOf } from './record-change.ts'

/** Keeps the changes at the service that this computer saw in the ledger. */
export type ChangeLog = {
  /** Records a change in the open batch. The caller leaves out what belongs to a first load. */
  add(change: RecordChange): void
  /** Notes, in the open batch, that the mirror has a complete copy of a resource, `isFirst`: its first. */
  copied(resource: Resource, at: number, isFirst: boolean): void
  /**
   * Deletes changes that the mirror lost: it will see them again. Called after opening; a new mirror has seen none and is a new
   * baseline.
   */
  settle(): void
  /** A batch was opened; what an earlier one recorded and did not commit is lost with it. */
  onBegin(): void
  /** Writes the changes of the open batch to the ledger; called before it is committed. */
  write(): void
  /** The open batch was lost. */
  onLost(): void
  /** The number of changes recorded in the open batch. */
  count(): number
  /** Forgets the changes of the open batch after the first `count`: the write that recorded them was undone. */
  keepOnly(count: number): void
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
    onBegin() {
      pending = []
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
