import type { Operation } from '../../shared/domain/operation.ts'
import { graceEnd, isUndoable } from '../../shared/domain/operation-rules.ts'
import type { UndoTarget } from '../../shared/ipc/outbox.ts'
import { discarded, mergeCommits, type OutboxCommit, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import { planDiscard } from './plan-decisions.ts'
import { begin, type PlanParts } from './plan-parts.ts'

export type UndoParts = Omit<PlanParts, 'known'> & {
  /** ms since the epoch. */
  now: number
}

/** `undone`: the operations as they were. */
export type PlannedUndo = { step: OutboxCommit; undone: Operation[] }

/**
 * Plans to take the last save of some operations back: an operation that earlier saves belong to returns to the version before,
 * any other is discarded. What is being sent or was sent stays.
 * @throws AppError `outbox/not-allowed` while other new records belong to a new record that would be discarded
 */
export function planUndo(target: UndoTarget, { book, now, ...parts }: UndoParts): PlannedUndo {
  const planned = book.draft()
  const steps: OutboxCommit[] = []
  const undone: Operation[] = []
  // The last save depends on the saves before it.
  for (const { id } of targets(book, target, now).toReversed()) {
    const operation = planned.get(id)
    if (operation === undefined || !isUndoable(operation)) continue
    const step = takeBack(operation, { ...parts, book: planned })
    for (const one of step.operations) planned.put(one)
    steps.push(step)
    undone.push(operation)
  }
  return { step: mergeCommits(steps), undone }
}

function targets(book: OpenOperations, target: UndoTarget, now: number): Operation[] {
  if ('operation_id' in target) return [book.get(target.operation_id)].filter((one) => one !== undefined)
  const id = 'save_id' in target ? target.save_id : latestSave(book, now)
  return [...book.all()].filter(({ save }) => save?.id === id).toSorted((a, b) => a.seq - b.seq)
}

/** The last save that is within its grace period: older ones are undone where the user sees them. */
function latestSave(book: OpenOperations, now: number): string | undefined {
  const waiting = [...book.all()].filter((one) => graceEnd(one, now) !== null)
  const latest = waiting.toSorted((a, b) => (b.save?.seq ?? 0) - (a.save?.seq ?? 0))
  return latest[0]?.save?.id
}

function takeBack(operation: Operation, parts: Omit<PlanParts, 'known'>): OutboxCommit {
  const { at, book } = parts
  const [before] = operation.earlier.slice(-1)
  if (operation.action === 'delete') return bringBack(operation, parts)
  if (before === undefined) return planDiscard(operation, book, at, 'Undone.')
  const change = { ...before, not_before: null, earlier: operation.earlier.slice(0, -1) }
  return transition(operation, change, { at, event: 'changed', note: 'The last edit was undone.' })
}

/** The edits that a deletion replaced are pending again. */
function bringBack(deletion: Operation, parts: Omit<PlanParts, 'known'>): OutboxCommit {
  const { resource, record_id } = deletion
  const edits = deletion.earlier.map(({ title, fields, base }) =>
    begin(parts, { action: 'update', resource, record_id, parent_id: null, title, fields, base }),
  )
  return mergeCommits([discarded(deletion, parts.at, 'Undone.'), ...edits.map(({ step }) => step)])
}
