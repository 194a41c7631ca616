import { add, type Decimal, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'

import { isLocalId, localPrimaryId, needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { Json } from '../../../shared/domain/same.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { isRecord } from '../../../shared/lib/is-record.ts'
import { namesOf } from '../../../shared/records/field.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { valuationCreate } from '../../../shared/service/writes.ts'
import { type Key, type OpenOperations, type Part, primariesOf } from './open-operations.ts'

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
