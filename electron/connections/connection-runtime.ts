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
import type { ServiceLimiters } from '../service/service-limiters.ts'
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
  /** Its stores are in memory, because no keychain could store their keys: its data is lost when Steward quits. */
  readonly keepsNothing: boolean
  /** Takes effect at once; the caller saves it in the saved connections. */
  setReadOnly(readOnly: boolean): void
  /**
   * Opens the stores without using the network, then starts a sync if signed in. Opening an open connection does nothing. Throws
   * `policy/address-not-allowed`.
   */
  open(): Promise<OpenConnection>
  /** Called when the firm's policy changed: work that is allowed now is tried at once. */
  policyChanged(): void
  /** Removes an open mirror that is older than the policy allows and begins a new one. Returns whether it did. */
  removeIfTooOld(): Promise<boolean>
  /** False while its stores are open in a read-only folder. */
  isWritable(): boolean
  cache(): 'open' | 'closed' | 'failed'
  /** Why the stores could not be opened, or a notice that a damaged mirror was quarantined. */
  problem(): AppError | null
  /** The number of unsent writes, as far as known without opening anything; 0 while the cache is not open. */
  unsent(): number
  /** The number of unsent writes that need a decision. */
  attention(): number
  /**
   * The number of unsent writes, read from the ledger if there is one.
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
  limiters: ServiceLimiters
}

/** A newly opened window draws its first rows in this time, in ms; a sync would compete with it for the processor. */
const SETTLING_MS = 1_000

/** The stores on disk, or in memory if no keychain could store their keys. */
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

/** The sealed files next to the stores; if the stores are in memory, the files are removed at the end of this run. */
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

/** The service still has all of the data, but an advisor on a plane must know why the lists are empty. */
function rebuiltMirror(): AppError {
  return new AppError('cache/damaged', {
    message: 'The offline copy was damaged. It was put aside, and a new one was begun.',
    nextStep: 'Stay online until everything has been downloaded again.',
  })
}

/**
 * A first sync may take longer than the maximum age of a copy. While the service answers, the copy is not restarted over and
 * over.
 */
const isBeingFilled = ({ state, reachable, resources: lists }: SyncStatus) =>
  state === 'running' &&
  reachable === 'online' &&
  lists.some(({ resource, lastCompleteAt }) => resource !== 'valuations' && lastCompleteAt === null)

async function removeCopy({ keychain, userDataDir, connection }: RuntimeOptions): Promise<void> {
  const paths = connectionFolder(userDataDir, connection.id)
  await removeMirrorFiles(paths)
  await removeMirrorKey({ keychain, connectionId: connection.id, markerPath: paths.mirrorMarker })
}

/** A problem found while the stores were opened; one with data that exists nowhere else comes first. */
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
  const pacing = options.limiters.hold(connection.base_url)
  const { folder, mirror, ledger } = connectionFolder(options.userDataDir, connection.id)
  const age = createCopyAge({
    connection,
    inMemory: keychain.kind === 'session',
    folder,
    policy: options.policy,
  })
  /** Whether the mirror was removed for its age when the stores were last opened. */
  let wasTooOld = false
  let opening: Promise<OpenConnection> | null = null
  let opened: OpenConnection | null = null
  let problem: AppError | null = null
  /** Set from the moment a sign-out begins to remove the cache until the next sign-in. */
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
    // Replaced below: no file is held or dropped before the files are open, and then `travel` exists.
    const held = { changed: () => {} }
    const files = await openFiles(options, { rows: store, onHeld: () => held.changed() }).catch(async (thrown) => {
      await store.close()
      throw thrown
    })
    const service = createServiceClient({
      baseUrl: connection.base_url,
      tokens: limits.guard(session.tokens),
      dispatcher,
      limiter: pacing.limiter,
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

  /** If signed in, a newly opened cache is synced, but only after its first rows were drawn. */
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
    // A sign-in starts a run at once: one that already ended is not repeated.
    if (!store.isWritable || sync.status().endedAt !== null) return
    if (limits.isAllowed() && (await session.state()) === 'signed-in') sync.start()
  }

  /** Keeps a screen that is still open during a sign-out from reopening what is being removed. */
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

  /** Opens the stores even if the policy forbids the service's address: unsent writes can still be counted and kept. */
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

  /** Callers who are opening or closing the stores get the error from their own call; open stores are reopened. */
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

  /** Closed and reopened in one step, so that no other caller finds the stores closed. */
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

  /** Errors are kept in `problem` and reported, not thrown. */
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
      // A failed removal did not remove anything that a reopened store could bring back.
      removal = removing.catch(() => undefined)
      return removing
    },
    async close() {
      await closeStores()
      pacing.release()
      await dispatcher.destroy()
    },
  }
}
