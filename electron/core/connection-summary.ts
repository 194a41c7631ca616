import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/** What the page may know of a connection: never a secret, never a token, never its certificate. */
export async function summarise(runtime: ConnectionRuntime, demoRunning: boolean): Promise<ConnectionSummary> {
  const { ca_certificate: _certificate, ...connection } = runtime.connection
  const problem = runtime.problem()
  return {
    ...connection,
    session: await runtime.session.state(),
    cache: runtime.cache(),
    cacheProblem: problem ? { code: problem.code, message: problem.message, nextStep: problem.nextStep } : null,
    unsent: runtime.unsent(),
    demoServiceRunning: connection.kind === 'demo' ? demoRunning : null,
  }
}
