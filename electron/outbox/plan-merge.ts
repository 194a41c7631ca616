import { AppError } from '../../shared/domain/app-error.ts'
import { type JsonFields, type Operation, type OperationMerge, recordLeft } from '../../shared/domain/operation.ts'
import { canBePutBack, hasMergeBegun, isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { own } from '../../shared/lib/json.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import {
  begin,
  changedFields,
  mergeCommits,
  notAllowed,
  type PlanContext,
  type PlannedSave,
  titleOfRecord,
  transition,
} from './operations.ts'
import type { RecordsMerge } from './outbox.ts'
import { planDiscard } from './plan-decisions.ts'

const sameName = (one: string, other: string) => one.normalize('NFC').trim() === other.normalize('NFC').trim()

/**
 * Plans a merge as one operation, which is sent in steps.
 * @throws AppError `outbox/typed-name-differs`; `outbox/not-allowed` while anything of it waits to be sent, and for documents that the
 *   service keeps in another household
 */
export function planMerge(
  { resource, keep, drop, fields, documents, typed }: RecordsMerge,
  context: PlanContext,
): PlannedSave {
  const { operations } = context
  const { title } = drop
  if (!sameName(typed, title)) {
    throw new AppError('outbox/typed-name-differs', {
      message: `The typed name is not the name of the ${nounOf(resource)} to be deleted.`,
      nextStep: 'Type the name exactly as it is shown, then merge again.',
    })
  }
  if (keep.id === drop.id) throw notAllowed('Both are the same record.', 'Choose two different records.')
  const pending = [keep.id, drop.id, ...documents.map(({ id }) => id)].flatMap((id) => operations.ofRecord(id))
  const [first] = [...pending, ...operations.aboutPerson(drop.id), ...operations.ofParent(drop.id)]
  if (first !== undefined || isLocalId(keep.id) || isLocalId(drop.id)) {
    throw notAllowed(
      `A change of “${first?.title ?? title}” is not sent yet.`,
      'Send or discard it in the Outbox first, then merge again.',
    )
  }
  if ([...operations.all()].some(({ merge }) => merge?.keep_id === drop.id)) {
    throw notAllowed(
      `Another ${nounOf(resource)} is being merged into “${title}”.`,
      'Stop that merge in the Outbox, or wait until it is done, then merge again.',
    )
  }
  const elsewhere = documents.filter((one) => one.household_id !== own(keep.seen, 'household_id'))
  if (elsewhere.length > 0) {
    throw notAllowed(
      `${elsewhere.map((one) => `“${one.title}”`).join(', ')} cannot move: the service keeps a document in its household.`,
      'Upload these files to the other household and delete them here, or set them to another person, then merge again.',
    )
  }
  const changed = changedFields(fields, keep.seen)
  return begin(context, {
    ...{ action: 'merge', resource, record_id: drop.id, parent_id: null, title },
    ...{ fields: changed, base: drop.seen },
    merge: {
      ...{ keep_id: keep.id, keep_title: keep.title, keep_base: keep.seen },
      fields: Object.keys(atOnce(changed)).length > 0 ? 'waiting' : 'none',
      documents: documents.map((one) => ({ id: one.id, title: one.title, state: 'waiting' })),
      deletion: 'waiting',
    },
  })
}

/** Fields that the service has room for only once: they follow when the other record is gone. A household has two primary clients at most. */
const onceOnly: ReadonlySet<string> = new Set(['is_primary', 'external_id'])

const fieldsOf = (fields: JsonFields, isOnceOnly: boolean): JsonFields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => onceOnly.has(field) === isOnceOnly))

/** The fields that are sent before the deletion. */
export const atOnce = (fields: JsonFields): JsonFields => fieldsOf(fields, false)

/** The fields that are sent after the deletion. */
export const afterDeletion = (fields: JsonFields): JsonFields => fieldsOf(fields, true)

/** A merge with its parts. */
export type Merging = Operation & { resource: RecordsMerge['resource']; merge: OperationMerge }

export const isMerging = (operation: Operation | null | undefined): operation is Merging => operation?.merge != null

/** A record of a merge, in words. */
export const nounOf = (resource: RecordsMerge['resource']): 'household' | 'person' =>
  resource === 'households' ? 'household' : 'person'

type AnswerContext = Omit<PlanContext, 'known'>

/**
 * Plans what follows from the user's answer about a merge.
 * @throws AppError `outbox/not-allowed` for an answer that does not fit
 */
export function planMergeAnswer(operation: Operation, answer: Decision, context: AnswerContext): OutboxCommit {
  const { question } = operation
  if (!isMerging(operation)) throw notFitting()
  const { merge } = operation
  if (answer.decision === 'discard') return stop(operation, context)
  if (answer.decision === 'put-back') return mergeCommits([stop(operation, context, true), putBack(operation, context)])
  const on = (note: string, change: Partial<Operation> = {}) =>
    transition(operation, { ...goingOn(operation), ...change }, { at: context.at, event: 'decided', note })
  switch (question?.kind) {
    case 'changed-elsewhere':
      if (answer.decision === 'check-again') return on('To be checked again.')
      if (answer.decision !== 'go-on' || question.theirs === null) throw notFitting()
      return on(`To go on with the ${nounOf(operation.resource)} as the service has it now.`, { base: question.theirs })
    case 'deleted-elsewhere':
      if (answer.decision === 'check-again') return on('To be checked again.')
      if (answer.decision !== 'go-on') throw notFitting()
      return on(`To go on, although the ${nounOf(operation.resource)} was deleted in the service.`, {
        merge: { ...merge, deletion: 'elsewhere' },
      })
    case 'new-documents': {
      if (answer.decision === 'check-again') return on('To be checked again.')
      if (answer.decision !== 'go-on') throw notFitting()
      const added = question.candidates.map((one) => ({
        ...{ id: String(one.id), title: titleOfRecord(one), state: 'waiting' as const },
      }))
      const kept = merge.documents.filter(({ id }) => added.every((one) => one.id !== id))
      return on(`To be moved as well: ${added.map((one) => `“${one.title}”`).join(', ')}.`, {
        merge: { ...merge, documents: [...kept, ...added] },
      })
    }
    case 'records-left': {
      if (answer.decision === 'check-again') return on('To be checked again.')
      // A household that is still there is deleted only when nothing is left in it.
      if (answer.decision !== 'go-on' || merge.deletion === 'waiting') throw notFitting()
      const left = [...(merge.left ?? []), ...question.candidates.map((one) => recordLeft.parse(one))]
      return on('To end, with these records left in the deleted household.', { merge: { ...merge, left } })
    }
    case 'fields': {
      if (answer.decision === 'check-again') return on('To be checked again.')
      if (answer.decision !== 'merge' || question.theirs === null) throw notFitting()
      const chosen = answer.fields
      if (question.fields.some(({ field }) => own(chosen, field) === undefined)) throw notFitting()
      const asked = new Set(question.fields.map(({ field }) => field))
      const all = Object.entries(operation.fields).map(([field, value]) => [
        field,
        asked.has(field) ? (own(chosen, field) ?? null) : value,
      ])
      const fields: JsonFields = Object.fromEntries(all)
      return on(`Decided: ${[...asked].join(', ')}.`, { fields, merge: { ...merge, keep_base: question.theirs } })
    }
    case 'kept-deleted':
      if (answer.decision !== 'check-again') throw notFitting()
      return on('To be checked again.')
    case 'refused':
      if (answer.decision !== 'retry' && answer.decision !== 'check-again') throw notFitting()
      return on('To be sent again.')
    default:
      throw notFitting()
  }
}

const goingOn = ({ merge }: Merging): Partial<Operation> => ({
  ...{ state: hasMergeBegun(merge) ? 'uncertain' : 'queued', question: null, problem: null, not_before: null },
})

const notFitting = (): AppError =>
  notAllowed('This question no longer applies to this change.', 'Open the change again to see its current state.')

/** Nothing more of the merge is done; its history says what was, and what is put back. */
function stop(operation: Merging, { at, operations }: AnswerContext, isPutBack = false): OutboxCommit {
  const { merge } = operation
  if (!hasMergeBegun(merge)) return planDiscard(operation, operations, at, 'Discarded.')
  const moved = merge.documents.filter(({ state }) => state === 'moved').length
  // A step that was refused was not done; of one without an answer nothing is known.
  const unknown = operation.state === 'failed' ? [] : merge.documents.filter(({ state }) => state === 'sent')
  const fate = {
    waiting: 'was not deleted',
    sent: 'may have been deleted',
    elsewhere: 'had been deleted in the service',
    done: 'was deleted',
  }
  const done = [
    merge.fields === 'done' && Object.keys(atOnce(operation.fields)).length > 0 ? 'The chosen fields were sent.' : '',
    merge.fields === 'sent' && operation.state !== 'failed' ? 'The chosen fields may have been sent.' : '',
    moved > 0 ? `Documents moved: ${moved} of ${merge.documents.length}.` : '',
    ...unknown.map((one) => `“${one.title}” may have moved.`),
    `${operation.title} ${fate[operation.question?.kind === 'deleted-elsewhere' ? 'elsewhere' : merge.deletion]}.`,
    isPutBack ? 'Changes that put back what was done are in the Outbox until they are sent.' : '',
  ]
  const note = `Stopped. ${done.filter((one) => one !== '').join(' ')}`
  return transition(
    operation,
    { state: 'discarded', question: null, problem: null, remark: note },
    { at, event: 'discarded', note },
  )
}

/** Ordinary edits that give the documents back to the other person, and the fields of the record that is kept their values before. */
function putBack(operation: Merging, context: AnswerContext): OutboxCommit {
  if (!canBePutBack(operation)) {
    throw notAllowed(
      `${operation.title} was deleted, or may have been. A deletion cannot be taken back.`,
      'Stop the merge, or let it end.',
    )
  }
  const { merge, record_id, fields } = operation
  const back = merge.documents
    .filter(({ state }) => state === 'moved' || state === 'sent')
    .map((one) =>
      begin(context, {
        ...{ action: 'update', resource: 'documents', record_id: one.id, parent_id: null, title: one.title },
        ...{ fields: { individual_id: record_id }, base: { id: one.id, individual_id: merge.keep_id } },
      }),
    )
  const before = Object.fromEntries(
    Object.keys(atOnce(fields)).map((field) => [field, own(merge.keep_base, field) ?? null]),
  )
  const isChanged = merge.fields === 'sent' || merge.fields === 'done'
  const kept =
    isChanged && Object.keys(before).length > 0
      ? [
          begin(context, {
            ...{ action: 'update', resource: operation.resource, record_id: merge.keep_id, parent_id: null },
            ...{ title: merge.keep_title, fields: before, base: { ...merge.keep_base, ...atOnce(fields) } },
          }),
        ]
      : []
  return mergeCommits([...back, ...kept].map((planned) => planned.step))
}
