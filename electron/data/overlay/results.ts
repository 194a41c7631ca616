import { hash } from 'node:crypto'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/domain/same.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import type { Result } from '../ledger/results.ts'
import { type GoodRecord, updatedAtOf } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import { keepValuation } from '../valuations.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import { loseRecord, loseValuation, receiveRecord } from './receive.ts'

/** The effect of answers on the mirror. */
export type Brought = {
  /** Resources whose rows changed. */
  changed: ReadonlySet<Resource>
  /** True for records whose row is already up to date with pending work applied. */
  isShown(key: Key): boolean
}

/** Applies the service's answers to writes to the mirror, in the order they arrived. */
export function bringResults(writer: Writer, results: readonly Result[]): Brought {
  const changed = new Set<Resource>()
  const shown = new Set<string>()
  const people = new Map<string, JsonFields[]>()
  for (const result of results) {
    const { resources, isShown, person } = bringResult(writer, result)
    for (const resource of resources) changed.add(resource)
    if (isShown) shown.add(nameOf(result))
    if (person) people.set(String(person.household_id), [...(people.get(String(person.household_id)) ?? []), person])
  }
  for (const [household, members] of people) if (tellHousehold(writer, household, members)) changed.add('households')
  return { changed, isShown: (key) => shown.has(nameOf(key)) }
}

const nameOf = ({ resource, id }: Key) => `${resource} ${id}`

type BroughtOne = {
  resources: Resource[]
  /** True if the record's row is already up to date with pending work applied. */
  isShown?: boolean
  /** An individual of whom a household may have a copy. */
  person?: JsonFields
}

function bringResult(writer: Writer, { resource, id, json, value: known }: Result): BroughtOne {
  if (resource === 'valuations') {
    const changed = json === null ? loseValuation(writer, id) : answeredValuation(writer, id, json)
    return { resources: changed ? [resource] : [] }
  }
  if (json === null) return { resources: lose(writer, resource, id) }
  const value: JsonFields = known ?? JSON.parse(json)
  const parsed = recordTables[resource].parse(value)
  if (parsed.kind === 'deleted') return { resources: lose(writer, resource, parsed.id) }
  if (parsed.kind === 'bad') {
    const digest = hash('sha256', json, 'binary').slice(0, 16)
    writer.setAside.put({ resource, digest, json, parsed }, writer.now())
    return { resources: [resource] }
  }
  const isShown = put(writer, { resource, record: parsed, json })
  if (resource === 'individuals') return { resources: [resource], isShown, person: value }
  return { resources: resource === 'households' ? [resource, ...bringPeople(writer, value)] : [resource], isShown }
}

function answeredValuation(writer: Writer, entityId: string, json: string): boolean {
  const value: unknown = JSON.parse(json)
  const outcome = keepValuation(writer, entityId, { json, value })
  const updatedAt = updatedAtOf(value)
  if (updatedAt !== null) writer.answers.note({ resource: 'valuations', id: entityId }, updatedAt)
  writer.valuations.checked(entityId, writer.now(), outcome === 'setAside' ? 'set-aside' : 'valued')
  return outcome !== 'unchanged'
}

function lose(writer: Writer, resource: ListedResource, id: string): Resource[] {
  const row = loseRecord(writer, resource, id)
  writer.pages.forget(resource, new Set(row > 0 ? [row] : []))
  writer.setAside.resolve(resource, id)
  writer.answers.note({ resource, id }, null)
  return resource === 'entities' && loseValuation(writer, id) ? [resource, 'valuations'] : [resource]
}

type Given = { resource: ListedResource; record: GoodRecord; json: string }

/** Returns true if it differs from the service's previous copy; the row is then updated. */
function put(writer: Writer, { resource, record, json }: Given): boolean {
  const store = writer.records[resource]
  const at = { checkedAt: writer.now(), searchedTo: store.searchedTo() }
  const { row, written } = receiveRecord(writer, { resource, record, json }, at)
  if (!written) store.confirm(row, at.checkedAt)
  writer.setAside.resolve(resource, record.id)
  writer.answers.note({ resource, id: record.id }, record.updatedAt)
  return written
}

/** Adds individuals that were created with their household at once, instead of after the next sweep. */
function bringPeople(writer: Writer, { primary_individuals }: JsonFields): Resource[] {
  const people = (Array.isArray(primary_individuals) ? primary_individuals : []).map((person) => ({
    record: recordTables.individuals.parse(person),
    json: JSON.stringify(person),
  }))
  let isAny = false
  for (const { record, json } of people) {
    if (record.kind !== 'good') continue
    if (writer.overlay.serverCopy({ resource: 'individuals', id: record.id }) !== null) continue
    put(writer, { resource: 'individuals', record, json })
    isAny = true
  }
  return isAny ? ['individuals'] : []
}

/**
 * Updates a household's copies of its primary clients; otherwise its name would be based on the old ones until its next sweep.
 * Returns true if it has or had any of these individuals.
 */
function tellHousehold(writer: Writer, id: string, people: readonly JsonFields[]): boolean {
  const before = writer.overlay.serverCopy({ resource: 'households', id })
  const household: JsonFields = before === null ? {} : JSON.parse(before)
  const known = household.primary_individuals
  if (!Array.isArray(known)) return false
  const primary_individuals = people.reduce<typeof known>(withPrimary, known)
  if (primary_individuals === known) return false
  const value = { ...household, primary_individuals }
  const record = recordTables.households.read(value)
  if (record === null) return false
  put(writer, { resource: 'households', record, json: JSON.stringify(value) })
  return true
}

/** Returns the same list if the individual neither was nor becomes a primary client. */
function withPrimary(list: Json[], person: JsonFields): Json[] {
  const at = list.findIndex((one) => isRecord(one) && one.id === person.id)
  if (at < 0) return person.is_primary === true ? [...list, person] : list
  return person.is_primary === true ? list.with(at, person) : list.toSpliced(at, 1)
}

function isRecord(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
