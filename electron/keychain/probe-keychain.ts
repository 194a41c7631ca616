import { randomBytes } from 'node:crypto'
import type { KeychainModule } from './keychain-module.ts'

/** Why the operating system's keychain cannot be used now; `usable` when it can. */
export type ProbeResult = 'usable' | KeychainFailure

/** Everything that can be wrong with a keychain, as far as its error texts tell. */
export type KeychainFailure =
  | 'not-installed'
  | 'no-dbus'
  | 'no-service'
  | 'no-keyring'
  | 'locked'
  | 'denied'
  | 'timed-out'

const SENTINEL_ACCOUNT = 'steward-probe'
const PROBE_LIMIT_MS = 5_000

/**
 * Writes, reads and deletes a sentinel. Only after this says `usable` does `null` from the keychain mean "absent": a
 * locked keyring answers every read with null and no error.
 *
 * @param options.limitMs - how long a keyring may take; with a display a locked one waits for a dialog without end
 */
export async function probeKeychain(options: {
  module: KeychainModule | null
  service: string
  limitMs?: number
}): Promise<ProbeResult> {
  const { module, service, limitMs = PROBE_LIMIT_MS } = options
  if (module === null) return 'not-installed'
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<ProbeResult>((resolve) => {
    timer = setTimeout(() => resolve('timed-out'), limitMs)
  })
  const attempt = writeReadDelete(module, service).catch((error: unknown) => nameKeychainFailure(error))
  try {
    return await Promise.race([attempt, limit])
  } finally {
    clearTimeout(timer)
  }
}

async function writeReadDelete(module: KeychainModule, service: string): Promise<ProbeResult> {
  const sentinel = randomBytes(16).toString('hex')
  // Each probe has its own account, so that two of them never delete each other's sentinel.
  const account = `${SENTINEL_ACCOUNT}-${sentinel.slice(0, 8)}`
  await module.setPassword(service, account, sentinel)
  const found = await module.getPassword(service, account)
  await module.deletePassword(service, account)
  return found === sentinel ? 'usable' : 'locked'
}

/** Names what a keychain module threw; its text itself may hold account names, so it goes no further. */
export function nameKeychainFailure(thrown: unknown): KeychainFailure {
  const text = thrown instanceof Error ? thrown.message : ''
  if (/autolaunch D-Bus|D-?Bus.*(address|connect)|Could not connect/i.test(text)) return 'no-dbus'
  if (/org\.freedesktop\.secrets/i.test(text)) return 'no-service'
  if (/Object does not exist|no result found/i.test(text)) return 'no-keyring'
  if (/denied|cancel|not allowed/i.test(text)) return 'denied'
  return 'locked'
}
