import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/domain/same.ts'
import { isRecord } from '../../../shared/lib/is-record.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Result } from '../ledger/results.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Writer } from '../writer.ts'
import type { Key } from './open-operations.ts'
import { type Received, receive, sourceOf } from './receive.ts'

/**
 * Applies the service's answers to writes to the mirror, in the order they arrived. Returns a function that is true for records whose
 * row is up to date with pending work applied.
 */
export function bringResults(writer: Writer, results: readonly Result[]): (key: Key) => boolean {
  const shown = new Set<string>()
  const people = new Map<string, JsonFields[]>()
  for (const result of results) {
    const { resource, id, json } = result
    // Even the same text as before may end what is pending.
    writer.batch.changed(resource)
    const value: unknown = json === null ? null : (result.value ?? JSON.parse(json))
    const { kind } = receiveAnswer(writer, { resource, id, json, value })
    if (resource === 'valuations') continue
    if (kind === 'written') shown.add(nameOf(result))
    if ((kind !== 'written' && kind !== 'unchanged') || !isRecord<Json>(value)) continue
    if (resource === 'households') addPeople(writer, value)
    if (resource !== 'individuals') continue
    const household = String(value.household_id)
    people.set(household, [...(people.get(household) ?? []), value])
  }
  for (const [household, members] of people) updateHousehold(writer, household, members)
  return (key) => shown.has(nameOf(key))
}

const nameOf = ({ resource, id }: Key) => `${resource} ${id}`

type Answer = { resource: Resource; id: string; json: string | null; value: unknown }

function receiveAnswer(writer: Writer, { resource, id, json, value }: Answer): Received {
  const source = sourceOf(writer, resource, 'answer')
  if (resource === 'valuations') {
    const answer = json === null ? { json, status: 204 } : { json, value }
    return receive(writer, { resource, entityId: id, ...answer }, source)
  }
  return receive(writer, json === null ? { resource, id, json } : { resource, json, value }, source)
}

/** Adds individuals that were created with their household at once, instead of after the next sweep. */
function addPeople(writer: Writer, { primary_individuals }: JsonFields): void {
  for (const value of Array.isArray(primary_individuals) ? primary_individuals : []) {
    const record = recordTables.individuals.parse(value)
    if (record.kind !== 'good') continue
    const key: Key = { resource: 'individuals', id: record.id }
    if (writer.overlay.serverCopy(key) === null) receiveAnswer(writer, { ...key, json: JSON.stringify(value), value })
  }
}

/**
 * Updates a household's copies of its primary clients; otherwise its name would be based on the old ones until its next sweep. Does
 * nothing unless it has or had any of these individuals.
 */
function updateHousehold(writer: Writer, id: string, people: readonly JsonFields[]): void {
  const key: Key = { resource: 'households', id }
  const before = writer.overlay.serverCopy(key)
  const household: JsonFields = before === null ? {} : JSON.parse(before)
  const known = household.primary_individuals
  if (!Array.isArray(known)) return
  const primary_individuals = people.reduce<typeof known>(withPrimary, known)
  if (primary_individuals === known) return
  const value = { ...household, primary_individuals }
  if (recordTables.households.read(value) === null) return
  receiveAnswer(writer, { ...key, json: JSON.stringify(value), value })
}

/** Returns the same list if the individual neither was nor becomes a primary client. */
function withPrimary(list: Json[], person: JsonFields): Json[] {
  const at = list.findIndex((one) => isRecord<Json>(one) && one.id === person.id)
  if (at < 0) return person.is_primary === true ? [...list, person] : list
  return person.is_primary === true ? list.with(at, person) : list.toSpliced(at, 1)
}
