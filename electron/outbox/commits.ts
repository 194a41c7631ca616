import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationEvent } from '../../shared/domain/operation.ts'
import { type OperationValues, valuesOf } from '../../shared/domain/operation-values.ts'
import type { OutboxCommit } from '../data/outbox-store.ts'

export type { OutboxCommit }

/** Changed properties of an operation. */
export type Change = Partial<Operation>

/** A step that changes one operation and records the event for it. */
export function transition(
  operation: Operation,
  change: Change,
  { at, event, note }: OperationEvent,
  more: Pick<OutboxCommit, 'records' | 'gone'> = {},
): OutboxCommit {
  // Only an open operation can be undone.
  const closing = change.state === 'done' || change.state === 'discarded' ? { earlier: [] } : {}
  return {
    operations: [{ ...operation, ...change, ...closing, changed_at: at }],
    events: [{ operationId: operation.id, at, event, note, ...changedValues(operation, change) }],
    ...more,
  }
}

/** The operation's earlier values, if the change replaces them, so that its history keeps them. */
function changedValues(operation: Operation, change: Change): { was?: OperationValues } {
  if (change.title === undefined && change.fields === undefined && change.base === undefined) return {}
  const [was, is] = [valuesOf(operation), valuesOf({ ...operation, ...change })]
  return JSON.stringify(was) === JSON.stringify(is) ? {} : { was }
}

/** Merges several steps into one; of an operation that is in several steps, the last version is kept. */
export function mergeCommits(steps: readonly OutboxCommit[]): OutboxCommit {
  const operations = new Map(steps.flatMap((step) => step.operations).map((operation) => [operation.id, operation]))
  return {
    operations: [...operations.values()],
    events: steps.flatMap(({ events }) => events),
    records: steps.flatMap(({ records }) => records ?? []),
    gone: steps.flatMap(({ gone }) => gone ?? []),
  }
}

/** The state of an operation that starts over. */
export const startOver = {
  state: 'queued',
  question: null,
  problem: null,
  not_before: null,
  grace_until: null,
  save: null,
  earlier: [],
} satisfies Change

/** @throws AppError `outbox/not-allowed` */
export function notAllowed(message: string, nextStep: string): AppError {
  return new AppError('outbox/not-allowed', { message, nextStep })
}

/** Discards an operation, because nothing of it is left to write or the user took it back. */
export function discarded(operation: Operation, at: string, note: string): OutboxCommit {
  return transition(operation, { state: 'discarded', question: null, problem: null }, { at, event: 'discarded', note })
}

/** A record as JSON bytes (UTF-8), the form that the mirror accepts. */
export const bytesOf = (record: JsonFields): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(record))
