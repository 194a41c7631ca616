import { createRequire } from 'node:module'
import { explainLoadFailure, type LoadFailure } from '../platform/load-failure.ts'
import { isErrorCode } from '../platform/private-file.ts'

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

/** The modules that load, and why none of them does if a system library is missing. */
export type LoadedModules = { modules: KeychainModules; failure: LoadFailure | null }

/** Loads the installed modules; both are optional packages. */
export function loadKeychainModules(): LoadedModules {
  const failed: unknown[] = []
  const load = <Module>(module: () => Module): Module | undefined => {
    try {
      return module()
    } catch (thrown) {
      // MODULE_NOT_FOUND if not installed, ERR_DLOPEN_FAILED if a system library or the right binary is missing.
      if (isErrorCode(thrown, 'ERR_DLOPEN_FAILED')) failed.push(thrown)
      return undefined
    }
  }
  const [keytar, keyring] = [load(loadKeytar), load(loadKeyring)]
  const [reason] = failed
  return {
    modules: { ...(keytar && { keytar }), ...(keyring && { keyring }) },
    failure: reason === undefined ? null : explainLoadFailure(reason, "Steward's keychain module"),
  }
}

/** Loads keytar on first use. It is compiled on installation and skipped where that is impossible, so its absence is normal. */
const loadKeytar = (): KeychainModule => createRequire(import.meta.url)('keytar')

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
 */
function loadKeyring(): KeychainModule {
  const { AsyncEntry } = createRequire(import.meta.url)('@napi-rs/keyring') as Keyring
  // The constructor throws if there is no secret service.
  const entry = async (service: string, account: string) => new AsyncEntry(service, account, options)
  return {
    getPassword: async (service, account) => (await (await entry(service, account)).getPassword()) ?? null,
    setPassword: async (service, account, password) => (await entry(service, account)).setPassword(password),
    deletePassword: async (service, account) => (await entry(service, account)).deletePassword(),
  }
}
