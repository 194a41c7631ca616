import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionRuntime, Runtimes } from '../connections/connection-runtime.ts'
import type { FirmConnections } from '../connections/firm-connections.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import type { LivePolicy } from '../policy/live-policy.ts'
import { isAllowed, isReadable } from '../policy/procedure-permissions.ts'
import type { Connection } from '../tenants/connection.ts'

/** How often the age of open copies is compared with the policy's limit, in ms. */
const ageEveryMs = 10 * 60_000

type Runtime = Pick<ConnectionRuntime, 'removeIfTooOld' | 'policyChanged'> & {
  readonly connection: Pick<Connection, 'id' | 'kind' | 'base_url'>
}

type Options = {
  policy: Pick<LivePolicy, 'current' | 'confirmed' | 'onChanged'>
  firm: Pick<FirmConnections, 'keepPreset'>
  runtimes: { all(): Promise<readonly Runtime[]>; drop: Runtimes['drop'] }
  copies: Pick<OpenedCopies, 'removeAll'>
  publish: (event: AppEvent) => void
}

/**
 * Applies a changed policy to what is already open, and removes open copies that are too old. Copies are removed only because of
 * settings that were read and are valid (see `confirmedPolicy`). A failure at one connection does not affect the others.
 *
 * @returns a function that stops it
 */
export function enforcePolicy({ policy, firm, runtimes, copies, publish }: Options): () => void {
  const forEach = async (hold: (runtime: Runtime) => Promise<void>) => {
    for (const runtime of await runtimes.all()) await hold(runtime).catch(() => {})
  }
  const removeOld = () =>
    forEach(async (runtime) => {
      if (await runtime.removeIfTooOld()) await copies.removeAll(runtime.connection.id)
    })
  const hold = async () => {
    await firm.keepPreset(runtimes).catch(() => {})
    // On Windows, files that other programs have open stay until they are closed.
    if (policy.confirmed().no_save_as === true) await copies.removeAll()
    await forEach(async ({ connection }) => {
      if (isReadable(connection, policy.current())) return
      if (!isAllowed(connection, policy.confirmed())) await copies.removeAll(connection.id)
      await runtimes.drop(connection.id)
    })
    await removeOld()
    await forEach(async (runtime) => runtime.policyChanged())
  }
  const leave = policy.onChanged(async () => {
    // New requests are already checked against the new policy; pages are notified even if a step above fails.
    publish({ type: 'policy-changed' })
    await hold().catch(() => {})
    publish({ type: 'connections-changed' })
  })
  const clock = setInterval(() => void removeOld().catch(() => {}), ageEveryMs).unref()
  return () => {
    leave()
    clearInterval(clock)
  }
}
