import { isDeepStrictEqual } from 'node:util'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import { isClearingOnly } from './person.ts'
import { type Acknowledged, type Clear, markOf, type Script } from './script.ts'
import type { World } from './world.ts'

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Returns all violations, judged by the service's own state; empty if there are none. */
export function violations(world: World, script: Script): string[] {
  const { ledger } = world
  const found: string[] = []
  const { created } = world.transport
  const served = {
    // The service stores people separately from the household they were created with.
    households: world.all('households').map((one) => ({ ...created.get(String(one.id)), ...one })),
    individuals: world.all('individuals'),
    valuations: world.all('valuations'),
    documents: world.all('documents'),
  }
  for (const acknowledged of script.acknowledged) {
    const operation = ledger.operations.get(acknowledged.operationId)
    if (operation === undefined) found.push(`acknowledged, and not in the ledger: ${acknowledged.operationId}`)
    else if (acknowledged.write.action === 'create')
      found.push(
        ...createProblems(acknowledged, operation, { script, served, world }),
        ...fileProblems(acknowledged, operation, { world, script }),
      )
    else if (acknowledged.write.action === 'delete')
      found.push(...deleteProblems(operation, served.individuals, script))
  }
  found.push(...script.untrue)
  found.push(...undoProblems(world, script))
  found.push(...editProblems(world, script, served.individuals))
  found.push(...claimProblems(world, script))
  found.push(...parentProblems(world, script, served))
  for (const id of script.told.givenUp) {
    const isClearing = isClearingOnly(ledger.operations.get(id)?.fields ?? {})
    if (!isClearing && !isRefusedTwin(id, { script, served, world })) found.push(`${id} was refused for good`)
  }
  found.push(...overlookedProblems(world, script))
  for (const id of script.living) found.push(`${id} had a date of death and was not deceased`)
  for (const [id, middle] of script.colleague.middle) {
    const record = served.individuals.find((one) => one.id === id)
    if (record?.middle_name !== middle) found.push(`the colleague's change of ${id} was overwritten`)
  }
  found.push(...clearedUnasked(world, script, served.individuals))
  return found
}

/** A postal code that a colleague wrote may only be cleared if the user saw it before, or decided. */
function clearedUnasked(
  { ledger }: World,
  { acknowledged, colleague, told }: Script,
  individuals: JsonFields[],
): string[] {
  return [...colleague.postal].flatMap(([id, postal]) => {
    const record = individuals.find((one) => one.id === id)
    const isThere = record === undefined || record.deleted === true || !isNothing(record.postal_code)
    const isDecided = [...told.decided].some((decided) => ledger.operations.get(decided)?.record_id === id)
    const isSeen = acknowledged.some(
      ({ write }) => write.action === 'update' && write.record_id === id && write.base.postal_code === postal,
    )
    return isThere || isDecided || isSeen ? [] : [`the colleague's ${postal} of ${id} was cleared unasked`]
  })
}

/** A form that was opened before another save may only win over it by the user's decision. */
function overlookedProblems({ transport }: World, { acknowledged, overlooked, told }: Script): string[] {
  return overlooked.flatMap(({ recordId, operationId, field, seen, value }) => {
    const isSent = transport.performed.some((one) => one.startsWith('PUT') && one.includes(JSON.stringify(value)))
    const isTakenBack = acknowledged.some(
      ({ write, operationId: id, saveId }) =>
        write.action === 'update' &&
        Object.values(write.fields).includes(seen as string) &&
        ((saveId !== null && (told.undoAsked.get(saveId) ?? 0) > 0) || told.discarded.has(id)),
    )
    return isSent && !isTakenBack && !told.decided.has(operationId)
      ? [`${String(value)} replaced ${String(seen)} of ${recordId}.${field} without a question`]
      : []
  })
}

/** Nothing of a save that was undone may ever have been carried out by the service. */
function undoProblems({ transport }: World, { acknowledged, attempted, told }: Script): string[] {
  const undone = acknowledged.filter(({ saveId }) => saveId !== null && told.undone.has(saveId))
  return undone.flatMap(({ write, operationId, saveId }) => {
    if (write.action === 'delete') {
      const isSent = transport.performed.some((one) =>
        one.startsWith(`DELETE /api/public/v1/individuals/${write.record_id}`),
      )
      const others = acknowledged.some(
        (one) =>
          one.write.action === 'delete' && one.operationId !== operationId && one.write.record_id === write.record_id,
      )
      return isSent && !others ? [`deletion ${operationId} was undone, and sent`] : []
    }
    // What was changed later is kept, with the fields that belong together with it.
    const later = acknowledged.slice(acknowledged.findIndex((one) => one.saveId === saveId) + 1)
    const isKept = (field: string) =>
      later.some(({ operationId: id, write: { action, ...rest } }) => {
        const fields = 'fields' in rest ? rest.fields : {}
        return (
          id === operationId && action === 'update' && fieldsTogether(field).some((name) => Object.hasOwn(fields, name))
        )
      })
    const values =
      write.action === 'create'
        ? [markOf(write.resource, asFields(write.fields))]
        : Object.entries(write.fields).flatMap(([field, value]) => (isKept(field) ? [] : [value]))
    // A second click saved the same value again.
    const own = values.filter((value) => value !== null && attempted.filter((one) => one === value).length === 1)
    return own
      .filter((value) => transport.performed.some((one) => one.includes(String(JSON.stringify(value)))))
      .map((value) => `${String(value)} was undone, and sent`)
  })
}

const asFields = (fields: object): JsonFields => JSON.parse(JSON.stringify(fields))

type Served = Record<'households' | 'individuals' | 'valuations' | 'documents', JsonFields[]>

/**
 * The file of a finished document must be the one that was staged for it, and the staged file must have been adopted or released.
 */
function fileProblems(
  { write }: Acknowledged,
  { id, state, server_id, file }: Operation,
  { world, script }: { world: World; script: Script },
): string[] {
  if (!('sha256' in write) || !file) return []
  const { adopted, released } = world.files
  if (state === 'discarded') return adopted.has(file.staged_id) ? [`${id} was discarded, and its file was adopted`] : []
  if (state !== 'done' || server_id === null) return []
  const isRight = world.digestOf(server_id) === write.sha256
  // The user may choose an existing document whatever its file is; the staged file is released then.
  if (script.told.chosen.get(id)?.has(server_id)) return []
  // Files that a crash leaves behind here are removed when the store is opened.
  const isKept = world.state.lives > 1 || adopted.get(file.staged_id) === server_id || released.has(file.staged_id)
  return [...(isRight ? [] : [`${id} is done with another file`]), ...(isKept ? [] : [`${id} left its staged file`])]
}

/**
 * True if the user was shown a like record, sent the new one all the same, and the service refused it: a household takes only so
 * many primary clients, and the like record, ours or a colleague's, has the place. Steward lost nothing then.
 */
function isRefusedTwin(
  operationId: string,
  { script, served, world }: { script: Script; served: Served; world: World },
) {
  const operation = world.ledger.operations.get(operationId)
  if (operation?.action !== 'create' || !script.told.sentAgain.has(operationId)) return false
  const { resource, fields } = operation
  const like = Object.hasOwn(served, resource) ? served[resource as keyof Served] : []
  return like.some((record) => markOf(resource, record) === markOf(resource, fields))
}

function createProblems(
  { write }: Acknowledged,
  operation: Operation,
  { script, served, world }: { script: Script; served: Served; world: World },
): string[] {
  if (write.action !== 'create') return []
  const mark = markOf(write.resource, JSON.parse(JSON.stringify(write.fields)))
  const ours = served[write.resource].filter(({ id }) => world.transport.created.has(String(id)))
  const there = ours.filter((fields) => markOf(write.resource, fields) === mark)
  const isUndone = ({ write: one, saveId }: Acknowledged) =>
    one.action === 'create' &&
    saveId !== null &&
    script.told.undone.has(saveId) &&
    markOf(one.resource, asFields(one.fields)) === mark
  const undone = script.acknowledged.filter(isUndone).length
  const clicks = script.attempted.filter((value) => value === mark).length - undone
  const allowed = clicks + sentAgain(script, mark)
  const problems: string[] = []
  if (there.length > allowed) problems.push(`${String(mark)} is there ${there.length} times, ${allowed} allowed`)
  // A record that the user chose is right, even if a colleague created it.
  if (operation.state === 'done' && script.told.chosen.get(operation.id)?.has(String(operation.server_id)))
    return problems
  if (operation.state === 'done' && world.theirs.has(String(operation.server_id))) {
    if (!mayBeTaken(operation, world, script)) {
      problems.push(`${operation.id} (${write.resource}) was taken for a colleague's ${String(operation.server_id)}`)
    }
  } else if (operation.state === 'done') {
    if (there.length === 0) problems.push(`${String(mark)} is done and not there`)
    if (!there.some(({ id }) => id === operation.server_id)) problems.push(`${String(mark)} is done as another record`)
  } else if (operation.state !== 'discarded') {
    problems.push(`${String(mark)} is ${operation.state}`)
  } else if (!script.told.discarded.has(operation.id)) {
    problems.push(`${String(mark)} was discarded by nobody`)
  }
  return problems
}

/**
 * A colleague's record may be taken for ours if the user chose it, or if it is a person or a document that nothing tells from ours.
 * A household is never taken for a colleague's without asking: an equal one may be another client's.
 */
function mayBeTaken({ id, resource, fields, server_id }: Operation, { theirs }: World, { told }: Script): boolean {
  const recordId = String(server_id)
  if (told.chosen.get(id)?.has(recordId)) return true
  return resource !== 'households' && isDeepStrictEqual(theirs.get(recordId), fields)
}

/** A record that a colleague made must not contain anything of ours, unless it may be taken for ours. */
function parentProblems(world: World, script: Script, served: Served): string[] {
  const taken = new Set(
    [...world.ledger.operations.values()].flatMap((operation) =>
      operation.state === 'done' && mayBeTaken(operation, world, script) ? [String(operation.server_id)] : [],
    ),
  )
  const children = [...served.individuals, ...served.documents]
  return children.flatMap(({ id, household_id, individual_id }) => {
    if (!world.transport.created.has(String(id))) return []
    const wrong = [household_id, individual_id].filter((parent) => world.theirs.has(String(parent)))
    const foreign = wrong.filter((parent) => !taken.has(String(parent)))
    return foreign.map((parent) => `${String(id)} of ours is in the ${String(parent)} of a colleague`)
  })
}

/** Returns how often the user chose to send any of these again. */
function sentAgain({ acknowledged, told }: Script, mark: unknown): number {
  const same = acknowledged.filter(
    ({ write }) =>
      write.action === 'create' && markOf(write.resource, JSON.parse(JSON.stringify(write.fields))) === mark,
  )
  return same.reduce((sum, { operationId }) => sum + (told.sentAgain.get(operationId) ?? 0), 0)
}

/** Two writes may only become one record if the user decided so. */
function claimProblems({ ledger }: World, { told }: Script): string[] {
  const owners = new Map<string, string>()
  return [...ledger.operations.values()].flatMap(({ id, action, state, server_id }) => {
    if (action !== 'create' || state !== 'done' || server_id === null) return []
    const owner = owners.get(server_id)
    owners.set(server_id, id)
    const isTold = owner === undefined || told.decided.has(owner) || told.decided.has(id)
    return isTold ? [] : [`${owner} and ${id} are both taken for ${server_id}`]
  })
}

function deleteProblems(operation: Operation, individuals: JsonFields[], script: Script): string[] {
  if (operation.state === 'discarded') {
    return script.told.discarded.has(operation.id) ? [] : [`deletion ${operation.id} was discarded by nobody`]
  }
  const record = individuals.find(({ id }) => id === operation.record_id)
  // A colleague's edit that the user had not seen may only go with the record if the user decided so.
  const last = script.colleague.last.get(operation.record_id)
  const isSeen = last === undefined || operation.base?.middle_name === last || script.told.decided.has(operation.id)
  const isTheirs = script.colleague.deleted.has(operation.record_id)
  if (operation.state === 'done' && !isSeen && !isTheirs)
    return [`${operation.record_id} was deleted with ${last} unseen`]
  return record?.deleted === true ? [] : [`${operation.record_id} was to be deleted and is there`]
}

/** True if the user saved something else of the field after this value, or after it was cleared. */
function isLaterSaved(
  { recordId, field, value, found }: { recordId: string; field: string; value: unknown; found: unknown },
  { ledger, attempted, clears }: Pick<Script, 'attempted' | 'clears'> & Pick<World, 'ledger'>,
): boolean {
  const own = clears.filter(
    (one: Clear) => one.field === field && (ledger.serverIdOf(one.recordId) ?? one.recordId) === recordId,
  )
  if (isNothing(value)) return own.some(({ at }) => attempted.indexOf(found) >= at)
  if (isNothing(found)) return own.some(({ at }) => at > attempted.indexOf(value))
  return attempted.indexOf(found) > attempted.indexOf(value)
}

/** A service that refuses null keeps the value; the user saw the refusal, and discarded it. */
function isClearRefused({ ledger, strictNull }: World, { told }: Script, recordId: string, field: string): boolean {
  return (
    strictNull &&
    [...told.discarded].some((id) => {
      const given = ledger.operations.get(id)
      const isOf = given !== undefined && (ledger.serverIdOf(given.record_id) ?? given.record_id) === recordId
      return isOf && Object.hasOwn(given.fields, field) && isClearingOnly(given.fields)
    })
  )
}

/** For each field that nothing else changes, the service must have the last value that was acknowledged. */
function editProblems(world: World, script: Script, individuals: JsonFields[]): string[] {
  const { ledger } = world
  const { acknowledged, told } = script
  const last = new Map<string, { value: unknown; operation: Operation; recordId: string; field: string }>()
  for (const { write, operationId, recordId: shown, saveId } of acknowledged) {
    if (write.action !== 'update' || (saveId !== null && (told.undoAsked.get(saveId) ?? 0) > 0)) continue
    const operation = ledger.operations.get(operationId)
    if (operation === undefined) continue
    const recordId = ledger.serverIdOf(shown) ?? shown
    for (const [field, value] of Object.entries(write.fields)) {
      last.set(`${recordId} ${field}`, { value, operation, recordId, field })
    }
  }
  return [...last.values()].flatMap(({ value, operation, recordId, field }) => {
    const record = individuals.find(({ id }) => id === recordId)
    // What a colleague writes as well is judged by itself.
    if (record?.deleted === true || ['postal_code', 'date_of_death', 'is_deceased'].includes(field)) return []
    if (isNothing(value) ? isNothing(record?.[field]) : record?.[field] === value) return []
    if (isClearRefused(world, script, recordId, field)) return []
    if (operation.state === 'discarded') {
      const isReplaced = [...ledger.operations.values()].some(
        (other) => other.action === 'delete' && other.record_id === recordId,
      )
      const isGivenUp = [...told.discarded].some((id) => {
        const given = ledger.operations.get(id)
        return given !== undefined && (given.id === operation.id || given.record_id === operation.record_id)
      })
      // If the user decided that two new records are the same, edits of one conflict with the other, and the user decides.
      const owners = [...ledger.operations.values()].filter(({ server_id }) => server_id === recordId)
      // A later save that cleared the field again leaves nothing to send; its answer may have been lost in a crash.
      const isCleared = isLaterSaved({ recordId, field, value, found: record?.[field] }, { ...script, ledger })
      return isReplaced || isGivenUp || isCleared || told.leftAsItIs.has(operation.id) || owners.length > 1
        ? []
        : [`${recordId}.${field} = ${String(value)} was discarded by nobody`]
    }
    if (operation.state !== 'done') return [`${recordId}.${field} is ${operation.state}`]
    // A copy of a deleted record, or a new record that was adopted as another one, is judged by its own creation.
    if (record === undefined || told.decided.has(operation.id)) return []
    // A clearing that the service refused, and the fields that belong together with it, became a change of its own, which was decided.
    const isMoved = !Object.hasOwn(operation.fields, field)
    const heirs = [...ledger.operations.values()].filter(
      (one) => one.seq > operation.seq && one.record_id === operation.record_id,
    )
    if (isMoved && heirs.some(({ id }) => told.decided.has(id))) return []
    const isLater = isLaterSaved({ recordId, field, value, found: record[field] }, { ...script, ledger })
    return isLater ? [] : [`${recordId}.${field} is ${String(record[field])}, saved was ${String(value)}`]
  })
}
