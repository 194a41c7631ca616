import { createMutex } from '../../shared/lib/timing.ts'
import { noteNativeCall } from '../platform/native-calls.ts'
import type { KeychainModule, KeychainModules } from './keychain-modules.ts'

/** A call that takes longer than this waits for the system's dialog, in ms. */
const dialogMs = 2_000

/** The reason of calls that the user no longer waits for. */
class StoppedWaiting extends Error {}

/** The keychain modules, with calls that may wait for a dialog in which the user unlocks the keychain. */
export type KeychainCalls = {
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
export function createKeychainCalls(
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
