import { X509Certificate } from 'node:crypto'
import type { DemoColleagueResource } from '../../shared/domain/demo-colleague.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import {
  type CertificateFacts,
  type ConnectionDetails,
  fieldsOfStep,
  type SignInProgress,
} from '../../shared/ipc/connections.ts'
import type { CheckSteps } from '../auth/check-connection.ts'
import { type ConnectionRuntime, type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import { summarise } from '../connections/describe-connection.ts'
import { editConnection } from '../connections/edit-connection.ts'
import type { FirmConnections } from '../connections/firm-connections.ts'
import { guardUnsent } from '../connections/unfinished-work.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import { type ClientSecrets, storeClientSecret } from '../keychain/client-secret-entries.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { type Connection, distinctName } from '../tenants/connection.ts'
import { parseNoSecret, parseSecret } from '../tenants/connection-fields.ts'
import { invalid, parseConnectionFields, parseConnectionInput } from '../tenants/parse-connection-input.ts'
import { readConnectionFile } from '../tenants/read-connection-file.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

/** The parts that connections are composed of; `service` and `demo` are the demo firm's. */
export type ConnectionParts = {
  saved: SavedConnections
  runtimes: Runtimes
  keychainOf(connection: Connection): Promise<Keychain>
  secrets: ClientSecrets
  check: CheckSteps
  copies: Pick<OpenedCopies, 'removeAll'>
  firm: Pick<FirmConnections, 'isManaged' | 'refuseAddress' | 'refuseManaged' | 'refuseWriting'>
  policy: { current(): FirmPolicy }
  events: Pick<EventHub, 'publish'>
  service: { running(): boolean; start(): Promise<unknown>; stop(): Promise<void> }
  demo: {
    open(): Promise<ConnectionRuntime>
    stop(): Promise<ConnectionRuntime>
    colleagueEdits(connectionId: string, record: { resource: DemoColleagueResource; id: string }): Promise<string[]>
  }
}

type AddedConnection = { connection: Connection; clientSecret: string | null }

/**
 * Adds a connection, under a name that no other has, and returns its id. The secret is stored in the keychain before the connection is saved, so a saved connection
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
  const others = await saved.list()
  if (others.every(({ id }) => id !== connection.id)) {
    await storeClientSecret(keychain, connection, clientSecret)
  }
  await saved.add({ ...connection, name: distinctName(connection, others) })
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
  const known = (await parts.saved.list()).find(({ id }) => id === connection.id)
  if (known === undefined) return addConnection(parts, parsed)
  await storeClientSecret(await parts.keychainOf(known), known, clientSecret)
  return known.id
}

/** The fields of a connection as a form shows them; its certificate is described by its facts instead. */
function enteredFieldsOf(connection: Connection): Omit<ConnectionDetails, 'certificates' | 'has_secret'> {
  const { id: _id, kind: _kind, read_only: _readOnly, ca_certificate: _certificate, ...fields } = connection
  const { redirect_uri, user, scope, resource, audience } = fields
  return {
    ...fields,
    redirect_uri: redirect_uri ?? '',
    user: user ?? '',
    scope: scope ?? '',
    resource: resource ?? '',
    audience: audience ?? '',
  }
}

/** The tenants' connections: adding, signing in and out, opening, syncing. */
export function createConnectionUseCases(parts: ConnectionParts): Pick<UseCases, 'connections' | 'sync'> {
  const { runtimes, service, demo, saved, events, copies, keychainOf, policy, firm } = parts
  const about = { demoRunning: service.running, policy: policy.current, isManaged: firm.isManaged }
  const inConnection = withConnection(runtimes)
  const summaryOf = async (id: string) => summarise(await runtimes.get(id), about)
  const changed = () => events.publish({ type: 'connections-changed' })
  const signOut = async ({ connectionId, unsent }: { connectionId: string; unsent?: 'keep' | undefined }) => {
    const runtime = await runtimes.get(connectionId)
    if (unsent !== 'keep') await guardUnsent(runtime)
    await runtime.session.signOut()
    await runtime.removeCache()
    await copies.removeAll(connectionId)
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
    sync.start({ retry: true })
    outbox.retry()
    yield { step: 'done' }
  }
  return {
    connections: {
      list: async () => Promise.all((await runtimes.all()).map((runtime) => summarise(runtime, about))),
      async problems() {
        // A change to the file since it was last read is named at once.
        await saved.list()
        return saved.problems()
      },
      async *check({ step, ...input }, signal) {
        const { connection, clientSecret } = parseConnectionFields(input, fieldsOfStep[step])
        firm.refuseAddress(connection)
        yield* parts.check([step], { connection, clientSecret, signal })
      },
      add: async (input) => summaryOf(await addConnection(parts, parseConnectionInput(input))),
      async describe({ connectionId }) {
        const { connection, session } = await runtimes.get(connectionId)
        return {
          ...enteredFieldsOf(connection),
          certificates: certificateFactsOf(connection.ca_certificate),
          has_secret: await session.hasSecret(),
        }
      },
      async *edit({ connectionId, changes }, signal) {
        const runtime = await runtimes.get(connectionId)
        const add = (connection: Connection, clientSecret: string | null) =>
          addConnection(parts, { connection, clientSecret })
        yield* editConnection({ ...parts, add, onChanged: changed }, { runtime, changes, signal })
      },
      async remove(input) {
        firm.refuseManaged(input.connectionId)
        const { session, connection } = await signOut(input)
        await session.forget()
        if (connection.kind === 'demo') await service.stop()
        await saved.remove(connection.id)
        await runtimes.drop(connection.id)
        changed()
      },
      signIn: ({ connectionId }, signal) => signIn(connectionId, signal),
      async signOut(input) {
        await signOut(input)
        changed()
      },
      open: inConnection((_open, _input, { id }) => summaryOf(id)),
      async setReadOnly({ connectionId, read_only }) {
        if (!read_only) firm.refuseWriting()
        const runtime = await runtimes.get(connectionId)
        await saved.update(connectionId, (connection) => ({ ...connection, read_only }))
        runtime.change({ ...runtime.connection, read_only })
        changed()
        return summaryOf(connectionId)
      },
      async giveSecret({ connectionId, client_secret }) {
        const { connection } = await runtimes.get(connectionId)
        const parsed = connection.token_auth === 'none' ? parseNoSecret(client_secret) : parseSecret(client_secret)
        if ('problem' in parsed) throw invalid([{ field: 'client_secret', message: parsed.problem }])
        await storeClientSecret(await keychainOf(connection), connection, parsed.value)
        changed()
      },
      openDemo: async () => summaryOf((await demo.open()).connection.id),
      async setDemoService({ running }) {
        const { connection } = await (running ? demo.open() : demo.stop())
        changed()
        return summaryOf(connection.id)
      },
      demoColleague: async ({ connectionId, ...record }) => ({
        changed: await demo.colleagueEdits(connectionId, record),
      }),
    },
    sync: {
      start: inConnection(({ sync }) => sync.start({ everything: true })),
      cancel: inConnection(({ sync }) => sync.cancel()),
      status: inConnection(({ sync }) => sync.status()),
    },
  }
}

/** The facts by which a user recognises the certificates of a PEM text; the text has been validated before. */
function certificateFactsOf(pem: string | null): CertificateFacts[] {
  const blocks = pem?.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => {
    const certificate = new X509Certificate(block)
    return {
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      valid_to: certificate.validToDate.toISOString().slice(0, 10),
      fingerprint: certificate.fingerprint256,
    }
  })
}

/** The common name of a distinguished name, or all of it. The certificate's author wrote it. */
function nameIn(distinguished: string): string {
  const lines = (distinguished ?? '').split('\n')
  const common = lines.find((line) => line.startsWith('CN='))?.slice(3) ?? lines.join(', ')
  return common
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
