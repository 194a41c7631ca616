import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import type { SystemEvents } from '../platform/system-events.ts'

type Options = {
  system: Pick<SystemEvents, 'onResume'>
  runtimes: { all(): Promise<Pick<ConnectionRuntime, 'cache' | 'open'>[]> }
  policy: { look(): Promise<void> }
}

/**
 * After the computer resumes from sleep, re-reads the firm's policy and lets open connections retry at once what waits for the
 * network or a timer.
 *
 * @returns a function that stops it
 */
export function onResume({ system, runtimes, policy }: Options): () => void {
  const wake = async () => {
    await policy.look()
    for (const runtime of await runtimes.all()) {
      if (runtime.cache() !== 'open') continue
      const { sync, outbox } = await runtime.open()
      sync.wake()
      outbox.retry()
    }
  }
  // A connection that is closing needs no retry.
  return system.onResume(() => void wake().catch(() => {}))
}
