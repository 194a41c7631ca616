import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { effectiveRecord, effectiveValuation, type Person, type Resolve, withPeople } from './effective.ts'
import { type Key, type OpenOperations, type Part, primariesOf } from './open-operations.ts'

/** A record with its pending writes applied to the service's copy. */
export type EffectiveView = {
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
export function createEffectiveView(options: EffectiveViewOptions): (key: Key, server: string | null) => EffectiveView {
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
