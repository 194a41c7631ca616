import { join } from 'node:path'
import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { resources } from '../../shared/service/resource.ts'
import { createSession, type Session } from '../auth/session.ts'
import { type OpenedStore, openConnectionStore } from '../data/open-connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { openConnectionFiles } from '../documents/create-connection-files.ts'
import { createFetcher, type Fetcher } from '../documents/fetch-files.ts'
import { createHttpsAgent } from '../http/https-agent.ts'
import type { ResolveProxy } from '../http/proxy-resolver.ts'
import type { Tray } from '../intake/tray.ts'
import { keychainAccount } from '../keychain/accounts.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { openStoreKey, removeMirrorKey } from '../keychain/store-keys.ts'
import { errorNameOf } from '../logs/frames.ts'
import type { Log } from '../logs/log.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { LoopbackUrl } from '../platform/https-url.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import { createSyncEngine, type SyncEngine } from '../sync/sync-engine.ts'
import type { Connection } from '../tenants/connection.ts'
import { connectionFolder, hasLedger, removeFolder, removeMirrorFiles } from './connection-folder.ts'
import { createConnectionLimits } from './connection-limits.ts'
import { createCopyAge, removedAsTooOld } from './copy-age.ts'
import { fileRecordIn } from './file-record.ts'
import { ledgerProblem } from './ledger-problem.ts'
import { logOutbox } from './log-outbox.ts'
import { logRequests } from './log-requests.ts'
import { logSession } from './log-session.ts'
import { openOutbox } from './open-outbox.ts'
import { type OpenTravel, openTravel } from './open-travel.ts'
import { openTray } from './open-tray.ts'
import { createOutboxFiles } from './outbox-files.ts'
import { onceWritable, unwritableFolder } from './unwritable-folder.ts'
import { createWorkerDeaths, lostWithItsWorker } from './worker-deaths.ts'

/** A connection whose stores are open. */
export type OpenConnection = {
  store: OpenedStore
  sync: SyncEngine
  outbox: Outbox
  files: ConnectionFiles
  fetcher: Fetcher
  travel: OpenTravel
  tray: Tray
  close(): Promise<void>
}

/** Everything that lives as long as Steward knows a connection: its session, and its stores while they are open. */
export type ConnectionRuntime = {
  readonly connection: Connection
  readonly session: Session
  /** Its stores are in memory, since no keychain could keep their keys: nothing of it outlives Steward. */
  readonly keepsNothing: boolean
  /** Takes effect at once; whoever calls keeps it in the saved connections. */
  setReadOnly(readOnly: boolean): void
  /**
   * Opens the stores without touching the network, then starts a sync if signed in. Opening twice is opening once. Throws
   * `policy/address-not-allowed`.
   */
  open(): Promise<OpenConnection>
  /** The firm's policy changed: what it lets go is tried at once. */
  policyChanged(): void
  /** Removes an open copy that is older than the firm allows, and begins a new one. Says whether it did. */
  removeIfTooOld(): Promise<boolean>
  /** False while its stores are open in a folder that cannot be written. */
  isWritable(): boolean
  cache(): 'open' | 'closed' | 'failed'
  /** Why the stores could not be opened, or that a damaged mirror was put aside when they were. */
  problem(): AppError | null
  /** Writes that are not done, as far as known without opening anything; 0 while the cache is not open. */
  unsent(): number
  /** How many of them need a decision. */
  attention(): number
  /**
   * Writes that are not done, asked of the ledger if there is one.
   * @throws AppError `keychain/…`, `cache/…` when it cannot be opened
   */
  countUnsent(): Promise<number>
  /** Closes the stores and deletes the cached copy and its key; the ledger and its key stay. */
  removeCache(): Promise<void>
  close(): Promise<void>
}

export type RuntimeOptions = {
  connection: Connection
  keychain: Keychain
  userDataDir: string
  workerUrl: URL
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  resolveProxy: ResolveProxy
  publish: (event: AppEvent) => void
  policy: () => FirmPolicy
  log: Log
}

/** A window that opens draws its first rows in this time; a sync would compete with it for the processor. */
const SETTLING_MS = 1_000

/** The stores on disk, or in memory where no keychain could keep their keys. */
async function openStore(options: RuntimeOptions, onWorkerDied: (cause: unknown) => void) {
  const { connection, keychain, userDataDir, workerUrl } = options
  if (keychain.kind === 'session') return openConnectionStore({ workerUrl, memory: true, onWorkerDied })
  const paths = connectionFolder(userDataDir, connection.id)
  const mirror = await openStoreKey({
    keychain,
    account: keychainAccount(connection.id, 'mirror-key'),
    markerPath: paths.mirrorMarker,
    databasePath: paths.mirror,
  })
  const ledger = await openStoreKey({
    keychain,
    account: keychainAccount(connection.id, 'ledger-key'),
    markerPath: paths.ledgerMarker,
    databasePath: paths.ledger,
  })
  return openConnectionStore({
    workerUrl,
    memory: false,
    onWorkerDied,
    folder: paths.folder,
    mirror,
    ledger,
  })
}

/** The sealed files beside the stores; with stores in memory they are of this run alone. */
async function openFiles(
  { connection, keychain, userDataDir, publish }: RuntimeOptions,
  { rows, onHeld }: { rows: OpenedStore; onHeld: () => void },
) {
  const { files, staged, filesOfThisRun } = connectionFolder(userDataDir, connection.id)
  const ofThisRun = keychain.kind === 'session'
  await removeFolder(filesOfThisRun)
  return openConnectionFiles({
    rows,
    folders: ofThisRun
      ? { held: join(filesOfThisRun, 'files'), staged: join(filesOfThisRun, 'staged') }
      : { held: files, staged },
    ofThisRun: ofThisRun ? filesOfThisRun : null,
    onChanged(what) {
      publish({ type: 'files', connectionId: connection.id, what })
      if (what === 'held') onHeld()
    },
  })
}

/** Nothing is lost that the service does not have, but an advisor on a plane must know why the lists are empty. */
function rebuiltMirror(): AppError {
  return new AppError('cache/damaged', {
    message: 'The offline copy was damaged. It was put aside, and a new one was begun.',
    nextStep: 'Stay online until everything has been downloaded again.',
  })
}

/** A first sync may take longer than a copy may get old: while the service answers, it is not begun again and again. */
const isBeingFilled = ({ state, reachable, resources: lists }: SyncStatus) =>
  state === 'running' &&
  reachable === 'online' &&
  lists.some(({ resource, lastCompleteAt }) => resource !== 'valuations' && lastCompleteAt === null)

async function removeCopy({ keychain, userDataDir, connection }: RuntimeOptions): Promise<void> {
  const paths = connectionFolder(userDataDir, connection.id)
  await removeMirrorFiles(paths)
  await removeMirrorKey({ keychain, connectionId: connection.id, markerPath: paths.mirrorMarker })
}

/** What was found while the stores were opened; what exists nowhere else comes first. */
function problemOf({ ledgerReport, mirrorRebuilt, isWritable }: OpenedStore): AppError | null {
  if (!isWritable) return unwritableFolder()
  if (ledgerReport !== null) return ledgerProblem(ledgerReport)
  return mirrorRebuilt ? rebuiltMirror() : null
}

function signedOut(): AppError {
  return new AppError('cache/not-open', {
    message: 'This connection was signed out.',
    nextStep: 'Sign in to download its records again.',
  })
}

/** A {@link ConnectionRuntime} with closed stores. */
export function createConnectionRuntime(options: RuntimeOptions): ConnectionRuntime {
  const { keychain, publish, log } = options
  let { connection } = options
  const noting = { log, connection: connection.id }
  const dispatcher = createHttpsAgent({
    caCertificate: connection.ca_certificate,
    resolveProxy: options.resolveProxy,
  })
  const session = logSession(
    createSession({
      connection,
      keychain,
      dispatcher,
      openInBrowser: options.openInBrowser,
      onChange: () => publish({ type: 'connections-changed' }),
    }),
    noting,
  )
  const limits = createConnectionLimits(() => connection, options.policy)
  const { folder, mirror, ledger } = connectionFolder(options.userDataDir, connection.id)
  const age = createCopyAge({
    connection,
    inMemory: keychain.kind === 'session',
    folder,
    policy: options.policy,
  })
  /** Whether the copy had to go for its age when the stores were opened last. */
  let wasTooOld = false
  let opening: Promise<OpenConnection> | null = null
  let opened: OpenConnection | null = null
  let problem: AppError | null = null
  /** From the moment a sign-out begins to remove the cache until the next sign-in. */
  let removal: Promise<void> | null = null

  const deaths = createWorkerDeaths()

  async function openYoungStore(): Promise<OpenedStore> {
    const store = await openStore(options, workerDied)
    wasTooOld = await age.isTooOld(store)
    if (!wasTooOld) return store
    await store.close()
    await removeCopy(options)
    await age.begin()
    return openStore(options, workerDied)
  }

  async function openOnce(): Promise<OpenConnection> {
    const store = await openYoungStore()
    // Nothing is held or dropped before the files are open, and pinned households are there by then.
    const held = { changed: () => {} }
    const files = await openFiles(options, { rows: store, onHeld: () => held.changed() }).catch(async (thrown) => {
      await store.close()
      throw thrown
    })
    const service = createServiceClient({
      baseUrl: connection.base_url,
      tokens: limits.guard(session.tokens),
      dispatcher,
      onFailure: logRequests(noting),
    })
    const fetcher = createFetcher({ held: files.held, download: service.download, recordOf: fileRecordIn(store) })
    const sync = createSyncEngine({ connectionId: connection.id, store, service })
    sync.onStatus((status) => publish({ type: 'sync', status }))
    store.onChanged((resources) => publish({ type: 'changed', connectionId: connection.id, resources }))
    const outbox = await openOutbox({
      connectionId: connection.id,
      store: { ...store, outbox: logOutbox(store.outbox, noting) },
      service,
      files: createOutboxFiles(files),
      isReadOnly: () => limits.isReadOnly() || !store.isWritable,
      publish,
    }).catch(async (thrown) => {
      await sync.close()
      await service.close()
      await files.close()
      await store.close()
      throw thrown
    })
    const tray = openTray({ connectionId: connection.id, store, files, outbox, publish })
    const travel = openTravel({
      connectionId: connection.id,
      ...{ store, service, files, fetcher, sync, publish },
      isSignedIn: async () => limits.isAllowed() && (await session.state()) === 'signed-in',
    })
    held.changed = travel.heldChanged
    return {
      store,
      sync,
      outbox,
      files,
      fetcher,
      travel,
      tray,
      async close() {
        await sync.close()
        await travel.close()
        await tray.close()
        await outbox.close()
        await fetcher.close()
        await service.close()
        await files.close()
        await store.close()
      },
    }
  }

  /** Signed in, a cache that was just opened is brought up to date: after its first rows were drawn, not before. */
  async function openAndSync(): Promise<OpenConnection> {
    const startedAt = performance.now()
    const connected = await openOnce().catch((thrown) => {
      log('cache-failed', { connection: connection.id, code: toAppError(thrown).code })
      throw thrown
    })
    const { mirrorRebuilt: rebuilt } = connected.store
    log('cache-opened', { connection: connection.id, ms: Math.round(performance.now() - startedAt), rebuilt })
    const later = setTimeout(() => void syncIfSignedIn(connected), SETTLING_MS)
    const endLooking = connected.store.isWritable
      ? () => {}
      : onceWritable(folder, [mirror, ledger], () => void openForWriting())
    const close = async () => {
      clearTimeout(later)
      endLooking()
      await connected.close()
    }
    return { ...connected, close }
  }

  async function syncIfSignedIn({ store, sync }: OpenConnection): Promise<void> {
    if (!store.isWritable) return
    if (limits.isAllowed() && (await session.state()) === 'signed-in') sync.start()
  }

  /** A screen that is still there while somebody signs out must not bring back what is being removed. */
  async function mindRemoval(): Promise<void> {
    if (removal === null) return
    await removal
    if ((await session.state()) === 'signed-out') throw signedOut()
    removal = null
  }

  async function open(): Promise<OpenConnection> {
    limits.refuseAddress()
    return openStores()
  }

  /** What waits to be sent can be counted, and left, though its service may not be reached. */
  async function openStores(): Promise<OpenConnection> {
    if (opened) return opened
    deaths.refuseTooMany()
    await mindRemoval()
    opening ??= openAndSync()
    const attempt = opening
    try {
      const connected = await attempt
      if (opening === attempt) opened = connected
      problem = problemOf(connected.store)
      if (wasTooOld) problem ??= removedAsTooOld()
      publish({ type: 'connections-changed' })
      return connected
    } catch (thrown) {
      if (opening === attempt) opening = null
      problem = toAppError(thrown)
      publish({ type: 'connections-changed' })
      throw problem
    }
  }

  /** Whoever opens or closes the stores is told by what they asked; open ones are opened again. */
  function workerDied(cause: unknown): void {
    log('worker-died', { connection: connection.id, error: errorNameOf(cause) })
    const dead = opened
    if (dead === null) return
    opened = null
    opening = null
    deaths.note()
    void reopen(dead).catch((thrown: unknown) => {
      problem = toAppError(thrown)
      publish({ type: 'connections-changed' })
    })
  }

  async function reopen(dead: OpenConnection): Promise<void> {
    const closed = dead.close().catch(() => {})
    deaths.refuseTooMany()
    opening = closed.then(openAndSync)
    await openStores()
    if (keychain.kind === 'session') problem = lostWithItsWorker()
    publish({ type: 'connections-changed' })
    publish({ type: 'changed', connectionId: connection.id, resources: [...resources] })
  }

  async function closeStores(): Promise<void> {
    const pending = opening
    opening = null
    opened = null
    await (await pending?.catch(() => null))?.close()
  }

  async function removeMirror(): Promise<void> {
    await closeStores()
    problem = null
    await removeCopy(options)
  }

  /** Closed and opened again in one go, so that nobody finds it in between. */
  async function removeIfTooOld(): Promise<boolean> {
    const old = opened
    if (old === null || isBeingFilled(old.sync.status()) || !(await age.isTooOld(old.store))) return false
    if (opened !== old) return false
    await openAgain(old)
    return true
  }

  async function openAgain(old: OpenConnection): Promise<void> {
    opened = null
    opening = old.close().then(openAndSync)
    await openStores()
    publish({ type: 'changed', connectionId: connection.id, resources: [...resources] })
  }

  /** A failure is kept, and told. */
  async function openForWriting(): Promise<void> {
    if (opened && !opened.store.isWritable) await openAgain(opened).catch(() => {})
  }

  return {
    get connection() {
      return connection
    },
    session,
    keepsNothing: keychain.kind === 'session',
    setReadOnly(readOnly) {
      connection = { ...connection, read_only: readOnly }
      opened?.outbox.sendNow()
    },
    policyChanged: () => opened?.outbox.sendNow(),
    removeIfTooOld,
    isWritable: () => opened?.store.isWritable ?? true,
    open,
    cache: () => (opened ? 'open' : problem ? 'failed' : 'closed'),
    problem: () => problem,
    unsent: () => opened?.outbox.counts().open ?? 0,
    attention: () => opened?.outbox.counts().attention ?? 0,
    async countUnsent() {
      const isAnywhere = opened ?? opening ?? (await hasLedger(connectionFolder(options.userDataDir, connection.id)))
      return isAnywhere ? (await openStores()).outbox.counts().open : 0
    },
    removeCache() {
      const removing = removeMirror()
      // A removal that failed removed nothing that could come back.
      removal = removing.catch(() => undefined)
      return removing
    },
    async close() {
      await closeStores()
      await dispatcher.destroy()
    },
  }
}
