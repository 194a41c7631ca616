import type { Core } from '../../api/core.ts'

/** Whether Steward is locked, for what a shell does by itself. */
export type LockWatch = {
  locked(): boolean
  /** Resolves once it is open: at once, or when somebody has unlocked it. */
  whenOpen(): Promise<void>
}

/**
 * Follows the lock until `signal` aborts. It counts as locked until it is known to be open.
 *
 * @param onChange - it was locked, or opened
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
    const events = core.events(signal)
    change((await core.custody.state()).locked !== null)
    for await (const event of events) if (event.type === 'custody') change(event.state.locked !== null)
  }
  // Without an answer it stays locked.
  follow().catch(() => {})
  return { locked: () => locked, whenOpen: () => opened.promise }
}
