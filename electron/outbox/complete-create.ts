import type { JsonFields, Operation, OperationEvent } from '../../shared/domain/operation.ts'
import { localPrimaryId } from '../../shared/domain/operation-rules.ts'
import type { OutboxCommit, ServerRecord } from '../data/ledger/operations.ts'
import { bytesOf, isFields, mergeCommits, type OpenOperations, siblingsKey, transition } from './operations.ts'

export type Created = {
  record: JsonFields
  bytes: Uint8Array<ArrayBuffer>
  operations: OpenOperations
  event: OperationEvent
  remark: string | null
  /** True if `record` is the newest known version, so that the mirror should show it. */
  isNewest: boolean
  /** True if the people of a new household were read from the service already: the answer is completed as it is. */
  isPeopleRead?: boolean
}

/**
 * The service has the new record: the operation is done, operations that use its local id now use the real one, and no other
 * operation can take the record for its own.
 */
export function completeCreate(operation: Operation, created: Created): OutboxCommit {
  const { record, operations, event, remark } = created
  if (created.isPeopleRead !== true && lacksPeople(operation, record)) return awaitPeople(operation, created)
  const serverId = String(record.id)
  const records = serverRecords(operation, created)
  const done = transition(
    operation,
    { state: 'done', server_id: serverId, question: null, problem: null, not_before: null, remark },
    event,
    { records },
  )
  const ids = new Map([[operation.record_id, serverId], ...primaryIds(operation, record)])
  const others: Operation[] = []
  for (const other of operations.all()) {
    if (other.id === operation.id) continue
    const renamed = renamedIn(other, ids, record)
    const claimed = claimedIn(renamed, operation, serverId)
    if (claimed !== other) others.push({ ...claimed, changed_at: event.at })
  }
  return mergeCommits([done, { operations: others, events: [] }])
}

/** True if the answer has fewer people than were sent: some of their local ids could not be replaced. */
function lacksPeople({ resource, fields }: Operation, record: JsonFields): boolean {
  const sent = fields.primary_individuals
  const named = record.primary_individuals
  if (resource !== 'households' || !Array.isArray(sent)) return false
  return (Array.isArray(named) ? named.filter(isFields).length : 0) < sent.length
}

/**
 * The household is at the service; its people are still to be read. Operations about them wait, also after a restart.
 * Its id goes into the baselines of like operations, so that none of them adopts it.
 */
function awaitPeople(operation: Operation, { record, operations, event, remark }: Created): OutboxCommit {
  const serverId = String(record.id)
  const note = `The service has it as ${serverId}, without naming its people. They are read from the service.`
  const waiting = transition(
    operation,
    { state: 'uncertain', server_id: serverId, question: null, problem: null, not_before: null, remark },
    { ...event, event: event.event === 'done' ? 'lost' : event.event, note },
  )
  const others: Operation[] = []
  for (const other of operations.all()) {
    const claimed = other.id === operation.id ? other : claimedIn(other, operation, serverId)
    if (claimed !== other) others.push({ ...claimed, changed_at: event.at })
  }
  return mergeCommits([waiting, { operations: others, events: [] }])
}

/** Returns the same operation if it uses none of the local ids. */
function renamedIn(operation: Operation, ids: ReadonlyMap<string, string>, created: JsonFields): Operation {
  const record = ids.get(operation.record_id)
  const parent = operation.parent_id === null ? undefined : ids.get(operation.parent_id)
  const { fields, base, action } = operation
  const renamedBase = () => {
    if (record === undefined || base === null) return base
    // A deletion is about the record that was created.
    return action === 'delete' && record === created.id ? created : { ...base, id: record }
  }
  const isNamed = typeof fields.individual_id === 'string' && ids.has(fields.individual_id)
  if (record === undefined && parent === undefined && !isNamed) return operation
  return {
    ...operation,
    record_id: record ?? operation.record_id,
    parent_id: parent ?? operation.parent_id,
    fields: renamedFields(fields, { parent, ids }),
    earlier: operation.earlier.map((one) => ({ ...one, fields: renamedFields(one.fields, { parent, ids }) })),
    base: renamedBase(),
  }
}

function renamedFields(
  fields: JsonFields,
  { parent, ids }: { parent: string | undefined; ids: ReadonlyMap<string, string> },
): JsonFields {
  const individual = typeof fields.individual_id === 'string' ? ids.get(fields.individual_id) : undefined
  if (parent === undefined && individual === undefined) return fields
  return {
    ...fields,
    ...(parent !== undefined && 'household_id' in fields ? { household_id: parent } : {}),
    ...(individual === undefined ? {} : { individual_id: individual }),
  }
}

function claimedIn(operation: Operation, by: Operation, serverId: string): Operation {
  const isSibling = operation.action === 'create' && siblingsKey(operation) === siblingsKey(by)
  if (!isSibling || operation.baseline === null) return operation
  return { ...operation, baseline: [...operation.baseline, serverId] }
}

/** Individuals that were created with their household: matched by name, and by position if they share a name. */
function primaryIds(operation: Operation, record: JsonFields): [string, string][] {
  const sent = operation.fields.primary_individuals
  const found = record.primary_individuals
  if (operation.resource !== 'households' || !Array.isArray(sent) || !Array.isArray(found)) return []
  const left = found.filter(isFields)
  return sent.flatMap((person, index): [string, string][] => {
    if (!isFields(person)) return []
    const at = left.findIndex((one) => one.first_name === person.first_name && one.last_name === person.last_name)
    const [match] = at < 0 ? [] : left.splice(at, 1)
    const local = localPrimaryId(operation.record_id, index)
    return match && local !== null && typeof match.id === 'string' ? [[local, match.id]] : []
  })
}

/** The records in the answer that the mirror can take over. */
function serverRecords(operation: Operation, { record, bytes, isNewest }: Created): ServerRecord[] {
  if (!isNewest) return []
  const { resource } = operation
  if (resource === 'valuations') return [{ resource, entityId: operation.parent_id ?? '', bytes }]
  const people = resource === 'households' ? record.primary_individuals : undefined
  const individuals = Array.isArray(people) ? people.filter(isFields) : []
  return [{ resource, bytes }, ...individuals.map((one) => ({ resource: 'individuals' as const, bytes: bytesOf(one) }))]
}
