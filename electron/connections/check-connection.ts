import type { CheckProgress, ConnectStep } from '../../shared/ipc/connections.ts'
import { type CheckTarget, checks } from '../auth/check-connection.ts'
import { createHttpsAgent } from '../http/https-agent.ts'
import type { ResolveProxy } from '../http/proxy-resolver.ts'

/** Runs the checks of these steps, in order, with the certificate authority of the connection to check. */
export type CheckSteps = (
  steps: readonly ConnectStep[],
  target: Omit<CheckTarget, 'dispatcher'>,
) => AsyncGenerator<CheckProgress>

/** {@link CheckSteps} over connections of its own, which it closes at the end. */
export const createCheckSteps = (resolveProxy: ResolveProxy): CheckSteps =>
  async function* (steps, target) {
    const dispatcher = createHttpsAgent({ caCertificate: target.connection.ca_certificate, resolveProxy })
    try {
      for (const step of steps) yield* checks[step]({ ...target, dispatcher })
    } finally {
      await dispatcher.destroy()
    }
  }
