import { AppError } from '../../shared/domain/app-error.ts'
import { isLivingWithDeathDate } from '../../shared/domain/life-dates.ts'
import { mergeRecord } from '../../shared/domain/merge.ts'
import type { JsonFields, Operation, OperationQuestion } from '../../shared/domain/operation.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { own } from '../../shared/lib/json.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import { completeCreate } from './complete-create.ts'
import {
  bytesOf,
  changedFields,
  entityState,
  mergeCommits,
  notAllowed,
  type OpenOperations,
  type PlanContext,
  startOver,
  titleOfNew,
  transition,
} from './operations.ts'
import { planCopy, planDiscard, planMove, validFields } from './plan-decisions.ts'
import { planMergeAnswer } from './plan-merge.ts'

type Kind = OperationQuestion['kind']

/** The possible answers to each question; discarding is always possible as well. */
const answers: Record<Kind, readonly Decision['decision'][]> = {
  'already-exists': ['adopt', 'send-again', 'check-again'],
  'several-matches': ['adopt', 'send-again', 'check-again'],
  'not-found': ['check-again', 'send-again'],
  'cannot-tell': ['adopt', 'check-again', 'send-again'],
  fields: ['merge', 'check-again'],
  'deleted-elsewhere': ['create-copy', 'check-again'],
  'changed-elsewhere': ['delete', 'check-again'],
  'other-latest': ['send-again', 'check-again'],
  'other-entity': ['send-again', 'check-again'],
  refused: ['edit', 'retry'],
  'new-documents': [],
  'kept-deleted': [],
  'records-left': [],
}

export type AnswerContext = Omit<PlanContext, 'known'> & {
  /** True if this copy, from when the user was asked, is newer than the mirror's. */
  isNewer: (record: JsonFields) => boolean
}

/**
 * Plans the changes that follow from the user's answer.
 * @throws AppError `outbox/not-allowed` when the operation does not ask that question, `ipc/bad-request` for invalid fields
 */
export function planAnswer(operation: Operation, answer: Decision, context: AnswerContext): OutboxCommit {
  const { at, operations } = context
  if (operation.state === 'sending') {
    throw notAllowed('This change is being sent right now.', 'Wait for the answer of the service.')
  }
  if (operation.action === 'merge') return planMergeAnswer(operation, answer, context)
  if (answer.decision === 'discard') return planTakeBack(operation, operations, at)
  if (answer.decision === 'move') return planMove(operation, { household_id: answer.household_id, operations, at })
  const { question } = operation
  if (question === null || !answers[question.kind].includes(answer.decision)) {
    throw notAllowed(
      'This question no longer applies to this change.',
      'Open the change again to see its current state.',
    )
  }
  const decided = (note: string) => ({ at, event: 'decided' as const, note })
  switch (answer.decision) {
    case 'adopt':
      return adopt(operation, question, { ...context, id: answer.id })
    case 'send-again': {
      const seen = question.candidates.map(({ id }) => String(id))
      const baseline = [...new Set([...(operation.baseline ?? []), ...seen])]
      if (question.kind === 'other-latest') {
        // Another one that comes later is asked about again.
        const expects_latest = seen[0] ?? null
        return transition(
          operation,
          { ...startOver, expects_latest },
          decided('To be sent beside the other valuation.'),
        )
      }
      if (question.kind === 'other-entity') {
        if (question.theirs === null)
          throw notAllowed(
            'Its entity was deleted in the service.',
            'Discard it, and choose another entity in Statements.',
          )
        // If the entity changes again before the valuation is sent, that is asked about again.
        return transition(
          operation,
          { ...startOver, expects_entity: entityState(question.theirs) },
          decided('To be sent for the entity as it is now.'),
        )
      }
      return transition(operation, { ...startOver, baseline }, decided('To be sent, although it may already exist.'))
    }
    case 'check-again': {
      const state = operation.state === 'uncertain' ? 'uncertain' : 'queued'
      // The user is asked again about records that were asked about before.
      const baseline = question.kind === 'already-exists' ? null : operation.baseline
      return transition(operation, { ...startOver, state, baseline }, decided('To be checked again.'))
    }
    case 'merge':
      return merge(operation, question, { ...context, chosen: answer.fields })
    case 'delete': {
      const change = { ...startOver, base: question.theirs ?? operation.base }
      return transition(operation, change, decided('To be deleted as the service has it now.'))
    }
    case 'create-copy':
      return planCopy(operation, context)
    case 'edit': {
      const fields = validFields(operation, answer.fields)
      if (operation.action === 'update') refuseImpossible(operation.base ?? {}, fields)
      const parent =
        operation.resource === 'individuals' || operation.resource === 'documents'
          ? fields.household_id
          : operation.parent_id
      const parent_id = operation.action === 'create' && typeof parent === 'string' ? parent : operation.parent_id
      const isNamedAnew = operation.action === 'create' && operation.resource !== 'valuations'
      const title = isNamedAnew ? titleOfNew(operation.resource, fields, null) : operation.title
      return transition(operation, { ...startOver, title, fields, parent_id }, decided('Corrected, to be sent again.'))
    }
    default:
      return transition(operation, startOver, decided('To be sent again as it is.'))
  }
}

/** If the service deleted the record, the mirror shows that at once. */
function planTakeBack(operation: Operation, operations: OpenOperations, at: string): OutboxCommit {
  const { question, resource, record_id } = operation
  const note = takenBackNote(operation)
  const step = planDiscard(operation, operations, at, note)
  if (question?.kind !== 'deleted-elsewhere' || resource === 'valuations') return step
  return mergeCommits([step, { operations: [], events: [], gone: [{ resource, id: record_id }] }])
}

function takenBackNote({ state, file }: Operation): string {
  if (state !== 'uncertain') return 'Discarded.'
  return file && !file.whole_sent
    ? 'Discarded before the whole file was sent.'
    : 'Discarded; the service may have it anyway.'
}

function adopt(
  operation: Operation,
  question: OperationQuestion,
  { id, isNewer, at, operations }: AnswerContext & { id: string },
): OutboxCommit {
  const record = question.candidates.find((candidate) => candidate.id === id)
  if (record === undefined) {
    throw notAllowed('This record was not among those that were found.', 'Choose one of them, or check again.')
  }
  const event = { at, event: 'adopted' as const, note: `You identified it as ${id}.` }
  return completeCreate(operation, {
    record,
    bytes: bytesOf(record),
    operations,
    event,
    remark: 'It already existed.',
    isNewest: isNewer(record),
  })
}

function merge(
  operation: Operation,
  { theirs, fields: conflicts }: OperationQuestion,
  { chosen, isNewer, at, operations }: AnswerContext & { chosen: JsonFields },
): OutboxCommit {
  const missing = conflicts.filter(({ field }) => own(chosen, field) === undefined)
  const others = Object.keys(chosen).filter((field) => conflicts.every((conflict) => conflict.field !== field))
  if (theirs === null || missing.length > 0 || others.length > 0) {
    throw new AppError('ipc/bad-request', {
      message: 'Not every field was decided.',
      nextStep: 'Choose for each field, then save again.',
      issues: missing.map(({ field }) => ({ field, message: 'Choose what it should be.' })),
    })
  }
  const { fields: unasked } = mergeRecord({ base: operation.base ?? {}, theirs, mine: operation.fields })
  const fields = changedFields({ ...unasked, ...chosen }, theirs)
  if (Object.keys(fields).length === 0) {
    const note = 'The record was left as the service has it.'
    // Part of the edit may already be at the service: sent earlier, or made by the colleague as well.
    const isPartlyThere = Object.keys(operation.fields).length > conflicts.length
    const done = { state: 'done', question: null, problem: null } as const
    const { resource } = operation
    const isShown = resource === 'valuations' || !isNewer(theirs)
    const step = isPartlyThere
      ? transition(operation, done, { at, event: 'done', note })
      : planDiscard(operation, operations, at, note)
    return isShown ? step : { ...step, records: [{ resource, bytes: bytesOf(theirs) }] }
  }
  refuseImpossible(theirs, fields)
  const note = `Decided: ${Object.keys(chosen).join(', ')}.`
  const change = { ...startOver, base: theirs, fields: validFields(operation, fields) }
  return transition(operation, change, { at, event: 'decided', note })
}

/** @throws AppError `ipc/bad-request` if these fields would leave a living person with a date of death */
function refuseImpossible(record: JsonFields, fields: JsonFields): void {
  const isAbout = fieldsTogether('date_of_death').some((field) => Object.hasOwn(fields, field))
  if (!isAbout || !isLivingWithDeathDate({ ...record, ...fields })) return
  const message = 'A person who is not deceased cannot have a date of death.'
  throw new AppError('ipc/bad-request', {
    message,
    nextStep: 'Choose the same side for both, or correct one of them.',
    issues: [{ field: Object.hasOwn(fields, 'date_of_death') ? 'date_of_death' : 'is_deceased', message }],
  })
}
