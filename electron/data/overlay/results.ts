import { hash } from 'node:crypto'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { keepValuation } from '../keep-valuation.ts'
import type { Result } from '../ledger/results.ts'
import { type GoodRecord, updatedAtOf } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Writer } from '../writer.ts'
import { loseRecord, loseValuation, receiveRecord } from './receive.ts'

/** What became of an answer in the mirror. */
export type Brought = {
  /** Resources whose rows changed. */
  changed: Resource[]
  /** Whether its record is shown by now as it will be. */
  isShown: boolean
}

/** Brings what the service answered to a write into the mirror. */
export function bringResult(writer: Writer, result: Result): Brought {
  const { resource, id, json } = result
  if (resource === 'valuations') {
    const changed = json === null ? loseValuation(writer, id) : answeredValuation(writer, id, json)
    return unshown(changed ? [resource] : [])
  }
  if (json === null) return unshown(lose(writer, resource, id))
  const value: JsonFields = result.value ?? JSON.parse(json)
  const judged = recordTables[resource].judge(value)
  if (judged.kind === 'deleted') return unshown(lose(writer, resource, judged.id))
  if (judged.kind === 'bad') {
    const digest = hash('sha256', json, 'binary').slice(0, 16)
    writer.setAside.put({ resource, digest, json, judged }, writer.now())
    return unshown([resource])
  }
  const isShown = put(writer, { resource, record: judged, json })
  if (resource === 'households') return { changed: [resource, ...bringPeople(writer, value)], isShown }
  return { changed: resource === 'individuals' ? [resource, ...tellHousehold(writer, value)] : [resource], isShown }
}

const unshown = (changed: Resource[]): Brought => ({ changed, isShown: false })

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

/** Whether it differs from what the service had; it is shown then. */
function put(writer: Writer, { resource, record, json }: Given): boolean {
  const store = writer.records[resource]
  const at = { checkedAt: writer.now(), searchedTo: store.searchedTo() }
  const { row, written } = receiveRecord(writer, { resource, record, json }, at)
  if (!written) store.confirm(row, at.checkedAt)
  writer.setAside.resolve(resource, record.id)
  writer.answers.note({ resource, id: record.id }, record.updatedAt)
  return written
}

/** People who came into being with their household are there at once, not only after the next sweep. */
function bringPeople(writer: Writer, { primary_individuals }: JsonFields): Resource[] {
  const people = (Array.isArray(primary_individuals) ? primary_individuals : []).map((person) => ({
    record: recordTables.individuals.judge(person),
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

/** A household holds copies of its primary clients, and would call itself by the old one until its next sweep. */
function tellHousehold(writer: Writer, person: JsonFields): Resource[] {
  const before = writer.overlay.serverCopy({ resource: 'households', id: String(person.household_id) })
  const household: JsonFields = before === null ? {} : JSON.parse(before)
  const others = household.primary_individuals
  if (!Array.isArray(others)) return []
  const at = others.findIndex((one) => isRecord(one) && one.id === person.id)
  if (at < 0 && person.is_primary !== true) return []
  const primary_individuals = person.is_primary
    ? at < 0
      ? [...others, person]
      : others.with(at, person)
    : others.toSpliced(at, 1)
  const value = { ...household, primary_individuals }
  const record = recordTables.households.read(value)
  if (record === null) return []
  put(writer, { resource: 'households', record, json: JSON.stringify(value) })
  return ['households']
}

function isRecord(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
