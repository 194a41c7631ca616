import type { Dispatcher } from 'undici'
import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { Session } from '../auth/session.ts'
import type { ConnectionStore, OpenedStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from '../documents/fetch-files.ts'
import type { Tray } from '../intake/tray.ts'
import type { Log } from '../logs/log.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import type { HeldLimiter } from '../service/request-limiter.ts'
import { createSyncEngine, type SyncEngine } from '../sync/sync-engine.ts'
import { connectionFolder } from './connection-folder.ts'
import type { ConnectionLimits, CopyAge } from './connection-limits.ts'
import { openFiles, openStore, type StoreOptions } from './connection-stores.ts'
import { logOutbox, logRequests, logSlowReads, logStoreFailures, logUnreadable } from './log-connection.ts'
import { createOutboxFiles, openOutbox } from './open-outbox.ts'
import { type OpenTravel, openTravel } from './open-travel.ts'
import { openTray } from './open-tray.ts'
import { onceWritable } from './reopening.ts'

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

export type OpenOptions = StoreOptions & {
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
  const { store, problem } = await openStore({
    ...options,
    onUnreadable: logUnreadable(noting),
    onSlow: logSlowReads(noting),
  })
  // Replaced below: no file is held or dropped before the files are open, and then `travel` exists.
  const held = { changed: () => {} }
  const files = await openFiles(options, { rows: store, onHeld: () => held.changed() }).catch(async (thrown) => {
    await store.close()
    throw thrown
  })
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
  const outbox = await openOutbox({
    connectionId: connection.id,
    store: { ...store, outbox: logOutbox(store.outbox, noting) },
    service,
    files: createOutboxFiles(files),
    isReadOnly: () => limits.isReadOnly() || !store.isWritable,
    graceMs: options.graceMs,
    publish,
  }).catch(async (thrown) => {
    for (const part of [sync, service, files, store]) await part.close()
    throw thrown
  })
  const tray = openTray({ connectionId: connection.id, store, files, outbox, publish })
  const travel = openTravel({
    connectionId: connection.id,
    ...{ store, service, files, fetcher, sync, publish },
    isSignedIn: async () => limits.isAllowed() && (await session.state()) === 'signed-in',
  })
  held.changed = travel.heldChanged
  // Those that use others close before them.
  const parts = [sync, travel, tray, outbox, fetcher, service, files, store]
  const close = async () => {
    for (const part of parts) await part.close()
  }
  return { connected: { store, sync, outbox, files, fetcher, travel, tray, close }, problem }
}

/** Deletes and joins old changes after each sync. An error is no reason to trouble the user: the next sync tries again. */
async function pruneChanges(store: OpenedStore, { changeMonths }: OpenOptions): Promise<void> {
  if (!store.isWritable) return
  try {
    await store.keep('changes.prune', { months: await changeMonths() })
  } catch {
    // The store's failures are in the log.
  }
}

async function syncIfSignedIn({ store, sync }: OpenConnection, { limits, session }: OpenOptions): Promise<void> {
  // A sign-in starts a run at once: one that already ended is not repeated.
  if (!store.isWritable || sync.status().endedAt !== null) return
  if (limits.isAllowed() && (await session.state()) === 'signed-in') sync.start()
}

/** Reads the mirror's record that a file belongs to. */
export function fileRecordIn(store: Pick<ConnectionStore, 'read'>): FetcherOptions['recordOf'] {
  return async ({ kind, id }) => {
    const resource = kind === 'document' ? 'documents' : 'document-summaries'
    const found = (await store.read('records.byIds', { resource, ids: [id] })).records[0]
    const updatedAt = found?.record.updated_at
    return found && typeof updatedAt === 'string' ? { name: found.title, updatedAt } : null
  }
}
