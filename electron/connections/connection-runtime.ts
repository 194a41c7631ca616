import type { AppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { createEmitter } from '../../shared/lib/calls.ts'
import { resources } from '../../shared/service/resource.ts'
import { createSession, type Session } from '../auth/session.ts'
import { createHttpsAgent, createReplaceableDispatcher } from '../http/https-agent.ts'
import type { ResolveProxy } from '../http/proxy-resolver.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Log } from '../logs/log.ts'
import { errorNameOf } from '../logs/redact.ts'
import { systemClock } from '../platform/clock.ts'
import type { LoopbackUrl } from '../platform/https-url.ts'
import { createServiceLimiters, type ServiceLimiters } from '../service/request-limiter.ts'
import type { Connection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import { closedForGood, lostWithItsWorker, signedOut } from './cache-problems.ts'
import { connectionFolder, hasLedger } from './connection-folder.ts'
import { createConnectionLimits, createCopyAge } from './connection-limits.ts'
import { removeCopy, type StoreOptions } from './connection-stores.ts'
import { logSession } from './log-connection.ts'
import { type OpenConnection, openConnection } from './open-connection.ts'
import { createWorkerDeaths } from './reopening.ts'
import { cacheIn, createRuntimeStores, type Open, problemIn } from './runtime-state.ts'

/** Everything that lives as long as Steward knows a connection: its session, and its stores while they are open. */
export type ConnectionRuntime = {
  readonly connection: Connection
  readonly session: Session
  /** Its stores are in memory, because no keychain could store their keys: its data is lost when Steward quits. */
  readonly keepsNothing: boolean
  /**
   * Goes on with the edited connection, which has the same id and is already saved. Nothing is closed: requests under way end
   * undisturbed, and all later ones use the new settings.
   */
  change(connection: Connection): void
  /**
   * Opens the stores without using the network, then starts a sync if signed in. Opening an open connection does nothing.
   * @throws AppError `policy/address-not-allowed`, `keychain/…`, `cache/…`
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
  /** Closes the stores for good. */
  close(): Promise<void>
}

type RuntimeOptions = StoreOptions & {
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  resolveProxy: ResolveProxy
  /** How long a saved write waits before it may be sent, in ms. */
  graceMs: () => Promise<number>
  /** How long changes seen at the service are kept, in months; 0 for always. */
  changeMonths: () => Promise<number>
  policy: () => FirmPolicy
  log: Log
  limiters: ServiceLimiters
  /** Called with each connection that was opened. */
  onOpened(runtime: ConnectionRuntime, open: OpenConnection): void
}

/**
 * A first sync may take longer than the maximum age of a copy. While the service answers, the copy is not restarted over and
 * over.
 */
const isBeingFilled = ({ state, reachable, resources: lists }: SyncStatus) =>
  state === 'running' &&
  reachable === 'online' &&
  lists.some(({ resource, lastCompleteAt }) => resource !== 'valuations' && lastCompleteAt === null)

/** A {@link ConnectionRuntime} with closed stores. */
function createConnectionRuntime(options: RuntimeOptions): ConnectionRuntime {
  const { keychain, publish, log } = options
  let { connection } = options
  const agentFor = ({ ca_certificate: caCertificate }: Connection) =>
    createHttpsAgent({ caCertificate, resolveProxy: options.resolveProxy })
  const network = createReplaceableDispatcher(agentFor(connection))
  const { dispatcher } = network
  const tellChanged = () => publish({ type: 'connections-changed' })
  const session = logSession(
    createSession({
      get connection() {
        return connection
      },
      ...{ keychain, dispatcher, openInBrowser: options.openInBrowser, onChange: tellChanged },
    }),
    { log, connection: connection.id },
  )
  const limits = createConnectionLimits(() => connection, options.policy)
  const pacing = options.limiters.acquire(connection.base_url)
  const paths = connectionFolder(options.userDataDir, connection.id)
  const inMemory = keychain.kind === 'session'
  const age = createCopyAge({ connection, inMemory, folder: paths.folder, policy: options.policy })
  const deaths = createWorkerDeaths()
  const stores = createRuntimeStores({
    async open() {
      const opened = await openConnection({
        ...{ ...options, session, limits, age, dispatcher, limiter: pacing.limiter },
        onWorkerDied,
        onWritable: () => void openForWriting(),
      })
      options.onOpened(runtime, opened.connected)
      return opened
    },
    async mayOpen(state) {
      deaths.refuseTooMany()
      if (state.is === 'failed' || state.reopens === 'any-time') return
      if (state.reopens === 'never') throw closedForGood()
      // A screen that is still open during a sign-out must not reopen what is being removed.
      if ((await session.state()) === 'signed-out') throw signedOut()
    },
    onEnded: tellChanged,
  })

  /** Everything on screen may differ from what the old stores had. */
  async function reopen(from: Open, close: () => Promise<void>, problem?: AppError): Promise<void> {
    await stores.reopen(from, close, problem)
    publish({ type: 'changed', connectionId: connection.id, resources: [...resources] })
  }

  /** Callers who are opening or closing the stores get the error from their own call; open stores are reopened. */
  function onWorkerDied(cause: unknown): void {
    log('worker-died', { connection: connection.id, error: errorNameOf(cause) })
    const dead = stores.opened()
    if (dead === null) return
    deaths.note()
    const afterClosing = async () => {
      const closed = dead.connected.close().catch(() => {})
      deaths.refuseTooMany()
      await closed
    }
    // A failure is kept in the state and shown.
    reopen(dead, afterClosing, inMemory ? lostWithItsWorker() : undefined).catch(() => {})
  }

  /** A failure is kept in the state and shown, not thrown. */
  async function openForWriting(): Promise<void> {
    const from = stores.opened()
    if (from && !from.connected.store.isWritable) await reopen(from, from.connected.close).catch(() => {})
  }

  const runtime: ConnectionRuntime = {
    get connection() {
      return connection
    },
    session,
    keepsNothing: inMemory,
    change(next) {
      const isTrustSame = next.ca_certificate === connection.ca_certificate
      connection = next
      if (!isTrustSame) network.replace(agentFor(next))
      stores.opened()?.connected.outbox.retry()
    },
    policyChanged: () => stores.opened()?.connected.outbox.retry(),
    async removeIfTooOld() {
      const from = stores.opened()
      if (from === null || isBeingFilled(from.connected.sync.status())) return false
      if (!(await age.isTooOld(from.connected.store)) || stores.now() !== from) return false
      await reopen(from, from.connected.close)
      return true
    },
    isWritable: () => stores.opened()?.connected.store.isWritable ?? true,
    async open() {
      limits.refuseReading()
      return stores.open()
    },
    cache: () => cacheIn(stores.now()),
    problem: () => problemIn(stores.now()),
    unsent: () => stores.opened()?.connected.outbox.counts().open ?? 0,
    attention: () => stores.opened()?.connected.outbox.counts().attention ?? 0,
    async countUnsent() {
      const { is } = stores.now()
      const isAnywhere = is === 'open' || is === 'opening' || (await hasLedger(paths))
      // Allowed even if the policy forbids the service's address: unsent writes can still be counted and kept.
      return isAnywhere ? (await stores.open()).outbox.counts().open : 0
    },
    removeCache: () => stores.close('after-sign-in', () => removeCopy(options)),
    async close() {
      await stores.close('never')
      pacing.release()
      await network.destroy()
    },
  }
  return runtime
}

/** One runtime per known connection, created on first use. */
export type Runtimes = {
  /** Throws `connection/not-found`. */
  get(connectionId: string): Promise<ConnectionRuntime>
  /** In the order they were added. */
  all(): Promise<ConnectionRuntime[]>
  /** Closes and forgets it; the next `get` creates a new one from the saved connection. */
  drop(connectionId: string): Promise<void>
  /** Calls back for each connection whenever it is opened, and now for those that are open. Returns the unsubscriber. */
  onOpened(listener: (opened: OpenedRuntime) => void): () => void
  close(): Promise<void>
}

/** A connection whose stores were opened. */
export type OpenedRuntime = { runtime: ConnectionRuntime; open: OpenConnection }

type RuntimesOptions = Omit<RuntimeOptions, 'connection' | 'keychain' | 'limiters' | 'onOpened'> & {
  saved: SavedConnections
  keychainOf: (connection: Connection) => Promise<Keychain>
}

/** {@link Runtimes} over the saved connections. */
export function createRuntimes({ saved, keychainOf, ...shared }: RuntimesOptions): Runtimes {
  const known = new Map<string, Promise<ConnectionRuntime>>()
  const limiters = createServiceLimiters(systemClock)
  const opened = createEmitter<OpenedRuntime>()
  const isOpen = new Map<ConnectionRuntime, OpenConnection>()
  const onOpened = (runtime: ConnectionRuntime, open: OpenConnection) => {
    isOpen.set(runtime, open)
    open.beforeClose(async () => void isOpen.delete(runtime))
    opened.emit({ runtime, open })
  }

  const make = async (connection: Connection) =>
    createConnectionRuntime({ ...shared, limiters, onOpened, connection, keychain: await keychainOf(connection) })

  /** Looks up and fills the map synchronously, so that two callers never create two runtimes. */
  const runtimeOf = (connection: Connection): Promise<ConnectionRuntime> => {
    const runtime = known.get(connection.id) ?? make(connection)
    known.set(connection.id, runtime)
    return runtime
  }

  return {
    get: async (connectionId) => known.get(connectionId) ?? runtimeOf(await saved.get(connectionId)),
    onOpened(listener) {
      for (const [runtime, open] of isOpen) listener({ runtime, open })
      return opened.on(listener)
    },
    all: async () => Promise.all((await saved.list()).map(runtimeOf)),
    async drop(connectionId) {
      const runtime = known.get(connectionId)
      known.delete(connectionId)
      await (await runtime)?.close()
    },
    async close() {
      const runtimes = await Promise.all(known.values())
      known.clear()
      await Promise.all(runtimes.map((runtime) => runtime.close()))
    },
  }
}

/** The part of {@link Runtimes} that procedures use which work on one open connection. */
export type OpenConnections = {
  /** Throws `connection/not-found`. */
  get(connectionId: string): Promise<Pick<ConnectionRuntime, 'connection' | 'open'>>
}

type ConnectionInput = { connectionId: string }

/**
 * Implements procedures whose input names a connection: `run` receives that connection with its stores open, and the rest of the
 * input.
 *
 * @throws AppError `connection/not-found`, or the reason why its stores cannot be opened
 */
export const withConnection =
  (runtimes: OpenConnections) =>
  <Input extends ConnectionInput, Output>(
    run: (open: OpenConnection, input: Omit<Input, 'connectionId'>, connection: Connection) => Output | Promise<Output>,
  ) =>
  async (input: Input): Promise<Output> => {
    const { connectionId, ...rest } = input
    const runtime = await runtimes.get(connectionId)
    return run(await runtime.open(), rest, runtime.connection)
  }
