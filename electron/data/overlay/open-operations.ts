import type { Operation } from '../../../shared/domain/operation.ts'
import { isLocalId, isOpen, localPrimaryId, needsAttention } from '../../../shared/domain/operation-rules.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'

/** A record that is the target of writes; a valuation is identified by its entity. */
export type Key = { resource: Resource; id: string }

/**
 * The effect of an operation on a record:
 * - `own`: the record is its target
 * - `primary`: it creates the record as one of a new household's individuals; `index` is the position among them
 * - `person`: its target is an individual who may be named in the record, a household
 */
export type Part = { role: 'own' | 'primary' | 'person'; operation: Operation; index: number }

/** Operations that are neither done nor discarded, by the records they affect; in memory, from the ledger. */
export type OpenOperations = {
  /** Replaces all operations with these. */
  load(operations: readonly Operation[]): void
  /** Each is new or replaces the one with its id. Returns every record whose display may have changed. */
  replace(operations: readonly Operation[]): Key[]
  /** These local ids now have an id at the service. Returns every record whose display may have changed. */
  adopted(localIds: readonly string[]): Key[]
  /** The operations on a record, in the order they were made. */
  of(key: Key): Part[]
  /** The other records that show this record's operations: an individual's household, a new household's individuals. */
  together(key: Key): Key[]
  /** Ids of a resource's records with operations; null if there are none. */
  covered(resource: Resource): ReadonlySetLike | null
  keys(): Key[]
}

export type ReadonlySetLike = { has(id: string): boolean }

type Placed = { operation: Operation; keys: Key[]; mentions: string[] }

/** @param resolve - maps a local id to the service's id, if it has one; returns any other id unchanged */
export function createOpenOperations(resolve: (id: string) => string): OpenOperations {
  const placed = new Map<string, Placed>()
  const parts = new Map<Resource, Map<string, Part[]>>()
  const mentioning = new Map<string, Set<string>>()

  const take = (operationId: string): Key[] => {
    const before = placed.get(operationId)
    if (!before) return []
    placed.delete(operationId)
    for (const { resource, id } of before.keys) {
      const left = (parts.get(resource)?.get(id) ?? []).filter(({ operation }) => operation.id !== operationId)
      if (left.length > 0) parts.get(resource)?.set(id, left)
      else parts.get(resource)?.delete(id)
    }
    for (const name of before.mentions) mentioning.get(name)?.delete(operationId)
    return before.keys
  }

  const place = (operation: Operation): Key[] => {
    if (!isOpen(operation)) return []
    const found = partsOf(operation, resolve)
    for (const { key, part } of found) {
      const ofResource = parts.get(key.resource) ?? new Map<string, Part[]>()
      parts.set(key.resource, ofResource)
      const all = [...(ofResource.get(key.id) ?? []), part]
      ofResource.set(
        key.id,
        all.sort((a, b) => a.operation.seq - b.operation.seq),
      )
    }
    const mentions = mentionsOf(operation)
    for (const name of mentions) mentioning.set(name, (mentioning.get(name) ?? new Set()).add(operation.id))
    const keys = found.map(({ key }) => key)
    placed.set(operation.id, { operation, keys, mentions })
    return keys
  }

  return {
    load(operations) {
      placed.clear()
      parts.clear()
      mentioning.clear()
      for (const operation of operations) place(operation)
    },
    replace: (operations) =>
      operations.flatMap((operation) => {
        const before = placed.get(operation.id)?.operation
        const keys = [...take(operation.id), ...place(operation)]
        return before && looksTheSame(before, operation) ? [] : keys
      }),
    adopted: (localIds) =>
      localIds.flatMap((name) =>
        [...(mentioning.get(name) ?? [])].flatMap((operationId) => {
          const operation = placed.get(operationId)?.operation
          return operation ? [...take(operationId), ...place(operation)] : []
        }),
      ),
    of: ({ resource, id }) => parts.get(resource)?.get(id) ?? [],
    together: ({ resource, id }) =>
      (parts.get(resource)?.get(id) ?? [])
        .flatMap(({ operation }) => placed.get(operation.id)?.keys ?? [])
        .filter((other) => other.resource !== resource),
    covered(resource) {
      const ofResource = parts.get(resource)
      return ofResource && ofResource.size > 0 ? ofResource : null
    },
    keys: () => [...parts].flatMap(([resource, ids]) => [...ids.keys()].map((id) => ({ resource, id }))),
  }
}

/** Most steps of a write only record its progress and do not change how a record is displayed. */
function looksTheSame(before: Operation, after: Operation): boolean {
  const looksOf = ({ action, record_id, parent_id, fields, base }: Operation) =>
    JSON.stringify([action, record_id, parent_id, fields, base?.updated_at])
  const isAsOpen = isOpen(before) === isOpen(after) && needsAttention(before) === needsAttention(after)
  return isAsOpen && looksOf(before) === looksOf(after)
}

type Found = { key: Key; part: Part }

function partsOf(operation: Operation, resolve: (id: string) => string): Found[] {
  const { resource, record_id, parent_id } = operation
  const part = (role: Part['role'], index = 0): Part => ({ role, operation, index })
  const id = resource === 'valuations' ? (parent_id ?? '') : resolve(record_id)
  const own: Found = { key: { resource, id }, part: part('own') }
  if (resource === 'households') return [own, ...primariesOf(operation).map((found, at) => primary(found, part, at))]
  const household = resource === 'individuals' ? householdOf(operation) : null
  if (household === null) return [own]
  return [own, { key: { resource: 'households', id: resolve(household) }, part: part('person') }]
}

const primary = (id: string, part: (role: Part['role'], index: number) => Part, index: number): Found => ({
  key: { resource: 'individuals', id },
  part: part('primary', index),
})

/** Local ids of the individuals that are created with a new household. */
export function primariesOf({ action, resource, record_id, fields }: Operation): string[] {
  const people = fields.primary_individuals
  if (resource !== 'households' || action !== 'create' || !Array.isArray(people)) return []
  return people.flatMap((_, index) => localPrimaryId(record_id, index) ?? [])
}

/** Fields of an individual that affect the household's name. */
const naming = ['first_name', 'middle_name', 'last_name', 'suffix', 'is_primary']

/** The household whose display is changed by an operation on an individual; null if there is none. */
function householdOf({ action, parent_id, fields, base }: Operation): string | null {
  const household = action === 'create' ? (parent_id ?? fields.household_id) : base?.household_id
  const changes = action === 'create' ? fields.is_primary === true : naming.some((field) => field in fields)
  return changes && typeof household === 'string' ? household : null
}

/** Local ids in an operation, except in long texts. */
function mentionsOf({ record_id, parent_id, fields, base }: Operation): string[] {
  const named = [record_id, parent_id, base?.household_id, ...Object.values(fields)]
  return [...new Set(named.filter((value) => typeof value === 'string').filter(isLocalId))]
}

type PendingSql = {
  /** The columns `pending` and `attention`. */
  columns: string
  join: string
}

const joinOn = (alias: string, resource: Resource, id: string) =>
  `LEFT JOIN overlay ${alias} ON ${alias}.resource = '${resource}' AND ${alias}.id = ${id}`

/** No write edits an entity itself, so an entity without a pending creation or deletion is marked as changed by its valuation. */
const ofEntities: PendingSql = {
  columns: `coalesce(e.mark, CASE WHEN o.mark IS NOT NULL THEN 'changed' END) AS pending,
    max(coalesce(e.attention, 0), coalesce(o.attention, 0)) AS attention`,
  join: `${joinOn('o', 'valuations', 't.id')} ${joinOn('e', 'entities', 't.id')}`,
}

/** SQL for a row's pending work, over its own table as `t`; a valuation's is stored under its entity. */
export function pendingSql(resource: Resource): PendingSql {
  if (resource === 'entities') return ofEntities
  return {
    columns: 'o.mark AS pending, coalesce(o.attention, 0) AS attention',
    join: joinOn('o', resource, resource === 'valuations' ? 't.entity_id' : 't.id'),
  }
}

/** SQL for one row's mark alone. Parameter: its row number. */
export function markSql(resource: Resource): string {
  const { columns, join } = pendingSql(resource)
  return `SELECT ${columns} FROM ${tableOf(resource)} t ${join} WHERE t.row = ?`
}

type Stored = { mark: PendingMark | null; attention: number; operations: string }

/** The pending work of a record, by the id it is stored under (for a valuation its entity's); null when there is none. */
export function pendingOf(mirror: ReadableDatabase, resource: Resource, id: string): PendingWork | null {
  const select = mirror.prepare<[string, string], Stored>(
    'SELECT mark, attention, operations FROM overlay WHERE resource = ? AND id = ?',
  )
  const own = workOf(select.get(resource, id))
  if (own !== null || resource !== 'entities') return own
  const valuation = workOf(select.get('valuations', id))
  return valuation && { ...valuation, mark: 'changed' }
}

function workOf(found: Stored | undefined): PendingWork | null {
  if (!found || found.mark === null) return null
  return { mark: found.mark, attention: found.attention === 1, operations: JSON.parse(found.operations) }
}
