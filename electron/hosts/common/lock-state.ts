import { type IdleClock, systemIdleClock } from '../../security/idle-watch.ts'

const lookEveryMs = 5_000

/**
 * Calls the listener within seconds of a screen that is locked, or opened again, where the system does not tell of it but can be
 * asked.
 *
 * @param isLocked - whether it is locked now
 * @param to - what it has to become
 * @returns ends the looking
 */
export function whenLockedBecomes(
  isLocked: () => boolean,
  { to, listener, clock = systemIdleClock }: { to: boolean; listener: () => void; clock?: Pick<IdleClock, 'every'> },
): () => void {
  let before = isLocked()
  return clock.every(lookEveryMs, () => {
    const now = isLocked()
    if (now !== before && now === to) listener()
    before = now
  })
}
