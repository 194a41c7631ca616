import type { AppEvent } from '../../shared/ipc/events.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import { isAllowed } from '../policy/allowed-address.ts'
import type { LivePolicy } from '../policy/live-policy.ts'
import type { FirmConnections } from './firm-connections.ts'
import type { Runtimes } from './runtimes.ts'

/** How often open copies are held against the age that a firm allows. */
const ageEveryMs = 10 * 60_000

type Options = {
  policy: LivePolicy
  firm: FirmConnections
  runtimes: Runtimes
  copies: Pick<OpenedCopies, 'removeAll'>
  publish: (event: AppEvent) => void
}

/**
 * Has a policy that changed hold at once for what is open already, and open copies go when they are too old.
 *
 * @returns ends it
 */
export function followPolicy({ policy, firm, runtimes, copies, publish }: Options): () => void {
  const removeOld = async () => {
    for (const runtime of await runtimes.all()) {
      if (await runtime.removeIfTooOld()) await copies.removeAll(runtime.connection.id)
    }
  }
  const hold = async () => {
    await firm.keepPreset(runtimes)
    for (const { connection } of await runtimes.all()) {
      if (!isAllowed(connection, policy.current())) await runtimes.drop(connection.id)
    }
    await removeOld()
    for (const runtime of await runtimes.all()) runtime.policyChanged()
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
