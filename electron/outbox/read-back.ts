import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { type Engine, parseRecord, readFresh } from './attempt.ts'
import { completeCreate } from './complete-create.ts'
import { isAboutOne, readPeople } from './find-candidates.ts'
import { bytesOf, isFields } from './operations.ts'
import type { KnownRecords } from './outbox.ts'
import { roundsMs } from './reconcile.ts'

/**
 * Completes a new household that is at the service as `serverId` and whose answer lacked its people: reads them, and
 * replaces their local ids in the open operations. People who are not listed yet are read again later, up to three times;
 * operations about those who are never listed become questions.
 * @throws AppError `service/…`, `auth/…` when the service is not reached; then it is tried again later
 */
export async function readPeopleBack(engine: Engine, operation: Operation, serverId: string): Promise<void> {
  const { backoff, operations } = engine
  const household = await readHousehold(engine, serverId)
  backoff.reached()
  const { record, primaries, isThere } = household
  const sent = operation.fields.primary_individuals
  const isComplete = !isThere || !Array.isArray(sent) || primaries.length >= sent.length
  if (!isComplete && backoff.round(operation.id) < roundsMs.length - 1) {
    backoff.nextRound(operation.id)
    return
  }
  const whole = { ...record, primary_individuals: primaries }
  backoff.forget(operation.id)
  await engine.change(operation.id, (current) =>
    current.state === 'uncertain'
      ? completeCreate(current, {
          record: whole,
          bytes: bytesOf(whole),
          operations,
          event: engine.event('done', `The service has it as ${serverId}.`),
          remark: current.remark,
          isNewest: isThere,
          isPeopleRead: true,
        })
      : null,
  )
}

type Household = { record: JsonFields; primaries: JsonFields[]; isThere: boolean }

async function readHousehold(engine: Engine, id: string): Promise<Household> {
  const unread = { record: { id }, primaries: [], isThere: false }
  try {
    const fresh = await readFresh(engine, { resource: 'households', id })
    if (fresh === null) return unread
    const { record } = fresh
    const shown = record.primary_individuals
    const primaries = Array.isArray(shown) ? shown.filter(isFields) : await listedPrimaries(engine, id)
    return { record, primaries, isThere: true }
  } catch (thrown) {
    // Reading again would not help: the service has the household and refuses to show its people.
    if (isAboutOne(thrown)) return unread
    throw thrown
  }
}

const listedPrimaries = async (engine: Engine, household_id: string): Promise<JsonFields[]> =>
  (await readPeople(engine, { household_id })).filter((person) => person.is_primary === true)

/**
 * After a valuation was logged, reads which valuation of the entity the service considers current. A failure is ignored: the next
 * sync reads it again.
 */
export async function readValuationBack(engine: Engine, done: Operation): Promise<void> {
  const entityId = done.parent_id ?? ''
  const body = await engine.service.getValuation({ entityId, signal: engine.signal }).catch(() => null)
  const record = body?.bytes ? parseRecord(body.bytes) : null
  if (!body?.bytes || !record) return
  const records = [{ resource: 'valuations' as const, entityId, bytes: body.bytes }]
  if (record.id === done.server_id) {
    await engine.commit({ operations: [], events: [], records })
    return
  }
  const remark = `The service still shows the valuation of ${String(record.effective_date)} as current.`
  const { at, event, note } = engine.event('done', remark)
  await engine.commit({
    operations: [{ ...done, remark, changed_at: at }],
    events: [{ operationId: done.id, at, event, note }],
    records,
  })
}

/**
 * Updates the mirror with the service's current copy after the user ended an operation, because the copy from the time of the
 * question may be outdated. A failure is ignored: the next sync reads every record.
 */
export async function refresh(engine: Engine, ended: Operation): Promise<void> {
  const { resource, server_id, record_id } = ended
  const id = server_id ?? record_id
  if (resource === 'valuations') {
    if (server_id !== null) await readValuationBack(engine, ended).catch(() => {})
    return
  }
  if (isLocalId(id)) return
  const fresh = await readFresh(engine, { resource, id }).catch(() => 'unknown' as const)
  // A pending write to this record will bring its own answer.
  if (fresh === 'unknown' || engine.operations.ofRecord(id).length > 0) return
  const news = fresh ? { records: [{ resource, bytes: fresh.bytes }] } : { gone: [{ resource, id }] }
  await engine.commit({ operations: [], events: [], ...news }).catch(() => {})
}

/**
 * Tells whether the copy in an answer is newer than the mirror's: the copy is from when the user was asked, and a sync may have
 * run since.
 */
export async function newerThanKnown(
  records: KnownRecords,
  operation: Operation | undefined,
  answer: Decision,
): Promise<(record: JsonFields) => boolean> {
  // For valuations the mirror shows the one that the service considers current, whichever is newer.
  if (operation === undefined || operation.resource === 'valuations') return () => false
  const id = answer.decision === 'adopt' ? answer.id : operation.record_id
  const known = await records.recordOf(operation.resource, id)
  if (known === null) return () => true
  return ({ updated_at }) => Date.parse(String(updated_at)) > Date.parse(String(known.updated_at))
}
