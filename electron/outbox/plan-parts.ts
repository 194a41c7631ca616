import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isSame, own } from '../../shared/domain/same.ts'
import { type OutboxCommit, startOver, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { Saved } from './outbox.ts'

/** Inputs of a plan besides the write: the open operations, the time, new ids, and the mirror's knowledge. */
export type PlanParts = {
  book: OpenOperations
  /** ISO 8601. */
  at: string
  newId: () => string
  nextSeq: () => number
  /** The record's title, or its parent's for a valuation; and the record itself if it is to be deleted. */
  known: { title: string | null; record: JsonFields | null }
}

export type PlannedSave = { step: OutboxCommit; saved: Omit<Saved, 'undo'> }

type Begun = Pick<Operation, 'action' | 'resource' | 'record_id' | 'parent_id' | 'title' | 'fields' | 'base'> & {
  file?: Operation['file']
}

/** A new operation, queued. */
export function begin({ at, newId, nextSeq }: Omit<PlanParts, 'book' | 'known'>, begun: Begun): PlannedSave {
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

/** Fields whose value differs from the base. */
export const changedFields = (fields: JsonFields, base: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, own(base, field))))
