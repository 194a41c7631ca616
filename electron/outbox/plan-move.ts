import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isMovable } from '../../shared/domain/operation-rules.ts'
import { mergeCommits, notAllowed, type OutboxCommit, startOver, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'

type MoveParts = { household_id: string; book: OpenOperations; at: string }

/**
 * Moves a new individual or document to another household, because its own was refused, discarded, or deleted before this could
 * be sent. New documents about the individual move with it. A record that the service has cannot be moved: the service does not
 * accept another household in an edit.
 * @throws AppError `outbox/not-allowed` for a record that is not new or may have reached the service
 */
export function planMove(operation: Operation, { household_id, book, at }: MoveParts): OutboxCommit {
  if (!isMovable(operation)) {
    throw notAllowed('This cannot be moved to another household.', 'Discard it, and create a new one there.')
  }
  const about = operation.resource === 'individuals' ? documentsAbout(operation.record_id, book) : []
  const stuck = about.find((document) => !isMovable(document))
  if (stuck) {
    throw notAllowed(`“${stuck.title}”, which is about this person, is being sent.`, 'Wait until it is sent.')
  }
  const event = { at, event: 'decided' as const, note: 'Moved to another household.' }
  const moved = (one: Operation, fields: JsonFields) =>
    transition(
      one,
      { ...startOver, baseline: null, fields: { ...fields, household_id }, parent_id: household_id },
      event,
    )
  const { entity_id: _, individual_id: __, ...own } = operation.fields
  return mergeCommits([
    // Entities and individuals of the old household do not belong to the new one.
    moved(operation, operation.resource === 'documents' ? own : operation.fields),
    ...about.map((document) => moved(document, document.fields)),
  ])
}

const documentsAbout = (recordId: string, book: OpenOperations): Operation[] =>
  [...book.all()].filter(
    ({ action, resource, fields }) =>
      action === 'create' && resource === 'documents' && fields.individual_id === recordId,
  )
