import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/domain/app-error.ts'
import type { DemoColleagueResource } from '../../shared/domain/demo-colleague.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import { type Connection, createDemoConnection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import { plantDemoHistory } from './demo-history.ts'
import type { DemoService } from './demo-service.ts'

/** The made-up firm: its service on this computer, and the connection to it. */
export type DemoFirm = {
  /** Starts the service, signs in if needed, and opens the cache. */
  open(): Promise<ConnectionRuntime>
  /** Stops the service; the cache stays open. Throws `connection/not-found` if the firm was never opened. */
  stop(): Promise<ConnectionRuntime>
  /** The connection of an earlier start, if there was one. */
  known(): Promise<Connection | null>
  /**
   * Has a colleague edit a record at the service; this computer's mirror receives the edit like any other change.
   * @returns the names of the changed fields
   * @throws AppError `connection/not-found` for another connection, `record/not-found`, `service/offline`
   */
  colleagueEdits(connectionId: string, record: { resource: DemoColleagueResource; id: string }): Promise<string[]>
}

type DemoFirmOptions = { service: DemoService; saved: SavedConnections; runtimes: Runtimes; keychain: Keychain }

/** A {@link DemoFirm} over the demo service. */
export function createDemoFirm({ service, saved, runtimes, keychain }: DemoFirmOptions): DemoFirm {
  const known = async () => (await saved.list()).find(({ kind }) => kind === 'demo') ?? null

  /** If the port changed since the last start, the same firm gets a new address. */
  async function connectTo(): Promise<ConnectionRuntime> {
    const address = await service.start()
    const before = await known()
    const connection = createDemoConnection({
      base_url: address.baseUrl,
      auth_url: address.authUrl,
      client_id: address.clientId,
      ca_certificate: address.caCertificate,
      read_only: before?.read_only ?? false,
    })
    await keychain.set(keychainAccount(connection.id, 'client-secret'), address.clientSecret)
    if (!isDeepStrictEqual(before, connection)) {
      await saved.put(connection)
      await runtimes.drop(connection.id)
    }
    return runtimes.get(connection.id)
  }

  return {
    known,
    async open() {
      const runtime = await connectTo()
      if ((await runtime.session.state()) !== 'signed-in') {
        // No user is involved: the steps of an organization's sign-in are not shown.
        for await (const _step of runtime.session.signIn(new AbortController().signal));
      }
      const { store, sync, outbox } = await runtime.open()
      // Part of the first run, so that no screen says meanwhile that nothing has changed. A run that fails is repeated.
      const remove = sync.beforeComplete(async () => {
        await plantDemoHistory(store, Date.now())
        remove()
      })
      sync.start()
      outbox.retry()
      return runtime
    },
    async stop() {
      await service.stop()
      const connection = await known()
      return runtimes.get(connection?.id ?? '')
    },
    async colleagueEdits(connectionId, { resource, id }) {
      if ((await known())?.id !== connectionId) {
        throw new AppError('connection/not-found', {
          message: 'Only the demo firm has a colleague who edits records on request.',
          nextStep: 'Open the demo firm and try it there.',
        })
      }
      if (isLocalId(id)) {
        throw new AppError('record/not-found', {
          message: 'This record is on this computer only, so no colleague can see it yet.',
          nextStep: 'Send it from the outbox first, or choose another record.',
        })
      }
      return service.colleague.edit({ resource, id })
    },
  }
}
