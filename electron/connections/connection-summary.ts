import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/** What is said of a connection beside what it is. */
type About = { demoRunning: () => boolean; policy: () => FirmPolicy; isManaged: (id: string) => boolean }

/** What the page may know of a connection: never a secret, never a token, never its certificate. */
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
    // Who is signed in has given it, and the keychain is spared.
    needs_secret: connection.kind === 'tenant' && session !== 'signed-in' && !(await runtime.session.hasSecret()),
  }
}
