import type { KeychainModule } from './keychain-module.ts'
import { loadKeyring } from './keyring-module.ts'
import { loadKeytar } from './keytar-module.ts'

/**
 * The modules that can access the system's keychain, the first choice first. They name their entries differently (on Linux by the
 * attributes `account` and `username`), so neither finds the other's entries.
 */
export const keychainModuleNames = ['keytar', 'keyring'] as const

export type KeychainModuleName = (typeof keychainModuleNames)[number]

/** The modules installed on this computer. */
export type KeychainModules = Readonly<Partial<Record<KeychainModuleName, KeychainModule>>>

/** Loads the installed modules; both are optional packages. */
export function loadKeychainModules(): KeychainModules {
  const [keytar, keyring] = [loadKeytar(), loadKeyring()]
  return { ...(keytar === null ? {} : { keytar }), ...(keyring === null ? {} : { keyring }) }
}
