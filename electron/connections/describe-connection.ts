import { stat } from 'node:fs/promises'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { connectionFolder } from './connection-folder.ts'
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
    unrenewable: await runtime.session.unrenewable(),
    // A signed-in connection has its secret, so the keychain is not queried.
    needs_secret: connection.kind === 'tenant' && session !== 'signed-in' && !(await runtime.session.hasSecret()),
  }
}

/** A connection for a support bundle, without its owner and its address. */
export async function describeConnection({ connection, session, cache, problem }: ConnectionRuntime) {
  const { kind, flow, pkce, token_auth, read_only, scope, resource, audience, ca_certificate } = connection
  return {
    ...{ kind, flow, pkce, token_auth, read_only },
    own_scope: scope !== null,
    extra_parameters: resource !== null || audience !== null,
    own_authority: ca_certificate !== null,
    session: await session.state(),
    cache: cache(),
    problem: problem()?.code ?? null,
  }
}

/** Figures on its stores, its last sync and its outbox; if it is not open, only the sizes of its files. */
export async function describeStores(runtime: ConnectionRuntime, userDataDir: string) {
  const files = await sizesOf(userDataDir, runtime.connection.id)
  if (runtime.cache() !== 'open') return { stores: { open: false, files }, sync: null, outbox: null }
  const { store, sync } = await runtime.open()
  const { mirror, ledger, operations } = await store.read('support.figures', {})
  const counts = await store.read('outbox.counts', {})
  const { paused } = await store.read('outbox.allPaused', {})
  return {
    stores: { open: true, files, mirror, ledger },
    sync: describeSync(sync.status()),
    outbox: { ...counts, all_paused: paused, operations },
  }
}

function describeSync({ connectionId: _id, problem, ...status }: SyncStatus) {
  return { ...status, problem: problem?.code ?? null }
}

async function sizesOf(userDataDir: string, connectionId: string): Promise<Record<string, number | null>> {
  const { mirror, ledger } = connectionFolder(userDataDir, connectionId)
  const paths = { mirror, mirror_wal: `${mirror}-wal`, ledger, ledger_wal: `${ledger}-wal` }
  const sizes = Object.entries(paths).map(async ([name, path]) => {
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    )
    return [name, size] as const
  })
  return Object.fromEntries(await Promise.all(sizes))
}
