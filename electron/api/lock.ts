import { AppError } from '../../shared/domain/app-error.ts'
import { removalWords } from '../../shared/domain/lock.ts'
import type { LocalDataSummary } from '../../shared/ipc/lock.ts'
import { createEmitter } from '../../shared/lib/calls.ts'
import { connectionFolder, hasLedger } from '../connections/connection-folder.ts'
import type { ConnectionRuntime, Runtimes } from '../connections/connection-runtime.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { type IdleClock, systemIdleClock } from '../platform/clock.ts'
import type { Shell } from '../platform/host.ts'
import { createLock, eventsForPages } from '../security/lock.ts'
import { openPassphrase } from '../security/passphrase.ts'
import { openPassphraseThrottle } from '../security/passphrase-throttle.ts'
import { accountsOf, connectionsWithFolders, removeEverything } from '../security/remove-everything.ts'
import { sealedAccounts } from '../security/sealed-settings.ts'
import type { PreferencesFile } from '../settings/preferences-file.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

/** The lock, and the checks that depend on it. */
export type AppLock = {
  useCases: Pick<UseCases, 'lock' | 'events'>
  isLocked(): boolean
  /** Called after every change of the lock. Returns a function that unsubscribes. */
  onChanged(listener: () => void): () => void
  /** @throws AppError `lock/locked` for a procedure that is not available while locked */
  gate(procedure: string): void
  /** Time since the user last used the computer, or Steward where the system does not report it, in ms. */
  idleMs(): number
  close(): void
}

export type AppLockOptions = {
  userDataDir: string
  shell: Pick<Shell, 'system' | 'quit'>
  keychain: () => Promise<Keychain>
  preferences: Pick<PreferencesFile, 'get' | 'onChanged'>
  events: EventHub
  runtimes: Pick<Runtimes, 'all'>
  copies: Pick<OpenedCopies, 'removeAll'>
  mostIdleMinutes(): number | null
  /** Called after each change of the firm's policy. Returns a function that unsubscribes. */
  onPolicyChanged(listener: () => void): () => void
  /** False while that limit only applies because the policy cannot be read or understood. */
  isIdleLimitConfirmed(): boolean
  /** Closes everything that writes. Cannot be undone. */
  end(): Promise<void>
  idleClock?: IdleClock | undefined
}

/** How long a page may show that everything was removed before Steward quits, in ms. */
const farewellMs = 4_000

/** The {@link AppLock} of a user-data folder: unlocked, unless a passphrase is set. */
export async function openAppLock(options: AppLockOptions): Promise<AppLock> {
  const { userDataDir, shell, keychain, events, copies } = options
  const clock = options.idleClock ?? systemIdleClock
  const passphrase = await openPassphrase({ userDataDir, keychain })
  const changes = createEmitter<void>()
  const lock = createLock({
    passphrase,
    attempts: await openPassphraseThrottle(userDataDir, clock.now),
    system: shell.system,
    clock,
    preferences: await options.preferences.get(),
    mostIdleMinutes: options.mostIdleMinutes,
    onChange(state) {
      events.publish({ type: 'lock', state })
      changes.emit()
    },
    // A copy that another program has open stays until that program closes it.
    onLocked(reason) {
      if (reason !== 'idle' || options.isIdleLimitConfirmed()) void copies.removeAll().catch(() => {})
    },
  })
  // Changes by the user or the firm's policy apply immediately.
  const ends = [options.preferences.onChanged(lock.preferred), options.onPolicyChanged(() => void lock.preferred())]

  const localData = async () => {
    const withFolders = await connectionsWithFolders(userDataDir)
    return summariseLocalData({ userDataDir, runtimes: options.runtimes, withFolders, named: !lock.isLocked() })
  }
  const remove: UseCases['lock']['removeEverything'] = async ({ typed, unsent }) => {
    if (typed.trim() !== removalWords) throw notConfirmed()
    const here = await localData()
    if (unsent !== 'drop' && isLossy(here)) throw somethingUnsent()
    const ids = [...(await connectionsWithFolders(userDataDir)), ...(await options.runtimes.all()).map(idOf)]
    const others = [passphrase.account(), ...(await sealedAccounts(userDataDir))]
    const { secretsGone } = await removeEverything({
      userDataDir,
      keychain: await keychain(),
      accounts: [...accountsOf(ids), ...others.filter((account) => account !== null)],
      async end() {
        lock.removing()
        await options.end()
      },
    })
    lock.removed()
    setTimeout(shell.quit, farewellMs)
    return { secrets_gone: secretsGone }
  }
  return {
    useCases: {
      lock: {
        state: async () => lock.state(),
        lock: async () => lock.lock('asked'),
        unlock: ({ passphrase: typed }) => lock.unlock(typed),
        active: async () => lock.active(),
        setPassphrase: lock.setPassphrase,
        localData,
        removeEverything: remove,
      },
      events: {
        subscribe: (_input, signal) =>
          eventsForPages(events.subscribe(signal), {
            first: () => ({ type: 'lock', state: lock.state() }),
            isLocked: lock.isLocked,
          }),
      },
    },
    isLocked: lock.isLocked,
    onChanged: changes.on,
    gate: lock.assertUnlocked,
    idleMs: lock.idleMs,
    close() {
      for (const end of ends) end()
      lock.close()
    },
  }
}

const idOf = ({ connection }: { connection: { id: string } }) => connection.id

type Left = LocalDataSummary['connections'][number]

/** Data of a connection that exists only on this computer, read from its ledger if it has one. */
async function leftIn(runtime: ConnectionRuntime, userDataDir: string): Promise<Omit<Left, 'name'>> {
  try {
    const isAnywhere =
      runtime.cache() === 'open' || (await hasLedger(connectionFolder(userDataDir, runtime.connection.id)))
    if (!isAnywhere) return { unsent: 0, staged: 0, drafts: 0 }
    const { outbox, tray, store } = await runtime.open()
    const [{ rows }, drafts] = await Promise.all([tray.list(), store.read('drafts.list', {})])
    return { unsent: outbox.counts().open, staged: rows.length, drafts: drafts.length }
  } catch {
    return { unsent: null, staged: null, drafts: null }
  }
}

type LocalData = {
  userDataDir: string
  runtimes: Pick<Runtimes, 'all'>
  /** Ids of the connections that have a folder on this computer. */
  withFolders: readonly string[]
  /** Whether the result may contain connection names. */
  named: boolean
}

/** A summary of the data that removing everything would delete. */
async function summariseLocalData({ userDataDir, runtimes, withFolders, named }: LocalData): Promise<LocalDataSummary> {
  const known = await runtimes.all()
  const ids = new Set(known.map(({ connection }) => connection.id))
  const connections = known.map(async (runtime) => ({
    name: named ? runtime.connection.name : null,
    ...(await leftIn(runtime, userDataDir)),
  }))
  return { connections: await Promise.all(connections), others: withFolders.filter((id) => !ids.has(id)).length }
}

/** Whether removal would lose data for good, as far as known. */
const isLossy = ({ connections, others }: LocalDataSummary): boolean =>
  others > 0 || connections.some(({ unsent, staged, drafts }) => unsent !== 0 || staged !== 0 || drafts !== 0)

function notConfirmed(): AppError {
  return new AppError('lock/not-confirmed', {
    message: 'The confirmation was not typed.',
    nextStep: `Type “${removalWords}” to continue.`,
  })
}

function somethingUnsent(): AppError {
  return new AppError('outbox/unsent', {
    message: 'There are changes here that were not sent, or for which this cannot be determined.',
    nextStep: 'Send them first, or confirm that they may be lost.',
  })
}
