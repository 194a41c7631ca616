import { randomUUID } from 'node:crypto'
import { createSession } from '../../electron/auth/session.ts'
import { connectionFolder } from '../../electron/connections/connection-folder.ts'
import { openConnectionStore } from '../../electron/data/connection-store.ts'
import { openConnectionFiles } from '../../electron/documents/connection-files.ts'
import { createHttpsAgent } from '../../electron/http/https-agent.ts'
import { createTray } from '../../electron/intake/tray.ts'
import { createDemoFileKeychain } from '../../electron/keychain/demo-file-keychain.ts'
import { keychainAccount } from '../../electron/keychain/keychain.ts'
import { openStoreKey } from '../../electron/keychain/store-keys.ts'
import { createOutbox, knownRecordsIn, outboxFilesOf } from '../../electron/outbox/create-outbox.ts'
import { type Clock, systemClock } from '../../electron/platform/clock.ts'
import { createServiceClient } from '../../electron/service/create-service-client.ts'
import { createSyncEngine } from '../../electron/sync/sync-engine.ts'
import { createDemoConnection } from '../../electron/tenants/connection.ts'
import { startDataThread } from '../doubles/data-worker.ts'
import type { SandboxAddress } from '../integration/support/sandbox-client.ts'

/** The data folder of one Steward, and its service. */
export type Home = { userDataDir: string; sandbox: SandboxAddress }

/** Waits for a lost answer take up to a minute, so time passes this many times as fast. */
const haste = 8

/** How long a saved write waits so that it can be undone, in ms of that clock. */
const graceMs = 2_000

function hastyClock(): Clock {
  const [start, began] = [Date.now(), performance.now()]
  return {
    now: () => start + (Date.now() - start) * haste,
    elapsed: () => (performance.now() - began) * haste,
    sleep: (ms, signal) => systemClock.sleep(ms / haste, signal),
    random: Math.random,
  }
}

/** Returns the name of the demo firm's connection to this service, and the paths of its stores. */
export function placesOf({ userDataDir, sandbox }: Home) {
  const connection = createDemoConnection({
    base_url: sandbox.baseUrl,
    auth_url: sandbox.authUrl,
    client_id: sandbox.clientId,
    ca_certificate: sandbox.caPem,
    read_only: false,
  })
  const keychain = createDemoFileKeychain(userDataDir)
  return { connection, keychain, paths: connectionFolder(userDataDir, connection.id) }
}

/** Opens one connection as the core does: keys, both encrypted stores, session, service client, sync and outbox. */
export async function openSteward(home: Home) {
  const { connection, keychain, paths } = placesOf(home)
  await keychain.set(keychainAccount(connection.id, 'client-secret'), home.sandbox.clientSecret)
  await keychain.set(keychainAccount(connection.id, 'organization-sign-in'), 'signed in')
  const keyOf = (name: 'mirror' | 'ledger') =>
    openStoreKey({
      keychain,
      account: keychainAccount(connection.id, `${name}-key`),
      markerPath: paths[`${name}Marker`],
      databasePath: paths[name],
    })
  const { folder } = paths
  const [mirror, ledger] = [await keyOf('mirror'), await keyOf('ledger')]
  const store = await openConnectionStore({ startThread: startDataThread, memory: false, folder, mirror, ledger })
  const files = await openConnectionFiles({
    rows: store,
    folders: { held: paths.files, staged: paths.staged },
    ofThisRun: null,
    onChanged: () => {},
  })
  const dispatcher = createHttpsAgent({ caCertificate: connection.ca_certificate })
  const session = createSession({ connection, keychain, dispatcher, openInBrowser: async () => {} })
  const service = createServiceClient({ baseUrl: connection.base_url, tokens: session.tokens, dispatcher })
  const sync = createSyncEngine({ connectionId: connection.id, store, service, periodic: false })
  const outbox = await createOutbox({
    ...{ store: store.outbox, records: knownRecordsIn(store), service, files: outboxFilesOf(files) },
    isReadOnly: () => false,
    graceMs: async () => graceMs,
    clock: hastyClock(),
  })
  const tray = createTray({
    ...{ store, files, outbox },
    newId: () => `drop_${randomUUID()}`,
    now: () => new Date().toISOString(),
    onChange: () => {},
  })
  // Reading the tray removes leftovers of a killed Steward: files whose documents were already saved.
  await tray.list()
  return {
    connectionId: connection.id,
    store,
    sync,
    tray,
    outbox,
    files,
    async close() {
      await sync.close()
      await tray.close()
      await outbox.close()
      await service.close()
      await files.close()
      await store.close()
      await dispatcher.destroy()
    },
  }
}

export type Steward = Awaited<ReturnType<typeof openSteward>>
