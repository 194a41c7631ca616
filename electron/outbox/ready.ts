import type { Operation } from '../../shared/domain/operation.ts'
import { longestAskedMs, longestWaitMs, plausibleDeadline } from './backoff.ts'
import { type OpenOperations, siblingsKey, waitsFor } from './open-operations.ts'

/** What decides besides the operations themselves. Moments are ms since the epoch. */
export type ReadyState = {
  book: OpenOperations
  /** Operations under way. */
  active: Pick<ReadonlySet<string>, 'has'>
  allPaused: boolean
  /** Not before this moment, by operation: after a failure, or for the next look at the service. */
  holds: ReadonlyMap<string, number>
  /** Not before this moment, all of them: the service is not reached, or asked for a rest. */
  everythingUntil: number
  now: number
  /** How many more may start. */
  room: number
}

/** When a queued operation may be sent, or an uncertain one looked for; null when time alone does not help. */
export function dueAt(
  operation: Operation,
  { book, allPaused, holds, everythingUntil, now }: Omit<ReadyState, 'room'>,
): number | null {
  const { state, paused, question, not_before, id } = operation
  if (state === 'sending') return now
  if (paused || allPaused || question !== null) return null
  if (state !== 'queued' && state !== 'uncertain') return null
  if (state === 'queued' && waitsFor(operation, book) !== null) return null
  const asked = not_before === null ? 0 : Date.parse(not_before)
  const held = plausibleDeadline(holds.get(id) ?? 0, { now, longest: longestWaitMs })
  return Math.max(now, everythingUntil, plausibleDeadline(asked, { now, longest: longestAskedMs }), held)
}

/**
 * The operations that can be worked on now, in order: those of one record one after the other, children after their
 * parent, one new record of a kind and parent at a time. One that is `sending` though nothing is under way was cut short.
 */
export function readyOperations(state: ReadyState): Operation[] {
  const { book, active, room } = state
  const busy = new Set<string>()
  for (const operation of book.all()) {
    if (operation.action === 'create' && isInFlight(operation, active)) busy.add(siblingsKey(operation))
  }
  const ready: Operation[] = []
  for (const operation of book.all()) {
    if (ready.length >= room) break
    if (active.has(operation.id)) continue
    // Asked first: of thousands of new records that wait for each other, all but one end here.
    const key = operation.action === 'create' && operation.state === 'queued' ? siblingsKey(operation) : null
    if (key !== null && busy.has(key)) continue
    const due = dueAt(operation, state)
    if (due === null || due > state.now) continue
    if (key !== null) busy.add(key)
    ready.push(operation)
  }
  return ready
}

/** The next moment at which time alone makes something ready; null when nothing waits for time. */
export function nextDue(state: Omit<ReadyState, 'room'>): number | null {
  let next: number | null = null
  for (const operation of state.book.all()) {
    const mayWait = operation.not_before !== null || state.holds.has(operation.id) || state.everythingUntil > state.now
    if (!mayWait || state.active.has(operation.id)) continue
    const due = dueAt(operation, state)
    if (due !== null && due > state.now && (next === null || due < next)) next = due
  }
  return next
}

/** On its way, or perhaps there: until that is known a like record would be taken for it. */
const isInFlight = (operation: Operation, active: ReadyState['active']): boolean =>
  active.has(operation.id) || isUnsettled(operation)

const isUnsettled = ({ state, question }: Operation): boolean =>
  state === 'sending' || (state === 'uncertain' && question === null)

/** Another new record of the same kind and parent that is on its way, or perhaps there. */
export function unsettledSibling(operation: Operation, book: OpenOperations): Operation | undefined {
  const key = siblingsKey(operation)
  for (const one of book.all()) {
    if (one.action === 'create' && isUnsettled(one) && one.id !== operation.id && siblingsKey(one) === key) return one
  }
  return undefined
}
