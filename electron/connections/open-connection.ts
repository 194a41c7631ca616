import { randomUUID } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { createEmitter, createThrottle } from '../../shared/lib/calls.ts'
import type { Session } from '../auth/session.ts'
import type { OpenedStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { createFetcher, type Fetcher, fileRecordIn } from '../documents/fetch-files.ts'
import { createTray, type Tray } from '../intake/tray.ts'
import type { Log } from '../logs/log.ts'
import { createOutbox, knownRecordsIn, outboxFilesOf } from '../outbox/create-outbox.ts'
import type { Outbox, UploadProgress } from '../outbox/outbox.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import type { HeldLimiter } from '../service/request-limiter.ts'
import { createSyncEngine, type SyncEngine } from '../sync/sync-engine.ts'
import { createTravel, type Travel } from '../travel/travel.ts'
import { connectionFolder } from './connection-folder.ts'
import type { ConnectionLimits, CopyAge } from './connection-limits.ts'
import { openFiles, openStore, type StoreOptions } from './connection-stores.ts'
import { logOutbox, logRequests, logSlowReads, logStoreFailures, logUnreadable } from './log-connection.ts'
import { onceWritable } from './reopening.ts'

/** A connection whose stores are open. */
export type OpenConnection = {
  store: OpenedStore
  sync: SyncEngine
  outbox: Outbox
  files: ConnectionFiles
  fetcher: Fetcher
  travel: Travel
  tray: Tray
  /** Called when a downloaded file, or a pinned household, comes, changes or goes, or their space was set. Returns the unsubscriber. */
  onFilesChanged(listener: () => void): () => void
  /** `end` is awaited before the connection closes: the end of work on it that is no part of it. */
  beforeClose(end: () => Promise<void>): void
  close(): Promise<void>
}

type OpenOptions = StoreOptions & {
  log: Log
  session: Session
  limits: ConnectionLimits
  age: CopyAge
  dispatcher: Dispatcher
  limiter: HeldLimiter['limiter']
  /** How long a saved write waits before it may be sent, in ms. */
  graceMs: () => Promise<number>
  /** How long changes seen at the service are kept, in months; 0 for always. */
  changeMonths: () => Promise<number>
  /** The thread of its stores crashed. */
  onWorkerDied(cause: unknown): void
  /** Its stores were opened in a folder that could not be written, and can be written now. */
  onWritable(): void
}

/** Least time between two events about one outbox, in ms: a batch of writes changes many times a second. */
const outboxRestMs = 150
/** Least time between two events about uploads, in ms. */
const uploadsRestMs = 250
/** Least time between two events about one tray, in ms: a file that is being received changes many times a second. */
const trayRestMs = 250

/** A newly opened window draws its first rows in this time, in ms; a sync would compete with it for the processor. */
const settlingMs = 1_000

/**
 * Opens a connection's stores without using the network, and everything that works on them. If signed in, a sync starts, but only
 * after the first rows were drawn.
 *
 * @returns the open connection, and what the user must know about its stores
 * @throws AppError `keychain/…`, `cache/…`; then nothing is left open
 */
export async function openConnection(
  options: OpenOptions,
): Promise<{ connected: OpenConnection; problem: AppError | null }> {
  const { connection, log } = options
  const startedAt = performance.now()
  const failures = logStoreFailures({ log, connection: connection.id })
  const { connected, problem } = await openParts({ ...options, onFailure: failures.ofWork }).catch((thrown) => {
    failures.ofOpening(toAppError(thrown))
    throw thrown
  })
  const { mirrorRebuilt: rebuilt, isWritable } = connected.store
  log('cache-opened', { connection: connection.id, ms: Math.round(performance.now() - startedAt), rebuilt })
  const later = setTimeout(() => void syncIfSignedIn(connected, options), settlingMs)
  const { folder, mirror, ledger } = connectionFolder(options.userDataDir, connection.id)
  const endLooking = isWritable ? () => {} : onceWritable(folder, [mirror, ledger], options.onWritable)
  const close = async () => {
    clearTimeout(later)
    endLooking()
    await connected.close()
  }
  return { connected: { ...connected, close }, problem }
}

async function openParts(
  options: OpenOptions & { onFailure(problem: AppError): void },
): Promise<{ connected: OpenConnection; problem: AppError | null }> {
  const { connection, log, session, limits, publish } = options
  const noting = { log, connection: connection.id }
  const { store, labelKey, problem } = await openStore({
    ...options,
    onUnreadable: logUnreadable(noting),
    onSlow: logSlowReads(noting),
  })
  // Replaced below: no file is held or dropped before the files are open, and then `travel` exists.
  const held = { changed: () => {} }
  const filesChanged = createEmitter<void>()
  const ends: (() => Promise<void>)[] = []
  const files = await openFiles(options, { rows: store, labelKey, onHeld: () => held.changed() }).catch(
    async (thrown) => {
      await store.close()
      throw thrown
    },
  )
  const service = createServiceClient({
    baseUrl: connection.base_url,
    tokens: limits.guard(session.tokens),
    dispatcher: options.dispatcher,
    limiter: options.limiter,
    onFailure: logRequests(noting),
    refuseAddress: limits.refuseRedirect,
  })
  const fetcher = createFetcher({ held: files.held, download: service.download, recordOf: fileRecordIn(store) })
  const sync = createSyncEngine({ connectionId: connection.id, store, service })
  sync.onStatus((status) => publish({ type: 'sync', status }))
  let prunedAt: string | null = null
  sync.onStatus(({ endedAt }) => {
    if (endedAt === null || endedAt === prunedAt) return
    prunedAt = endedAt
    void pruneChanges(store, options)
  })
  store.onChanged((resources) => publish({ type: 'changed', connectionId: connection.id, resources }))
  const publishing = { connectionId: connection.id, publish }
  const outbox = await createOutbox({
    store: logOutbox(store.outbox, noting),
    records: knownRecordsIn(store),
    service,
    files: outboxFilesOf(files),
    isReadOnly: () => limits.isReadOnly() || !store.isWritable,
    graceMs: options.graceMs,
  }).catch(async (thrown) => {
    for (const part of [sync, service, files, store]) await part.close()
    throw thrown
  })
  const endPublishing = publishOutbox(outbox, publishing)
  const trayChanges = createThrottle(
    trayRestMs,
    () => publish({ type: 'files', connectionId: connection.id, what: 'tray' }),
    { atOnce: true },
  )
  const tray = createTray({
    ...{ store, files, outbox },
    newId: () => `drop_${randomUUID()}`,
    now: () => new Date().toISOString(),
    onChange: trayChanges.request,
  })
  const travel = createTravel({
    ...{ store, service, held: files.held, fetcher, sync },
    isSignedIn: async () => limits.isAllowed() && (await session.state()) === 'signed-in',
    onChange: () => publish({ type: 'files', connectionId: connection.id, what: 'pins' }),
    onChosen: filesChanged.emit,
  })
  held.changed = () => {
    travel.heldChanged()
    filesChanged.emit()
  }
  // Those that use others close before them.
  const parts = [sync, travel, tray, outbox, fetcher, service, files, store]
  const close = async () => {
    for (const end of ends.splice(0)) await end()
    for (const part of parts) await part.close()
    trayChanges.end()
    endPublishing()
  }
  const opened = { store, sync, outbox, files, fetcher, travel, tray }
  const beforeClose = (end: () => Promise<void>) => void ends.push(end)
  return { connected: { ...opened, onFilesChanged: filesChanged.on, beforeClose, close }, problem }
}

/** Deletes and joins old changes after each sync. An error is no reason to trouble the user: the next sync tries again. */
async function pruneChanges(store: OpenedStore, { changeMonths }: OpenOptions): Promise<void> {
  if (!store.isWritable) return
  try {
    await store.writeLedger('changes.prune', { months: await changeMonths() })
  } catch {
    // The store's failures are in the log.
  }
}

async function syncIfSignedIn({ store, sync }: OpenConnection, { limits, session }: OpenOptions): Promise<void> {
  // A sign-in starts a run at once: one that already ended is not repeated.
  if (!store.isWritable || sync.status().endedAt !== null) return
  if (limits.isAllowed() && (await session.state()) === 'signed-in') sync.start()
}

/** Publishes the outbox's counts and the progress of its uploads. Returns a function that ends it. */
function publishOutbox(
  outbox: Outbox,
  { connectionId, publish }: Pick<OpenOptions, 'publish'> & { connectionId: string },
) {
  let counts = outbox.counts()
  const changed = createThrottle(outboxRestMs, () => publish({ type: 'outbox', connectionId, counts }), {
    atOnce: true,
  })
  outbox.onChange((latest) => {
    counts = latest
    changed.request()
  })
  let uploads: UploadProgress[] = []
  let published = 0
  const progressed = createThrottle(
    uploadsRestMs,
    () => {
      published = uploads.length
      publish({ type: 'uploads', connectionId, uploads })
    },
    { atOnce: true },
  )
  const leave = outbox.onUploads((latest) => {
    uploads = latest
    progressed.request()
    // At once when an upload begins or ends, and when none is left.
    if (uploads.length !== published) progressed.flush()
  })
  return () => {
    leave()
    changed.end()
    progressed.end()
  }
}
