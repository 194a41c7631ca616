import { AppError } from '../../shared/domain/app-error.ts'
import { fieldName } from '../../shared/domain/field-words.ts'
import type { FieldConflict, JsonFields, Operation } from '../../shared/domain/operation.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import { own } from '../../shared/domain/same.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import { ask, type EngineParts, markSending, readFresh, settleCommon } from './attempt.ts'
import { classify } from './classify.ts'
import { mergeCommits, transition } from './commits.ts'
import type { EntityDeletion } from './outbox.ts'
import { begin } from './plan-parts.ts'
import { freshMs, sendAgain } from './send-update.ts'

/**
 * Deletes a record and checks that it is gone. If the service's record is not the version that the user saw, the user is asked
 * first: a colleague's later edit would be lost with it.
 */
export async function sendDelete(parts: EngineParts, operation: Operation): Promise<void> {
  const fresh = await readSeen(parts, operation)
  parts.holds.reached()
  if (fresh === null) return
  const marked = await markSending(parts, operation, {})
  if (marked === null) return
  // Writing the mark may take long.
  if (parts.clock.elapsed() - fresh.askedAt > freshMs && (await readAgain(parts, marked)) === null) return
  await deleteNow(parts, marked)
}

/** Reads the record; if it is gone or not the version that the user saw, settles the operation and returns null. */
async function readSeen(parts: EngineParts, operation: Operation): Promise<{ askedAt: number } | null> {
  const resource = listed(operation)
  const fresh = await readFresh(parts, { resource, id: operation.record_id, known: operation.base })
  if (fresh === null) {
    await gone(parts, operation, 'It was already deleted.')
    return null
  }
  if (isSeen(resource, operation.base, fresh.record)) return fresh
  const fields = unseenChanges(resource, operation.base, fresh.record)
  const question = { kind: 'changed-elsewhere' as const, fields, theirs: fresh.record }
  await ask(parts, operation, question, {}, { records: [{ resource, bytes: fresh.bytes }] })
  return null
}

async function readAgain(parts: EngineParts, marked: Operation): Promise<{ askedAt: number } | null> {
  try {
    return await readSeen(parts, marked)
  } catch {
    await sendAgain(parts, marked, 'The record could not be read right before it was to be deleted.')
    return null
  }
}

/** True if a record of the service is the version that the user saw. A list may have left out fields of that version. */
function isSeen(resource: ListedResource, seen: JsonFields | null, record: JsonFields): boolean {
  if (seen === null || timeOf(seen) !== timeOf(record)) return false
  return differencesOf(resource, seen, record).every(({ field }) => own(seen, field) === undefined)
}

const timeOf = (record: JsonFields): number | null => {
  const time = Date.parse(String(own(record, 'updated_at')))
  return Number.isNaN(time) ? null : time
}

/** The fields that differ between the record as the user saw it and the service's. */
const unseenChanges = (resource: ListedResource, seen: JsonFields | null, record: JsonFields): FieldConflict[] =>
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
async function deleteNow(parts: EngineParts, marked: Operation): Promise<void> {
  const path = `${listed(marked)}/${encodeURIComponent(marked.record_id)}`
  const outcome = await parts.service.send({ method: 'DELETE', path, body: null, signal: parts.signal })
  const verdict = classify(marked, outcome)
  if (verdict.kind !== 'accepted' && verdict.kind !== 'gone') {
    await settleCommon(parts, marked, verdict)
    return
  }
  const isThere = await readFresh(parts, { resource: listed(marked), id: marked.record_id }).catch(
    () => 'unknown' as const,
  )
  if (isThere === null) {
    await gone(parts, marked, 'Deleted.')
    return
  }
  parts.holds.nextRound(marked.id)
  const note = 'The service accepted it, but the record was still there or could not be checked.'
  await parts.change(marked.id, (current) => transition(current, { state: 'uncertain' }, parts.event('lost', note)))
}

/** Finds out whether a deletion whose answer was lost was done; if not, sends it again. */
export async function findOutDelete(parts: EngineParts, operation: Operation): Promise<void> {
  const isThere = await readFresh(parts, {
    resource: listed(operation),
    id: operation.record_id,
    known: operation.base,
  })
  parts.holds.reached()
  if (isThere === null) await gone(parts, operation, 'The answer was lost; the record is gone.')
  else if (operation.resource === 'entities') await notDeleted(parts, operation)
  else await sendAgain(parts, operation, 'It was not deleted; to be sent again.')
}

/** The records that are deleted with an entity cannot be restored: its deletion is never repeated automatically. */
async function notDeleted(parts: EngineParts, { id }: Operation): Promise<void> {
  parts.holds.forget(id)
  const note = 'It was not deleted, and will not be unless you delete it again.'
  await parts.change(id, (current) => transition(current, { state: 'discarded' }, parts.event('discarded', note)))
}

/** The record does not exist any more: the deletion is done. */
async function gone(parts: EngineParts, operation: Operation, note: string): Promise<void> {
  const { id, record_id } = operation
  parts.holds.forget(id)
  const done = { state: 'done', question: null, problem: null, not_before: null } as const
  await parts.change(id, (current) =>
    transition(current, done, parts.event('done', note), { gone: [{ resource: listed(operation), id: record_id }] }),
  )
}

function listed({ resource }: Operation): ListedResource {
  return resource === 'valuations' ? 'entities' : resource
}

type DeleteParts = {
  parts: EngineParts
  /** Runs work on one operation outside the queue's order. */
  outside(id: string, action: () => Promise<void>): Promise<void>
}

/**
 * Deletes an entity immediately. Like every write it is recorded before it is sent, so that it appears in the history and a lost
 * answer is followed up, but it is never sent a second time.
 */
export async function deleteEntity(
  { parts, outside }: DeleteParts,
  { id, typed, seen }: EntityDeletion,
): Promise<void> {
  const entity = await readFresh(parts, { resource: 'entities', id })
  const name = String(entity?.record.display_name ?? '')
  if (entity !== null && typed.normalize('NFC').trim() !== name.normalize('NFC').trim()) {
    throw new AppError('outbox/typed-name-differs', {
      message: 'The typed name is not the name of the entity.',
      nextStep: 'Type the name exactly as it is shown, then delete again.',
    })
  }
  if (entity === null) {
    await parts.keep({ operations: [], events: [], gone: [{ resource: 'entities', id }] })
    return
  }
  if (!isSeen('entities', seen, entity.record)) {
    await parts.keep({ operations: [], events: [], records: [{ resource: 'entities', bytes: entity.bytes }] })
    throw changedElsewhere(seen, entity.record)
  }
  const now = parts.event('sent', 'Sent: the entity and everything that belongs to it.')
  const { step } = begin(
    { at: now.at, newId: parts.newId, nextSeq: parts.nextSeq },
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
    await parts.keep(mergeCommits([step, marking]))
    const [marked] = marking.operations
    if (marked) await deleteNow(parts, marked)
    await settle(parts, noted.id)
  })
}

/** If the outcome is still unknown after one more look, the queue finds out; a deletion that was not sent is not sent later. */
async function settle(parts: EngineParts, id: string): Promise<void> {
  const operation = parts.book.get(id)
  if (operation === undefined) return
  if (operation.state === 'uncertain') {
    const isThere = await readFresh(parts, { resource: 'entities', id: operation.record_id }).catch(
      () => 'unknown' as const,
    )
    if (isThere !== null) throw notConfirmed()
    await gone(parts, operation, 'The answer was lost; the entity is gone.')
    return
  }
  await takeBack(parts, operation)
  const { problem } = operation
  throw new AppError('outbox/not-allowed', {
    message: problem?.message ?? 'The entity was not deleted.',
    nextStep: 'The entity was not deleted. Try again when the service can be reached.',
    ...(problem?.detail ? { detail: problem.detail } : {}),
  })
}

async function takeBack(parts: EngineParts, { id }: Operation): Promise<void> {
  const event = parts.event('discarded', 'It was not sent, and will not be unless you delete it again.')
  await parts.change(id, (current) => transition(current, { state: 'discarded', question: null }, event))
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
