import { createRequire } from 'node:module'
import type { KeychainModule } from './keychain-module.ts'

/**
 * On Linux the module falls back to the kernel's keyring, which is empty after a restart: entries have to be in the secret
 * service, and a call fails where there is none.
 */
const options = { linux: { store: 'secret-service' } } as const

/** Of the package what is used of it. Its own types are not there where it was left out, and the rest must compile all the same. */
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
 * Loads `@napi-rs/keyring` when it is first needed. It is prebuilt, so it is there where keytar could not be compiled.
 *
 * Measured with gnome-keyring 42 and version 2.1.2:
 *
 * | situation | get | set | delete |
 * |---|---|---|---|
 * | no D-Bus | throws `DBus error: Using X11 for dbus-daemon autolaunch was disabled…` | the same | the same |
 * | no secret service | throws `The name org.freedesktop.secrets was not provided…` | the same | the same |
 * | no login keyring | `null`, no error | throws `Secret Service: no result found` | `false`, no error |
 * | locked, entry there | throws `unlock prompt was dismissed`, or waits for a dialog | the same | the same |
 * | locked, no entry | `null`, no error | as above | `false`, no error |
 *
 * @returns null when it is not installed, or has no binary for this system
 */
export function loadKeyring(): KeychainModule | null {
  const require = createRequire(import.meta.url)
  try {
    const { AsyncEntry } = require('@napi-rs/keyring') as Keyring
    // The constructor throws where there is no secret service.
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
