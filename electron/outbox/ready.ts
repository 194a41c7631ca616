import type { Operation } from '../../shared/domain/operation.ts'
import { graceEnd, longestGraceMs, waitsFor } from '../../shared/domain/operation-rules.ts'
import { longestAskedMs, longestWaitMs, plausibleDeadline } from './backoff.ts'
import { type HeldSaves, heldUntil } from './grace.ts'
import { type OpenOperations, siblingsKey } from './open-operations.ts'

/** Conditions besides the operations themselves. Times are ms since the epoch. */
export type ReadyState = {
  operations: OpenOperations
  /** Operations in progress. */
  active: Pick<ReadonlySet<string>, 'has'>
  allPaused: boolean
  /** Earliest time by operation: after a failure, or for the next search at the service. */
  backoff: Pick<ReadonlyMap<string, number>, 'get' | 'has'>
  /** Earliest time for all operations: the service is unreachable or asked for a pause. */
  everythingUntil: number
  heldSaves: HeldSaves
  now: number
  /** How many more may start. */
  capacity: number
}

/**
 * When a queued operation may be sent, or an uncertain one searched for, ms since the epoch; null if it waits for more than time.
 */
export function dueAt(
  operation: Operation,
  { operations, allPaused, backoff, everythingUntil, heldSaves, now }: Omit<ReadyState, 'capacity'>,
): number | null {
  const { state, paused, question, not_before, id } = operation
  if (state === 'sending') return now
  if (paused || allPaused || question !== null) return null
  if (state !== 'queued' && state !== 'uncertain') return null
  if (state === 'queued' && waitsFor(operation, operations.ofRecord) !== null) return null
  const asked = not_before === null ? 0 : Date.parse(not_before)
  const held = plausibleDeadline(backoff.get(id) ?? 0, { now, longest: longestWaitMs })
  const together = state === 'queued' ? (heldUntil(operation, heldSaves) ?? 0) : 0
  if (together === Number.POSITIVE_INFINITY) return null
  const grace = Math.max(graceEnd(operation, now) ?? 0, plausibleDeadline(together, { now, longest: longestGraceMs }))
  return Math.max(now, everythingUntil, grace, plausibleDeadline(asked, { now, longest: longestAskedMs }), held)
}

/**
 * The operations that can be processed now, in order: one at a time per record, children after their parent, one new record at a
 * time per kind and parent. An operation that is `sending` but not in progress was interrupted.
 */
export function readyOperations(state: ReadyState): Operation[] {
  const { operations, active, capacity } = state
  const busy = new Set<string>()
  for (const operation of operations.all()) {
    if (operation.action === 'create' && isInFlight(operation, active)) busy.add(siblingsKey(operation))
  }
  const ready: Operation[] = []
  for (const operation of operations.all()) {
    if (ready.length >= capacity) break
    if (active.has(operation.id)) continue
    // Checked first, because it rules out all but one of thousands of new records that wait for each other.
    const key = operation.action === 'create' && operation.state === 'queued' ? siblingsKey(operation) : null
    if (key !== null && busy.has(key)) continue
    const due = dueAt(operation, state)
    if (due === null || due > state.now) continue
    if (key !== null) busy.add(key)
    ready.push(operation)
  }
  return ready
}

/** The next time at which an operation becomes ready just by waiting, ms since the epoch; null if there is none. */
export function nextDue(state: Omit<ReadyState, 'capacity'>): number | null {
  let next: number | null = null
  for (const operation of state.operations.all()) {
    const { id, not_before, grace_until } = operation
    const hasDeadline = not_before !== null || grace_until !== null || state.backoff.has(id)
    if (!(hasDeadline || state.everythingUntil > state.now) || state.active.has(id)) continue
    const due = dueAt(operation, state)
    if (due !== null && due > state.now && (next === null || due < next)) next = due
  }
  return next
}

/** In progress, or its outcome is unknown: until it is known, a similar record could be mistaken for it. */
const isInFlight = (operation: Operation, active: ReadyState['active']): boolean =>
  active.has(operation.id) || isUnsettled(operation)

const isUnsettled = ({ state, question }: Operation): boolean =>
  state === 'sending' || (state === 'uncertain' && question === null)

/** Another new record of the same kind and parent that is being sent or whose outcome is unknown. */
export function unsettledSibling(operation: Operation, operations: OpenOperations): Operation | undefined {
  const key = siblingsKey(operation)
  for (const one of operations.all()) {
    if (one.action === 'create' && isUnsettled(one) && one.id !== operation.id && siblingsKey(one) === key) return one
  }
  return undefined
}

/** True if other operations wait for this one: people and documents that belong to a new record, or edits of it. */
export function isAwaited(operation: Operation, operations: OpenOperations): boolean {
  for (const one of operations.all()) {
    if (one.id !== operation.id && waitsFor(one, operations.ofRecord)?.id === operation.id) return true
  }
  return false
}
