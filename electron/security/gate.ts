import { AppError } from '../../shared/domain/app-error.ts'
import { procedureMeta } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'

export type LockState = 'open' | 'closing' | 'locked' | 'removed'

/**
 * Checks whether the contract allows a procedure in this state of the lock.
 *
 * @throws AppError `custody/locked` if it is not allowed until Steward is unlocked
 */
export function assertUnlocked(procedure: string, state: LockState): void {
  if (state === 'open') return
  const meta = procedureMeta(procedure)
  if (state === 'removed' ? meta?.whileRemoved : meta?.whileLocked) return
  if (state === 'closing' && meta?.whileClosing) return
  throw locked()
}

export function locked(): AppError {
  return new AppError('custody/locked', { message: 'Steward is locked.', nextStep: 'Unlock it to continue.' })
}

/** Events that pages receive while Steward is locked. */
const toldWhileLocked: ReadonlySet<AppEvent['type']> = new Set(['custody', 'preferences-changed', 'presenting'])

/**
 * Filters the events for pages. It begins with the current state of the lock: a page that resubscribes may have missed the
 * locking. Withheld events are not sent later; after unlocking, a page reloads everything.
 */
export async function* eventsForPages(
  events: AsyncIterable<AppEvent>,
  { first, isLocked }: { first: () => AppEvent; isLocked: () => boolean },
): AsyncGenerator<AppEvent> {
  yield first()
  for await (const event of events) if (!isLocked() || toldWhileLocked.has(event.type)) yield event
}
