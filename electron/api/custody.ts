import { AppError } from '../../shared/domain/app-error.ts'
import { removalWords } from '../../shared/domain/custody.ts'
import type { ContractInputs } from '../../shared/ipc/contract.ts'
import type { CustodyState, LocalDataSummary, LockReason } from '../../shared/ipc/custody.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { OpenedCopies } from '../documents/opened-copies.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Shell } from '../platform/host.ts'
import { eventsForPages } from '../security/gate.ts'
import { type IdleClock, systemIdleClock } from '../security/idle-watch.ts'
import { createLock, type Lock } from '../security/lock.ts'
import { openPassphrase } from '../security/passphrase.ts'
import { openPassphraseThrottle } from '../security/passphrase-throttle.ts'
import { accountsOf, connectionsWithFolders, removeEverything } from '../security/remove-everything.ts'
import type { PreferencesFile } from '../settings/preferences-file.ts'
import type { EventHub } from './event-hub.ts'
import { isLossy, summariseLocalData } from './local-data-summary.ts'

/** The lock's procedures. */
export type CustodyUseCases = {
  /** For code in the main process that displays something: while locked, nothing that names a client is shown. */
  isLocked(): boolean
  state(): Promise<CustodyState>
  lock(reason: LockReason): Promise<CustodyState>
  unlock: Lock['unlock']
  /** @throws AppError `custody/locked` */
  active(): Promise<void>
  setPassphrase: Lock['setPassphrase']
  localData(): Promise<LocalDataSummary>
  /** @throws AppError `custody/not-confirmed`, `outbox/unsent`, `keychain/…` */
  removeEverything(input: ContractInputs['custody']['removeEverything']): Promise<{ secretsGone: boolean }>
}

/** The lock, and the checks that depend on it. */
export type Custody = {
  useCases: CustodyUseCases
  /** @throws AppError `custody/locked` for a procedure that is not available while locked */
  gate(procedure: string): void
  /** Lock events for the pages. */
  events(signal: AbortSignal): AsyncIterable<AppEvent>
  close(): void
}

export type CustodyOptions = {
  userDataDir: string
  shell: Pick<Shell, 'system' | 'quit'>
  keychain: () => Promise<Keychain>
  preferences: Pick<PreferencesFile, 'get'>
  events: EventHub
  runtimes: Pick<Runtimes, 'all'>
  copies: Pick<OpenedCopies, 'removeAll'>
  mostIdleMinutes(): number | null
  /** Closes everything that writes. Cannot be undone. */
  end(): Promise<void>
  idleClock?: IdleClock | undefined
}

/** How long a page may show that everything was removed before Steward quits, in ms. */
const farewellMs = 4_000

/** The {@link Custody} of a user-data folder: unlocked, unless a passphrase is set. */
export async function openCustody(options: CustodyOptions): Promise<Custody> {
  const { userDataDir, shell, keychain, events, copies } = options
  const clock = options.idleClock ?? systemIdleClock
  const passphrase = await openPassphrase({ userDataDir, keychain })
  const lock = createLock({
    passphrase,
    attempts: await openPassphraseThrottle(userDataDir, clock.now),
    system: shell.system,
    clock,
    preferences: await options.preferences.get(),
    mostIdleMinutes: options.mostIdleMinutes,
    onChange: (state) => events.publish({ type: 'custody', state }),
    // A copy that another program has open stays until that program closes it.
    onLocked: () => void copies.removeAll().catch(() => {}),
  })
  const leaving = new AbortController()
  void followChanges(events, lock, leaving.signal)

  const localData = async () => {
    const withFolders = await connectionsWithFolders(userDataDir)
    return summariseLocalData({ userDataDir, runtimes: options.runtimes, withFolders, named: !lock.isLocked() })
  }
  const remove: CustodyUseCases['removeEverything'] = async ({ typed, unsent }) => {
    if (typed.trim() !== removalWords) throw notConfirmed()
    const here = await localData()
    if (unsent !== 'drop' && isLossy(here)) throw somethingUnsent()
    const ids = [...(await connectionsWithFolders(userDataDir)), ...(await options.runtimes.all()).map(idOf)]
    const account = passphrase.account()
    const result = await removeEverything({
      userDataDir,
      keychain: await keychain(),
      accounts: [...accountsOf(ids), ...(account === null ? [] : [account])],
      async end() {
        lock.remove()
        await options.end()
      },
    })
    setTimeout(shell.quit, farewellMs)
    return result
  }
  return {
    useCases: {
      isLocked: lock.isLocked,
      state: async () => lock.state(),
      lock: async (reason) => lock.lock(reason),
      unlock: lock.unlock,
      active: async () => lock.active(),
      setPassphrase: lock.setPassphrase,
      localData,
      removeEverything: remove,
    },
    gate: lock.assertUnlocked,
    events: (signal) =>
      eventsForPages(events.subscribe(signal), {
        first: () => ({ type: 'custody', state: lock.state() }),
        isLocked: lock.isLocked,
      }),
    close() {
      leaving.abort()
      lock.close()
    },
  }
}

const idOf = ({ connection }: { connection: { id: string } }) => connection.id

/** Changes by the user or the firm's policy apply immediately. */
async function followChanges(events: EventHub, lock: Lock, signal: AbortSignal): Promise<void> {
  for await (const event of events.subscribe(signal)) {
    if (event.type === 'preferences-changed') lock.preferred(event.preferences)
    if (event.type === 'policy-changed') lock.preferred()
  }
}

function notConfirmed(): AppError {
  return new AppError('custody/not-confirmed', {
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
