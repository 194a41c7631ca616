import { createRequire } from 'node:module'
import { createMutex } from '../platform/concurrency.ts'

/** The three functions that Steward uses of a native keychain module. */
export type KeychainModule = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  /** Resolves false if there was nothing to delete. */
  deletePassword(service: string, account: string): Promise<boolean>
}

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

/**
 * The same modules, of which only one makes a call at a time. Simultaneous calls ended gnome-keyring's daemon (measured with
 * version 42, one of twelve bursts), and two deletions of one entry fail. A call that waits for a dialog keeps the others waiting.
 */
export function callInTurn(modules: KeychainModules): KeychainModules {
  const inTurn = createMutex()
  const wrapped = Object.entries(modules).map(([name, module]): [string, KeychainModule] => [
    name,
    {
      getPassword: (service, account) => inTurn(() => module.getPassword(service, account)),
      setPassword: (service, account, password) => inTurn(() => module.setPassword(service, account, password)),
      deletePassword: (service, account) => inTurn(() => module.deletePassword(service, account)),
    },
  ])
  return Object.fromEntries(wrapped)
}

/**
 * Loads keytar on first use. It is compiled on installation and skipped where that is impossible, so its absence is normal.
 *
 * @returns null if it is not installed, or was built for another system
 */
function loadKeytar(): KeychainModule | null {
  const require = createRequire(import.meta.url)
  try {
    return require('keytar') as KeychainModule
  } catch {
    // MODULE_NOT_FOUND if not installed, ERR_DLOPEN_FAILED if libsecret or the right binary is missing.
    return null
  }
}

/**
 * On Linux the module falls back to the kernel's keyring, which is empty after a restart. This option requires the secret
 * service, so a call fails if there is none.
 */
const options = { linux: { store: 'secret-service' } } as const

/**
 * The part of the package that is used. Its own types are missing if it is not installed, and the code must compile all the same.
 */
type Keyring = {
  AsyncEntry: new (
    service: string,
    account: string,
    entryOptions: typeof options,
  ) => {
    getPassword(): Promise<string | null | undefined>
    setPassword(password: string): Promise<void>
    deletePassword(): Promise<boolean>
  }
}

/**
 * Loads `@napi-rs/keyring` on first use. It is prebuilt, so it works where keytar could not be compiled.
 *
 * Measured with gnome-keyring 42 and version 2.1.2:
 *
 * | situation | get | set | delete |
 * |---|---|---|---|
 * | no D-Bus | throws `DBus error: Using X11 for dbus-daemon autolaunch was disabled…` | the same | the same |
 * | no secret service | throws `The name org.freedesktop.secrets was not provided…` | the same | the same |
 * | no login keyring | `null`, no error | throws `Secret Service: no result found` | `false`, no error |
 * | locked, entry exists | throws `unlock prompt was dismissed`, or waits for a dialog | the same | the same |
 * | locked, no entry | `null`, no error | as above | `false`, no error |
 *
 * @returns null if it is not installed, or has no binary for this system
 */
function loadKeyring(): KeychainModule | null {
  const require = createRequire(import.meta.url)
  try {
    const { AsyncEntry } = require('@napi-rs/keyring') as Keyring
    // The constructor throws if there is no secret service.
    const entry = async (service: string, account: string) => new AsyncEntry(service, account, options)
    return {
      getPassword: async (service, account) => (await (await entry(service, account)).getPassword()) ?? null,
      setPassword: async (service, account, password) => (await entry(service, account)).setPassword(password),
      deletePassword: async (service, account) => (await entry(service, account)).deletePassword(),
    }
  } catch {
    return null
  }
}
