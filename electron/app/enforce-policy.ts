import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import type { FirmConnections } from '../connections/firm-connections.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import { isAllowed } from '../policy/allowed-address.ts'
import type { LivePolicy } from '../policy/live-policy.ts'
import type { Connection } from '../tenants/connection.ts'

/** How often open copies are held against the age that a firm allows. */
const ageEveryMs = 10 * 60_000

type Runtime = Pick<ConnectionRuntime, 'removeIfTooOld' | 'policyChanged'> & {
  readonly connection: Pick<Connection, 'id' | 'kind' | 'base_url'>
}

type Options = {
  policy: Pick<LivePolicy, 'current' | 'onChanged'>
  firm: Pick<FirmConnections, 'keepPreset'>
  runtimes: { all(): Promise<readonly Runtime[]>; drop: Runtimes['drop'] }
  copies: Pick<OpenedCopies, 'removeAll'>
  publish: (event: AppEvent) => void
}

/**
 * Has a policy that changed hold at once for what is open already, and open copies go when they are too old. What fails at one
 * connection keeps nothing from the others.
 *
 * @returns ends it
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
    // What other programs hold open on Windows stays until they let go, as ever.
    if (policy.current().no_save_as === true) await copies.removeAll()
    await forEach(async ({ connection }) => {
      if (isAllowed(connection, policy.current())) return
      await copies.removeAll(connection.id)
      await runtimes.drop(connection.id)
    })
    await removeOld()
    await forEach(async (runtime) => runtime.policyChanged())
  }
  const leave = policy.onChanged(async () => {
    // What is asked for from now on is judged by the new one already; pages hear of it whatever goes wrong here.
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
