import { isLocalId, type JsonFields, needsAttention, type Operation } from '../../../shared/domain/operation.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { RecordStore } from '../mirror/record-store.ts'
import type { ValuationStore } from '../mirror/valuation-store.ts'
import type { Db } from '../open-database.ts'
import { type AssetClassNames, createAssetClassNames } from './asset-class-names.ts'
import { effectiveRecord, type Person, withPeople } from './effective.ts'
import { effectiveValuation } from './effective-valuation.ts'
import { createOpenOperations, type Key, type OpenOperations, type Part, primariesOf } from './open-operations.ts'
import { createOverlayRows, type OverlayRow, type OverlayRows } from './overlay-rows.ts'
import { type Shelf, shelfOf } from './shelf.ts'

/**
 * Keeps the rows of records with pending work as they will be, and the service's own copies beside them; always inside an
 * open transaction of the mirror.
 */
export type Overlay = {
  open: OpenOperations
  rows: OverlayRows
  /** Shows a record anew after what there is of it changed; whether anything that is shown did. */
  refresh(key: Key): boolean
  /** The service's copy changed (null: it has none any more), of a record with pending work. */
  bring(key: Key, json: string | null): boolean
  /** The service's own copy of any record; null when it has none. */
  serverCopy(key: Key): string | null
  covers(key: Key): boolean
}

type Parts = {
  mirror: Db
  ledger: Db
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
  const shelf = (resource: Resource): Shelf => shelfOf(parts, resource)
  const look = createLook({ open, resolve, classes, serverCopy })

  function serverCopy(key: Key): string | null {
    const row = rows.find(key)
    return row ? row.server_json : shelf(key.resource).jsonOf(key.id)
  }

  function settle(key: Key, server: string | null): boolean {
    const before = rows.find(key)
    const shown = shelf(key.resource)
    const had = shown.jsonOf(key.id)
    const parts = open.of(key)
    if (parts.length === 0) rows.remove(key)
    const { json, mark } = look(key, server)
    const noted = { ...noteOf(parts), mark, server_json: server }
    const isNew =
      before === null || Object.entries(noted).some(([name, value]) => before[name as keyof OverlayRow] !== value)
    if (parts.length > 0 && isNew) rows.put(key, noted)
    if (json === null) shown.remove(key.id)
    else if (json !== had) shown.show(json, JSON.parse(json), now())
    if (had !== null && had !== json) forgetClasses(key, had)
    return json !== had || before?.mark !== mark || before?.attention !== noted.attention || isOther(before, noted)
  }

  function forgetClasses({ resource }: Key, json: string): void {
    const had: { id: string; directly_held_assets?: { asset_class: { id: string; display_name: string } }[] } =
      resource === 'valuations' ? JSON.parse(json) : { id: '' }
    const nameless = (had.directly_held_assets ?? []).filter(
      ({ asset_class: { id, display_name } }) => id === display_name,
    )
    if (isLocalId(had.id)) classes.forget(nameless.map(({ asset_class }) => asset_class.id))
  }

  return {
    open,
    rows,
    serverCopy,
    refresh: (key) => settle(key, serverCopy(key)),
    bring: settle,
    covers: ({ resource, id }) => open.covered(resource)?.has(id) ?? false,
  }
}

const isOther = (before: { operations: string } | null, after: { operations: string }) =>
  (before?.operations ?? '[]') !== after.operations

function noteOf(parts: readonly Part[]): { attention: number; operations: string } {
  const own = parts.filter(({ role }) => role !== 'person').map(({ operation }) => operation)
  return {
    attention: own.some(needsAttention) ? 1 : 0,
    operations: JSON.stringify(own.map(({ id }) => id)),
  }
}

type LookOptions = {
  open: OpenOperations
  resolve: (id: string) => string
  classes: AssetClassNames
  serverCopy: (key: Key) => string | null
}

/** What a record looks like over the service's copy: its JSON, null when nothing is known of it, and its mark. */
function createLook({ open, resolve, classes, serverCopy }: LookOptions) {
  const recordOf = (key: Key, server: string | null): JsonFields | null => {
    const found = effectiveRecord(parsed(server), open.of(key), resolve)
    return found && { ...found, id: key.id }
  }
  const peopleOf = (key: Key): Person[] => {
    const people = open.of(key).flatMap(({ operation, role }) => personsOf(operation, role))
    return people.flatMap(({ id, joins }) => {
      const person: Key = { resource: 'individuals', id: resolve(id) }
      const record = recordOf(person, serverCopy(person))
      return record ? [{ record, joins }] : []
    })
  }
  return (key: Key, server: string | null): { json: string | null; mark: PendingMark | null } => {
    const parts = open.of(key)
    if (parts.length === 0) return { json: server, mark: null }
    if (key.resource === 'valuations') {
      const { record, own } = effectiveValuation(parsed(server), { parts, className: classes.of })
      return own ? { json: JSON.stringify(record), mark: 'created' } : { json: server, mark: null }
    }
    const record = recordOf(key, server)
    if (record === null) return { json: null, mark: null }
    const whole = key.resource === 'households' ? withPeople(record, peopleOf(key)) : record
    return { json: sameText(whole, server), mark: markOf(parts) }
  }
}

const parsed = (json: string | null): JsonFields | null => (json === null ? null : JSON.parse(json))

/** The service's own words, where they say the same. */
function sameText(record: JsonFields, server: string | null): string {
  const json = JSON.stringify(record)
  return server !== null && JSON.stringify(JSON.parse(server)) === json ? server : json
}

function markOf(parts: readonly Part[]): PendingMark | null {
  const own = parts.filter(({ role }) => role !== 'person')
  const actions = own.map(({ operation }) => operation.action)
  if (own.length === 0) return null
  if (own.some(({ operation, role }) => role === 'own' && operation.action === 'delete')) return 'deleted'
  return actions.includes('create') ? 'created' : 'changed'
}

/** People of a household whom an operation is about, in its order. */
function personsOf(operation: Operation, role: Part['role']): { id: string; joins: boolean }[] {
  if (role === 'person') {
    return [{ id: operation.record_id, joins: operation.action === 'create' || 'is_primary' in operation.fields }]
  }
  return primariesOf(operation).map((id) => ({ id, joins: true }))
}
