import { add, type Decimal, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isLocalId, localPrimaryId, needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { isRecord, type Json } from '../../../shared/lib/json.ts'
import { namesOf } from '../../../shared/records/field.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { valuationCreate } from '../../../shared/service/writes.ts'
import type { RecordStore } from '../mirror/record-store.ts'
import { type GoodRecord, recordTables } from '../mirror/record-tables.ts'
import type { ValuationStore } from '../mirror/valuation-store.ts'
import type { WritableDatabase } from '../open-database.ts'
import { createOpenOperations, type Key, type OpenOperations, type Part, primariesOf } from './open-operations.ts'

/**
 * Keeps the rows of records with pending work up to date with that work applied, and stores the service's own copies separately;
 * always inside an open transaction of the mirror.
 */
export type Overlay = {
  /** False while the rows, or the open operations in memory, may differ from the ledger; see `replay-ledger.ts`. */
  followsLedger: boolean
  open: OpenOperations
  rows: OverlayRows
  /** Updates the row of a record whose operations changed; returns true if anything displayed has changed. */
  refresh(key: Key): boolean
  /** Applies a new copy from the service (null: the record is gone) to a record with pending work. */
  bring(key: Key, json: string | null, received?: ReceivedRecord): boolean
  /** The service's own copy of any record; null when it has none. */
  serverCopy(key: Key): string | null
  covers(key: Key): boolean
}

/** The service's copy after the schema check, and when it arrived, ms since the epoch. Not for valuations. */
export type ReceivedRecord = { record: GoodRecord; checkedAt: number }

type Parts = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  records: Readonly<Record<ListedResource, RecordStore>>
  valuations: ValuationStore
  now: () => number
}

/** An {@link Overlay} on one pair of connections, with no operations yet. */
export function createOverlay(parts: Parts): Overlay {
  const { mirror, ledger, now } = parts
  const rows = createOverlayRows(mirror)
  const adopted = ledger.prepare<[string], string>('SELECT server_id FROM adopted WHERE local_id = ?').pluck()
  const resolve = (id: string) => (isLocalId(id) ? (adopted.get(id) ?? id) : id)
  const open = createOpenOperations(resolve)
  const classes = createAssetClassNames(mirror, ledger)
  const targets = new Map<Resource, OverlayTarget>()
  const targetOf = (resource: Resource): OverlayTarget => {
    const known = targets.get(resource) ?? overlayTargetOf(parts, resource)
    targets.set(resource, known)
    return known
  }
  const look = createEffectiveView({ open, resolve, className: classes.of, serverCopy })

  function serverCopy(key: Key): string | null {
    const row = rows.find(key)
    return row ? row.server_json : targetOf(key.resource).jsonOf(key.id)
  }

  function settle(key: Key, server: string | null, received?: ReceivedRecord): boolean {
    // Without pending work the row shows the received record, which has passed the schema check already.
    if (received && server !== null && key.resource !== 'valuations' && open.of(key).length === 0) {
      rows.remove(key)
      const { record, checkedAt } = received
      const store = parts.records[key.resource]
      const isNew = store.show(record, server, { shownAt: checkedAt, checkedAt })
      if (!isNew) store.confirm(store.rowOf(key.id), checkedAt)
      return true
    }
    const before = rows.find(key)
    const after = look(key, server)
    const had = targetOf(key.resource).jsonOf(key.id)
    const noted = open.of(key).length === 0 ? null : rowOf(after, server)
    if (noted === null) rows.remove(key)
    else if (!isSame(before, noted)) rows.put(key, noted)
    if (after.json !== had) show(key, had, after.json)
    if (received && key.resource !== 'valuations') {
      const store = parts.records[key.resource]
      store.confirm(store.rowOf(key.id), received.checkedAt)
    }
    return after.json !== had || !looksSame(before, noted)
  }

  function show({ resource, id }: Key, had: string | null, json: string | null): void {
    if (json === null) targetOf(resource).remove(id)
    else targetOf(resource).show(json, JSON.parse(json), now())
    if (resource === 'valuations' && had !== null) classes.forget(namelessIn(had))
  }

  return {
    followsLedger: false,
    open,
    rows,
    serverCopy,
    refresh: (key) => settle(key, serverCopy(key)),
    bring: settle,
    covers: ({ resource, id }) => open.covered(resource)?.has(id) ?? false,
  }
}

const rowOf = ({ mark, attention, operations }: EffectiveView, server: string | null): OverlayRow => ({
  mark,
  attention: attention ? 1 : 0,
  operations: JSON.stringify(operations),
  server_json: server,
})

/** True if the displayed pending work of a record is the same. */
function looksSame(before: OverlayRow | null, after: OverlayRow | null): boolean {
  return (
    before?.mark === after?.mark && before?.attention === after?.attention && before?.operations === after?.operations
  )
}

const isSame = (before: OverlayRow | null, after: OverlayRow) =>
  before !== null && looksSame(before, after) && before.server_json === after.server_json

/** Asset classes that a valuation logged here contains only by id, without a name. */
function namelessIn(json: string): string[] {
  const valuation = recordSchemas.valuations.safeParse(JSON.parse(json))
  if (!valuation.success || !isLocalId(valuation.data.id)) return []
  const classes = valuation.data.directly_held_assets.map(({ asset_class }) => asset_class)
  return classes.filter(({ id, display_name }) => id === display_name).map(({ id }) => id)
}

type AssetClassNames = {
  /** An asset class's name if this computer knows it, else its id. */
  of(id: string): string
  /** Called for classes without a name that pending work no longer uses: deleted unless something else uses them. */
  forget(ids: readonly string[]): void
}

function createAssetClassNames(mirror: WritableDatabase, ledger: WritableDatabase): AssetClassNames {
  const seen = mirror.prepare<[string], string>('SELECT name FROM asset_class WHERE id = ? AND name <> id').pluck()
  const known = ledger
    .prepare<[string], string | null>('SELECT coalesce(name, given_name) FROM known_asset_class WHERE id = ?')
    .pluck()
  const forget = mirror.prepare(
    `DELETE FROM asset_class WHERE id = ? AND name = id
       AND NOT EXISTS (SELECT 1 FROM holding h WHERE h.class = asset_class.row)`,
  )
  return {
    of: (id) => seen.get(id) ?? known.get(id) ?? id,
    forget: (ids) => {
      for (const id of ids) forget.run(id)
    },
  }
}

/** The mirror's row for a record with pending work. */
type OverlayRow = {
  mark: PendingMark | null
  attention: number
  /** Ids as a JSON array. */
  operations: string
  /** The service's own copy; null when it has none. */
  server_json: string | null
}

/** The mirror's table of records with pending work; always inside an open transaction. */
type OverlayRows = {
  find(key: Key): OverlayRow | null
  put(key: Key, row: OverlayRow): void
  remove(key: Key): void
  keys(): Key[]
  /** Rows of a resource's table that the service does not have. */
  unserved(resource: ListedResource): Set<number>
  /** Number of the last ledger result that this mirror has applied; null for a new mirror. */
  resultsTo(): number | null
  setResultsTo(seq: number): void
}

/** {@link OverlayRows} on one connection; statements are prepared once. */
function createOverlayRows(db: WritableDatabase): OverlayRows {
  const find = db.prepare<[string, string], OverlayRow>(
    'SELECT mark, attention, operations, server_json FROM overlay WHERE resource = ? AND id = ?',
  )
  const put = db.prepare(
    'INSERT OR REPLACE INTO overlay (resource, id, mark, attention, operations, server_json) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM overlay WHERE resource = ? AND id = ?')
  const keys = db.prepare<[], { resource: Resource; id: string }>('SELECT resource, id FROM overlay')
  const resultsTo = db.prepare<[], number>('SELECT results_to FROM outbox_state').pluck()
  const setResultsTo = db.prepare('INSERT OR REPLACE INTO outbox_state (one, results_to) VALUES (1, ?)')
  return {
    find: ({ resource, id }) => find.get(resource, id) ?? null,
    put: ({ resource, id }, { mark, attention, operations, server_json }) =>
      put.run(resource, id, mark, attention, operations, server_json),
    remove: ({ resource, id }) => remove.run(resource, id),
    keys: () => keys.all(),
    unserved(resource) {
      const rows = db.prepare<[string], number>(
        `SELECT t.row FROM overlay o JOIN ${recordTables[resource].table} t ON t.id = o.id
         WHERE o.resource = ? AND o.server_json IS NULL`,
      )
      return new Set(rows.pluck().all(resource))
    },
    resultsTo: () => resultsTo.get() ?? null,
    setResultsTo: (seq) => setResultsTo.run(seq),
  }
}

/** The rows of one resource that the overlay changes: by id, or for a valuation by its entity's id. */
type OverlayTarget = {
  jsonOf(id: string): string | null
  /** Displays this record; false when it is displayed already, or does not match its schema. */
  show(json: string, record: JsonFields, shownAt: number): boolean
  remove(id: string): void
}

type Stores = { records: Readonly<Record<ListedResource, RecordStore>>; valuations: ValuationStore }

/** The {@link OverlayTarget} of a resource. */
function overlayTargetOf({ records, valuations }: Stores, resource: Resource): OverlayTarget {
  if (resource === 'valuations') return valuationTarget(valuations)
  const store = records[resource]
  return {
    jsonOf: store.jsonOf,
    show(json, record, shownAt) {
      const parsed = recordTables[resource].parse(record)
      return parsed.kind === 'good' && store.show(parsed, json, { shownAt, checkedAt: null })
    },
    remove(id) {
      const row = store.rowOf(id)
      if (row > 0) store.remove(row)
    },
  }
}

function valuationTarget(store: ValuationStore): OverlayTarget {
  return {
    jsonOf: store.jsonOf,
    show(json, record, shownAt) {
      const parsed = recordSchemas.valuations.safeParse(record)
      return parsed.success && store.put(parsed.data, json, shownAt)
    },
    remove: (id) => void store.remove(id),
  }
}

/** Maps a local id to the service's id, if it has one; returns any other id unchanged. */
type Resolve = (id: string) => string

/**
 * A record of any kind but a valuation, with pending writes applied: the service's copy, else the one created here, else the base
 * of an edit, and over it the fields of every edit in order. Null when nothing is known of it.
 */
function effectiveRecord(server: JsonFields | null, parts: readonly Part[], resolve: Resolve): JsonFields | null {
  const own = parts.filter(({ role }) => role !== 'person')
  const began = server ?? firstOf(own.map(madeHere)) ?? firstOf(own.map(({ operation }) => operation.base))
  if (began === null) return null
  const edits = own.filter(({ operation }) => operation.action === 'update').map(({ operation }) => operation.fields)
  return resolved(Object.assign({}, began, ...edits), resolve)
}

/** A household, with individuals added to or removed from its primary clients by pending writes. */
function withPeople(household: JsonFields, people: readonly Person[]): JsonFields {
  const before = Array.isArray(household.primary_individuals) ? household.primary_individuals : []
  const after = people.reduce<typeof before>((list, { record, joins }) => {
    const at = list.findIndex((one) => isRecord<Json>(one) && one.id === record.id)
    if (at >= 0) return record.is_primary === true ? list.with(at, record) : list.toSpliced(at, 1)
    return joins && record.is_primary === true ? list.concat([record]) : list
  }, before)
  return after === before ? household : { ...household, primary_individuals: after }
}

/** An individual with pending writes applied, and whether a write makes them a primary client. */
type Person = { record: JsonFields; joins: boolean }

const firstOf = (records: readonly (JsonFields | null)[]) => records.find((record) => record !== null) ?? null

/** The record that a pending creation makes. */
function madeHere({ operation, role, index }: Part): JsonFields | null {
  if (operation.action !== 'create') return null
  if (role === 'primary') return primaryIndividual(operation, index)
  const { record_id: id, parent_id, resource, fields } = operation
  const { primary_individuals: _, ...own } = fields
  if (resource === 'individuals') {
    return { id, ...stampsOf(operation), ...noFlags, ...own, household_id: parent_id ?? fields.household_id ?? '' }
  }
  return { id, ...stampsOf(operation), ...own }
}

function primaryIndividual(operation: Operation, index: number): JsonFields | null {
  const people = operation.fields.primary_individuals
  const person = Array.isArray(people) ? people[index] : null
  const id = localPrimaryId(operation.record_id, index)
  if (!isRecord<Json>(person) || id === null) return null
  return { id, ...stampsOf(operation), ...noFlags, ...person, is_primary: true, household_id: operation.record_id }
}

const stampsOf = ({ saved_at }: Operation) => ({ created_at: saved_at, updated_at: saved_at })

/** The service answers every flag; a creation names only those that are set. */
const noFlags: JsonFields = Object.fromEntries(namesOf(individualFields, 'flag').map((name) => [name, false]))

/** Replaces local ids in a record's fields with the service's ids where they are known. */
function resolved(record: JsonFields, resolve: Resolve): JsonFields {
  const entries = Object.entries(record).map(([field, value]) =>
    typeof value === 'string' && isLocalId(value) ? [field, resolve(value)] : [field, value],
  )
  return Object.fromEntries(entries)
}

type Options = { parts: readonly Part[]; className: (id: string) => string }

/**
 * An entity's latest valuation with pending writes applied: starting from the service's, each valuation logged here replaces the
 * one before unless its date is older. `own` is true if the result was logged here.
 */
function effectiveValuation(
  server: JsonFields | null,
  { parts, className }: Options,
): { record: JsonFields | null; own: boolean } {
  let latest = server
  for (const { operation } of parts) {
    const made = loggedHere(operation, className)
    if (made && (latest === null || String(made.effective_date) >= String(latest.effective_date))) latest = made
  }
  return { record: latest, own: latest !== server }
}

function loggedHere(operation: Operation, className: (id: string) => string): JsonFields | null {
  const { record_id: id, parent_id, fields, saved_at } = operation
  const sent = valuationCreate.safeParse(fields)
  if (!sent.success || parent_id === null) return null
  const { directly_held_assets: assets, effective_date, description } = sent.data
  const sum = toNumber(assets.reduce((total, { value }) => add(total, toDecimal(value)), zero))
  return {
    id,
    created_at: saved_at,
    updated_at: saved_at,
    entity_id: parent_id,
    effective_date,
    directly_held_asset_value: sum,
    directly_held_assets: assets.map(({ asset_class_id, display_name, value, external_id }, index) => ({
      id: `${id}_asset_${index}`,
      asset_class: { id: asset_class_id, display_name: className(asset_class_id) },
      display_name,
      value,
      ...(external_id === undefined ? {} : { external_id }),
    })),
    total_value: sum,
    ...(description === undefined ? {} : { description }),
  }
}

/** The number that is nearest to an exact sum; JSON has none beyond the largest, which is then used. */
const toNumber = ({ units, scale }: Decimal) =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(`${units}e-${scale}`)))

/** A record with its pending writes applied to the service's copy. */
type EffectiveView = {
  /** Null when nothing is known of it. */
  json: string | null
  mark: PendingMark | null
  attention: boolean
  /** Ids of the operations on it. */
  operations: string[]
}

type EffectiveViewOptions = {
  open: OpenOperations
  resolve: Resolve
  className: (id: string) => string
  /** The service's own copy of any record. */
  serverCopy: (key: Key) => string | null
}

/** Returns a function that computes the view of a record from the service's copy, `server`. */
function createEffectiveView(options: EffectiveViewOptions): (key: Key, server: string | null) => EffectiveView {
  const { open, resolve, className, serverCopy } = options
  const recordOf = (key: Key, server: string | null): JsonFields | null => {
    const found = effectiveRecord(parsed(server), open.of(key), resolve)
    return found && { ...found, id: key.id }
  }
  const peopleOf = (key: Key): Person[] =>
    open
      .of(key)
      .flatMap(personsOf)
      .flatMap(({ id, joins }) => {
        const person: Key = { resource: 'individuals', id: resolve(id) }
        const record = recordOf(person, serverCopy(person))
        return record ? [{ record, joins }] : []
      })
  const valuationOf = (key: Key, server: string | null): Pick<EffectiveView, 'json' | 'mark'> => {
    const { record, own } = effectiveValuation(parsed(server), { parts: open.of(key), className })
    return own ? { json: JSON.stringify(record), mark: 'created' } : { json: server, mark: null }
  }
  const jsonOf = (key: Key, server: string | null): Pick<EffectiveView, 'json' | 'mark'> => {
    const record = recordOf(key, server)
    if (record === null) return { json: null, mark: null }
    const whole = key.resource === 'households' ? withPeople(record, peopleOf(key)) : record
    return { json: sameText(whole, server), mark: markOf(open.of(key)) }
  }
  return (key, server) => {
    const parts = open.of(key)
    if (parts.length === 0) return { json: server, mark: null, attention: false, operations: [] }
    const own = parts.filter(({ role }) => role !== 'person').map(({ operation }) => operation)
    const shown = key.resource === 'valuations' ? valuationOf(key, server) : jsonOf(key, server)
    return { ...shown, attention: own.some(needsAttention), operations: own.map(({ id }) => id) }
  }
}

const parsed = (json: string | null): JsonFields | null => (json === null ? null : JSON.parse(json))

/** The service's own text if it has the same content. */
function sameText(record: JsonFields, server: string | null): string {
  const json = JSON.stringify(record)
  return server !== null && JSON.stringify(JSON.parse(server)) === json ? server : json
}

function markOf(parts: readonly Part[]): PendingMark | null {
  const own = parts.filter(({ role }) => role !== 'person')
  if (own.length === 0) return null
  if (own.some(({ operation, role }) => role === 'own' && operation.action === 'delete')) return 'deleted'
  return own.some(({ operation }) => operation.action === 'create') ? 'created' : 'changed'
}

/** The individuals of a household that an operation affects, in its order. */
function personsOf({ operation, role }: Part): { id: string; joins: boolean }[] {
  if (role === 'person') return [{ id: operation.record_id, joins: joins(operation) }]
  return primariesOf(operation).map((id) => ({ id, joins: true }))
}

const joins = ({ action, fields }: Operation) => action === 'create' || 'is_primary' in fields
