import type { Operation, OperationSave, OperationVersion } from '../../shared/domain/operation.ts'
import { graceEnd, isOpen, isUndoable, longestGraceMs, waitsFor } from '../../shared/domain/operation-rules.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import type { Clock } from '../platform/clock.ts'
import { type OpenOperations, siblingsKey } from './operations.ts'
import { roundsMs } from './reconcile.ts'

/** Most saves of one write that can be undone one after the other. */
const mostEarlier = 10

type GraceParts = {
  /** The operations before the save. */
  operations: OpenOperations
  /** ms since the epoch. */
  now: number
  /** How long an ordinary write waits, in ms. 0: nothing waits. */
  graceMs: number
  save: OperationSave
}

/** True for writes whose effect cannot be edited away afterwards: valuations, deletions and dates of death. */
const isIrrevocable = ({ action, resource, fields }: Operation): boolean =>
  action === 'delete' ||
  action === 'merge' ||
  resource === 'valuations' ||
  (resource === 'individuals' && 'date_of_death' in fields)

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
const heldUntil = ({ save, grace_until }: Pick<Operation, 'save' | 'grace_until'>, held: HeldSaves): number | null =>
  save === null || grace_until === null ? null : (held.get(save.id) ?? null)

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

/** Conditions besides the operations themselves. Times are ms since the epoch. */
type ReadyState = {
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
function dueAt(
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

const firstWaitMs = 2_000
/** Longest back-off in ms. */
const longestWaitMs = 5 * 60_000
/** Longest wait in ms that is kept when the service asks for one. */
const longestAskedMs = 60 * 60_000

/** Returns 0 if the deadline (ms since the epoch) is implausibly far away: the clock was set back. */
const plausibleDeadline = (moment: number, { now, longest }: { now: number; longest: number }): number =>
  moment - now > longest ? 0 : moment

/** Wait in ms after a number of failures in a row: doubled each time, with jitter, 5 minutes at most. */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1))
  return ceiling * (0.5 + random * 0.5)
}

/** Waits in memory: per operation, and for all operations while the service cannot be reached. */
export type Backoff = {
  /**
   * End of the wait by operation, ms since the epoch by the computer's clock; waits themselves do not depend on it. The clocks are read
   * once for all of them: two readings of one end can differ by a part of a millisecond.
   */
  until(): Pick<ReadonlyMap<string, number>, 'get' | 'has'>
  /** End of the wait for all operations, ms since the epoch; 0 for no wait. */
  everythingUntil(): number
  isUnreached(): boolean
  /** The service was not reached. */
  unreached(): void
  reached(): void
  /** The service asked for a pause, in ms. */
  rest(ms: number): void
  /** One operation failed in a way that may pass. */
  failed(id: string): void
  /**
   * Number of searches before the current one, for an operation whose outcome is unknown; {@link Backoff.nextRound} schedules the
   * next search.
   */
  round(id: string): number
  nextRound(id: string): void
  /** Searches once more, at once. */
  lastRound(id: string): void
  forget(id: string): void
  /**
   * Ends every wait except a pause that the service asked for. The service is searched at once for an operation whose outcome is
   * unknown; if it is not found, the scheduled searches remain.
   */
  clear(): void
}

/** {@link Backoff} with no wait. */
export function createBackoff(clock: Clock): Backoff {
  const now = clock.elapsed
  const until = new Map<string, number>()
  /** A time by `clock.elapsed` as one by the computer's clock of this moment, which may have been changed since. */
  const byClock = (at: number) => at - now() + clock.now()
  const failures = new Map<string, number>()
  const rounds = new Map<string, number>()
  /** The scheduled time of a search that was moved forward, ms since the epoch. */
  const hastened = new Map<string, number>()
  let unreached = 0
  let everything = 0
  let resting = 0
  return {
    until() {
      const ahead = byClock(0)
      return {
        has: (id) => until.has(id),
        get(id) {
          const at = until.get(id)
          return at === undefined ? undefined : at + ahead
        },
      }
    },
    everythingUntil() {
      const end = Math.max(everything, resting)
      return end > now() ? byClock(end) : 0
    },
    isUnreached: () => unreached > 0,
    unreached() {
      // Operations that fail at the same time count as one failure.
      if (everything > now()) return
      unreached += 1
      everything = now() + backoffMs(unreached, clock.random())
    },
    reached() {
      unreached = 0
      everything = 0
    },
    rest(ms) {
      resting = Math.max(resting, now() + ms)
    },
    failed(id) {
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      until.set(id, now() + backoffMs(count, clock.random()))
    },
    // A search before its scheduled time is an extra one, not the last: a write that is still being processed keeps the time it
    // was given.
    round: (id) => ((hastened.get(id) ?? 0) > now() ? 0 : (rounds.get(id) ?? 0)),
    nextRound(id) {
      const due = hastened.get(id) ?? 0
      hastened.delete(id)
      if (due > now()) return void until.set(id, due)
      const before = rounds.get(id)
      const round = before === undefined ? 0 : before + 1
      rounds.set(id, round)
      const since = before === undefined ? 0 : (roundsMs[before] ?? 0)
      until.set(id, now() + (roundsMs[round] ?? 0) - since)
    },
    lastRound(id) {
      hastened.delete(id)
      rounds.set(id, roundsMs.length - 1)
      until.delete(id)
    },
    forget(id) {
      hastened.delete(id)
      until.delete(id)
      failures.delete(id)
      rounds.delete(id)
    },
    clear() {
      for (const [id, due] of until) {
        if (rounds.has(id) && due > now()) hastened.set(id, due)
        until.delete(id)
      }
      unreached = 0
      everything = 0
    },
  }
}
