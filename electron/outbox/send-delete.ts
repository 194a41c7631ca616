import { AppError } from '../../shared/domain/app-error.ts'
import { fieldName } from '../../shared/domain/field-words.ts'
import type { FieldConflict, JsonFields, Operation } from '../../shared/domain/operation.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import { own } from '../../shared/lib/json.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import { ask, classify, type Engine, markSending, readFresh, settleCommon } from './attempt.ts'
import { begin, mergeCommits, transition } from './operations.ts'
import type { EntityDeletion } from './outbox.ts'
import { freshMs, sendAgain } from './send-update.ts'

/**
 * Deletes a record and checks that it is gone. If the service's record is not the version that the user saw, the user is asked
 * first: a colleague's later edit would be lost with it.
 */
export async function sendDelete(engine: Engine, operation: Operation): Promise<void> {
  const fresh = await readSeen(engine, operation)
  engine.backoff.reached()
  if (fresh === null) return
  const marked = await markSending(engine, operation, {})
  if (marked === null) return
  // Writing the mark may take long.
  if (engine.clock.elapsed() - fresh.askedAt > freshMs && (await readAgain(engine, marked)) === null) return
  await deleteNow(engine, marked)
}

/** Reads the record; if it is gone or not the version that the user saw, settles the operation and returns null. */
async function readSeen(engine: Engine, operation: Operation): Promise<{ askedAt: number } | null> {
  const resource = listed(operation)
  const fresh = await readFresh(engine, { resource, id: operation.record_id, known: operation.base })
  if (fresh === null) {
    await gone(engine, operation, 'It was already deleted.')
    return null
  }
  if (isSeen(resource, operation.base, fresh.record)) return fresh
  const fields = unseenChanges(resource, operation.base, fresh.record)
  const question = { kind: 'changed-elsewhere' as const, fields, theirs: fresh.record }
  await ask(engine, operation, question, {}, { records: [{ resource, bytes: fresh.bytes }] })
  return null
}

async function readAgain(engine: Engine, marked: Operation): Promise<{ askedAt: number } | null> {
  try {
    return await readSeen(engine, marked)
  } catch {
    await sendAgain(engine, marked, 'The record could not be read right before it was to be deleted.')
    return null
  }
}

/** True if a record of the service is the version that the user saw. A list may have left out fields of that version. */
export function isSeen(resource: ListedResource, seen: JsonFields | null, record: JsonFields): boolean {
  if (seen === null || timeOf(seen) !== timeOf(record)) return false
  return differencesOf(resource, seen, record).every(({ field }) => own(seen, field) === undefined)
}

const timeOf = (record: JsonFields): number | null => {
  const time = Date.parse(String(own(record, 'updated_at')))
  return Number.isNaN(time) ? null : time
}

/** The fields that differ between the record as the user saw it and the service's. */
export const unseenChanges = (
  resource: ListedResource,
  seen: JsonFields | null,
  record: JsonFields,
): FieldConflict[] =>
  seen === null
    ? []
    : differencesOf(resource, seen, record).map(({ field, before, after }) => ({
        field,
        base: before,
        theirs: after,
        mine: null,
        kind: 'value',
      }))

/** Sends the deletion of an operation that is marked as sending, and settles it. */
async function deleteNow(engine: Engine, marked: Operation): Promise<void> {
  const path = `${listed(marked)}/${encodeURIComponent(marked.record_id)}`
  const outcome = await engine.service.send({ method: 'DELETE', path, body: null, signal: engine.signal })
  const verdict = classify(marked, outcome)
  if (verdict.kind !== 'accepted' && verdict.kind !== 'gone') {
    await settleCommon(engine, marked, verdict)
    return
  }
  const isThere = await readFresh(engine, { resource: listed(marked), id: marked.record_id }).catch(
    () => 'unknown' as const,
  )
  if (isThere === null) {
    await gone(engine, marked, 'Deleted.')
    return
  }
  engine.backoff.nextRound(marked.id)
  const note = 'The service accepted it, but the record was still there or could not be checked.'
  await engine.change(marked.id, (current) => transition(current, { state: 'uncertain' }, engine.event('lost', note)))
}

/** Finds out whether a deletion whose answer was lost was done; if not, sends it again. */
export async function findOutDelete(engine: Engine, operation: Operation): Promise<void> {
  const isThere = await readFresh(engine, {
    resource: listed(operation),
    id: operation.record_id,
    known: operation.base,
  })
  engine.backoff.reached()
  if (isThere === null) await gone(engine, operation, 'The answer was lost; the record is gone.')
  else if (operation.resource === 'entities') await notDeleted(engine, operation)
  else await sendAgain(engine, operation, 'It was not deleted; to be sent again.')
}

/** The records that are deleted with an entity cannot be restored: its deletion is never repeated automatically. */
async function notDeleted(engine: Engine, { id }: Operation): Promise<void> {
  engine.backoff.forget(id)
  const note = 'It was not deleted, and will not be unless you delete it again.'
  await engine.change(id, (current) => transition(current, { state: 'discarded' }, engine.event('discarded', note)))
}

/** The record does not exist any more: the deletion is done. */
async function gone(engine: Engine, operation: Operation, note: string): Promise<void> {
  const { id, record_id } = operation
  engine.backoff.forget(id)
  const done = { state: 'done', question: null, problem: null, not_before: null } as const
  await engine.change(id, (current) =>
    transition(current, done, engine.event('done', note), { gone: [{ resource: listed(operation), id: record_id }] }),
  )
}

function listed({ resource }: Operation): ListedResource {
  return resource === 'valuations' ? 'entities' : resource
}

type DeleteParts = {
  engine: Engine
  /** Runs work on one operation outside the queue's order. */
  outside(id: string, action: () => Promise<void>): Promise<void>
}

/**
 * Deletes an entity immediately. Like every write it is recorded before it is sent, so that it appears in the history and a lost
 * answer is followed up, but it is never sent a second time.
 */
export async function deleteEntity(
  { engine, outside }: DeleteParts,
  { id, typed, seen }: EntityDeletion,
): Promise<void> {
  const entity = await readFresh(engine, { resource: 'entities', id })
  const name = String(entity?.record.display_name ?? '')
  if (entity !== null && typed.normalize('NFC').trim() !== name.normalize('NFC').trim()) {
    throw new AppError('outbox/typed-name-differs', {
      message: 'The typed name is not the name of the entity.',
      nextStep: 'Type the name exactly as it is shown, then delete again.',
    })
  }
  if (entity === null) {
    await engine.commit({ operations: [], events: [], gone: [{ resource: 'entities', id }] })
    return
  }
  if (!isSeen('entities', seen, entity.record)) {
    await engine.commit({ operations: [], events: [], records: [{ resource: 'entities', bytes: entity.bytes }] })
    throw changedElsewhere(seen, entity.record)
  }
  const now = engine.event('sent', 'Sent: the entity and everything that belongs to it.')
  const { step } = begin(
    { at: now.at, newId: engine.newId, nextSeq: engine.nextSeq },
    {
      action: 'delete',
      resource: 'entities',
      record_id: id,
      parent_id: null,
      title: name,
      fields: {},
      base: entity.record,
    },
  )
  const [noted] = step.operations
  if (noted === undefined) return
  const marking = transition(noted, { state: 'sending', sent_at: now.at, attempts: 1 }, now)
  await outside(noted.id, async () => {
    await engine.commit(mergeCommits([step, marking]))
    const [marked] = marking.operations
    if (marked) await deleteNow(engine, marked)
    await settle(engine, noted.id)
  })
}

/** If the outcome is still unknown after one more look, the queue finds out; a deletion that was not sent is not sent later. */
async function settle(engine: Engine, id: string): Promise<void> {
  const operation = engine.operations.get(id)
  if (operation === undefined) return
  if (operation.state === 'uncertain') {
    const isThere = await readFresh(engine, { resource: 'entities', id: operation.record_id }).catch(
      () => 'unknown' as const,
    )
    if (isThere !== null) throw notConfirmed()
    await gone(engine, operation, 'The answer was lost; the entity is gone.')
    return
  }
  await takeBack(engine, operation)
  const { problem } = operation
  throw new AppError('outbox/not-allowed', {
    message: problem?.message ?? 'The entity was not deleted.',
    nextStep: 'The entity was not deleted. Try again when the service can be reached.',
    ...(problem?.detail ? { detail: problem.detail } : {}),
  })
}

async function takeBack(engine: Engine, { id }: Operation): Promise<void> {
  const event = engine.event('discarded', 'It was not sent, and will not be unless you delete it again.')
  await engine.change(id, (current) => transition(current, { state: 'discarded', question: null }, event))
}

function changedElsewhere(seen: JsonFields, record: JsonFields): AppError {
  const names = differencesOf('entities', seen, record).map(({ field }) => fieldName(field))
  return new AppError('outbox/changed-elsewhere', {
    message: `This entity was changed in the service after you opened it${names.length > 0 ? `: ${names.join(', ')}` : ''}.`,
    nextStep: 'Nothing was deleted. Look at it as it is now; if it is still to be deleted, type its name again.',
  })
}

function notConfirmed(): AppError {
  return new AppError('outbox/not-confirmed', {
    message: 'The service did not say whether the entity was deleted.',
    nextStep: 'Nothing is sent again. Look at the entity in a minute: Steward is still checking.',
  })
}
