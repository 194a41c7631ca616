import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import type { SystemEvents } from '../platform/system-events.ts'

type Options = {
  system: Pick<SystemEvents, 'onResume'>
  runtimes: { all(): Promise<Pick<ConnectionRuntime, 'cache' | 'open'>[]> }
  policy: { look(): Promise<void> }
}

/**
 * After a sleep the firm's policy is read again, and whatever waits for the network or for its time is tried at once by the
 * connections that are open.
 *
 * @returns ends it
 */
export function onResume({ system, runtimes, policy }: Options): () => void {
  const wake = async () => {
    await policy.look()
    for (const runtime of await runtimes.all()) {
      if (runtime.cache() !== 'open') continue
      const { sync, outbox } = await runtime.open()
      sync.wake()
      outbox.sendNow()
    }
  }
  // A connection that is being closed meanwhile needs no waking.
  return system.onResume(() => void wake().catch(() => {}))
}
