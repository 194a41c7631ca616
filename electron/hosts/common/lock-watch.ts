import type { Core } from '../../api/core.ts'

/** Whether Steward is locked, for actions that a shell starts by itself. */
export type LockWatch = {
  locked(): boolean
  /** Resolves once Steward is unlocked, at once if it already is. */
  whenOpen(): Promise<void>
}

/**
 * Follows the lock until `signal` aborts. It counts as locked until it is known to be unlocked.
 *
 * @param onChange - called when it was locked or unlocked
 */
export function watchLock(
  core: Pick<Core, 'custody' | 'events'>,
  { signal, onChange = () => {} }: { signal: AbortSignal; onChange?: () => void },
): LockWatch {
  let locked = true
  let opened = Promise.withResolvers<void>()
  const change = (now: boolean) => {
    if (now === locked) return
    locked = now
    if (now) opened = Promise.withResolvers<void>()
    else opened.resolve()
    onChange()
  }
  const follow = async () => {
    const events = core.events.subscribe({}, signal)
    change((await core.custody.state({})).locked !== null)
    for await (const event of events) if (event.type === 'custody') change(event.state.locked !== null)
  }
  // If the lock's state cannot be read, it stays locked.
  follow().catch(() => {})
  return { locked: () => locked, whenOpen: () => opened.promise }
}
