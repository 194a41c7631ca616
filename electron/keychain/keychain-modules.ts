import type { KeychainModule } from './keychain-module.ts'
import { loadKeyring } from './keyring-module.ts'
import { loadKeytar } from './keytar-module.ts'

/**
 * The modules that can reach the system's keychain, the first choice first. They name their entries differently there (on Linux
 * by the attributes `account` and `username`), so neither finds what the other wrote.
 */
export const keychainModuleNames = ['keytar', 'keyring'] as const

export type KeychainModuleName = (typeof keychainModuleNames)[number]

/** What is installed on this computer. */
export type KeychainModules = Readonly<Partial<Record<KeychainModuleName, KeychainModule>>>

/** Loads what is installed; both modules are optional packages. */
export function loadKeychainModules(): KeychainModules {
  const [keytar, keyring] = [loadKeytar(), loadKeyring()]
  return { ...(keytar === null ? {} : { keytar }), ...(keyring === null ? {} : { keyring }) }
}
