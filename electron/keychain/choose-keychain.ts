import { createEmitter, createMutex } from '../../shared/lib/calls.ts'
import type { LoadFailure } from '../platform/load-failure.ts'
import { noteNativeCall } from '../platform/native-calls.ts'
import { createSessionKeychain, type Keychain } from './keychain.ts'
import { type KeychainEntries, openKeychainEntries } from './keychain-entries.ts'
import {
  type KeychainModule,
  type KeychainModules,
  keychainModuleNames,
  type LoadedModules,
  loadKeychainModules,
} from './keychain-modules.ts'
import { createOsKeychain } from './os-keychain.ts'
import type { KeychainFailure, ProbeResult } from './probe-keychain.ts'
import { createRememberingKeychain } from './remembering-keychain.ts'

/** The keychain of this run, and a notice for the advisor if it is not the system's. */
export type ChosenKeychain = {
  keychain: Keychain
  kind: 'os' | 'session'
  /** A plain sentence with its next step; null if the system's keychain is in use. */
  notice: string | null
}

/**
 * The user's part in the choice: `waiting` while the system probably shows a dialog, `locked` or `denied` if the keychain did not open,
 * null if there is nothing to do.
 */
export type KeychainAsks = 'waiting' | 'locked' | 'denied' | null

/** Chooses between the system's keychain and memory, with the user where the keychain is locked. */
export type KeychainChoice = {
  /** Resolves once the keychain is chosen, however long its dialog is open. */
  readonly chosen: Promise<ChosenKeychain>
  /** The same, but null as soon as that depends on the user. */
  chosenUnlessAsked(): Promise<ChosenKeychain | null>
  asks(): KeychainAsks
  /** Called after each change of `asks` or of the chosen keychain. Returns the unsubscriber. */
  onChange(listener: () => void): () => void
  /** Probes again a keychain that did not open. */
  tryAgain(): void
  /** Stops waiting. Until a keychain is chosen this chooses memory; later the waiting calls fail with `keychain/locked`. */
  leave(): void
}

const reasons: Record<KeychainFailure | 'left', string> = {
  'not-installed': 'Steward was installed without keychain support',
  'no-dbus': 'no desktop session is running, so there is no keychain',
  'no-service': 'no keyring service is running',
  'no-keyring': 'the keyring service has no login keyring yet',
  locked: 'the keychain is locked',
  denied: 'the keychain denied access to Steward',
  'timed-out': 'the keychain did not answer',
  left: 'you continued without the keychain',
}

type Options = {
  /** The name under which entries are stored. */
  service: string
  /** The user-data folder, where it is recorded which module wrote which entry. */
  folder: string
  /** Replaces the installed modules in tests. */
  loaded?: LoadedModules
  /** After how many ms a call counts as waiting for a dialog. */
  slowMs?: number
}

/**
 * Probes the operating system's keychain. If several modules are installed, the one that wrote this folder's entries stays in use, so
 * that a folder rarely depends on two of them. Only that one is probed: they reach the same keychain. Without a keychain memory is used;
 * a locked one is the user's decision.
 */
export function chooseKeychain(options: Options): KeychainChoice {
  const changes = createEmitter<void>()
  let asks: KeychainAsks = null
  const ask = (now: KeychainAsks) => {
    if (asks === now) return
    asks = now
    changes.emit()
  }
  const { modules, failure } = options.loaded ?? loadKeychainModules()
  const calls = createKeychainCalls(modules, {
    onWaiting: (waiting) => ask(waiting ? 'waiting' : null),
    ...(options.slowMs === undefined ? {} : { slowMs: options.slowMs }),
  })
  const left = Promise.withResolvers<'left'>()
  let again = Promise.withResolvers<void>()
  let isChosen = false
  const choose = async (): Promise<ChosenKeychain> => {
    const candidate = await openCandidate(calls, options)
    for (;;) {
      const result = await Promise.race([candidate.probe(() => ask('waiting')), left.promise])
      if (result === 'usable') return { keychain: candidate.keychain, kind: 'os', notice: null }
      if (result !== 'locked' && result !== 'denied') return inMemory(result, failure)
      again = Promise.withResolvers()
      ask(result)
      if ((await Promise.race([again.promise, left.promise])) === 'left') return inMemory('left')
      ask(null)
    }
  }
  const chosen = choose().then((result) => {
    isChosen = true
    asks = null
    changes.emit()
    return result
  })
  return {
    chosen,
    async chosenUnlessAsked() {
      if (asks !== null && !isChosen) return null
      const asked = Promise.withResolvers<null>()
      const stop = changes.on(() => void (asks !== null && asked.resolve(null)))
      return Promise.race([chosen, asked.promise]).finally(stop)
    },
    asks: () => asks,
    onChange: changes.on,
    tryAgain: () => again.resolve(),
    leave() {
      if (!isChosen) left.resolve('left')
      calls.stop()
    },
  }
}

/** A choice that was made elsewhere. */
export function madeChoice(chosen: Promise<ChosenKeychain>): KeychainChoice {
  return {
    chosen,
    chosenUnlessAsked: () => chosen,
    asks: () => null,
    onChange: () => () => {},
    tryAgain() {},
    leave() {},
  }
}

const inMemory = (reason: keyof typeof reasons, failure: LoadFailure | null = null): ChosenKeychain => ({
  keychain: createSessionKeychain(),
  kind: 'session',
  notice: noticeOf(reason, reason === 'not-installed' ? failure : null),
})

/** The system's keychain through the installed modules, and its probe. */
async function openCandidate(calls: KeychainCalls, { service, folder }: Options) {
  const { keytar, keyring } = calls.modules
  const entries = openKeychainEntries(folder)
  const preferred = await preferredOf(calls.modules, entries)
  const keychains = {
    ...(keytar && { keytar: createOsKeychain({ module: keytar, service, folder }) }),
    ...(keyring && { keyring: createOsKeychain({ module: keyring, service, folder }) }),
  }
  return {
    keychain: createRememberingKeychain({ keychains, preferred: preferred ?? 'keytar', entries }),
    /** @param onDialog - called if a dialog of an earlier probe is still open; its answer is awaited first */
    async probe(onDialog: () => void): Promise<ProbeResult> {
      await calls.afterDialog(onDialog)
      return (preferred && (await keychains[preferred]?.probe())) ?? 'not-installed'
    },
  }
}

/** The installed module that wrote this folder's entries, else the first choice of the installed ones. */
async function preferredOf(modules: KeychainModules, entries: KeychainEntries) {
  const writers = await entries.writers()
  const installed = keychainModuleNames.filter((name) => modules[name] !== undefined)
  return installed.find((name) => writers.has(name)) ?? installed[0]
}

function noticeOf(reason: keyof typeof reasons, failure: LoadFailure | null): string {
  const kept = "Steward keeps your sign-in and your clients' data in memory only, until you close it"
  if (failure !== null) return `${kept}. ${failure.message} ${failure.nextStep}`
  return `${kept}, because ${reasons[reason]}. Unlock or start the keychain and restart Steward to keep them on this computer.`
}

/** A call that takes longer than this waits for the system's dialog, in ms. */
const dialogMs = 2_000

/** The reason of calls that the user no longer waits for. */
class StoppedWaiting extends Error {}

/** The keychain modules, with calls that may wait for a dialog in which the user unlocks the keychain. */
type KeychainCalls = {
  modules: KeychainModules
  /**
   * Fails the call that waits, and those behind it. The system's dialog stays open, and the native call with it: further calls fail at once
   * until the dialog is answered.
   */
  stop(): void
  /** Waits for the answer to a dialog that was left open; `onDialog` is called if there is one. */
  afterDialog(onDialog: () => void): Promise<void>
}

/**
 * Lets one call run at a time. Simultaneous calls ended gnome-keyring's daemon (measured with version 42, one of twelve bursts), and two
 * deletions of one entry fail.
 *
 * @param onWaiting - called with true when a call begins to wait for a dialog, and with false when it ends
 */
function createKeychainCalls(
  modules: KeychainModules,
  { onWaiting = () => {}, slowMs = dialogMs }: { onWaiting?: (waiting: boolean) => void; slowMs?: number } = {},
): KeychainCalls {
  const inTurn = createMutex()
  /** The call that a stop left running. */
  let left: Promise<void> | null = null
  let fail: (() => void) | null = null
  const run = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    if (left !== null) throw new StoppedWaiting()
    const stopped = Promise.withResolvers<never>()
    const answer = noteNativeCall(action())
    let waits = false
    const slow = setTimeout(() => {
      waits = true
      onWaiting(true)
    }, slowMs)
    fail = () => {
      left = answer.then(
        () => {},
        () => {},
      )
      void left.then(() => {
        left = null
      })
      stopped.reject(new StoppedWaiting())
    }
    try {
      return await Promise.race([answer, stopped.promise])
    } finally {
      fail = null
      clearTimeout(slow)
      if (waits) onWaiting(false)
    }
  }
  const call = <Result>(action: () => Promise<Result>) => inTurn(() => run(action))
  const wrapped = (module: KeychainModule): KeychainModule => ({
    getPassword: (service, account) => call(() => module.getPassword(service, account)),
    setPassword: (service, account, password) => call(() => module.setPassword(service, account, password)),
    deletePassword: (service, account) => call(() => module.deletePassword(service, account)),
  })
  return {
    modules: Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, wrapped(module)])),
    stop: () => fail?.(),
    async afterDialog(onDialog) {
      if (left === null) return
      onDialog()
      await left
    },
  }
}
