import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionSummary, SignInProgress } from '../../shared/ipc/connections.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import { summarise } from '../connections/describe-connection.ts'
import type { FirmConnections } from '../connections/firm-connections.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { guardUnsent } from '../connections/unfinished-work.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import type { Connection } from '../tenants/connection.ts'
import { parseSecret } from '../tenants/connection-fields.ts'
import { invalid, parseConnectionInput } from '../tenants/parse-connection-input.ts'
import { readConnectionFile } from '../tenants/read-connection-file.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import type { Core } from './core.ts'
import type { EventHub } from './event-hub.ts'

type ColleagueEdits = Core['connections']['demoColleague']

/** The parts that connections are composed of; `service` and `demo` are the demo firm's. */
export type ConnectionParts = {
  saved: SavedConnections
  runtimes: Runtimes
  keychainOf(connection: Connection): Promise<Keychain>
  copies: Pick<OpenedCopies, 'removeAll'>
  firm: Pick<FirmConnections, 'isManaged' | 'refuseAddress' | 'refuseManaged' | 'refuseWriting'>
  policy: { current(): FirmPolicy }
  events: Pick<EventHub, 'publish'>
  service: { running(): boolean; start(): Promise<unknown>; stop(): Promise<void> }
  demo: { open(): Promise<ConnectionRuntime>; stop(): Promise<ConnectionRuntime>; colleagueEdits: ColleagueEdits }
}

type AddedConnection = { connection: Connection; clientSecret: string | null }

/**
 * Adds a connection and returns its id. The secret is stored in the keychain before the connection is saved, so a saved connection
 * never lacks a secret that was given. Without a secret the connection is saved anyway, and the secret is asked for at sign-in.
 *
 * @throws AppError `policy/address-not-allowed`, `keychain/…`
 */
export async function addConnection(
  { saved, keychainOf, events, firm }: Pick<ConnectionParts, 'saved' | 'keychainOf' | 'events' | 'firm'>,
  { connection, clientSecret }: AddedConnection,
): Promise<string> {
  firm.refuseAddress(connection)
  const keychain = await keychainOf(connection)
  if (clientSecret !== null && (await saved.list()).every(({ id }) => id !== connection.id)) {
    await keychain.set(keychainAccount(connection.id, 'client-secret'), clientSecret)
  }
  await saved.add(connection)
  events.publish({ type: 'connections-changed' })
  return connection.id
}

/**
 * Adds the connection that a file describes and returns its id. For a connection that exists, the file's secret is stored.
 *
 * @throws AppError `connection/…`, `policy/address-not-allowed`, `keychain/…`
 */
export async function importConnection(
  parts: Pick<ConnectionParts, 'saved' | 'keychainOf' | 'events' | 'firm'>,
  path: string,
): Promise<string> {
  const parsed = await readConnectionFile(path)
  const { connection, clientSecret } = parsed
  parts.firm.refuseAddress(connection)
  if ((await parts.saved.list()).every(({ id }) => id !== connection.id)) return addConnection(parts, parsed)
  const keychain = await parts.keychainOf(connection)
  await keychain.set(keychainAccount(connection.id, 'client-secret'), clientSecret)
  return connection.id
}

/** The procedures about connections: adding, signing in and out, removing, and the demo firm. */
export function createConnectionUseCases(parts: ConnectionParts): Core['connections'] {
  const { runtimes, service, demo, saved, events, copies, keychainOf, policy, firm } = parts
  const about = { demoRunning: service.running, policy: policy.current, isManaged: firm.isManaged }
  const summaryOf = async (id: string): Promise<ConnectionSummary> => summarise(await runtimes.get(id), about)
  const signOut = async (id: string, unsent?: 'keep') => {
    const runtime = await runtimes.get(id)
    if (unsent !== 'keep') await guardUnsent(runtime)
    await runtime.session.signOut()
    await runtime.removeCache()
    await copies.removeAll(id)
    return runtime
  }
  async function* signIn(id: string, signal: AbortSignal): AsyncGenerator<SignInProgress> {
    yield { step: 'preparing' }
    const runtime = await runtimes.get(id)
    firm.refuseAddress(runtime.connection)
    if (runtime.connection.kind === 'demo') await service.start()
    yield* runtime.session.signIn(signal)
    yield { step: 'opening-cache' }
    const { sync, outbox } = await runtime.open()
    sync.start()
    outbox.sendNow()
    yield { step: 'done' }
  }
  return {
    list: async () => Promise.all((await runtimes.all()).map((runtime) => summarise(runtime, about))),
    add: async (input) => summaryOf(await addConnection(parts, parseConnectionInput(input))),
    async remove(id, unsent) {
      firm.refuseManaged(id)
      const { session, connection } = await signOut(id, unsent)
      await session.forget()
      if (connection.kind === 'demo') await service.stop()
      await saved.remove(id)
      await runtimes.drop(id)
      events.publish({ type: 'connections-changed' })
    },
    signIn,
    signOut: async (id, unsent) => {
      await signOut(id, unsent)
      events.publish({ type: 'connections-changed' })
    },
    async open(id) {
      await (await runtimes.get(id)).open()
      return summaryOf(id)
    },
    async setReadOnly(id, readOnly) {
      if (!readOnly) firm.refuseWriting()
      const runtime = await runtimes.get(id)
      await saved.put({ ...runtime.connection, read_only: readOnly })
      runtime.setReadOnly(readOnly)
      events.publish({ type: 'connections-changed' })
      return summaryOf(id)
    },
    async giveSecret(id, secret) {
      const { connection } = await runtimes.get(id)
      const parsed = parseSecret(secret)
      if ('problem' in parsed) throw invalid([{ field: 'client_secret', message: parsed.problem }])
      await (await keychainOf(connection)).set(keychainAccount(id, 'client-secret'), parsed.value)
      events.publish({ type: 'connections-changed' })
    },
    openDemo: async () => summaryOf((await demo.open()).connection.id),
    async setDemoService(running) {
      const { connection } = await (running ? demo.open() : demo.stop())
      events.publish({ type: 'connections-changed' })
      return summaryOf(connection.id)
    },
    demoColleague: (id, record) => demo.colleagueEdits(id, record),
  }
}
