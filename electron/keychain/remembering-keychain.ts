import { AppError } from '../../shared/domain/app-error.ts'
import type { Keychain } from './keychain.ts'
import type { KeychainEntries } from './keychain-entries.ts'
import { type KeychainModuleName, keychainModuleNames } from './keychain-modules.ts'

const packages: Readonly<Record<KeychainModuleName, string>> = { keytar: 'keytar', keyring: '@napi-rs/keyring' }

/**
 * The system's keychain through the installed modules. An entry stays with the module that wrote it, and is never reported as
 * absent because that module is missing. Accounts without a record (from before records existed) are searched with each module.
 *
 * Throws the errors of the module's keychain, and `keychain/unavailable` if the module that wrote the entry is not installed.
 *
 * @param options.preferred - writes new entries
 */
export function createRememberingKeychain(options: {
  keychains: Readonly<Partial<Record<KeychainModuleName, Keychain>>>
  preferred: KeychainModuleName
  entries: KeychainEntries
}): Keychain {
  const { keychains, preferred, entries } = options
  const installed = [preferred, ...keychainModuleNames.filter((name) => name !== preferred)]
  const of = (name: KeychainModuleName): Keychain => {
    const keychain = keychains[name]
    if (keychain === undefined) throw moduleGone(name)
    return keychain
  }
  /** Finds the module that has an unrecorded entry, and its secret. */
  const find = async (account: string) => {
    for (const name of installed) {
      const secret = (await keychains[name]?.get(account)) ?? null
      if (secret !== null) return { name, secret }
    }
    return null
  }
  return {
    kind: 'os',
    async get(account) {
      const writer = await entries.writerOf(account)
      if (writer !== null) return of(writer).get(account)
      const found = await find(account)
      // Only a shortcut for the next time: the entry is found without it as well.
      if (found !== null) await entries.note(account, found.name).catch(() => {})
      return found?.secret ?? null
    },
    async set(account, secret) {
      const writer = (await entries.writerOf(account)) ?? (await find(account))?.name ?? preferred
      const keychain = of(writer)
      // Recorded first: an entry that was recorded but not written reads as absent, but one written and not recorded could be
      // missed.
      await entries.note(account, writer)
      await keychain.set(account, secret)
    },
    async delete(account) {
      const writer = await entries.writerOf(account)
      if (writer !== null) await of(writer).delete(account)
      else for (const name of installed) await keychains[name]?.delete(account)
      await entries.forget(account)
    },
  }
}

function moduleGone(name: KeychainModuleName): AppError {
  return new AppError('keychain/unavailable', {
    message: `This computer's keychain entry was written by ${packages[name]}, which is not installed any more.`,
    nextStep: `Install Steward again with ${packages[name]}, then restart it. Nothing was removed.`,
    detail: `keychain: ${name} is not installed`,
  })
}
