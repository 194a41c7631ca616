import { type IdleClock, systemIdleClock } from '../../security/idle-watch.ts'

const lookEveryMs = 5_000

/**
 * Calls the listener within seconds after the screen was locked or unlocked, on systems that do not report it but can be queried.
 *
 * @param isLocked - queries whether the screen is locked now
 * @param to - the state to wait for
 * @returns a function that stops the checks
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
