import { AppError } from '../../shared/domain/app-error.ts'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import type { Keychain } from './keychain.ts'
import type { KeychainModule } from './keychain-modules.ts'
import { createKeychainProbe, type KeychainFailure, type KeychainProbe, nameKeychainFailure } from './probe-keychain.ts'

/** How long to wait for the user to answer a locked keyring's dialog, in ms. The page offers to stop sooner. */
const DIALOG_LIMIT_MS = 10 * 60_000

/**
 * The operating system's keychain, accessed through one module. A null or false from the module is verified by a probe: a keyring
 * that was locked after the start, or has no login keyring, answers like an empty one.
 *
 * Throws `keychain/locked`, `keychain/denied` or `keychain/unavailable`.
 */
export function createOsKeychain(options: {
  module: KeychainModule
  service: string
  /** The user-data folder, which names the probe's test entry. */
  folder: string
  dialogLimitMs?: number
}): Keychain & { probe: KeychainProbe } {
  const { module, service, folder, dialogLimitMs = DIALOG_LIMIT_MS } = options
  const probe = createKeychainProbe({ module, service, folder })
  const assertUsable = async () => {
    const result = await probe(dialogLimitMs)
    if (result !== 'usable') throw keychainError(result)
  }
  const call = <Result>(action: () => Promise<Result>) => {
    const answer = action().catch((thrown: unknown) => {
      throw keychainError(nameKeychainFailure(thrown))
    })
    return withTimeLimit(answer, dialogLimitMs, () => {
      throw keychainError('timed-out')
    })
  }
  return {
    kind: 'os',
    probe,
    async get(account) {
      const secret = await call(() => module.getPassword(service, account))
      if (secret === null) await assertUsable()
      return secret
    },
    async set(account, secret) {
      await assertUsable()
      await call(() => module.setPassword(service, account, secret))
    },
    async delete(account) {
      const deleted = await call(() => module.deletePassword(service, account))
      if (!deleted) await assertUsable()
    },
  }
}

/** The failure as an AppError with a next step. */
export function keychainError(failure: KeychainFailure): AppError {
  const detail = `keychain: ${failure}`
  if (failure === 'locked' || failure === 'timed-out') {
    return new AppError('keychain/locked', {
      message: "This computer's keychain is locked.",
      nextStep: 'Unlock the keychain or keyring, then try again.',
      detail,
    })
  }
  if (failure === 'denied') {
    return new AppError('keychain/denied', {
      message: "This computer's keychain denied access to Steward.",
      nextStep: 'Try again and allow Steward to use the keychain when asked.',
      detail,
    })
  }
  return new AppError('keychain/unavailable', {
    message: "This computer's keychain cannot be reached.",
    nextStep: 'Start the keychain or keyring service, then restart Steward.',
    detail,
  })
}
