import type { Operation, OperationSave, OperationVersion } from '../../shared/domain/operation.ts'
import { graceEnd, isOpen, isUndoable, longestGraceMs, waitsFor } from '../../shared/domain/operation-rules.ts'
import type { OutboxCommit } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'

/** Most saves of one write that can be undone one after the other. */
const mostEarlier = 10

export type GraceParts = {
  /** The operations before the save. */
  operations: OpenOperations
  /** ms since the epoch. */
  now: number
  /** How long an ordinary write waits, in ms. 0: nothing waits. */
  graceMs: number
  save: OperationSave
}

/** True for writes whose effect cannot be edited away afterwards: valuations, deletions and dates of death. */
export const isIrrevocable = ({ action, resource, fields }: Operation): boolean =>
  action === 'delete' || resource === 'valuations' || (resource === 'individuals' && 'date_of_death' in fields)

/**
 * Lets the operations of one save wait before they are sent, all of them equally long. A save that is folded into a waiting
 * operation gives the whole operation a new period, because it is sent as one request; the version before it is kept for undo.
 */
export function withGrace(step: OutboxCommit, { operations, now, graceMs, save }: GraceParts): OutboxCommit {
  const saved = step.operations.filter(({ state }) => state === 'queued')
  const ms = graceMs > 0 && saved.some(isIrrevocable) ? longestGraceMs : graceMs
  const grace_until = ms > 0 ? new Date(now + ms).toISOString() : null
  const replaced = step.operations.filter(({ state, action }) => state === 'discarded' && action === 'update')
  const earlierOf = (operation: Operation): OperationVersion[] => {
    if (operation.action === 'delete') return replaced.map((one) => versionOf(operations.get(one.id) ?? one))
    const before = operations.get(operation.id)
    if (before === undefined || !isOpen(before)) return []
    // Several writes of one save are undone together.
    return before.save?.id === save.id ? before.earlier : [...before.earlier, versionOf(before)].slice(-mostEarlier)
  }
  return {
    ...step,
    operations: step.operations.map((operation) =>
      operation.state === 'queued' ? { ...operation, grace_until, save, earlier: earlierOf(operation) } : operation,
    ),
  }
}

const versionOf = ({
  title,
  fields,
  base,
  state,
  question,
  problem,
  grace_until,
  save,
}: Operation): OperationVersion => ({
  ...{ title, fields, base, state, question, problem, grace_until, save },
})

/**
 * Saves that are kept in several steps, and until when all of each waits, ms since the epoch: without an end while further writes follow.
 * In memory: after a crash, its writes are sent once their own grace periods are over.
 */
export type HeldSaves = ReadonlyMap<string, number>

/** Until when an operation waits with the rest of its save; null if it does not. One whose grace period was ended by the user does not. */
export const heldUntil = (
  { save, grace_until }: Pick<Operation, 'save' | 'grace_until'>,
  held: HeldSaves,
): number | null => (save === null || grace_until === null ? null : (held.get(save.id) ?? null))

/**
 * Ends the grace period of one operation and of those that have to be sent before it; without an id, of all operations.
 * Returns an empty step if none is waiting.
 */
export function endGrace(
  operations: OpenOperations,
  { id, now, held }: { id: string | undefined; now: number; held: HeldSaves },
): OutboxCommit {
  const chosen = id === undefined ? [...operations.all()] : withThoseBefore(operations, id)
  const waiting = chosen.filter(
    (one) => graceEnd(one, now) !== null || (isUndoable(one) && heldUntil(one, held) !== null),
  )
  return { operations: waiting.map((operation) => ({ ...operation, grace_until: null })), events: [] }
}

function withThoseBefore(operations: OpenOperations, id: string): Operation[] {
  const found: Operation[] = []
  for (let next = operations.get(id) ?? null; next !== null; next = waitsFor(next, operations.ofRecord))
    found.push(next)
  return found
}
