import { hash } from 'node:crypto'
import { type Household, household } from '../../../shared/service/household.ts'
import type { Individual } from '../../../shared/service/individual.ts'
import { individual } from '../../../shared/service/individual.ts'
import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { keepValuation } from '../keep-valuation.ts'
import type { Result } from '../ledger/results.ts'
import { updatedAtOf } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Writer } from '../writer.ts'
import { loseRecord, loseValuation, receiveRecord } from './receive.ts'

/** Brings what the service answered to a write into the mirror; the resources whose rows changed. */
export function bringResult(writer: Writer, { resource, id, json }: Result): Resource[] {
  if (resource === 'valuations') {
    const changed = json === null ? loseValuation(writer, id) : answeredValuation(writer, id, json)
    return changed ? [resource] : []
  }
  if (json === null) return lose(writer, resource, id)
  const value: unknown = JSON.parse(json)
  const judged = recordTables[resource].judge(value)
  if (judged.kind === 'deleted') return lose(writer, resource, judged.id)
  if (judged.kind === 'bad') {
    const digest = hash('sha256', json, 'binary').slice(0, 16)
    writer.setAside.put({ resource, digest, json, judged }, writer.now())
    return [resource]
  }
  put(writer, resource, json)
  if (resource === 'households') return [resource, ...bringPeople(writer, household.parse(value))]
  return resource === 'individuals' ? [resource, ...tellHousehold(writer, individual.parse(value))] : [resource]
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

function put(writer: Writer, resource: ListedResource, json: string): void {
  const record = recordTables[resource].judge(JSON.parse(json))
  if (record.kind !== 'good') return
  const store = writer.records[resource]
  const at = { checkedAt: writer.now(), searchedTo: store.searchedTo() }
  const { row } = receiveRecord(writer, { resource, record, json }, at)
  store.confirm(row, at.checkedAt)
  writer.setAside.resolve(resource, record.id)
  writer.answers.note({ resource, id: record.id }, record.updatedAt)
}

/** People who came into being with their household are there at once, not only after the next sweep. */
function bringPeople(writer: Writer, { primary_individuals }: Household): Resource[] {
  const unknown = (primary_individuals ?? []).filter(
    ({ id }) => writer.overlay.serverCopy({ resource: 'individuals', id }) === null,
  )
  for (const person of unknown) put(writer, 'individuals', JSON.stringify(person))
  return unknown.length > 0 ? ['individuals'] : []
}

/** A household holds copies of its primary clients, and would call itself by the old one until its next sweep. */
function tellHousehold(writer: Writer, person: Individual): Resource[] {
  const json = writer.overlay.serverCopy({ resource: 'households', id: person.household_id })
  const parsed = household.safeParse(json === null ? null : JSON.parse(json))
  if (!parsed.success || !parsed.data.primary_individuals) return []
  const others = parsed.data.primary_individuals
  const at = others.findIndex(({ id }) => id === person.id)
  if (at < 0 && !person.is_primary) return []
  const primary_individuals = person.is_primary
    ? at < 0
      ? [...others, person]
      : others.with(at, person)
    : others.toSpliced(at, 1)
  put(writer, 'households', JSON.stringify({ ...parsed.data, primary_individuals }))
  return ['households']
}
