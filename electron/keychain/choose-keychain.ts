import type { Keychain } from './keychain.ts'
import { type KeytarModule, loadKeytar } from './keytar-module.ts'
import { createOsKeychain } from './os-keychain.ts'
import { type KeychainFailure, type ProbeResult, probeKeychain } from './probe-keychain.ts'
import { createSessionKeychain } from './session-keychain.ts'

/** The keychain to use in this run, and what to tell the advisor when it is not the system's. */
export type ChosenKeychain = {
  keychain: Keychain
  kind: 'os' | 'session'
  /** A plain sentence with its next step; null when the system's keychain is in use. */
  notice: string | null
}

const reasons: Record<KeychainFailure, string> = {
  'not-installed': 'Steward was installed without keychain support',
  'no-dbus': 'no desktop session is running, so there is no keychain',
  'no-service': 'no keyring service is running',
  'no-keyring': 'the keyring service has no login keyring yet',
  locked: 'the keychain is locked',
  denied: 'the keychain turned Steward down',
  'timed-out': 'the keychain did not answer',
}

/**
 * Probes the operating system's keychain and falls back to memory.
 *
 * @param options.service - the name under which entries are filed
 * @param options.keytar - stands in for the installed keytar in tests; null for none
 */
export async function chooseKeychain(options: {
  service: string
  keytar?: KeytarModule | null
  probeLimitMs?: number
}): Promise<ChosenKeychain> {
  const { service } = options
  const limit = options.probeLimitMs === undefined ? {} : { limitMs: options.probeLimitMs }
  const keytar = options.keytar === undefined ? loadKeytar() : options.keytar
  const result = await probeKeychain({ keytar, service, ...limit })
  if (result === 'usable' && keytar !== null) {
    return { keychain: createOsKeychain({ keytar, service }), kind: 'os', notice: null }
  }
  return { keychain: createSessionKeychain(), kind: 'session', notice: noticeOf(result) }
}

function noticeOf(result: ProbeResult): string {
  const reason = result === 'usable' ? reasons['not-installed'] : reasons[result]
  return (
    `Steward keeps your sign-in and your clients' data in memory only, until you close it, because ${reason}. ` +
    'Unlock or start the keychain and restart Steward to keep them on this computer.'
  )
}
