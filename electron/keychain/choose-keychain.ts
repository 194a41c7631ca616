import { createSessionKeychain, type Keychain } from './keychain.ts'
import { type KeychainEntries, openKeychainEntries } from './keychain-entries.ts'
import { callInTurn, type KeychainModules, keychainModuleNames, loadKeychainModules } from './keychain-modules.ts'
import { createOsKeychain } from './os-keychain.ts'
import { type KeychainFailure, type ProbeResult, probeKeychain } from './probe-keychain.ts'
import { createRememberingKeychain } from './remembering-keychain.ts'

/** The keychain of this run, and a notice for the advisor if it is not the system's. */
export type ChosenKeychain = {
  keychain: Keychain
  kind: 'os' | 'session'
  /** A plain sentence with its next step; null if the system's keychain is in use. */
  notice: string | null
}

const reasons: Record<KeychainFailure, string> = {
  'not-installed': 'Steward was installed without keychain support',
  'no-dbus': 'no desktop session is running, so there is no keychain',
  'no-service': 'no keyring service is running',
  'no-keyring': 'the keyring service has no login keyring yet',
  locked: 'the keychain is locked',
  denied: 'the keychain denied access to Steward',
  'timed-out': 'the keychain did not answer',
}

/**
 * Probes the operating system's keychain and falls back to memory. If several modules are installed, the one that wrote this
 * folder's entries stays in use, so that a folder rarely depends on two of them. Only that one is probed: they reach the same
 * keychain.
 *
 * @param options.service - the name under which entries are stored
 * @param options.folder - the user-data folder, where it is recorded which module wrote which entry
 * @param options.modules - replaces the installed modules in tests
 */
export async function chooseKeychain(options: {
  service: string
  folder: string
  modules?: KeychainModules
  probeLimitMs?: number
}): Promise<ChosenKeychain> {
  const { service } = options
  const modules = callInTurn(options.modules ?? loadKeychainModules())
  const entries = openKeychainEntries(options.folder)
  const preferred = await preferredOf(modules, entries)
  const limit =
    options.probeLimitMs === undefined ? {} : { probeLimitMs: options.probeLimitMs, limitMs: options.probeLimitMs }
  const result = await probeKeychain({ module: (preferred && modules[preferred]) ?? null, service, ...limit })
  if (result !== 'usable' || preferred === undefined)
    return { keychain: createSessionKeychain(), kind: 'session', notice: noticeOf(result) }
  const { keytar, keyring } = modules
  const keychains = {
    ...(keytar && { keytar: createOsKeychain({ module: keytar, service, ...limit }) }),
    ...(keyring && { keyring: createOsKeychain({ module: keyring, service, ...limit }) }),
  }
  return { keychain: createRememberingKeychain({ keychains, preferred, entries }), kind: 'os', notice: null }
}

/** The installed module that wrote this folder's entries, else the first choice of the installed ones. */
async function preferredOf(modules: KeychainModules, entries: KeychainEntries) {
  const writers = await entries.writers()
  const installed = keychainModuleNames.filter((name) => modules[name] !== undefined)
  return installed.find((name) => writers.has(name)) ?? installed[0]
}

function noticeOf(result: ProbeResult): string {
  const reason = result === 'usable' ? reasons['not-installed'] : reasons[result]
  return (
    `Steward keeps your sign-in and your clients' data in memory only, until you close it, because ${reason}. ` +
    'Unlock or start the keychain and restart Steward to keep them on this computer.'
  )
}
