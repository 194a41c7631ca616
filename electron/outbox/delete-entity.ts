import { AppError } from '../../shared/domain/app-error.ts'
import { fieldName } from '../../shared/domain/field-words.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import { readFresh } from './attempt.ts'
import { mergeCommits, transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Loop } from './loop.ts'
import type { EntityDeletion } from './outbox.ts'
import { begin } from './plan-parts.ts'
import { deleteNow, gone, isSeen } from './send-delete.ts'

type Options = { parts: EngineParts; loop: Loop }

/**
 * Deletes an entity immediately. Like every write it is recorded before it is sent, so that it appears in the history and a lost
 * answer is followed up, but it is never sent a second time.
 */
export async function deleteEntity(options: Options, { id, typed, seen }: EntityDeletion): Promise<void> {
  const { parts, loop } = options
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
  await loop.outside(noted.id, async () => {
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
