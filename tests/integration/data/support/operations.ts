import { randomUUID } from 'node:crypto'
import type { Operation, OperationEvent } from '../../../../shared/domain/operation.ts'
import { localId, type WritableResource } from '../../../../shared/domain/operation-rules.ts'

const when = '2026-03-01T12:00:00.000Z'

/** Returns an operation as the outbox stores it; `more` overrides or adds fields. */
export function anOperation(seq: number, more: Partial<Operation> = {}): Operation {
  return {
    id: `op_${String(seq).padStart(8, '0')}-0000-4000-8000-000000000000`,
    seq,
    action: 'update',
    resource: 'individuals',
    record_id: 'client_profile_1',
    parent_id: null,
    title: 'Ada Person1',
    fields: { city: 'Lyon' },
    base: null,
    state: 'queued',
    paused: false,
    question: null,
    problem: null,
    attempts: 0,
    not_before: null,
    grace_until: null,
    save: null,
    earlier: [],
    sent_at: null,
    baseline: null,
    server_id: null,
    file: null,
    remark: null,
    saved_at: when,
    changed_at: when,
    ...more,
  }
}

type Made = Partial<Omit<Operation, 'fields'>> & { fields: Operation['fields'] }

/** Returns the creation of a record, with its own local id. */
export const aCreate = (seq: number, resource: WritableResource, more: Made): Operation =>
  anOperation(seq, { action: 'create', resource, record_id: localId(resource, randomUUID()), title: 'New', ...more })

/** Returns an edit; the base is the service's version of the record. */
export const anEdit = (
  seq: number,
  resource: Operation['resource'],
  base: { id: string } & Record<string, unknown>,
  fields: Operation['fields'],
): Operation => anOperation(seq, { resource, record_id: base.id, base: base as Operation['fields'], fields })

export const aDeletion = (
  seq: number,
  resource: Operation['resource'],
  base: { id: string } & Record<string, unknown>,
): Operation =>
  anOperation(seq, { action: 'delete', resource, record_id: base.id, base: base as Operation['fields'], fields: {} })

export const anEvent = (
  { id }: Operation,
  event: OperationEvent['event'] = 'saved',
  note = '',
): OperationEvent & { operationId: string } => ({ operationId: id, at: when, event, note })

/** Returns a commit with only operations. */
export const step = (...operations: Operation[]) => ({ operations, events: operations.map((one) => anEvent(one)) })
