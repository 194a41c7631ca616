import type { ListedOperation } from '../../shared/ipc/outbox.ts'

/** A pending write. */
export const operationDouble: ListedOperation = {
  id: 'op_1',
  seq: 1,
  action: 'update',
  resource: 'households',
  record_id: 'hh-1',
  parent_id: null,
  title: 'Okafor',
  fields: { notes: 'Called' },
  base: { id: 'hh-1', notes: '' },
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
  saved_at: '2026-03-01T12:00:00.000Z',
  changed_at: '2026-03-01T12:00:00.000Z',
  waits_for: null,
}

export const savedDouble = { operation_id: 'op_1', record_id: 'hh-1', undo: null }
