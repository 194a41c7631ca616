import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isNothing, isSame, type Json, own } from '../../shared/domain/same.ts'
import { mergeCommits, type OutboxCommit, startOver, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { Saved } from './outbox.ts'

/** Inputs of a plan besides the write: the open operations, the time, new ids, and the mirror's knowledge. */
export type PlanContext = {
  operations: OpenOperations
  /** ISO 8601. */
  at: string
  newId: () => string
  nextSeq: () => number
  /**
   * The record's title, or its parent's for a valuation; and the record itself, with pending edits, if it is to be deleted or if the
   * write comes from a form.
   */
  known: { title: string | null; record: JsonFields | null }
}

export type PlannedSave = { step: OutboxCommit; saved: Omit<Saved, 'undo'> }

type NewOperation = Pick<Operation, 'action' | 'resource' | 'record_id' | 'parent_id' | 'title' | 'fields' | 'base'> & {
  file?: Operation['file']
}

/** A new operation, queued. */
export function begin(
  { at, newId, nextSeq }: Omit<PlanContext, 'operations' | 'known'>,
  begun: NewOperation,
): PlannedSave {
  const operation: Operation = {
    id: `op_${newId()}`,
    seq: nextSeq(),
    file: null,
    ...begun,
    ...startOver,
    paused: false,
    attempts: 0,
    sent_at: null,
    baseline: null,
    server_id: null,
    remark: null,
    saved_at: at,
    changed_at: at,
  }
  return {
    step: transition(operation, {}, { at, event: 'saved', note: 'Saved on this computer.' }),
    saved: { operation_id: operation.id, record_id: operation.record_id },
  }
}

/**
 * The date of death of a new person, which the service accepts only in an update of an existing one: a step with that update, empty
 * without a date.
 */
export function planDateOfDeath(
  created: PlannedSave,
  date_of_death: Json | undefined,
  context: Omit<PlanContext, 'operations' | 'known'>,
): OutboxCommit {
  const [operation] = created.step.operations
  if (operation === undefined || isNothing(date_of_death)) return mergeCommits([])
  const { record_id, title, fields } = operation
  const base = { ...fields, id: record_id }
  return begin(context, {
    ...{ action: 'update', resource: 'individuals', record_id, parent_id: null, title },
    ...{ fields: { date_of_death }, base },
  }).step
}

/** Fields whose value differs from the base. */
export const changedFields = (fields: JsonFields, base: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, own(base, field))))
