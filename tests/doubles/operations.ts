import type { ListedOperation } from '../../shared/ipc/outbox.ts'

/** A pending change of a household's notes, with the given fields replaced. */
export const operationWith = (more: Partial<ListedOperation> = {}): ListedOperation => ({
  id: 'op_00000000-0000-4000-8000-000000000001',
  seq: 1,
  action: 'update',
  resource: 'households',
  record_id: 'household_1',
  parent_id: null,
  title: 'Ray household',
  fields: { notes: 'Prefers mornings' },
  base: { id: 'household_1', notes: 'Prefers evenings', updated_at: '2026-11-20T09:00:00Z' },
  state: 'queued',
  paused: false,
  question: null,
  problem: null,
  attempts: 0,
  not_before: null,
  sent_at: null,
  baseline: null,
  server_id: null,
  file: null,
  remark: null,
  saved_at: '2026-11-21T10:00:00.000Z',
  changed_at: '2026-11-21T10:00:00.000Z',
  waits_for: null,
  ...more,
})
