import { AppError } from '../../shared/domain/app-error.ts'
import { procedureMeta } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'

export type LockState = 'open' | 'closing' | 'locked' | 'removed'

/**
 * Whether the contract lets a procedure run in this state of the lock.
 *
 * @throws AppError `custody/locked` when it has to wait until Steward is unlocked
 */
export function assertUnlocked(procedure: string, state: LockState): void {
  if (state === 'open') return
  const meta = procedureMeta(procedure)
  if (state === 'removed' ? meta?.whileRemoved : meta?.whileLocked) return
  if (state === 'closing' && meta?.whileClosing) return
  throw locked()
}

export function locked(): AppError {
  return new AppError('custody/locked', { message: 'Steward is locked.', nextStep: 'Unlock it to go on.' })
}

/** What pages are told of while Steward is locked. */
const toldWhileLocked: ReadonlySet<AppEvent['type']> = new Set(['custody', 'preferences-changed'])

/**
 * Events as a page may be told of them. It begins with the lock as it is: a page that listens anew may have missed how it fell.
 * What is kept back is not told later; a page that was locked reads everything anew.
 */
export async function* eventsForPages(
  events: AsyncIterable<AppEvent>,
  { first, isLocked }: { first: () => AppEvent; isLocked: () => boolean },
): AsyncGenerator<AppEvent> {
  yield first()
  for await (const event of events) if (!isLocked() || toldWhileLocked.has(event.type)) yield event
}
