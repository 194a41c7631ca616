import { AppError } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'

/** What may be asked while Steward is locked: the lock itself, and what its screen is drawn with. None names a client. */
const whileLocked: ReadonlySet<string> = new Set([
  'custody.state',
  'custody.lock',
  'custody.unlock',
  'custody.whatIsHere',
  'custody.removeEverything',
  'events.subscribe',
  'app.info',
  'app.getPreferences',
])

/** What may be asked once everything was removed: nothing may be written any more. */
const whileRemoved: ReadonlySet<string> = new Set(['custody.state', 'events.subscribe'])

/**
 * What was typed and not saved when the lock fell is still kept for a moment: it goes in, and nothing comes out.
 */
const whileClosing: ReadonlySet<string> = new Set(['drafts.keep'])

export type LockStanding = 'open' | 'closing' | 'locked' | 'removed'

/** @throws AppError `custody/locked` for a procedure that has to wait until Steward is open */
export function judgeProcedure(procedure: string, standing: LockStanding): void {
  if (standing === 'open') return
  if (standing === 'removed' ? whileRemoved.has(procedure) : whileLocked.has(procedure)) return
  if (standing === 'closing' && whileClosing.has(procedure)) return
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
