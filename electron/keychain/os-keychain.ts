import { AppError } from '../../shared/domain/app-error.ts'
import type { Keychain } from './keychain.ts'
import type { KeytarModule } from './keytar-module.ts'
import { type KeychainFailure, nameKeychainFailure, probeKeychain } from './probe-keychain.ts'

/**
 * The operating system's keychain. A null or false from keytar is believed only after a probe: a keyring that was locked
 * after the start answers exactly like an empty one.
 *
 * Throws `keychain/locked`, `keychain/denied` or `keychain/unavailable`.
 */
export function createOsKeychain(options: { keytar: KeytarModule; service: string; probeLimitMs?: number }): Keychain {
  const { keytar, service } = options
  const assertUsable = async () => {
    const limit = options.probeLimitMs === undefined ? {} : { limitMs: options.probeLimitMs }
    const result = await probeKeychain({ keytar, service, ...limit })
    if (result !== 'usable') throw keychainError(result)
  }
  return {
    kind: 'os',
    async get(account) {
      const secret = await call(() => keytar.getPassword(service, account))
      if (secret === null) await assertUsable()
      return secret
    },
    async set(account, secret) {
      await assertUsable()
      await call(() => keytar.setPassword(service, account, secret))
    },
    async delete(account) {
      const deleted = await call(() => keytar.deletePassword(service, account))
      if (!deleted) await assertUsable()
    },
  }
}

/** What is wrong with the keychain, as an error with a next step. */
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
      message: "This computer's keychain turned Steward down.",
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

async function call<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (thrown) {
    throw keychainError(nameKeychainFailure(thrown))
  }
}
