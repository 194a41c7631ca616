import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/** Facts for the summary that are not part of the connection itself. */
type About = { demoRunning: () => boolean; policy: () => FirmPolicy; isManaged: (id: string) => boolean }

/** The facts about a connection that the page may have: never a secret, a token or its certificate. */
export async function summarise(runtime: ConnectionRuntime, about: About): Promise<ConnectionSummary> {
  const { ca_certificate: _certificate, ...connection } = runtime.connection
  const problem = runtime.problem()
  const session = await runtime.session.state()
  return {
    ...connection,
    session,
    cache: runtime.cache(),
    cacheProblem: problem ? { code: problem.code, message: problem.message, nextStep: problem.nextStep } : null,
    unsent: runtime.unsent(),
    demoServiceRunning: connection.kind === 'demo' ? about.demoRunning() : null,
    read_only: connection.read_only || about.policy().read_only === true || !runtime.isWritable(),
    managed: about.isManaged(connection.id),
    // A signed-in connection has its secret, so the keychain is not queried.
    needs_secret: connection.kind === 'tenant' && session !== 'signed-in' && !(await runtime.session.hasSecret()),
  }
}
