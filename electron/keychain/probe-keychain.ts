import { randomBytes } from 'node:crypto'
import type { KeychainModule } from './keychain-modules.ts'

/** `usable`, or the reason why the operating system's keychain cannot be used now. */
export type ProbeResult = 'usable' | KeychainFailure

/** All keychain failures that can be distinguished by their error texts. */
export type KeychainFailure =
  | 'not-installed'
  | 'no-dbus'
  | 'no-service'
  | 'no-keyring'
  | 'locked'
  | 'denied'
  | 'timed-out'

const SENTINEL_ACCOUNT = 'steward-probe'

/**
 * Writes, reads and deletes a test entry. Only if this returns `usable`, `null` from the keychain means "absent": a locked
 * keyring answers every read with null and no error.
 *
 * @param options.limitMs - time limit in ms; by default none: on a desktop a locked keyring waits until its dialog is answered
 */
export async function probeKeychain(options: {
  module: KeychainModule | null
  service: string
  limitMs?: number
}): Promise<ProbeResult> {
  const { module, service, limitMs } = options
  if (module === null) return 'not-installed'
  const attempt = writeReadDelete(module, service).catch((error: unknown) => nameKeychainFailure(error))
  if (limitMs === undefined) return attempt
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<ProbeResult>((resolve) => {
    timer = setTimeout(() => resolve('timed-out'), limitMs)
  })
  try {
    return await Promise.race([attempt, limit])
  } finally {
    clearTimeout(timer)
  }
}

async function writeReadDelete(module: KeychainModule, service: string): Promise<ProbeResult> {
  const sentinel = randomBytes(16).toString('hex')
  // Each probe has its own account, so that two probes never delete each other's entry.
  const account = `${SENTINEL_ACCOUNT}-${sentinel.slice(0, 8)}`
  await module.setPassword(service, account, sentinel)
  const found = await module.getPassword(service, account)
  await module.deletePassword(service, account)
  return found === sentinel ? 'usable' : 'locked'
}

/** Classifies an error of a keychain module; its text may contain account names, so it is not passed on. */
export function nameKeychainFailure(thrown: unknown): KeychainFailure {
  const text = thrown instanceof Error ? thrown.message : ''
  if (/autolaunch D-Bus|D-?Bus.*(address|connect)|Could not connect|address is empty/i.test(text)) return 'no-dbus'
  if (/org\.freedesktop\.secrets/i.test(text)) return 'no-service'
  if (/Object does not exist|no result found/i.test(text)) return 'no-keyring'
  if (/denied|cancel|not allowed/i.test(text)) return 'denied'
  return 'locked'
}
