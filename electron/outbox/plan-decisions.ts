import type { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isMovable, localId } from '../../shared/domain/operation-rules.ts'
import { isSame, own } from '../../shared/lib/json.ts'
import {
  documentCreate,
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../../shared/service/writes.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import {
  begin,
  discarded,
  mergeCommits,
  notAllowed,
  type OpenOperations,
  type PlanContext,
  planDateOfDeath,
  startOver,
  titleOfRecord,
  transition,
} from './operations.ts'

const shapes = { households: householdCreate.shape, individuals: individualCreate.shape } as const

/**
 * A new record in place of one that was deleted elsewhere, with its former fields and every pending edit.
 * @throws AppError `outbox/not-allowed` for a record that cannot be created, `ipc/bad-request` when a required field is missing
 */
export function planCopy(operation: Operation, context: Omit<PlanContext, 'known'>): OutboxCommit {
  const { resource, base, record_id, title } = operation
  if (resource !== 'households' && resource !== 'individuals') {
    throw notAllowed('A record of this kind cannot be created again.', 'Discard the change.')
  }
  const edits = context.operations
    .ofRecord(record_id)
    .filter(({ action, seq }) => action === 'update' && seq >= operation.seq)
  const whole: JsonFields = Object.assign({}, base, ...edits.map(({ fields }) => fields))
  const shape = shapes[resource]
  const kept = Object.entries(whole).filter(([field, value]) => field in shape && value !== null && value !== '')
  // The deleted household's individuals still exist; they would be created a second time.
  const fields = Object.fromEntries(kept.filter(([field]) => field !== 'primary_individuals'))
  const copy = begin(context, {
    action: 'create',
    resource,
    record_id: localId(resource, context.newId()),
    parent_id: typeof fields.household_id === 'string' ? fields.household_id : null,
    title: title || titleOfRecord(whole),
    fields: validFields({ action: 'create', resource }, fields),
    base: null,
  })
  const dated = resource === 'individuals' ? planDateOfDeath(copy, whole.date_of_death, context) : mergeCommits([])
  const replaced = edits.map((edit) =>
    discarded(edit, context.at, `A new record takes its place: ${copy.saved.record_id}.`),
  )
  const gone = { operations: [], events: [], gone: [{ resource, id: record_id }] }
  return mergeCommits([...replaced, copy.step, dated, gone])
}

/**
 * The record that a merge deletes takes no edit and no new record.
 * @throws AppError `outbox/not-allowed` while this record is to be deleted by a merge
 */
export function refuseMerging(recordId: string | null, operations: OpenOperations): void {
  const merge = operations.ofRecord(recordId ?? '').find(({ action }) => action === 'merge')
  if (merge === undefined) return
  throw notAllowed(
    `This ${merge.resource === 'households' ? 'household' : 'person'} is being merged with another one.`,
    'Stop the merge in the Outbox first, or wait until it is done.',
  )
}

type MoveParts = { household_id: string; operations: OpenOperations; at: string }

/**
 * Moves a new individual or document to another household, because its own was refused, discarded, or deleted before this could
 * be sent. New documents about the individual move with it. A record that the service has cannot be moved: the service does not
 * accept another household in an edit.
 * @throws AppError `outbox/not-allowed` for a record that is not new or may have reached the service
 */
export function planMove(operation: Operation, { household_id, operations, at }: MoveParts): OutboxCommit {
  if (!isMovable(operation)) {
    throw notAllowed('This cannot be moved to another household.', 'Discard it, and create a new one there.')
  }
  refuseMerging(household_id, operations)
  const about = operation.resource === 'individuals' ? documentsAbout(operation.record_id, operations) : []
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

const documentsAbout = (recordId: string, operations: OpenOperations): Operation[] =>
  [...operations.all()].filter(
    ({ action, resource, fields }) =>
      action === 'create' && resource === 'documents' && fields.individual_id === recordId,
  )

/**
 * Discards an operation. Operations that build on a new record are discarded with it; a later edit of an existing record gets the
 * base values that this operation had.
 * @throws AppError `outbox/not-allowed` while other new records belong to it
 */
export function planDiscard(operation: Operation, operations: OpenOperations, at: string, note: string): OutboxCommit {
  const later = operations.ofRecord(operation.record_id).filter(({ seq }) => seq > operation.seq)
  if (operation.action !== 'create') {
    const event = { at, event: 'changed', note: 'An earlier change of this record was discarded.' } as const
    const rebased = later.map((one) => transition(one, { base: withoutFields(one.base, operation) }, event))
    return mergeCommits([discarded(operation, at, note), ...rebased])
  }
  const children = operations.ofParent(operation.record_id).length + operations.aboutPerson(operation.record_id).length
  if (children > 0) {
    throw notAllowed(
      `${children === 1 ? 'Another new record belongs' : `${children} other new records belong`} to this one.`,
      'Discard what belongs to it first.',
    )
  }
  const people = operations.ofItsPrimaries(operation.record_id)
  return mergeCommits([operation, ...later, ...people].map((one) => discarded(one, at, note)))
}

/** A record as it was shown, without the values that an edit of it would have set. */
export function withoutFields(base: JsonFields | null, earlier: Operation): JsonFields | null {
  if (base === null || earlier.base === null) return base
  const fields = new Map(Object.entries(base))
  for (const [field, value] of Object.entries(earlier.fields)) {
    if (!isSame(own(base, field), value)) continue
    const before = own(earlier.base, field)
    if (before === undefined) fields.delete(field)
    else fields.set(field, before)
  }
  return Object.fromEntries(fields)
}

const schemas: Partial<Record<string, z.ZodType>> = {
  'create households': householdCreate,
  'create individuals': individualCreate,
  'create valuations': valuationCreate,
  'create documents': documentCreate,
  'update households': householdUpdate,
  'update individuals': individualUpdate,
  'update documents': documentUpdate,
  'update document-summaries': documentSummaryUpdate,
}

/**
 * Validates the fields of an operation: an update must not clear a field that is not clearable.
 * @throws AppError `ipc/bad-request`, with one issue for each invalid field
 */
export function validFields(
  { action, resource }: Pick<Operation, 'action' | 'resource'>,
  fields: JsonFields,
): JsonFields {
  const schema = schemas[`${action} ${resource}`]
  const parsed = schema?.safeParse(fields)
  if (parsed?.success) return fields
  throw new AppError('ipc/bad-request', {
    message: 'These fields cannot be sent as they are.',
    nextStep: 'Correct the fields listed, then save again.',
    issues: (parsed?.error.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
